"""Parts of boards: drawn once from the same values, and from nothing else."""

from itertools import islice
from random import Random

import pytest
from django.utils.safestring import mark_safe
from django.utils.translation import override
from jinja2 import TemplateNotFound

from games import boards, parts
from games.remembered import Plain, in_each_language
from games.rules import engine
from games.rules.cards import Card
from games.templatetags.cards import read_out
from tests.games.test_hidden_cards import present
from tests.random_games import states


def test_equal_values_are_looked_up_and_each_language_has_its_own_text():
    with override("en"):
        first = parts.part("stock", stock="7", draws=("stock",))
        assert parts.part("stock", stock="7", draws=("stock",)) is first
        assert parts.part("stock", stock="8", draws=("stock",)) != first
        assert "Draw a card" in first
    with override("es"):
        assert "Draw a card" not in parts.part("stock", stock="7", draws=("stock",))


def test_text_and_markup_that_are_written_alike_are_not_mistaken_for_each_other():
    assert read_out(mark_safe("<b>Ann</b>")) == "<b>Ann</b>"
    assert read_out("<b>Ann</b>") == "&lt;b&gt;Ann&lt;/b&gt;"


def leaves(value):
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return [value]
    return [leaf for each in value for leaf in leaves(each)]


def test_parts_are_given_plain_values_and_never_markup(monkeypatch):
    """Which would be taken for the same text from anybody, and the other way round."""
    given, inputs = [], parts.inputs
    monkeypatch.setattr(parts, "Plain", lambda value: given.append(value) or Plain(value))
    monkeypatch.setattr(parts, "inputs", lambda name, context: given.append(inputs(name, context) or ()) or inputs(name, context))
    for game in engine.GAMES:
        for number, state in enumerate(states(Random("parts"), game)):
            if number % 7 == 0:
                now = present(state)
                boards.render(now, now.seats[number % len(now.seats)])
    found = [leaf for value in given for leaf in leaves(value)]
    assert len(found) > 1000
    assert {type(leaf) for leaf in found} <= {str, Card, int, bool, type(None)}


@pytest.mark.parametrize("game", engine.GAMES)
def test_what_was_drawn_before_changes_nothing(game):
    """Each region is drawn anew when anything has changed that it shows."""
    boards._kept.clear()
    for number, state in enumerate(islice(states(Random(game), game), 70)):
        now = present(state)
        for viewer in (None, *now.seats):
            drawn_on = boards.render(now, viewer)
            kept = dict(boards._kept)
            boards._kept.clear()
            assert drawn_on == boards.render(now, viewer), f"{number}: {state.phase}"
            boards._kept.update(kept)


def test_what_is_forgotten_is_made_again():
    made = []
    keep = in_each_language(1)(made.append)
    for value in (1, 1, True, 1):
        keep(value)
    assert made == [1, True, 1]


def test_a_part_that_is_not_there_is_an_error_and_not_an_empty_space():
    with pytest.raises(TemplateNotFound):
        parts.part("nothing")
