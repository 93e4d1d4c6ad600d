"""Sentences that count, with none, one, two and twenty-one, in both languages."""

import pytest
from django.utils import translation

from games import sentences
from games.play import Refused
from games.rules.state import Event

COUNTED = {
    "en": {0: "0 loose", 1: "1 loose", 2: "2 loose", 21: "21 loose"},
    "es": {0: "0 sueltos", 1: "1 suelto", 2: "2 sueltos", 21: "21 sueltos"},
}
KNOCKED = {"en": "Ann knocked with {} loose.", "es": "Ann tocó con {}."}
LEFT = {
    "en": {1: "1 loose point would be left.", 2: "2 loose points would be left.", 21: "21 loose points would be left."},
    "es": {1: "quedaría 1 punto suelto.", 2: "quedarían 2 puntos sueltos.", 21: "quedarían 21 puntos sueltos."},
}


@pytest.mark.parametrize("language", ["en", "es"])
def test_numbers_have_their_forms(language):
    with translation.override(language):
        assert {points: sentences.left_over("bagelsknock", points) for points in COUNTED[language]} == COUNTED[language]
        for points in (0, 1, 2, 21):
            said = sentences.event("bagelsknock", Event("knocked", 0, {"loose": points}), ["Ann"])
            counted = points if language == "en" else f"{points} punto suelto" if points == 1 else f"{points} puntos sueltos"
            assert said == KNOCKED[language].format(counted)
        for points, ending in LEFT[language].items():
            assert sentences.refusal("bagelsknock", Refused("not_all_melded", {"loose": points})).endswith(ending)
