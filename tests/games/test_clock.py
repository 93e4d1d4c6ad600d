"""The clock: what tables do by themselves, once, whoever watches, and whatever fails beside it."""

import asyncio
import contextlib
import random
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from games import absence, bots, clock, pauses, play, updates
from games.models import Move, Table
from games.rules import engine
from games.rules.state import Action
from tests.factories import SittingFactory
from tests.games.people import gone
from tests.games.sockets import in_thread


@pytest.fixture
def in_time(settings):
    """Pauses as people see them."""
    settings.COMPUTER_PAUSE, settings.PAUSE_SCALE = (0.6, 2.5), 1.0
    return settings


def seconds_left(table):
    return (table.table.due_at - timezone.now()).total_seconds()


def overdue(table, seconds=1.0):
    Table.objects.filter(code=table.code).update(due_at=timezone.now() - timedelta(seconds=seconds))


def step(table):
    """What the clock does, at once."""
    present = table.present
    return play.step(table.code, present.table.version, *(clock.think(present, random.Random(1)) or ()))


# --- when a table is due ---


@pytest.mark.django_db
class TestDeadlines:
    def test_a_person_without_a_clock_has_all_the_time(self, in_time):
        assert SittingFactory(started=True).table.due_at is None

    @pytest.mark.parametrize("seconds", [30, 60, 120])
    def test_a_turn_clock_runs_for_a_turn(self, in_time, seconds):
        assert seconds - 2 < seconds_left(SittingFactory(started=True, turn_clock=seconds)) <= seconds

    def test_drawing_and_discarding_are_one_turn(self, in_time):
        table = SittingFactory(started=True, turn_clock=60)
        table.play_until("rummy")
        due = table.table.due_at
        table.act("draw", "stock")
        assert table.table.due_at == due

    def test_but_a_late_draw_leaves_time_for_the_discard(self, in_time):
        table = SittingFactory(started=True, turn_clock=60)
        table.play_until("rummy")
        Table.objects.update(due_at=timezone.now() + timedelta(seconds=1))
        table.act("draw", "stock")
        assert 8 < seconds_left(table) <= 10

    def test_a_computer_player_seems_to_think(self, in_time):
        table = SittingFactory(people=1, bots=1, started=True)
        while not table.present.seats[table.turn].bot:
            table.act(*_action(table))
        assert 0 < seconds_left(table) <= 2.5

    def test_for_as_long_as_the_decision_deserves_which_tells_nothing_of_its_cards(self, in_time):
        in_time.COMPUTER_PAUSE = (0, 1)
        table = SittingFactory(started=True)
        while any(seat.bet for seat in table.state.seats):  # the upcard makes the first bet: another deal
            table = SittingFactory(started=True)
        first = [pauses.to_think(table.state) for _ in range(50)]
        table.act("bet", 5)
        before_a_bet = [pauses.to_think(table.state) for _ in range(50)]
        table.play_until("betting_over")
        between = [pauses.to_think(table.state) for _ in range(50)]
        assert max(between) <= 0.2 < 0.5 <= min(before_a_bet)
        assert max(first) <= 0.6
        assert max(before_a_bet) <= 1

    def test_the_table_goes_on_after_a_pause(self, in_time):
        table = SittingFactory(started=True)
        table.play_until("betting_over")
        assert 3 < seconds_left(table) <= 20
        table.act("start_rummy")
        assert table.table.due_at is None
        table.play_until("round_over")
        assert 28 < seconds_left(table) <= 30

    def test_both_cards_of_the_final_hand_share_their_time(self, in_time):
        table = SittingFactory(started=True)
        table.play_until("round_over")
        table.act("end_game", False)
        table.play_until("final_hand")
        due = table.table.due_at
        assert 13 < seconds_left(table) <= 15
        first = table.turn
        table.act("turn_over")
        assert (table.turn, table.table.due_at) == (first, due)
        table.act("turn_over")
        assert table.table.due_at > due

    def test_somebody_else_leaving_does_not_move_my_deadline(self, in_time):
        table = SittingFactory(people=3, started=True, turn_clock=60)
        due = table.table.due_at
        other = next(seat.number for seat in table.present.seats if seat.number not in (table.turn, table.table.leader))
        absence.leave(table.code, table.key(other))
        assert table.table.due_at == due

    def test_play_now_waits_a_moment_for_the_cut(self, in_time):
        table = SittingFactory(people=1, bots=1, quick=True)
        assert 0 < seconds_left(table) <= 2

    def test_a_finished_game_is_never_due(self):
        table = SittingFactory(started=True)
        table.play_until("round_over")
        table.act("end_game", False)
        table.play_until("game_over")
        assert table.table.due_at is None


