"""Knock Poker on the table: chips and pot, betting, fold or stay, bonuses, and every showdown with its arithmetic."""

import pytest

from games.rules import engine
from games.rules.state import Action
from tests.games.rounds import buttons, example, html, read

GAME = "knock_poker"
BO_DREW_AND_CY = 3  # moves of an example: Bo has drawn and discardn, Cy has drawn
DI_HAS_DRAWN = 5  # Cy has knocked


def betting(**options):
    return example(GAME, "knocker_best", 0, betting=True, **options)


def then(state, *verbs):
    for verb in verbs:
        state = engine.apply(state, state.to_act, Action(verb))[0]
    return state


def test_everybody_has_put_an_ante_into_the_pot():
    state = example(GAME, "knocker_best", 0)
    assert "Pot 5" in read(state, None, "center")
    seats = read(state, None, "seats")
    assert seats.count("Chips: 49") == 5
    assert "Everybody puts 1 chip into the pot." in read(state, None, "log")


def test_the_first_draw_is_from_the_stock_only():
    assert buttons(example(GAME, "knocker_best", 0), 1) == ["Draw a card"]


def test_after_drawing_a_card_goes_with_or_without_a_knock():
    state = example(GAME, "knocker_best", BO_DREW_AND_CY)
    assert buttons(state, 2) == ["Discard", "Knock"]
    assert "queens and sevens" in read(state, 2, "hand")


def test_a_last_turn_is_fold_or_stay():
    state = example(GAME, "knocker_best", DI_HAS_DRAWN)
    assert "Cy knocked" in read(state, 3, "center")
    assert buttons(state, 3) == ["Stay in and discard", "Fold 1 chip to Cy"]
    assert "fold and pay Cy 1 chip" in read(state, 3, "sentence")


@pytest.mark.parametrize(
    ("name", "headline", "told"),
    [
        ("knocker_best", "Cy wins with two pairs", ["Ed pays Cy 1", "Bo, Di and Ann pay Cy 2 each", "The pot of 5"]),
        ("tie", "Cy and Di tie", ["Ed pays Cy 1", "divide 9 chips: Cy 5 · Di 4"]),
        ("somebody_else", "Ann beats the knock", ["Cy pays Ann 2", "Cy pays Bo 2", "Cy pays Di 2", "Ed pays Cy 1"]),
        ("quick", "Ann wins", ["The pot of 3: 1 from everybody", "The best hand takes the pot."]),
    ],
)
def test_a_showdown_names_the_hands_and_explains_itself(name, headline, told):
    state = example(GAME, name)
    assert headline in read(state, None, "center")
    reckoning = read(state, None, "reckoning")
    for words in told:
        assert words in reckoning
    rows = html(state, None, "center").split("<li ")[1:]
    for seat, row in zip(engine.view(state, None).seats, rows, strict=True):
        points = state.settled[-1].points[seat.seat]
        assert (f"+{points}" if points > 0 else f"−{-points}") in row
        assert ("folded" in row) == seat.folded
        assert row.count("#card-") == (0 if seat.folded else 5)


def test_a_bonus_is_named_when_it_is_paid():
    told = read(example(GAME, "bonus"), 0, "reckoning")
    assert "Ann and Bo pay Cy a bonus of 1 each: four of a kind" in told
    assert "Ann and Bo pay Cy a bonus of 2 each: knocking without drawing" in told


def test_whoever_is_left_alone_shows_nothing():
    state = then(betting(), "bet", "fold", "fold", "fold", "fold")
    assert "takes the pot of 6" in read(state, 0, "center")
    assert "#card-" not in html(state, 0, "center")


def test_bets_and_raises_have_no_amount():
    state = betting()
    assert buttons(state, 1) == ["Check", "Bet 1", "Fold"]
    state = then(state, "bet")
    assert buttons(state, 2) == ["Call 1", "Raise to 2", "Fold"]
    assert "3 raises left" in read(state, None, "center")
    state = then(state, "raise", "raise", "raise")
    assert buttons(state, 0) == ["Call 4", "Fold"]
    assert "no more raises" in read(state, None, "center")
    assert "type=" not in html(state, 0, "actions").replace('type="hidden"', "")


def test_knocking_without_drawing_passing_and_what_a_card_costs():
    state = example(GAME, "bonus", 2, circuit="one", pay_to_draw=True)
    assert buttons(state, 2) == ["Draw a card costs 1 chip", "Take 2♣\ufe0e costs 1 chip", "Knock without drawing", "Pass"]
    assert "One turn each" in read(state, 2, "center")


def test_only_the_last_discard_is_on_the_table_and_in_the_log():
    state = example(GAME, "knocker_best", 6)
    page = html(state, None)
    assert "#card-4C" in page
    assert "3♦" not in page
    assert "2♣" not in page


def test_the_result_is_in_chips():
    state = then(example(GAME, "knocker_best"), "end_game")
    assert read(state, 0, "reckoning").startswith("1. Cy 61 2. Ed 48 3. Ann 47")
    assert "The pot of 5" in read(state, 0, "center")
