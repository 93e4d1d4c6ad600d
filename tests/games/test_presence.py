"""Who is here, who is reconnecting, who is away, how many watch: told to every page of the table, when it changes."""

import asyncio
import json
import time
from contextlib import AsyncExitStack

import pytest
from django.core.cache import cache
from django.utils import timezone

from games import absence, consumers, devices, play, presence, updates
from games.presence import Attendance, Pages
from tests.factories import SittingFactory
from tests.games.people import gone, sat_in_for, seat
from tests.games.sockets import Page, in_thread


@pytest.fixture(autouse=True)
def at_once(settings):
    """Changes are told without delay."""
    settings.PATIENCE = {"told": 0.01}
    return settings.PATIENCE


def age(table, handle):
    """Seconds since somebody was last heard of."""
    return (timezone.now() - seat(table, handle).seen_at).total_seconds()


# --- what it says ---


@pytest.mark.django_db
class TestLook:
    def look(self, table, *open_here, watching=0):
        pks = frozenset(seat(table, handle).pk for handle in open_here)
        return presence.look({table.code: (pks, watching)})[table.code]

    def test_by_how_long_nobody_was_heard(self):
        table = SittingFactory(people=4)
        gone(table, "Bo", seconds=1)
        gone(table, "Cy", seconds=61)
        gone(table, "Di", seconds=121)
        assert self.look(table, watching=2) == Attendance((0,), (1,), (2, 3), (3,), 2)

    def test_an_open_page_is_presence_whatever_was_written_down(self):
        table = SittingFactory(people=2)
        gone(table, "Ann", "Bo", seconds=500)
        assert self.look(table, "Bo").here == (1,)

    def test_only_people_who_may_still_play(self):
        table = SittingFactory(people=3, bots=1, started=True)
        absence.leave(table.code, table.keys["Bo"])
        play.remove(table.code, table.keys["Ann"], 3)
        assert self.look(table) == Attendance(here=(0,))

    def test_watchers_of_other_processes_count_for_a_while(self, monkeypatch):
        table = SittingFactory()
        assert self.look(table, watching=2).watching == 2
        monkeypatch.setattr(presence, "PROCESS", "another")
        assert self.look(table, watching=1).watching == 3
        assert self.look(table, watching=0).watching == 2
        monkeypatch.setattr(presence, "FORGOTTEN", -1)
        assert self.look(table, watching=1).watching == 1

    def test_a_cache_that_is_away_costs_only_the_others_watchers(self, monkeypatch):
        monkeypatch.setattr(cache, "get", lambda key: 1 / 0)
        assert self.look(SittingFactory(), watching=2).watching == 2

    def test_the_message(self):
        assert json.loads(Attendance((0,), (1,), (), (), 3).message) == {
            "type": "presence", "here": [0], "reconnecting": [1], "away": [], "sit_in": [], "watching": 3,
        }  # fmt: skip


@pytest.mark.django_db
class TestSigns:
    def test_are_written_down_now_and_then(self, django_assert_num_queries):
        table = SittingFactory()
        ann = table.present.seats[0]
        with django_assert_num_queries(0):
            absence.seen(ann)
        gone(table, "Ann", seconds=0)
        ann.seen_at = seat(table, "Ann").seen_at
        with django_assert_num_queries(1):
            absence.seen(ann)
        assert age(table, "Ann") < 2

    def test_hello_is_always_written_down(self):
        table = SittingFactory()
        presence.gone(seat(table, "Ann").pk)
        assert 24 < age(table, "Ann") < 27
        absence.seen(table.present.seats[0], hello=True)
        assert age(table, "Ann") < 2

    def test_who_was_silent_for_long_before_the_last_page_closed_is_not_made_younger(self):
        table = SittingFactory()
        gone(table, "Ann", seconds=50)
        presence.gone(seat(table, "Ann").pk)
        assert age(table, "Ann") > 70


# --- pages ---

pages = pytest.mark.django_db(transaction=True)


