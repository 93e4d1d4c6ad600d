"""No table waits for somebody who is gone, and nobody who comes back has lost their seat."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import absence, play, replay
from games.models import Move, Table
from games.rules.state import Action
from tests.factories import SittingFactory
from tests.games.people import gone, refusal, seat, time_is_up

pytestmark = pytest.mark.django_db


def rummy(**fields):
    """Ann, Bo and Cy in the middle of a first rummy turn, with a turn clock."""
    table = SittingFactory(**{"people": 3, "turn_clock": 60, "started": True} | fields)
    table.play_until("rummy")
    return table


def handle(table, number):
    return table.present.seats[number].handle


def miss_turn(table):
    """Whoever is to act lets their whole turn run out."""
    number = table.turn
    while table.turn == number and table.state.phase == "rummy":
        time_is_up(table)
    return handle(table, number)


def play_turn(table):
    table.act("draw", "stock")
    table.act("discard", table.state.seats[table.turn].cards[-1])


def miss_turns_of(table, who, times):
    """Only one of them misses turns."""
    missed = 0
    while missed < times:
        if handle(table, table.turn) == who:
            miss_turn(table)
            missed += 1
        else:
            play_turn(table)


# --- two turns in a row ---


class TestMissedTurns:
    def test_one_missed_turn_is_forgiven(self):
        table = rummy()
        who = miss_turn(table)
        assert not seat(table, who).bot
        assert seat(table, who).missed == 1

    def test_after_two_in_a_row_a_computer_player_sits_in(self):
        table = rummy()
        who = handle(table, table.turn)
        miss_turns_of(table, who, 2)
        absent = seat(table, who)
        assert (absent.bot, absent.away, absent.is_computer, absent.left_at) == (True, True, False, None)
        while handle(table, table.turn) != who:
            play_turn(table)
        time_is_up(table)
        assert Move.objects.latest("pk").by == "computer"

    def test_a_move_of_ones_own_in_between_makes_it_one_again(self):
        table = rummy()
        who = handle(table, table.turn)
        miss_turns_of(table, who, 1)
        while handle(table, table.turn) != who:
            play_turn(table)
        play_turn(table)
        miss_turns_of(table, who, 1)
        assert not seat(table, who).bot
        assert seat(table, who).missed == 1

    def test_who_draws_and_does_not_discard_has_missed_a_turn(self):
        table = rummy()
        who = handle(table, table.turn)
        table.act("draw", "stock")
        time_is_up(table)
        assert seat(table, who).missed == 1

    def test_who_comes_back_for_the_second_half_has_missed_none(self):
        table = rummy()
        who = handle(table, table.turn)
        time_is_up(table)
        table.act("discard", table.state.seats[table.turn].cards[-1])
        assert seat(table, who).missed == 0

    def test_a_leader_who_lets_the_table_go_on_has_missed_nothing(self):
        table = rummy()
        table.play_until("round_over")
        time_is_up(table)
        assert table.state.round == 2
        assert seat(table, "Ann").missed == 0

    def test_in_the_betting_each_decision_is_a_turn(self):
        table = SittingFactory(people=3, turn_clock=30, started=True)
        who = handle(table, table.turn)
        time_is_up(table)
        assert seat(table, who).missed == 1

    def test_a_leader_who_misses_two_turns_is_succeeded_by_the_next_who_is_here(self):
        table = rummy()
        gone(table, "Bo", seconds=10)
        miss_turns_of(table, "Ann", 2)
        assert (table.table.leader, table.state.leader) == (2, 2)

    def test_a_game_whose_people_all_miss_their_turns_pauses(self):
        table = rummy(people=2)
        for _ in range(4):
            miss_turn(table)
        row = table.table
        assert row.paused_at
        assert row.due_at is None


# --- coming back ---


@pytest.fixture
def absent():
    """Ann, Bo and Cy; a computer player sits in for who has missed two turns: the table, and who it is."""
    table = rummy()
    who = handle(table, table.turn)
    miss_turns_of(table, who, 2)
    return table, who


class TestComingBack:
    def test_any_sign_of_the_person_gives_the_seat_back(self, absent):
        table, who = absent
        version = table.table.version
        absence.seen(table.present.seats[seat(table, who).number])
        back = seat(table, who)
        assert (back.bot, back.away, back.missed) == (False, False, 0)
        assert table.table.version == version + 1
        absence.seen(table.present.seats[back.number])
        assert table.table.version == version + 1

    def test_a_page_that_lies_open_in_an_empty_room_does_not(self, absent):
        table, who = absent
        absence.seen(table.present.seats[seat(table, who).number], active=False)
        assert seat(table, who).bot

    def test_who_comes_back_in_their_own_turn_has_all_its_time(self, absent):
        table, who = absent
        while handle(table, table.turn) != who:
            play_turn(table)
        absence.seen(table.present.seats[table.turn])
        assert 58 < (table.table.due_at - timezone.now()).total_seconds() <= 60

    def test_a_move_takes_the_seat_back_too(self, absent):
        table, who = absent
        while handle(table, table.turn) != who:
            play_turn(table)
        table.act("draw", "stock")
        assert not seat(table, who).bot

    def test_any_page_or_button_with_the_key_is_a_sign(self, absent, client):
        table, who = absent
        client.get(f"/table/{table.code}/board/?active=0", headers={"X-Seat-Key": table.keys[who]})
        assert seat(table, who).bot
        client.get(f"/table/{table.code}/board/", headers={"X-Seat-Key": table.keys[who]})
        assert not seat(table, who).bot

    def test_who_left_only_comes_back_by_asking(self):
        table = rummy()
        absence.leave(table.code, table.keys["Bo"])
        absence.seen(table.present.seats[1])
        assert seat(table, "Bo").bot
        absence.return_to(table.code, table.keys["Bo"])
        assert (seat(table, "Bo").bot, seat(table, "Bo").left_at) == (False, None)

    def test_who_is_away_may_still_leave_for_good(self, absent):
        table, who = absent
        absence.leave(table.code, table.keys[who])
        left = seat(table, who)
        assert left.left_at
        assert not left.away


# --- the leader's means ---


class TestSittingIn:
    def test_the_leader_lets_a_computer_player_sit_in_after_two_minutes(self, client):
        table = SittingFactory(people=3, started=True)
        gone(table, "Bo", seconds=110)
        reply = client.post(f"/table/{table.code}/sit-in/", {"seat": "1"}, headers={"X-Seat-Key": table.keys["Ann"]})
        assert reply.status_code == 409
        assert "Bo has not been gone for two minutes" in reply.content.decode()
        gone(table, "Bo", seconds=121)
        for _ in range(2):
            reply = client.post(f"/table/{table.code}/sit-in/", {"seat": "1"}, headers={"X-Seat-Key": table.keys["Ann"]})
            assert reply.status_code == 200
        assert (seat(table, "Bo").bot, seat(table, "Bo").away) == (True, True)

    def test_in_the_middle_of_the_absent_ones_turn_the_table_goes_on(self):
        table = SittingFactory(people=3, started=True)
        if handle(table, table.turn) == "Ann":
            _, action = table.next_action()
            table.act(action.verb, action.argument)
        who = handle(table, table.turn)
        assert table.table.due_at is None
        gone(table, who, seconds=121)
        absence.sit_in(table.code, table.keys["Ann"], table.turn)
        assert table.table.due_at

    @pytest.mark.parametrize(
        ("who", "number", "code"),
        [("Bo", 2, "leader_only"), ("Ann", 0, "still_here"), ("Ann", 1, "not_a_person"), ("Ann", 9, "no_such_seat")],
    )
    def test_not_by_anybody_and_not_for_anybody(self, who, number, code):
        table = SittingFactory(people=3, bots=1, started=True)
        gone(table, "Cy", seconds=200)
        assert refusal(absence.sit_in, table.code, table.keys[who], number).code == code

    def test_not_before_the_game(self):
        table = SittingFactory(people=3)
        gone(table, "Bo", seconds=200)
        assert refusal(absence.sit_in, table.code, table.keys["Ann"], 1).code == "not_started"


class TestRemoving:
    def test_a_computer_player_plays_on_and_the_key_is_dead(self, client):
        table = rummy()
        for _ in range(2):
            reply = client.post(f"/table/{table.code}/remove/", {"seat": "1"}, headers={"X-Seat-Key": table.keys["Ann"]})
            assert reply.status_code == 200
        bo = seat(table, "Bo")
        assert (bo.bot, bo.away, bo.has_owner) == (True, False, False)
        number, decision = bo.number, bo.decisions + 1
        assert refusal(play.act, table.code, table.keys["Bo"], decision, Action("draw", "stock")).code == "removed"
        assert refusal(absence.return_to, table.code, table.keys["Bo"]).code == "removed"
        reply = client.get(f"/table/{table.code}/board/", headers={"X-Seat-Key": table.keys["Bo"]})
        assert (reply.status_code, reply["X-Seat-Lost"], reply["X-Table-Seat"]) == (403, "removed", "")
        assert "given your seat to a computer player" in reply.content.decode()
        while table.turn != number:
            play_turn(table)
        time_is_up(table)
        assert Move.objects.latest("pk").by == "computer"

    @pytest.mark.parametrize(
        ("who", "number", "code"),
        [("Bo", 0, "leader_only"), ("Ann", 0, "not_yourself"), ("Ann", 1, "not_a_person"), ("Ann", 4, "no_such_seat")],
    )
    def test_not_by_anybody_and_not_anybody(self, who, number, code):
        table = SittingFactory(people=3, bots=1, started=True)
        assert refusal(play.remove, table.code, table.keys[who], number).code == code

    def test_not_after_the_game(self):
        table = SittingFactory(people=2, started=True)
        Table.objects.update(status="finished")
        replay._kept.clear()
        assert refusal(play.remove, table.code, table.keys["Ann"], 1).code == "finished"


# --- who leads ---


class TestSuccession:
    @pytest.mark.parametrize("started", [True, False])
    def test_a_leader_who_is_gone_for_a_minute_is_succeeded_by_the_next_person_who_is_here(self, started):
        table = SittingFactory(people=4, started=started)
        gone(table, "Ann", seconds=55)
        gone(table, "Bo", seconds=5)
        assert not absence.attend(table.code)
        gone(table, "Ann", seconds=61)
        assert table.code in absence.unattended(timedelta(hours=1))
        assert absence.attend(table.code)
        assert table.table.leader == 2
        assert not absence.attend(table.code)
        assert table.code not in absence.unattended(timedelta(hours=1))

    def test_computer_players_do_not_lead(self):
        table = SittingFactory(people=1, bots=1, seats=3)
        play.sit(table.code, "k" * 32, "Zoe")
        gone(table, "Ann", seconds=61)
        absence.attend(table.code)
        assert table.table.leader == 2

    def test_when_nobody_is_here_nobody_succeeds(self):
        table = SittingFactory(people=2)
        gone(table, "Ann", "Bo", seconds=61)
        assert not absence.attend(table.code)
        assert table.table.leader == 0

    def test_the_successor_has_all_the_controls(self):
        table = SittingFactory(people=3, seats=4)
        gone(table, "Ann", seconds=61)
        absence.attend(table.code)
        play.add_bot(table.code, table.keys["Bo"])
        play.remove(table.code, table.keys["Bo"], 2)
        play.start(table.code, table.keys["Bo"])
        table = SittingFactory(people=2, started=True)
        table.play_until("round_over")
        gone(table, "Ann", seconds=200)
        absence.attend(table.code)
        assert table.turn == 1
        absence.sit_in(table.code, table.keys["Bo"], 0)
        table.act("next_round", False)
        assert table.state.round == 2

    def test_a_former_leader_who_comes_back_does_not_lead_again(self):
        table = SittingFactory(people=2, started=True)
        gone(table, "Ann", seconds=61)
        absence.attend(table.code)
        absence.seen(table.present.seats[0], hello=True)
        absence.attend(table.code)
        assert (table.table.leader, table.state.leader) == (1, 1)

    @pytest.mark.parametrize("started", [True, False])
    def test_the_leader_hands_over(self, client, started):
        table = SittingFactory(people=3, started=started)
        for _ in range(2):  # a double click: the second one comes from somebody who does not lead any more
            reply = client.post(f"/table/{table.code}/hand-over/", {"seat": "2"}, headers={"X-Seat-Key": table.keys["Ann"]})
            assert reply.status_code == 200
        assert table.table.leader == 2
        assert not started or table.state.leader == 2
        absence.hand_over(table.code, table.keys["Cy"], 0)
        assert table.table.leader == 0

    @pytest.mark.parametrize(
        ("who", "number", "code"),
        [("Bo", 2, "leader_only"), ("Ann", 1, "not_a_person"), ("Ann", 7, "no_such_seat"), ("Ann", 3, "not_here")],
    )
    def test_not_by_anybody_and_not_to_anybody(self, who, number, code):
        table = SittingFactory(people=3, bots=1)
        gone(table, "Cy", seconds=61)
        assert refusal(absence.hand_over, table.code, table.keys[who], number).code == code

    def test_a_game_led_by_somebody_else_since_is_replayed(self):
        table = SittingFactory(people=2, started=True)
        table.play_until("betting_over")
        gone(table, "Ann", seconds=61)
        absence.attend(table.code)
        table.act("start_rummy")
        warm = table.state
        replay._kept.clear()
        assert table.state == warm


# --- nobody there ---


class TestPause:
    def test_a_game_that_nobody_is_at_pauses_after_a_minute(self):
        table = rummy(people=2)
        gone(table, "Ann", seconds=90)
        gone(table, "Bo", seconds=59)
        absence.attend(table.code)
        assert not table.table.paused_at
        gone(table, "Ann", "Bo", seconds=61)
        version = table.table.version
        assert table.code in absence.unattended(timedelta(hours=1))
        assert absence.attend(table.code)
        row = table.table
        assert row.paused_at
        assert (row.due_at, row.version) == (None, version + 1)
        assert not absence.attend(table.code)
        assert table.code not in absence.unattended(timedelta(hours=1))

    def test_nothing_moves_in_a_paused_game(self):
        table = paused()
        present = table.present
        assert not play.step(table.code, present.table.version, table.turn, Action("draw", "stock"))

    def test_the_first_who_comes_back_lets_it_go_on_with_a_fresh_deadline(self):
        table = paused()
        absence.seen(table.present.seats[1], active=False)
        assert table.table.paused_at
        absence.seen(table.present.seats[1])
        row = table.table
        assert row.paused_at is None
        assert 58 < (row.due_at - timezone.now()).total_seconds() <= 60

    def test_a_move_lets_it_go_on_too(self):
        table = paused()
        table.act("draw", "stock")
        assert table.table.paused_at is None
        assert table.table.due_at

    def test_after_fifteen_minutes_it_closes_and_its_history_is_kept(self, client):
        table = paused()
        moves = Move.objects.count()
        Table.objects.update(paused_at=timezone.now() - timedelta(minutes=14))
        replay._kept.clear()
        assert not absence.attend(table.code)
        Table.objects.update(paused_at=timezone.now() - timedelta(minutes=16))
        replay._kept.clear()
        assert table.code in absence.unattended(timedelta(hours=1))
        assert absence.attend(table.code)
        row = table.table
        assert (row.status, row.close_reason) == ("closed", "abandoned")
        assert Move.objects.count() == moves
        assert client.get(f"/table/{table.code}/").status_code == 200
        assert refusal(absence.return_to, table.code, table.keys["Ann"]).code == "closed"

    def test_who_left_does_not_let_it_go_on_by_watching(self):
        table = rummy(people=2)
        absence.leave(table.code, table.keys["Ann"])
        gone(table, "Bo", seconds=61)
        absence.attend(table.code)
        assert table.table.paused_at
        absence.seen(table.present.seats[0], hello=True)
        assert table.table.paused_at
        absence.return_to(table.code, table.keys["Ann"])
        assert table.table.paused_at is None

    def test_when_the_last_one_here_leaves_it_pauses_for_the_absent_ones(self):
        table = rummy(people=2)
        miss_turns_of(table, "Bo", 2)
        absence.leave(table.code, table.keys["Ann"])
        assert table.table.paused_at
        assert table.table.leader == 1, "whoever comes back first need not wait for the crown"
        absence.seen(table.present.seats[1])
        assert table.table.paused_at is None

    def test_when_they_all_left_it_closes(self):
        table = rummy(people=2)
        for key in table.keys.values():
            absence.leave(table.code, key)
        assert (table.table.status, table.table.close_reason) == ("closed", "empty")

    def test_a_paused_game_in_a_cold_process(self):
        table = paused()
        warm = table.state
        replay._kept.clear()
        assert table.state == warm
        absence.seen(table.present.seats[0])
        table.act("draw", "stock")
        assert len(table.state.seats[table.turn].cards) == 8


def paused():
    table = rummy(people=2)
    gone(table, "Ann", "Bo", seconds=61)
    assert absence.attend(table.code)
    return table


class TestWaitingTables:
    def test_one_that_nobody_is_at_for_fifteen_minutes_closes(self):
        table = SittingFactory(people=2, seats=3)
        gone(table, "Ann", "Bo", seconds=14 * 60)
        assert not absence.attend(table.code)
        gone(table, "Ann", "Bo", seconds=15 * 60 + 1)
        assert table.code in absence.unattended(timedelta(hours=1))
        assert absence.attend(table.code)
        assert (table.table.status, table.table.close_reason) == ("closed", "abandoned")
        assert refusal(play.sit, table.code, "k" * 32, "Di").code == "closed"

    def test_one_is_enough_to_keep_it(self):
        table = SittingFactory(people=2, seats=3)
        gone(table, "Ann", seconds=3600)
        absence.attend(table.code)
        assert table.table.status == "waiting"


class TestAfterARestart:
    """While no process ran, nobody could be seen: that is no absence."""

    def test_nothing_is_done_before_people_had_time_to_come_back(self):
        playing, waiting, led = rummy(people=2), SittingFactory(people=1, seats=2), SittingFactory(people=2)
        gone(playing, "Ann", "Bo", seconds=3600)
        gone(waiting, "Ann", seconds=3600)
        gone(led, "Ann", seconds=3600)
        for watched in (timedelta(0), timedelta(seconds=59)):
            assert not absence.unattended(watched)
            assert not any(absence.attend(table.code, watched) for table in (playing, waiting, led))
        later = timedelta(seconds=61)
        assert set(absence.unattended(later)) == {playing.code, led.code}
        assert [absence.attend(table.code, later) for table in (playing, waiting, led)] == [True, False, True]
        assert playing.table.paused_at

    def test_a_paused_game_gets_its_fifteen_minutes_again(self):
        table = paused()
        Table.objects.update(paused_at=timezone.now() - timedelta(hours=5))
        replay._kept.clear()
        assert not absence.attend(table.code, timedelta(minutes=14))
        assert absence.attend(table.code, timedelta(minutes=16))

    def test_finished_and_closed_tables_are_left_alone(self):
        table = paused()
        for status in ("finished", "closed"):
            Table.objects.update(status=status, paused_at=None)
            replay._kept.clear()
            assert not absence.unattended(timedelta(days=1))
            assert not absence.attend(table.code)

    def test_an_unknown_table_is_nothing_to_do(self):
        assert not absence.attend("ABCDEFGH")
