"""Every action has a key, on its button and in the help sheet, and who would fold a good hand is asked first."""

import re
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from games.rules import engine
from tests.games.rounds import a_round, example, html

TEMPLATES = Path(__file__).resolve().parents[2] / "templates" / "board"
ACTIONS = {str(path.relative_to(TEMPLATES)): path.read_text() for path in sorted(TEMPLATES.glob("**/actions/*.html"))}
TWO_PAIRS, A_PAIR, NOTHING = "QC QD 7H 7S 2C", "AC AD 3H 4S 8D", "5C 6C 9C JC KH"


@pytest.mark.parametrize("template", ACTIONS)
def test_every_button_of_an_action_says_its_key(template):
    for button in re.findall(r"<button[^>]*>", ACTIONS[template]):
        assert "data-key=" in button


@pytest.mark.parametrize("game", engine.GAMES)
def test_the_help_sheet_tells_the_keys_of_the_game(game):
    verbs = {verb for phase in engine.GAMES[game].phases.values() for verb in phase.verbs}
    told = set(re.findall(r"<kbd>(.)</kbd>", render_to_string("games/_keys.html", {"verbs": verbs})))
    for verb in verbs:
        own, common = f"{game}/actions/{verb}.html", f"actions/{verb}.html"
        keys = {key.upper() for key in re.findall(r'data-key="(.)"', ACTIONS.get(own) or ACTIONS[common])}
        assert keys <= told, verb


def test_no_key_means_two_things_at_once():
    for game, name in (("bagelsknock", "pot"), ("bagelsknock", "knock"), ("knock_poker", "knocker_best"), ("gin", "knock")):
        for moves in range(7):
            state = example(game, name, moves)
            shown = re.findall(r'name="(?:do|from)" value="\w+" data-key="(.)"', html(state, state.to_act, "actions"))
            assert len(shown) == len(set(shown))


def asked(state, viewer):
    """What the viewer is told before folding; None if nothing is asked."""
    found = re.search(r'data-sure="([^"]*)"', html(state, viewer))
    return found and found[1]


def test_a_pair_of_three_cards_is_a_good_hand():
    assert asked(example("bagelsknock", "pot", 0), 0) == "You hold a flush, king high."
    assert asked(example("bagelsknock", "pot", 1), 1) == "You hold a pair of nines."
    assert asked(example("bagelsknock", "pot", 2), 2) is None


def test_two_pairs_of_five_cards_are_a_good_hand():
    for hands, told in (((TWO_PAIRS, A_PAIR, NOTHING), "You hold queens and sevens."), ((A_PAIR, TWO_PAIRS, NOTHING), None)):
        assert asked(a_round("knock_poker", hands, betting=True), 0) == told


def test_only_who_may_fold_is_asked():
    state = example("bagelsknock", "pot", 0)
    assert all(asked(state, viewer) is None for viewer in (1, 2, None))