@pages
async def test_who_comes_and_goes_is_told_to_everybody():
    table = await in_thread(SittingFactory)()
    await in_thread(gone)(table, "Ann", "Bo", seconds=90)
    async with Page(table.code) as ann:
        await ann.say("hello", key=table.keys["Ann"])
        await ann.hear_presence(here=[0], reconnecting=[], away=[1], watching=0)
        async with Page(table.code) as watcher:
            await watcher.say("hello", key=None)
            await watcher.hear_presence(here=[0], watching=1)
            await ann.hear_presence(here=[0], watching=1)
            async with Page(table.code) as bo:
                await bo.say("hello", key=table.keys["Bo"])
                await bo.hear_presence(here=[0, 1], watching=1)
                await watcher.hear_presence(here=[0, 1], watching=1)
            await watcher.hear_presence(here=[0], reconnecting=[1], watching=1)
            await ann.hear_presence(here=[0], reconnecting=[1], watching=1)
        await ann.hear_presence(reconnecting=[1], watching=0)
    assert 24 < await in_thread(age)(table, "Bo") < 30


@pages
async def test_of_many_tables_a_few_are_looked_at_together_so_that_moves_get_their_turn(monkeypatch):
    tables = [await in_thread(SittingFactory)() for _ in range(3)]
    asked = []
    for name in ("look", "heard", "_versions"):
        real = getattr(presence, name)
        monkeypatch.setattr(presence, name, lambda all, name=name, real=real: asked.append((name, len(all))) or real(all))
    async with AsyncExitStack() as stack:
        here = [await stack.enter_async_context(Page(table.code)) for table in tables]
        for page, table in zip(here, tables, strict=True):
            await page.say("hello", key=table.keys["Ann"])
            await page.hear_presence(here=[0, 1])
            await in_thread(gone)(table, "Ann", "Bo", seconds=90)
            page.presence = {}
        monkeypatch.setattr(presence, "AT_ONCE", 2)
        asked.clear()
        Pages.here()._wrote = -1000.0
        await Pages.here().beat()
        await Pages.here().catch_up()
        assert asked == [("heard", 2), ("heard", 1), ("look", 2), ("look", 1), ("_versions", 2), ("_versions", 1)]
        for page, table in zip(here, tables, strict=True):
            await page.hear_presence(away=[1])
            assert await in_thread(age)(table, "Ann") < 5


@pages
async def test_one_of_two_tabs_that_closes_is_nobody_who_goes():
    table = await in_thread(SittingFactory)()
    async with Page(table.code) as one:
        await one.say("hello", key=table.keys["Ann"])
        async with Page(table.code) as other:
            await other.say("hello", key=table.keys["Ann"])
        await one.hear_presence(here=[0, 1])
        assert await in_thread(age)(table, "Ann") < 5
        assert await one.silent()
        assert one.presence["here"] == [0, 1]


@pages
async def test_a_page_that_has_not_said_hello_is_not_counted():
    table = await in_thread(SittingFactory)()
    async with Page(table.code) as ann, Page(table.code):
        await ann.say("hello", key=table.keys["Ann"])
        await Pages.here().beat()
        await ann.hear_presence(here=[0, 1], watching=0)


@pages
async def test_what_has_not_changed_is_not_told_again_but_with_every_whole_board():
    table = await in_thread(SittingFactory)()
    async with Page(table.code) as ann:
        await ann.say("hello", key=table.keys["Ann"])
        await ann.hear_presence(here=[0, 1])
        for _ in range(3):
            await Pages.here().beat()
        assert await ann.socket.receive_nothing(timeout=0.1)
        ann.presence = {}
        await ann.say("board")
        await ann.hear_presence(here=[0, 1])


@pages
async def test_a_burst_of_changes_is_told_in_few_messages(settings):
    settings.PATIENCE = {"told": 0.2}
    table = await in_thread(SittingFactory)()
    async with Page(table.code) as ann:
        await ann.say("hello", key=table.keys["Ann"])
        await ann.hear_presence(watching=0)
        watchers, began = [Page(table.code) for _ in range(5)], time.monotonic()
        for watcher in watchers:
            await watcher.__aenter__()
            await watcher.say("hello", key=None)
        told = 0
        while ann.presence["watching"] < 5:
            ann.presence = await ann.socket.receive_json_from()
            told += 1
        assert told <= 2 + (time.monotonic() - began) / 0.2
        for watcher in watchers:
            await watcher.__aexit__()