def _action(table):
    _, action = table.next_action()
    return action.verb, action.argument


# --- what it then does ---


@pytest.mark.django_db
class TestSteps:
    def test_nothing_is_done_early(self, in_time):
        table = SittingFactory(started=True, turn_clock=60)
        assert not step(table)
        assert not Move.objects.exists()

    def test_when_time_is_up_the_table_plays_for_who_is_absent(self):
        table = SittingFactory(started=True, turn_clock=60)
        table.play_until("rummy")
        seat = table.turn
        overdue(table)
        assert step(table)
        move = Move.objects.latest("pk")
        assert (move.seat, move.by, move.action) == (seat, "clock", {"do": "draw", "from": "stock"})
        assert not table.present.seats[seat].bot

    def test_a_late_click_after_the_clock_is_told_so(self):
        table = SittingFactory(started=True, turn_clock=60)
        table.play_until("rummy")
        seat, decision = table.turn, table.decision(table.turn)
        overdue(table)
        step(table)
        with pytest.raises(play.Refused, match="too_late"):
            play.act(table.code, table.key(seat), decision, Action("knock"))
        play.act(table.code, table.key(seat), decision, Action("draw", "stock"))  # the same as the table did: fine

    def test_two_claims_of_one_turn_are_one_effect(self):
        table = SittingFactory(started=True, turn_clock=60)
        overdue(table)
        present = table.present
        thought = clock.think(present, random.Random(1))
        version = present.table.version
        assert [play.step(table.code, version, *thought) for _ in range(3)] == [True, False, False]
        assert Move.objects.count() == 1

    def test_a_person_who_moves_first_has_moved(self):
        table = SittingFactory(started=True, turn_clock=60)
        overdue(table)
        present = table.present
        table.act(*_action(table))
        moves = Move.objects.count()
        assert not play.step(table.code, present.table.version, *clock.think(present, random.Random(1)))
        assert Move.objects.count() == moves

    def test_the_leader_may_let_the_table_go_on(self):
        table = SittingFactory(started=True)
        table.play_until("round_over")
        overdue(table)
        step(table)
        assert table.state.round == 2

    def test_a_computer_player_plays_a_whole_game_with_absent_people(self):
        table = SittingFactory(people=1, bots=2, started=True, options={"rounds": 3}, turn_clock=30)
        for _ in range(2000):
            if engine.is_over(table.state):
                break
            overdue(table)
            assert step(table)
        assert table.table.status == "finished"
        assert set(Move.objects.values_list("by", flat=True)) == {"clock", "computer"}

    @pytest.mark.parametrize("fault", ["raises", "cheats"])
    def test_a_computer_player_out_of_its_mind_does_not_stop_the_table(self, monkeypatch, caplog, fault):
        table = SittingFactory(people=1, bots=1, started=True)
        while not table.present.seats[table.turn].bot:
            table.act(*_action(table))
        monkeypatch.setattr(bots, "choose", lambda *args: 1 / 0 if fault == "raises" else Action("bet", 10**6))
        version = table.table.version
        assert step(table)
        assert table.table.version == version + 1
        assert "the computer player" in caplog.text

    def test_an_unknown_table_is_nothing_to_do(self):
        assert not play.step("ABCDEFGH", 1)

    def test_grace_is_ten_seconds_for_the_version_thought_about(self):
        table = SittingFactory(started=True, turn_clock=60)
        overdue(table, 3600)
        version = table.table.version
        assert play.give_grace(table.code, version)
        assert 8 < seconds_left(table) <= 10
        assert table.table.version == version + 1
        assert not play.give_grace(table.code, version)

    def test_due_tables_come_longest_waiting_first(self):
        later, sooner, not_yet = (SittingFactory(started=True, turn_clock=60) for _ in range(3))
        overdue(later, 1)
        overdue(sooner, 5)
        assert [due.code for due in clock.due_before(timezone.now())] == [sooner.code, later.code]
        Table.objects.filter(code=not_yet.code).update(due_at=timezone.now() + timedelta(days=1))
        assert not_yet.code in [due.code for due in clock.due_before(timezone.now())]


