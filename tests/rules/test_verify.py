"""A history document is checked by nothing but itself."""

import contextlib
import copy
import random

import pytest

from games.rules import engine
from games.rules.verify import Result, Unreadable, is_good, verify
from tests.rules.documents import document, other_card


def wrong(game):
    return [(finding.code, dict(finding.params)) for finding in verify(game) if finding.result is Result.BAD]


@pytest.fixture(params=list(engine.GAMES))
def game(request):
    return document(random.Random(7), request.param, knock=0.5, fold=0.2)


def test_a_game_as_it_was_played_fits(game):
    findings = verify(game)
    assert is_good(findings)
    assert {"commitment", "lot", "deal", "dealt", "moves", "points"} <= {finding.code for finding in findings}
    assert sum(finding.code == "moves" for finding in findings) == len(game["rounds"])


@pytest.mark.parametrize("name", engine.GAMES)
def test_reshuffles_are_checked_too(name):
    for number in range(8):
        # nobody knocks, so that the stock runs out
        game = document(random.Random(number), name, rounds=1, knock=0, splash=0, fold=0.0)
        if len(game["rounds"][0]["shuffles"]) > 1:
            break
    else:
        assert name == "gin", "which alone never reshuffles"
        return
    assert is_good(verify(game))
    cards = game["rounds"][0]["shuffles"][1]
    cards[0], cards[1] = cards[1], cards[0]
    assert ("reshuffle", {"round": 1, "number": 1}) in wrong(game)
    del game["rounds"][0]["shuffles"][1:]
    assert wrong(game) == [("reshuffle", {"round": 1, "number": 1})]


def test_another_secret(game):
    game["secret"] = "00" * 32
    assert ("commitment", {}) in wrong(game)
    assert ("deal", {"round": 1}) in wrong(game)


def test_another_cut(game):
    game["cuts"][1] += "x"
    codes = [code for code, _ in wrong(game)]
    assert "commitment" not in codes
    assert "deal" in codes


def test_cuts_that_only_look_alike(game):
    # a cut with a zero byte in it must not be able to pose as two
    game["cuts"][0] = "a\0b"
    assert "deal" in [code for code, _ in wrong(game)]


def test_another_deck(game):
    deck = game["rounds"][-1]["shuffles"][0]
    deck[3], deck[30] = deck[30], deck[3]
    number = game["rounds"][-1]["number"]
    assert set(map(str, wrong(game))) == {str(("deal", {"round": number}))}


def test_a_deck_with_a_card_twice(game):
    deck = game["rounds"][0]["shuffles"][0]
    deck[3] = deck[30]
    assert ("deal", {"round": 1}) in wrong(game)


def test_other_hands(game):
    hands = game["rounds"][0]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    assert ("dealt", {"round": 1}) in wrong(game)


def test_another_move_is_named(game):
    round_number, number = other_card(game)
    *_, (code, params) = wrong(game)
    assert (code, params["round"], params["move"]) == ("moves", round_number, number)


def test_a_move_that_is_not_legal_is_named_with_the_reason(game):
    game["rounds"][0]["moves"][0]["action"] = {"do": "dance"}
    assert ("moves", {"round": 1, "move": 1, "why": "unknown_verb"}) in wrong(game)


def test_a_move_of_somebody_else(game):
    move = game["rounds"][0]["moves"][0]
    move["seat"] = (move["seat"] + 1) % len(game["seats"])
    assert [params["move"] for code, params in wrong(game) if code == "moves"] == [1]


def test_other_points(game):
    game["rounds"][0]["points"][0] += 1
    assert wrong(game) == [("points", {"round": 1})]


def test_a_missing_move_and_a_missing_round(game):
    short = copy.deepcopy(game)
    short["rounds"][0]["moves"].pop()
    assert "moves" in [code for code, _ in wrong(short)]
    if len(game["rounds"]) > 1:
        del game["rounds"][0]
        assert ("order", {}) in wrong(game)


def test_another_first_dealer(game):
    game["first_dealer"] = (game["first_dealer"] + 1) % len(game["seats"])
    assert [code for code, _ in wrong(game)] == ["lot"]


def test_under_other_rules_nothing_is_called_wrong_that_follows_from_rules(game):
    game["rules_version"] += 1
    assert is_good(verify(game))
    other_card(game)
    game["rounds"][0]["moves"][0]["action"] = {"do": "dance"}
    assert is_good(verify(game))
    assert verify(game)[-1].code == "other_rules"
    game["game"] = "snap"
    assert is_good(verify(game))
    # the shuffle does not follow from rules
    game["cuts"][0] += "x"
    assert not is_good(verify(game))


def test_a_table_that_was_closed_before_it_started():
    game = document(random.Random(1), "bagelsknock") | {"rounds": [], "first_dealer": None}
    assert [finding.code for finding in verify(game)] == ["commitment"]
    assert is_good(verify(game | {"seats": [], "cuts": []}))


JUNK = [None, [], "x", 1.5, True, {}, [None], {"x": 1}, "\ud800", -1, 10**30, [[]]]


@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_whatever_a_file_holds_there_is_an_answer(junk):
    """No other exception comes out of it."""
    good = document(random.Random(3), "bagelsknock", rounds=1)
    each, move = good["rounds"][0], good["rounds"][0]["moves"][0]
    for place in (good, each, move, move["action"]):
        for key in list(place):
            before, place[key] = place[key], junk
            with contextlib.suppress(Unreadable):
                verify(good)
            place[key] = before
    with pytest.raises(Unreadable):
        verify(junk)