@pages
async def test_time_alone_turns_reconnecting_into_away():
    table = await in_thread(SittingFactory)()
    async with Page(table.code) as ann:
        await ann.say("hello", key=table.keys["Ann"])
        await in_thread(gone)(table, "Bo", seconds=10)
        await Pages.here().beat()
        await ann.hear_presence(reconnecting=[1], away=[])
        await in_thread(gone)(table, "Bo", seconds=130)
        await Pages.here().beat()
        await ann.hear_presence(reconnecting=[], away=[1], sit_in=[1])


@pages
async def test_another_process_says_that_somebody_came():
    table = await in_thread(SittingFactory)()
    await in_thread(gone)(table, "Bo", seconds=90)
    async with Page(table.code) as ann:
        await ann.say("hello", key=table.keys["Ann"])
        await ann.hear_presence(away=[1])
        await in_thread(lambda: absence.seen(table.present.seats[1], hello=True))()
        updates.attendance(table.code, "another")
        await ann.hear_presence(here=[0, 1])


@pages
async def test_open_pages_are_written_down_for_the_other_processes():
    table = await in_thread(SittingFactory)()
    async with Page(table.code) as ann:
        await ann.say("hello", key=table.keys["Ann"])
        await in_thread(gone)(table, "Ann", "Bo", seconds=5)
        await Pages.here().beat()
        assert await in_thread(age)(table, "Ann") < 5
        assert await in_thread(age)(table, "Bo") > 25


def hours_pass(code: str, seconds: float) -> None:
    """For so long no page of the table has said anything more."""
    for page in Pages.here()._tables[code]:
        page.heard -= seconds


@pages
async def test_a_silent_page_is_asked_and_then_closed_and_its_seat_is_reconnecting(settings):
    table = await in_thread(SittingFactory)()
    async with Page(table.code) as ann, Page(table.code) as bo:
        await ann.say("hello", key=table.keys["Ann"])
        await bo.say("hello", key=table.keys["Bo"])
        await ann.hear_presence(here=[0, 1])
        await bo.hear_presence(here=[0, 1])
        settings.PATIENCE = {"told": 0.01, "ask": 1_000, "silent": 6_000}
        hours_pass(table.code, 2_000)
        await Pages.here().beat()
        assert (await ann.hear())["type"] == "ask"
        assert (await bo.hear())["type"] == "ask"
        await bo.say("ping", version=bo.version)
        hours_pass(table.code, 5_000)
        await Pages.here().beat()
        assert (await ann.socket.receive_output()) == {"type": "websocket.close", "code": 4408}
        await ann.socket.disconnect()
        await bo.hear_presence(reconnecting=[0], here=[1])


@pages
async def test_an_active_ping_brings_an_absent_person_back_and_a_mere_one_does_not():
    table = await in_thread(SittingFactory)(people=3, started=True)
    await in_thread(sat_in_for)(table, "Bo")
    async with Page(table.code) as bo:
        await bo.say("hello", key=table.keys["Bo"], active=False)
        await bo.say("ping", version=bo.version)
        await bo.say("ping", version=bo.version, active=False)
        assert (await in_thread(seat)(table, "Bo")).bot
        version = bo.version
        frame = await bo.say("ping", version=version, active=True)
        assert (frame["type"], frame["version"], frame["me"]) == ("frame", version + 1, 1)
        assert not (await in_thread(seat)(table, "Bo")).bot


@pages
async def test_hello_brings_an_absent_person_back():
    table = await in_thread(SittingFactory)(people=3, started=True)
    await in_thread(sat_in_for)(table, "Bo")
    async with Page(table.code) as bo:
        await bo.say("hello", key=table.keys["Bo"])
        assert not (await in_thread(seat)(table, "Bo")).bot