# --- the loop ---


@contextlib.asynccontextmanager
async def running():
    clock.start()
    try:
        yield
    finally:
        tasks = list(clock._tasks)
        clock.stop()
        await asyncio.gather(*tasks, return_exceptions=True)


async def eventually(condition, seconds=10.0):
    async with asyncio.timeout(seconds):
        while not await in_thread(condition)():  # noqa: ASYNC110  what it waits for is in the database
            await asyncio.sleep(0.01)


def turn_of_a_person(table):
    """The table with its computer players done for now: a person is to act, with a turn clock."""
    while table.present.seats[table.turn].bot:
        overdue(table, 0)
        step(table)
    return table


def waits_for_ann(table):
    return table.present.state.to_act == 0 or table.table.status != "playing"


@pytest.mark.django_db(transaction=True)
class TestLoop:
    async def test_starting_twice_is_one_clock(self):
        async with running():
            tasks = list(clock._tasks)
            clock.start()
            assert clock._tasks == tasks
        assert not updates.deadline_listeners
        assert updates.server_loop is None

    async def test_computer_players_play_on_without_waiting_for_a_look(self):
        """Three computer players with no pause: a stretch of theirs takes no time to speak of."""
        table = await in_thread(SittingFactory)(people=1, bots=3)
        async with running():
            await in_thread(play.start)(table.code, table.keys["Ann"])
            started = asyncio.get_running_loop().time()
            for _ in range(12):
                await eventually(lambda: waits_for_ann(table))
                await in_thread(table.act)(*(await in_thread(_action)(table)))
            took = asyncio.get_running_loop().time() - started
        assert await in_thread(Move.objects.filter(by="computer").count)() > 10
        assert took < 10.0  # one look in 0.4 s for each move would take twice as long

    async def test_a_deadline_that_another_process_set_is_seen(self, monkeypatch):
        table = await in_thread(SittingFactory)(people=1, bots=1, quick=True)
        async with running():
            await asyncio.sleep(0.05)
            # written behind this process's back
            await in_thread(Table.objects.filter(code=table.code).update)(due_at=timezone.now())
            await eventually(lambda: table.table.status == "playing")

    async def test_a_failing_table_is_left_alone_and_the_others_go_on(self, monkeypatch, caplog):
        bad, good = [await in_thread(SittingFactory)(people=1, bots=1, quick=True) for _ in range(2)]
        tried = []

        def step(code, *args):
            if code == bad.code:
                tried.append(code)
                raise RuntimeError("no luck today")
            return real(code, *args)

        real = play.step
        monkeypatch.setattr(play, "step", step)
        await in_thread(lambda: [overdue(table) for table in (bad, good)])()
        async with running():
            await eventually(lambda: good.table.status == "playing")
            await asyncio.sleep(0.6)
        assert (await in_thread(lambda: bad.table.status)()) == "waiting"
        assert 1 <= len(tried) <= 2
        assert "no luck today" in caplog.text

    async def test_after_a_restart_an_overdue_person_gets_ten_seconds(self):
        table = await in_thread(SittingFactory)(started=True, turn_clock=60)
        await in_thread(overdue)(table, 3600)
        async with running():
            await eventually(lambda: seconds_left(table) > 5)
            assert await in_thread(seconds_left)(table) <= 10
            assert not await in_thread(Move.objects.exists)()

    async def test_after_a_restart_a_computer_player_acts_at_once(self):
        table = await in_thread(SittingFactory)(people=1, bots=1, started=True)
        await in_thread(lambda: [table.act(*_action(table)) for _ in range(4) if table.turn == 0])()
        await in_thread(overdue)(table, 3600)
        async with running():
            await eventually(lambda: Move.objects.filter(by="computer").exists())

    async def test_time_that_runs_out_while_somebody_watches_runs_out(self):
        table = await in_thread(SittingFactory)(started=True, turn_clock=60)
        async with running():
            await asyncio.sleep(0.05)
            await in_thread(Table.objects.filter(code=table.code).update)(due_at=timezone.now() + timedelta(seconds=0.1))
            await eventually(lambda: Move.objects.filter(by="clock").exists())

    async def test_a_clock_that_was_put_back_does_not_hold_up_a_table_for_hours(self):
        table = await in_thread(SittingFactory)(started=True, turn_clock=60)
        await in_thread(overdue)(table, -7200)
        async with running():
            await eventually(lambda: 50 < seconds_left(table) <= 60)

    @pytest.mark.parametrize("waiting", [False, True])
    async def test_nor_for_the_two_minutes_that_it_was_put_back_while_the_table_ran(self, monkeypatch, settings, waiting):
        """Nobody could tell such a deadline from one that is meant."""
        settings.PATIENCE = {"grace": 0.1}
        table = await in_thread(SittingFactory)(people=1, bots=1, quick=True, started=not waiting)
        made = await in_thread(Move.objects.count)()
        if not waiting:
            while not await in_thread(lambda: table.present.seats[table.turn].bot)():
                await in_thread(lambda: table.act(*_action(table)))()
                made = await in_thread(Move.objects.count)()
        await in_thread(overdue)(table, -120)
        now = [1000.0, 50.0]
        monkeypatch.setattr(clock.Watch, "_times", staticmethod(lambda: tuple(now)))
        async with running():
            await asyncio.sleep(0)
            now[0], now[1] = 881.0, 51.0
            await eventually(lambda: table.table.status == "playing" and (waiting or Move.objects.count() > made))

    async def test_the_loop_survives_a_database_that_is_away(self, monkeypatch, caplog):
        table = await in_thread(SittingFactory)(people=1, bots=1, quick=True)
        await in_thread(overdue)(table)
        real, failures = clock.due_before, []

        def due_before(*args, **kwargs):
            if len(failures) < 2:
                failures.append(1)
                raise RuntimeError("no database")
            return real(*args, **kwargs)

        monkeypatch.setattr(clock, "due_before", due_before)
        async with running():
            await eventually(lambda: table.table.status == "playing")
        assert "no database" in caplog.text

    async def test_a_database_that_is_away_is_no_fault_of_the_tables(self, monkeypatch):
        """Each would be left alone for twice as long as before, and all would stand still when it is back."""
        table = await in_thread(SittingFactory)(people=1, bots=1, quick=True)
        await in_thread(overdue)(table)
        real, failures = play.step, []

        def step(*args):
            if len(failures) < 6:
                failures.append(1)
                raise OperationalError("database is locked")
            return real(*args)

        monkeypatch.setattr(clock, "POLL", 0.01)
        monkeypatch.setattr(play, "step", step)
        async with running():
            await eventually(lambda: table.table.status == "playing")


