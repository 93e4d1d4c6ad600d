"""How hands lie on the table: melds, cards that joined them, jokers as what they stand for."""

import pytest

from games import showdown
from games.rules.cards import parse_cards
from games.rules.state import Arrangement


@pytest.mark.parametrize(
    ("meld", "stands"),
    [
        ("5C X1 7C", {"X1": ("6♣\ufe0e", "six of clubs")}),
        ("X2 9H TH", {"X2": ("8♥\ufe0e", "eight of hearts")}),
        ("TS JS X1 X2", {"X1": ("Q♠\ufe0e", "queen of spades"), "X2": ("K♠\ufe0e", "king of spades")}),
        ("X1 2D X2 4D", {"X1": ("A♦\ufe0e", "ace of diamonds"), "X2": ("3♦\ufe0e", "three of diamonds")}),
        ("9C 9D X1", {"X1": ("9", "nine")}),
        ("TC TS X1 X2", {"X1": ("10", "ten"), "X2": ("10", "ten")}),
        ("QH KH AH", {}),
    ],
)
def test_what_a_joker_stands_for(meld, stands):
    assert showdown.stand_ins(parse_cards(meld)) == stands


def test_cards_that_join_a_run_lie_in_their_places():
    hand = Arrangement((parse_cards("4C 5C 6C"), parse_cards("9C 9D 9H")), parse_cards("KS"), 10)
    run, nines, loose = showdown.groups(hand, (), joined=(parse_cards("3C 7C"), parse_cards("9S")))
    assert [card["card"] for card in run["cards"]] == ["3C", "4C", "5C", "6C", "7C"]
    assert [card["joined"] for card in run["cards"]] == [True, False, False, False, True]
    assert [card["card"] for card in nines["cards"]] == ["9C", "9D", "9H", "9S"]
    assert (run["meld"], nines["meld"], loose["meld"]) == (True, True, False)


def test_without_an_arrangement_cards_lie_as_they_are():
    (group,) = showdown.groups(None, [*parse_cards("KS 2C"), None])
    assert [card["card"] for card in group["cards"]] == ["KS", "2C", None]
