"""Knock Rummy: what the finished pool says of the buy-ins, and who is told what about coming back."""

from dataclasses import replace

import pytest

from games.rules import engine
from games.rules.shuffle import SeededDecks
from games.rules.state import Action, Standing

POOL = {"scoring": "pool", "re_entry": True, "bankroll": 50}


def between_rounds(points, buy_ins, out, leader=0, **options):
    """A pool after two rounds that left these numbers; who has bought in twice was out after the first."""
    options = engine.check_options("knock_rummy", {**POOL, **options})
    carried = {"points": points, "buy_ins": buy_ins, "out": ()}
    sheet = (tuple((-55 if count > 1 else 0,) for count in buy_ins), tuple((total - 50,) for total in points))
    standing = Standing(3, 0, sheet=sheet, carried=carried)
    state, _ = engine.start("knock_rummy", options, standing, len(points), leader, SeededDecks(b"pool"))
    return replace(state, phase="round_over", to_act=leader, carried={**carried, "out": out})


def test_the_winner_of_a_pool_takes_every_buy_in():
    state = between_rounds((170, -5, -15), (1, 2, 1), (1, 2))
    over, _ = engine.apply(state, 0, Action("end_game"))
    view = engine.view(over, None)
    assert view.winners == (0,)
    assert view.results == (150, -100, -50)
    assert [seat.points["total"] for seat in view.seats] == [170, -5, -15]


def test_seats_that_share_a_pool_divide_what_the_others_paid_the_odd_point_to_the_first_after_the_dealer():
    state = between_rounds((-9, 75, 75), (1, 1, 1), (0,), bankroll=50)
    over, _ = engine.apply(replace(state, options={**state.options, "bankroll": 25}), 0, Action("end_game"))
    assert engine.view(over, None).results == (-25, 13, 12)


def test_a_seat_that_is_not_out_or_has_been_back_is_told_so_and_not_that_another_leads():
    state = between_rounds((100, -5, 55), (1, 2, 1), (1,))
    assert engine.view(state, None).may_re_enter == ()
    for seat in range(3):
        assert engine.refusal(state, seat, Action("re_enter")).code == "cannot_re_enter"
        assert seat == 0 or engine.refusal(state, seat, Action("next_round")).code == "leader_only"


def test_with_one_seat_left_the_table_waits_a_minute_and_then_ends_the_game():
    state = between_rounds((155, -5, 0), (1, 1, 2), (1, 2))
    assert engine.view(state, None).may_re_enter == (1,)
    assert engine.pause(state) == 60
    assert engine.automatic(state) == (0, Action("end_game"))
    assert engine.refusal(state, 0, Action("next_round")).code == "one_seat_left"
    back, events = engine.apply(state, 1, Action("re_enter"))
    assert [event.code for event in events] == ["re_entered"]
    assert engine.pause(back) == 20
    assert engine.automatic(back) == (0, Action("next_round"))


def test_the_totals_of_a_pool_go_on_from_the_fresh_bankroll():
    sheet = (((60,), (-55,), (-5,)), ((0,), (0,), (0,)), ((-10,), (10,), (0,)))
    options = engine.check_options("knock_rummy", POOL)
    carried = {"points": (100, 60, 45), "buy_ins": (1, 2, 1), "out": ()}
    state, _ = engine.start("knock_rummy", options, Standing(4, 0, sheet=sheet, carried=carried), 3, 0, SeededDecks(b"pool"))
    assert engine.view(state, None).totals == ((110, -5, 45), (110, 50, 45), (100, 60, 45))


@pytest.mark.parametrize("options", [{"scoring": "cumulative"}, {"re_entry": False}])
def test_without_a_pool_or_re_entry_nobody_comes_back(options):
    state = between_rounds((100, -5, 55), (1, 1, 1), (1,), **options)
    assert engine.refusal(state, 1, Action("re_enter")).code == "cannot_re_enter"