# --- the attendant ---


@pytest.mark.django_db(transaction=True)
class TestAttendant:
    async def test_a_game_that_nobody_is_at_pauses_by_itself_and_a_leader_who_is_gone_is_succeeded(self, settings):
        settings.PATIENCE = {"beat": 0.05, "gone": 0.3}
        deserted, led = [await in_thread(SittingFactory)(started=True) for _ in range(2)]
        await in_thread(gone)(deserted, "Ann", "Bo", seconds=10)
        await in_thread(gone)(led, "Ann", seconds=10)
        async with running():
            await asyncio.sleep(0.1)
            assert not await in_thread(lambda: deserted.table.paused_at or led.table.leader)()  # nobody has watched for so long yet
            await eventually(lambda: deserted.table.paused_at and led.table.leader == 1)

    async def test_what_nobody_comes_back_to_closes_by_itself(self, settings):
        settings.PATIENCE = {"beat": 0.05, "gone": 0.1, "close": 0.3}
        tables = [await in_thread(SittingFactory)(started=started) for started in (True, False)]
        for table in tables:
            await in_thread(gone)(table, "Ann", "Bo", seconds=10)
        async with running():
            await eventually(lambda: all(table.table.close_reason == "abandoned" for table in tables))

    async def test_a_failing_table_does_not_keep_it_from_the_others(self, settings, monkeypatch, caplog):
        settings.PATIENCE = {"beat": 0.05, "gone": 0.1}
        tables = [await in_thread(SittingFactory)(started=True) for _ in range(2)]
        for table in tables:
            await in_thread(gone)(table, "Ann", "Bo", seconds=10)
        real, bad = absence.attend, []

        def attend(code, watched):
            if bad in ([], [code]):  # the first that it comes to
                bad[:] = [code]
                raise RuntimeError("no luck today")
            return real(code, watched)

        monkeypatch.setattr(absence, "attend", attend)
        async with running():
            await eventually(lambda: any(table.table.paused_at for table in tables))
        assert bad[0] in caplog.text

    async def test_who_was_heard_of_before_the_clock_was_put_back_is_not_here_for_hours(self, settings):
        settings.PATIENCE = {"beat": 0.05, "here": 0.1, "gone": 0.1}
        table = await in_thread(SittingFactory)(started=True)
        await in_thread(gone)(table, "Ann", "Bo", seconds=-7200)
        async with running():
            await eventually(lambda: table.table.paused_at)

    async def test_it_survives_a_database_that_is_away(self, settings, monkeypatch, caplog):
        settings.PATIENCE = {"beat": 0.05, "gone": 0.1}
        table = await in_thread(SittingFactory)(started=True)
        await in_thread(gone)(table, "Ann", "Bo", seconds=10)
        real, failures = absence.unattended, []

        def unattended(watched):
            if len(failures) < 2:
                failures.append(1)
                raise RuntimeError("no database")
            return real(watched)

        monkeypatch.setattr(absence, "unattended", unattended)
        async with running():
            await eventually(lambda: table.table.paused_at)
        assert "no database" in caplog.text