@pages
async def test_an_old_device_is_told_at_once_and_watches_on():
    table = await in_thread(SittingFactory)(started=True)
    async with Page(table.code) as old, Page(table.code) as new:
        await old.say("hello", key=table.keys["Ann"])
        token = await in_thread(devices.offer)(table.code, table.keys["Ann"])
        await in_thread(devices.claim)(table.code, "n" * 32, token)
        frame = await old.hear()
        assert (frame["me"], frame["lost"]) == (None, "seat_moved")
        assert old.notice == "Ann now sits here on another device. Here you are watching."
        await new.say("hello", key="n" * 32)
        await new.hear_presence(here=[0, 1], watching=1)
        frame = await old.say("hello", key=None)
        assert frame["lost"] is None
        assert old.notice == ""


@pages
async def test_a_removed_person_is_told_at_once_and_watches_on():
    table = await in_thread(SittingFactory)(people=3, started=True)
    async with Page(table.code) as bo:
        await bo.say("hello", key=table.keys["Bo"])
        await in_thread(play.remove)(table.code, table.keys["Ann"], 1)
        frame = await bo.hear()
        assert (frame["me"], frame["lost"]) == (None, "removed")
        assert "The leader has given your seat" in bo.notice


@pages
async def test_who_is_removed_from_a_waiting_room_is_told_so_and_who_leaves_is_not():
    table = await in_thread(SittingFactory)(people=3)
    async with Page(table.code) as bo, Page(table.code) as cy:
        await bo.say("hello", key=table.keys["Bo"])
        await cy.say("hello", key=table.keys["Cy"])
        await in_thread(play.remove)(table.code, table.keys["Ann"], 1)
        assert (await bo.hear())["me"] is None
        assert "The leader has freed your seat" in bo.notice
        await cy.hear()
        await in_thread(absence.leave)(table.code, table.keys["Cy"])
        assert (await cy.hear())["me"] is None
        assert cy.notice == ""


@pages
async def test_frames_and_answers_carry_the_servers_clock():
    table = await in_thread(SittingFactory)()
    async with Page(table.code) as page:
        before = consumers._now()
        await page.socket.send_json_to({"type": "hello", "key": None})
        assert before <= (await page.socket.receive_json_from())["now"] <= consumers._now()


@pages
async def test_a_heartbeat_with_another_version_brings_the_whole_board():
    table = await in_thread(SittingFactory)(started=True)
    async with Page(table.code) as page:
        await page.say("hello", key=None)
        frame = await page.say("ping", version=page.version - 1)  # a frame was lost on the way
        assert (frame["type"], frame["base"]) == ("frame", None)
        assert (await page.hear())["type"] == "pong"


@pages
async def test_nothing_is_left_of_pages_that_are_closed():
    table = await in_thread(SittingFactory)()
    async with Page(table.code) as page:
        await page.say("hello", key=table.keys["Ann"])
        await page.hear_presence(here=[0, 1])
    assert not Pages.here()._tables
    assert not Pages.here()._looked


@pages
async def test_a_seat_that_closes_while_the_database_is_away_breaks_nothing(monkeypatch, caplog):
    table = await in_thread(SittingFactory)()
    async with Page(table.code) as ann:
        await ann.say("hello", key=table.keys["Ann"])
        await ann.hear_presence(here=[0, 1])
        monkeypatch.setattr(presence, "look", lambda tables: 1 / 0)
        monkeypatch.setattr(presence, "gone", lambda seat: 1 / 0)
        async with Page(table.code) as bo:
            await bo.say("hello", key=table.keys["Bo"])
            assert (await bo.say("ping", version=bo.version))["type"] == "pong"
            await asyncio.sleep(0.1)
        assert "who is at table" in caplog.text
        assert "that was closed" in caplog.text
        monkeypatch.undo()
        await in_thread(gone)(table, "Bo", seconds=1)
        await Pages.here().beat()
        await ann.hear_presence(reconnecting=[1])
