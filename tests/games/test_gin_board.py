"""Gin on the table: the first turn, knocking only when it is allowed, cards laid off on the melds they joined, victories."""

import re

import pytest

from games.rules.state import Standing
from tests.games.rounds import a_round, buttons, example, html, read

GAME = "gin"
BOTH_PASSED, DRAWN = 2, 3
LOOSE = ("AC 3D 5H 7S 9C JD KH 2S 4C 6D", "AD 3C 5S 7H 9D JC KS 2H 4D 6C")


def test_in_the_first_turn_the_upcard_is_taken_or_not():
    state = example(GAME, "knock", 0)
    assert buttons(state, 0) == ["Take 2♣\ufe0e", "Pass"]
    center = html(state, 0, "center")
    assert 'value="discard"' in center
    assert 'value="stock"' not in center
    assert buttons(example(GAME, "knock", 1), 1) == ["Take 2♣\ufe0e", "Pass"]


def test_after_two_passes_the_stock_alone_can_be_drawn_from():
    state = example(GAME, "knock", BOTH_PASSED)
    assert buttons(state, 0) == ["Draw a card"]
    center = html(state, 0, "center")
    assert 'value="stock"' in center
    assert 'value="discard"' not in center


def test_there_is_no_button_for_a_knock_that_is_not_allowed():
    assert buttons(a_round(GAME, LOOSE, "pass, pass, draw stock", "8H TS"), 0) == ["Discard"]
    state = example(GAME, "knock", DRAWN)
    assert buttons(state, 0) == ["Discard", "Knock"]
    verbs = dict(re.findall(r'value="(\w\w)"[^>]* data-verbs="([\w ]+)"', html(state, 0, "hand")))
    assert verbs["QS"] == "discard knock"
    assert verbs["3D"] == "discard", "that would leave more than ten"


def test_gin_is_chosen_already():
    state = example(GAME, "gin", DRAWN)
    assert re.search(r'value="QS"[^>]* checked', html(state, 0, "hand"))
    assert 'data-none="Gin!"' in html(state, 0, "actions")
    assert "gin" in read(state, 0, "sentence")


def test_cards_laid_off_lie_on_the_meld_they_joined():
    state = example(GAME, "knock")
    center = html(state, None, "center")
    ann, bo = center.split("<li ")[1:]
    run = next(group for group in ann.split('class="group')[1:] if "card-7C" in group)
    assert re.findall(r"#card-(\w\w)", run) == ["5C", "6C", "7C", "8C", "9C"]
    assert run.count("it joined") == 2
    assert "card-8C" not in bo
    assert "Bo laid off 8♣\ufe0e 9♣\ufe0e" in read(state, None, "reckoning")


@pytest.mark.parametrize(
    ("name", "headline", "told"),
    [
        ("knock", "Ann knocked, and gets 11", "Bo's deadwood of 17 − 6 = 11"),
        ("undercut", "Bo undercuts Ann, and gets 30", "25 + Ann's deadwood of 8 − 3 = 30"),
        ("equal", "nobody scores", "Both have 8 deadwood"),
        ("gin", "Gin! Ann gets 52", "25 + Bo's deadwood of 27 = 52"),
        ("none", "Ann knocked, and gets 28", "Bo's deadwood of 34 − 6 = 28"),
    ],
)
def test_every_settlement_explains_itself(name, headline, told):
    state = example(GAME, name)
    assert headline in read(state, None, "center")
    assert told in read(state, None, "reckoning").replace("&#x27;", "'")


def test_victories_are_counted_and_points_begin_again():
    standing = Standing(3, 1, "", (((60,), (0,)), ((0,), (30,))), carried={"points": (60, 30), "victories": (0, 1)})
    hands = ("5C 6C 7C 9D 9H 9S TC JC QC KC", "AC AD AH 4H 5H 6H 8C 2D 7S TD")
    state = a_round(GAME, hands, "pass, pass, draw stock, knock -", "2C QS", standing, victories=2)
    seats = read(state, None, "seats")
    assert seats.count("Points: 0") == 2
    assert seats.count("1 victory, Points: 0") == 2
    assert "a victory" in read(state, None, "reckoning")
    score = read(state, None, "score")
    assert "Victories 1 1 Points 0 0" in score
    assert "+52 112" in score, "the round's own points stay readable"
    assert "to 2 victories" in read(state, None, "topbar")