def test_after_a_gap_nobody_has_watched(monkeypatch):
    """A sleeping machine, a stopped process, a clock that is put forward."""
    now = [1000.0, 50.0]
    monkeypatch.setattr(clock.Watch, "_times", staticmethod(lambda: tuple(now)))
    watch = clock.Watch(3.0)
    began = watch.since
    now[0], now[1] = 1002.0, 52.0
    watch.look()
    assert watch.since == began
    for wall, steady in ((2000.0, 54.0), (2004.0, 58.0), (1000.0, 60.0)):
        before = watch.since
        now[0], now[1] = wall, steady
        watch.look()
        assert watch.since > before


def test_a_jump_just_after_a_look_is_no_time_in_which_anybody_has_watched(monkeypatch):
    """Else everybody would count as absent for as long as the clock has jumped."""
    monkeypatch.setattr(clock.Watch, "_times", staticmethod(lambda: (1000.0, 50.0)))
    watch = clock.Watch(3.0)
    watch.look()
    monkeypatch.setattr(clock.Watch, "_times", staticmethod(lambda: (1000.0 + 3 * 3600, 50.5)))
    monkeypatch.setattr(clock.timezone, "now", lambda real=clock.timezone.now: real() + timedelta(hours=3))
    assert watch.watched == timedelta(seconds=0.5)
