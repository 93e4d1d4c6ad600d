"""Two processes at one table, of which each remembers what it has seen: what another one has done is read by one statement, and once."""

import asyncio
from contextlib import contextmanager

import pytest
from django.db import OperationalError

from games import absence, closing, play, replay, updates
from games.database import in_database_once
from games.models import Table
from games.rules import engine
from tests.factories import SittingFactory
from tests.games.sockets import Page, in_thread


class Process:
    """What another process remembers."""

    def __init__(self):
        self.kept = {}

    @contextmanager
    def here(self):
        ours, replay._kept = replay._kept, self.kept
        try:
            yield
        finally:
            replay._kept = ours

    def load(self, code):
        with self.here():
            return replay.load(code)


def told(present):
    """All that pages are drawn from."""
    seats = range(len(present.seats))
    views = [engine.view(present.state, seat) for seat in (None, *seats)] if present.state else None
    rows = [[{**row.__dict__, "_state": None} for row in each] for each in ([present.table], present.seats)]
    return rows, views, present.state, present.again, present.may_carry


def assert_the_same(process, code):
    """What a process makes of what it remembers is what one makes that has just started."""
    caught_up, fresh = process.load(code), Process().load(code)
    assert told(caught_up) == told(fresh)
    assert caught_up.round_id == fresh.round_id
    assert all(seat.table is caught_up.table for seat in caught_up.seats)
    return caught_up


# --- what one statement brings ---


@pytest.mark.django_db
@pytest.mark.parametrize("every", [1, 3, 50])
def test_a_process_that_follows_another_has_what_it_would_read_anew(every):
    """Over rounds and their ends; with a look after every move, and seldom."""
    table, process = SittingFactory(people=3, started=True), Process()
    assert_the_same(process, table.code)
    rounds = set()
    for number in range(130):
        seat, action = table.next_action()
        table.act(action.verb, action.argument, seat)
        if number % every == 0:
            rounds.add(assert_the_same(process, table.code).table.round)
    assert_the_same(process, table.code)
    assert len(rounds) > 1


@pytest.mark.django_db
def test_one_statement_for_a_move_of_another_process(table, django_assert_num_queries):
    process = Process()
    process.load(table.code)
    table.act("draw", "stock")
    with django_assert_num_queries(1):
        made = process.load(table.code)
    assert made.table.version == table.table.version
    with django_assert_num_queries(1):
        assert process.load(table.code) is made  # nothing new


@pytest.mark.django_db
def test_a_waiting_room_with_gaps_and_a_table_that_nobody_sits_at():
    table, process = SittingFactory(people=3), Process()
    assert len(assert_the_same(process, table.code).seats) == 3
    play.remove(table.code, table.key(0), 1)
    assert [seat.number for seat in assert_the_same(process, table.code).seats] == [0, 2]
    play.sit(table.code, "c" * 32, "Cy")
    assert len(assert_the_same(process, table.code).seats) == 3
    row = table.table
    row.seats.all().delete()
    Table.objects.filter(pk=row.pk).update(version=row.version + 1)
    assert assert_the_same(process, table.code).seats == ()


@pytest.mark.django_db
def test_what_changes_beside_the_game(table):
    process = Process()
    process.load(table.code)
    absence.leave(table.code, table.key(1))
    assert assert_the_same(process, table.code).seats[1].bot
    closing.close_table(table.code, "the hall is let")
    assert assert_the_same(process, table.code).state is None


@pytest.mark.django_db
def test_a_table_that_is_no_more_is_none_for_a_process_that_remembers_it(table):
    process = Process()
    process.load(table.code)
    table.table.delete()
    with process.here(), pytest.raises(play.Refused, match="unknown_table"):
        play.present(table.code)


@pytest.mark.django_db
def test_what_is_remembered_is_never_replaced_by_something_older(table):
    process = Process()
    newer = process.load(table.code)
    row = table.table
    Table.objects.filter(pk=row.pk).update(version=row.version - 1)
    assert process.load(table.code) is newer


# --- one page asks for all ---


@pytest.mark.django_db(transaction=True)
async def test_of_the_pages_that_are_told_of_a_move_elsewhere_one_asks(monkeypatch):
    table = await in_thread(lambda: _in_rummy())()
    asked = []

    def present(code, at_least=None, real=play.present):
        asked.append(at_least)
        return real(code, at_least)

    def elsewhere():
        with Process().here():
            return table.act("draw", "stock").table.version

    async with Page(table.code) as one, Page(table.code) as other, Page(table.code) as third:
        for page in (one, other, third):
            await page.say("hello", key=None)
        monkeypatch.setattr(play, "present", present)
        with monkeypatch.context() as patch:
            patch.setattr(updates, "_send", lambda *args: None)
            version = await in_thread(elsewhere)()
        asked.clear()
        updates._send_soon(updates.group(table.code), {"type": "table.changed", "version": version})
        for page in (one, other, third):
            assert (await page.hear())["version"] == version
        assert asked == [version]


def _in_rummy():
    table = SittingFactory(started=True)
    table.play_until("rummy")
    return table


async def test_who_asks_meanwhile_waits_for_the_same_answer_and_later_it_is_another():
    asked = []

    def ask(version):
        asked.append(version)
        return object()

    first, same, other = await asyncio.gather(in_database_once(ask, 1), in_database_once(ask, 1), in_database_once(ask, 2))
    assert first is same is not other
    assert sorted(asked) == [1, 2]
    assert await in_database_once(ask, 1) is not first


async def test_an_error_is_for_all_who_wait_and_the_next_one_asks_again():
    fails = [True]

    def ask():
        if fails.pop():
            raise OperationalError("away")
        return "here"

    fails.insert(0, False)
    ends = await asyncio.gather(*[in_database_once(ask) for _ in range(3)], return_exceptions=True)
    assert [type(end) for end in ends] == [OperationalError] * 3
    assert await in_database_once(ask) == "here"


async def test_whoever_goes_away_leaves_the_answer_to_the_others():
    def ask():
        return "here"

    goes, stays = (asyncio.ensure_future(in_database_once(ask)) for _ in range(2))
    await asyncio.sleep(0)
    goes.cancel()
    assert await stays == "here"
    assert goes.cancelled()
