"""Sockets of a process that ends."""

import asyncio

import pytest

from games import consumers, sockets
from tests.factories import SittingFactory
from tests.games.people import seat
from tests.games.sockets import Page, in_thread

pytestmark = pytest.mark.django_db(transaction=True)

GOODBYE = {"type": "websocket.close", "code": 1012}


@pytest.fixture(autouse=True)
def _the_process_of_the_tests_goes_on(monkeypatch):
    monkeypatch.setattr(sockets, "leaving", False)


@pytest.fixture
def table():
    return SittingFactory(people=2)


async def goodbye(page):
    """What comes last."""
    while (said := await page.socket.receive_output(timeout=5)) != GOODBYE:
        assert said["type"] == "websocket.send"


async def test_open_sockets_are_counted(table):
    async with Page(table.code), Page(table.code):
        assert sockets.count("table") == 2
        assert sockets.count("lobby") == 0
    assert sockets.count("table") == 0


async def test_a_message_in_work_is_answered_before_the_socket_is_closed(table, monkeypatch):
    go_on, at_work = asyncio.Event(), asyncio.Event()
    real = consumers.TableConsumer.ping

    async def slowly(self, message):
        at_work.set()
        await go_on.wait()
        await real(self, message)

    monkeypatch.setitem(consumers._HANDLERS, "ping", slowly)
    async with Page(table.code) as busy, Page(table.code) as idle:
        await busy.socket.send_json_to({"type": "ping", "version": 0})
        await at_work.wait()
        farewell = asyncio.create_task(sockets.farewell())
        await goodbye(idle)
        assert sockets.leaving
        assert await busy.socket.receive_nothing(timeout=0.05)
        go_on.set()
        assert (await busy.hear())["type"] == "frame"
        await goodbye(busy)
    await farewell


async def test_nobody_has_gone_because_their_process_ends(table):
    """The others would see them go and come in a moment."""
    async with Page(table.code) as page:
        await page.say("hello", key=table.keys["Ann"])
        before = (await in_thread(seat)(table, "Ann")).seen_at
        farewell = asyncio.create_task(sockets.farewell())
        await goodbye(page)
    await farewell
    assert (await in_thread(seat)(table, "Ann")).seen_at >= before
