"""Sockets: how many there may be, and the end of a process."""

import asyncio

import pytest
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator

from games import consumers, limits, sockets
from tests.factories import SittingFactory
from tests.games.people import seat
from tests.games.sockets import Page, in_thread
from tests.limits import limit

pytestmark = pytest.mark.django_db(transaction=True)

GOODBYE = {"type": "websocket.close", "code": 1012}


@pytest.fixture(autouse=True)
def _the_process_of_the_tests_goes_on(monkeypatch):
    monkeypatch.setattr(sockets, "leaving", False)
    monkeypatch.setattr(limits, "SLOWLY", 0)


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


async def turned_away(page):
    """The code with which a page gets no socket. It is accepted first: otherwise the page would not learn the code."""
    await page.socket.send_input({"type": "websocket.connect"})
    assert (await page.socket.receive_output(timeout=5))["type"] == "websocket.accept"
    closed = await page.socket.receive_output(timeout=5)
    assert closed.pop("type") == "websocket.close"
    await page.socket.wait(timeout=5)
    return closed["code"]


def from_address(address, table):
    page = Page(table.code)
    page.socket.scope["client"] = [address, 5000]
    return page


@pytest.mark.parametrize(
    ("what", "code"), [("sockets_in_all", 1013), ("sockets_of_table", 1013), ("sockets", 4429), ("sockets_at_table", 4429)]
)
async def test_one_socket_too_many_is_told_why_and_when_one_is_closed_there_is_room(table, settings, what, code):
    limit(settings, **{what: 2})
    async with from_address("192.0.2.1", table):
        async with from_address("192.0.2.1", table):
            assert await turned_away(from_address("192.0.2.1", table)) == code
            assert sockets.count() == 2
        async with from_address("192.0.2.1", table) as page:
            assert (await page.say("hello"))["type"] == "frame"
    assert not sockets._taken, "nothing is left of it"


@pytest.mark.parametrize("what", ["sockets", "sockets_at_table"])
async def test_what_one_address_takes_is_not_taken_from_another(table, settings, what):
    limit(settings, **{what: 1})
    async with from_address("192.0.2.1", table), from_address("192.0.2.2", table) as page:
        assert (await page.say("hello"))["type"] == "frame"


async def test_a_full_table_leaves_room_at_others(table, settings):
    limit(settings, sockets_of_table=1, sockets_at_table=1)
    other = await in_thread(SittingFactory)()
    async with from_address("192.0.2.1", table), from_address("192.0.2.1", other) as page:
        assert (await page.say("hello"))["type"] == "frame"


async def test_who_opens_sockets_again_and_again_is_turned_away(table, settings):
    limits._paces.clear()
    limit(settings, pages=2)
    for _ in range(2):
        async with Page(table.code):
            pass
    assert await turned_away(Page(table.code)) == 4429


def test_a_process_takes_fewer_where_the_system_allows_fewer_files(monkeypatch):
    monkeypatch.setattr(sockets.resource, "getrlimit", lambda which: (1024, 4096))
    assert sockets._most("sockets_in_all") == 1024 - sockets.OTHER_FILES
    assert sockets._most("sockets_of_table") > 1024, "in the tests"


class _Slow(consumers.LeanConsumer):
    """Works as long as the test wants at what it hears, and tells what it began."""

    def __init__(self, begun: list[str], at_work: asyncio.Event, go_on: asyncio.Event) -> None:
        super().__init__()
        self.begun, self.at_work, self.go_on = begun, at_work, go_on

    async def connect(self) -> None:
        self.groups = ["slow"]
        await self.channel_layer.group_add("slow", self.channel_name)
        await self.accept()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.begun.append(text_data or "")

    async def news(self, message: dict[str, str]) -> None:
        self.begun.append(message["text"])
        self.at_work.set()
        await self.go_on.wait()
        self.begun.append(f"{message['text']}, done")


def _slow(begun: list[str], at_work: asyncio.Event, go_on: asyncio.Event) -> WebsocketCommunicator:
    slow = _Slow.as_asgi(begun=begun, at_work=at_work, go_on=go_on)

    async def routed(scope, receive, send):
        await slow(scope | {"url_route": {"kwargs": {}}}, receive, send)

    return WebsocketCommunicator(routed, "/")


async def test_what_a_page_says_and_what_it_is_told_are_worked_on_one_by_one():
    begun, at_work, go_on = [], asyncio.Event(), asyncio.Event()
    page = _slow(begun, at_work, go_on)
    assert (await page.connect())[0]
    await get_channel_layer().group_send("slow", {"type": "news", "text": "news"})
    await asyncio.wait_for(at_work.wait(), 20)
    await page.send_to(text_data="a move")
    assert await page.receive_nothing(timeout=0.05)
    assert begun == ["news"]
    go_on.set()
    await page.disconnect()
    assert begun == ["news", "news, done", "a move"]


async def test_a_page_that_is_gone_is_told_nothing_any_more():
    others = set(get_channel_layer().channels)
    begun, at_work, go_on = [], asyncio.Event(), asyncio.Event()
    page = _slow(begun, at_work, go_on)
    assert (await page.connect())[0]
    for text in ("first", "second"):
        await get_channel_layer().group_send("slow", {"type": "news", "text": text})
    await asyncio.wait_for(at_work.wait(), 20)
    await page.send_input({"type": "websocket.disconnect", "code": 1001})
    go_on.set()
    await page.wait(timeout=5)
    assert begun == ["first", "first, done"]
    assert set(get_channel_layer().channels) <= others, "nothing is kept of who does not listen any more"


async def test_news_that_nobody_knows_ends_the_socket_with_an_error():
    """Daphne logs it, and closes the socket; the page comes again."""
    page = _slow([], asyncio.Event(), asyncio.Event())
    assert (await page.connect())[0]
    await get_channel_layer().group_send("slow", {"type": "unheard.of"})
    with pytest.raises(ExceptionGroup) as raised:
        await page.wait(timeout=5)
    assert raised.group_contains(ValueError, match="no handler")
