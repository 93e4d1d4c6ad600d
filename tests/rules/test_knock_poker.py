"""Knock Poker: what the closed pile lets anybody remember, and what the table plays for an absent seat."""

from random import Random

import pytest

from games.rules import engine, knock_poker
from games.rules.shuffle import SeededDecks
from games.rules.state import Action
from tests.random_games import play


def table(seats=3, **options):
    options = engine.check_options("knock_poker", options)
    standing = engine.GAMES["knock_poker"].first_standing(options, seats, seats - 1)
    return engine.start("knock_poker", options, standing, seats, 0, SeededDecks(b"knock poker"))[0]


def automatic(state, until):
    """The table plays for everybody until something holds."""
    while not until(state):
        state, _ = engine.apply(state, *engine.automatic(state))
    return state


def test_the_log_names_the_last_discard_and_no_card_before_it():
    checked = 0
    for step in (step for seed in range(25) for step in play(Random(f"closed {seed}"), "knock_poker")):
        log = engine.GAMES["knock_poker"].public_log(step.after)
        assert [event.code for event in log] == [event.code for event in step.after.log]
        discards = [event for event in step.after.log if event.code in ("discarded", "knocked") and "card" in event.params]
        named = [event for event in log if "card" in event.params]
        if not discards:
            assert not named
            continue
        last = discards[-1]
        assert named[0] == last
        assert all(event.code == "took_discard" and event.params["card"] == last.params["card"] for event in named[1:])
        checked += len(discards) > 1
    assert checked > 100


def test_an_absent_seat_stays_in_after_a_knock_and_does_not_knock():
    state = table()
    first = state.to_act
    state, _ = engine.apply(state, first, Action("draw", "stock"))
    state, _ = engine.apply(state, first, Action("knock", state.seats[first].cards[0]))
    state = automatic(state, lambda state: state.phase == "round_over")
    assert not any(seat.folded for seat in state.seats)
    assert state.settled[-1].kind == "showdown"


def test_an_absent_seat_passes_where_that_is_allowed():
    state = automatic(table(circuit="one"), lambda state: state.phase == "round_over")
    assert [event.code for event in state.log].count("passed") == 3


def test_an_absent_seat_that_took_the_discard_throws_what_costs_its_hand_least():
    state = table()
    state = automatic(state, lambda state: bool(state.pile))
    state, _ = engine.apply(state, state.to_act, Action("draw", "discard"))
    seat, action = engine.automatic(state)
    kept = [card for card in state.seats[seat].cards if card != action.argument]
    assert action.argument != state.taken
    others = [[card for card in state.seats[seat].cards if card != gone] for gone in state.seats[seat].cards if gone != state.taken]
    assert knock_poker.poker.best_five(kept) == max(map(knock_poker.poker.best_five, others))


@pytest.mark.parametrize(
    ("options", "code"),
    [({}, "draw_before_knock"), ({"knock": "quick"}, "knock_without_card"), ({"bonuses": "classic"}, "knock_without_card")],
)
def test_a_knock_with_a_card_before_drawing_is_refused_for_what_is_wrong_with_it(options, code):
    state = table(**options)
    refused = engine.refusal(state, state.to_act, Action("knock", state.seats[state.to_act].cards[0]))
    assert refused.code == code


@pytest.mark.parametrize("name", engine.GAMES["knock_poker"].presets)
def test_the_presets_are_options_of_the_game(name):
    assert engine.check_options("knock_poker", engine.GAMES["knock_poker"].presets[name])
