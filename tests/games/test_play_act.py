"""Moves: `games.play` during the game. Asking twice is asking once, and what is stored gives the game back."""

import pytest

from games import absence, play, replay
from games.change import Change
from games.models import Move, Round, Table
from games.play import Refused
from games.rules import engine
from games.rules.state import Action
from tests.factories import SittingFactory

pytestmark = pytest.mark.django_db


def refusal(call, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return caught.value


def cold(table):
    """The table as a process sees it that has just started."""
    replay._kept.clear()
    return play.present(table.code)


def test_a_move_is_stored_with_what_came_of_it(table):
    seat = table.turn
    version = table.table.version
    table.act("draw", "stock")
    move = Move.objects.latest("pk")
    assert (move.seat, move.action, move.by) == (seat, {"do": "draw", "from": "stock"}, "person")
    assert move.events == [{"event": "drew_stock", "seat": seat}]
    assert table.table.version == version + 1


def test_the_same_answer_twice_is_one_move(table):
    seat, decision = table.turn, table.decision(table.turn)
    for _ in range(3):
        play.act(table.code, table.key(seat), decision, Action("draw", "stock"))
    assert Move.objects.filter(seat=seat, decision=decision).count() == 1
    assert len(table.state.seats[seat].cards) == 8


def test_another_answer_to_a_decision_made_is_too_late(table):
    seat, decision = table.turn, table.decision(table.turn)
    play.act(table.code, table.key(seat), decision, Action("draw", "stock"))
    refused = refusal(play.act, table.code, table.key(seat), decision, Action("draw", "discard"))
    assert (refused.code, refused.status) == ("too_late", 409)


def test_an_answer_to_a_decision_not_yet_asked_is_refused(table):
    seat = table.turn
    assert refusal(play.act, table.code, table.key(seat), table.decision(seat) + 1, Action("draw", "stock")).code == "too_late"
    assert refusal(play.act, table.code, table.key(seat), 0, Action("draw", "stock")).code == "too_late"


def test_somebody_elses_move_does_not_make_mine_stale(table):
    seat = table.turn
    other = 1 - seat
    decision = table.decision(other)
    table.act("draw", "stock")
    table.act("discard", table.state.seats[seat].cards[0])
    play.act(table.code, table.key(other), decision, Action("draw", "stock"))
    assert len(table.state.seats[other].cards) == 8


def test_a_repeated_answer_is_a_success_even_after_the_game(table):
    seat, decision = table.turn, table.decision(table.turn)
    table.act("draw", "stock")
    table.act("discard", table.state.seats[seat].cards[-1])
    table.play_until("round_over")
    table.act("end_game", False)
    table.play_until("game_over")
    assert play.act(table.code, table.key(seat), decision, Action("draw", "stock")).table.status == "finished"


@pytest.mark.parametrize(
    ("action", "code", "status"),
    [
        (Action("knit"), "unknown_verb", 400),
        (Action("bet", 5), "wrong_phase", 409),
        (Action("discard", "AS"), "draw_first", 400),
        (Action("draw", "hand"), "not_a_choice", 400),
        (Action("draw"), "choice_needed", 400),
    ],
)
def test_an_illegal_move_says_why_and_changes_nothing(table, action, code, status):
    before = table.present
    refused = refusal(play.act, table.code, table.key(table.turn), table.decision(table.turn), action)
    assert (refused.code, refused.status) == (code, status)
    assert table.present.table.version == before.table.version
    assert table.present.state == before.state


def test_a_card_not_held_cannot_be_thrown(table):
    table.act("draw", "stock")
    seat = table.turn
    other = table.state.seats[1 - seat].cards[0]
    refused = refusal(table.act, "discard", other)
    assert (refused.code, refused.params) == ("card_not_held", {"card": other})


@pytest.mark.parametrize("amount", [0, -5, 21, 10**9])
def test_a_bet_out_of_range_is_refused(amount):
    table = SittingFactory(started=True)
    verb = "raise" if table.state.blind is not None else "bet"
    assert refusal(table.act, verb, amount).code == "out_of_range"


def test_it_is_not_your_turn(table):
    refused = refusal(table.act, "draw", "stock", seat=1 - table.turn)
    assert (refused.code, refused.status, refused.params) == ("not_your_turn", 409, {"to_act": table.turn})


@pytest.mark.parametrize("key", ["", None, "0" * 32, "junk"])
def test_no_key_no_move(table, key):
    assert refusal(play.act, table.code, key, 1, Action("draw", "stock")).status == 403


def test_a_key_from_another_table_makes_no_move(table):
    other = SittingFactory(started=True)
    refused = refusal(play.act, table.code, other.keys["Ann"], 1, Action("draw", "stock"))
    assert (refused.code, refused.status) == ("key_elsewhere", 403)


def test_no_moves_before_the_start():
    table = SittingFactory()
    assert refusal(play.act, table.code, table.keys["Ann"], 1, Action("draw", "stock")).code == "not_started"


# --- what is stored gives the game back ---


def test_a_cold_process_sees_the_same_game():
    table = SittingFactory(people=3, started=True)
    for verb in ("betting_over", "rummy", "round_over"):
        table.play_until(verb)
        assert cold(table).state == table.state
    table.act("next_round", True)
    assert table.state.round == 2
    assert cold(table).state == table.state
    table.play_until("rummy")
    warm = table.state
    assert cold(table).state == warm


def test_a_whole_game_to_the_result_from_cold_processes():
    table = SittingFactory(people=2, bots=1, seats=3, started=True, options={"rounds": 3})
    moves = 0
    while not engine.is_over(cold(table).state):
        seat, action = table.next_action()
        if table.present.seats[seat].bot:
            assert play.step(table.code, table.table.version, seat, action)
        else:
            table.act(action.verb, action.argument, seat)
        moves += 1
    row = table.table
    assert (row.status, row.due_at) == ("finished", None)
    assert row.finished_at
    assert Move.objects.filter(table=row).count() == moves
    assert [rnd.standing["kind"] for rnd in row.rounds.all()][-1] == "final"
    for rnd in row.rounds.all():
        assert rnd.finished_at
        assert all(sum(settlement["points"]) == 0 for settlement in rnd.settlements)
        assert rnd.settlements


def test_a_process_that_is_behind_applies_what_it_has_not_seen(table):
    behind = table.present
    table.act("draw", "stock")
    table.act("discard", table.state.seats[table.turn].cards[0])
    now = table.state
    replay._kept[table.code] = behind
    assert table.state == now


def test_what_was_rolled_back_is_not_remembered(table, monkeypatch):
    seat, before = table.turn, table.state
    monkeypatch.setattr(Change, "schedule", lambda *args: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        table.act("draw", "stock")
    monkeypatch.undo()
    assert table.state == before
    assert not Move.objects.filter(seat=seat, action={"do": "draw", "from": "stock"}).exists()


def test_a_round_that_todays_rules_cannot_replay_closes_its_table(table):
    table.act("draw", "stock")
    last = Move.objects.latest("pk")
    last.action = {"do": "waltz"}
    last.save()
    present = cold(table)
    assert (present.table.status, present.table.close_reason, present.state) == ("closed", "rules", None)
    assert refusal(play.act, table.code, table.keys["Ann"], 99, Action("draw", "stock")).code == "closed"


def test_the_same_moves_with_another_meaning_under_new_rules_close_the_table_too(table, monkeypatch):
    monkeypatch.setattr(engine, "RULES_VERSION", engine.RULES_VERSION + 1)
    assert cold(table).table.status == "playing"
    Move.objects.filter(round=Round.objects.latest("pk")).update(events=[])
    assert cold(table).table.close_reason == "rules"


def test_a_finished_game_is_left_alone_by_new_rules(table):
    table.play_until("round_over")
    table.act("end_game", False)
    table.play_until("game_over")
    Round.objects.update(standing={"round": "x"})
    present = cold(table)
    assert (present.table.status, present.state) == ("finished", None)


# --- leaving and coming back ---


def test_a_computer_player_takes_the_seat_of_who_leaves_and_gives_it_back(table):
    absence.leave(table.code, table.keys["Bo"])
    bo = table.present.seats[1]
    assert (bo.bot, bo.is_computer) == (True, False)
    absence.return_to(table.code, table.keys["Bo"])
    assert not table.present.seats[1].bot


def test_acting_takes_the_seat_back_too(table):
    seat = table.turn
    absence.leave(table.code, table.key(seat))
    table.act("draw", "stock", seat)
    assert not table.present.seats[seat].bot


def test_a_refused_act_does_not_take_it_back(table):
    seat = table.turn
    absence.leave(table.code, table.key(seat))
    refusal(table.act, "discard", "AS", seat)
    assert table.present.seats[seat].bot


def test_the_next_person_clockwise_leads_when_the_leader_leaves():
    table = SittingFactory(people=4, started=True)
    table.play_until("betting_over")
    assert table.turn == 0
    absence.leave(table.code, table.keys["Bo"])
    absence.leave(table.code, table.keys["Ann"])
    assert (table.table.leader, table.state.leader, table.turn) == (2, 2, 2)
    assert cold(table).state == table.state
    table.act("start_rummy")
    assert table.state.phase == "rummy"
    assert cold(table).state.leader == 2
    absence.return_to(table.code, table.keys["Ann"])
    assert table.table.leader == 2


def test_a_game_that_every_person_left_closes(table):
    absence.leave(table.code, table.keys["Ann"])
    absence.leave(table.code, table.keys["Bo"])
    row = Table.objects.get(code=table.code)
    assert (row.status, row.close_reason, row.due_at) == ("closed", "empty", None)
    assert refusal(absence.return_to, table.code, table.keys["Ann"]).code == "closed"
