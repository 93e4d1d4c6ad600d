"""The lobby's socket: the list of tables, live."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator

from bagelsknock_site.asgi import application
from games import play
from lobby import listing, live
from lobby.search import Search
from tests.factories import SittingFactory
from tests.limits import limit

pytestmark = pytest.mark.django_db(transaction=True)

in_thread = sync_to_async


def new_socket(search: str = "") -> WebsocketCommunicator:
    return WebsocketCommunicator(application, f"/ws/lobby/{search}", [(b"host", b"localhost"), (b"origin", b"http://localhost")])


@pytest.fixture
async def page() -> AsyncIterator[WebsocketCommunicator]:
    """An open lobby page that has its first list."""
    socket = new_socket()
    connected, _ = await socket.connect()
    assert connected
    first = await socket.receive_json_from(timeout=5)
    assert "No table is open" in first["html"]
    yield socket
    await socket.disconnect()


async def test_a_new_table_appears(page: WebsocketCommunicator) -> None:
    table = await in_thread(SittingFactory)(people=1, seats=3)
    frame = await page.receive_json_from(timeout=5)
    assert frame["type"] == "frame"
    assert f'id="table-{table.code}"' in frame["html"]
    assert "Ann" in frame["html"]


async def test_who_sits_down_appears_and_a_started_game_can_be_watched(page: WebsocketCommunicator) -> None:
    table = await in_thread(SittingFactory)(people=1, seats=2)
    await page.receive_json_from(timeout=5)
    await in_thread(play.sit)(table.code, "b" * 32, "Bo")
    assert "Bo" in (await page.receive_json_from(timeout=5))["html"]
    await in_thread(play.start)(table.code, table.keys["Ann"])
    assert "playing" in (await page.receive_json_from(timeout=5))["html"]


def lists_made(monkeypatch: pytest.MonkeyPatch) -> list[Search]:
    """What is looked for in every list that is made from now on."""
    made = []
    real = listing.listing
    monkeypatch.setattr(listing, "listing", lambda tables, search: made.append(search) or real(tables, search))
    return made


async def test_a_burst_of_changes_is_few_lists(page: WebsocketCommunicator, monkeypatch: pytest.MonkeyPatch) -> None:
    made = lists_made(monkeypatch)
    for _ in range(8):
        await in_thread(SittingFactory)(people=1)
    frame = await page.receive_json_from(timeout=5)
    while len(frame["order"]) < 8:
        frame = await page.receive_json_from(timeout=5)
    assert len(made) < 6


async def test_the_list_is_made_once_for_all_pages(page: WebsocketCommunicator, monkeypatch: pytest.MonkeyPatch) -> None:
    others = [new_socket() for _ in range(5)]
    for other in others:
        await other.connect()
        await other.receive_json_from(timeout=5)
    assert await page.receive_nothing(timeout=live.PAUSE * 2)
    made = lists_made(monkeypatch)
    await in_thread(SittingFactory)(people=1)
    for socket in (page, *others):
        assert "Ann" in (await socket.receive_json_from(timeout=5))["html"]
    assert len(made) <= 2
    for other in others:
        await other.disconnect()


async def test_what_did_not_change_is_not_sent_again(page: WebsocketCommunicator) -> None:
    await in_thread(SittingFactory)(people=1, public=False)
    assert await page.receive_nothing(timeout=live.PAUSE * 3)


async def test_a_list_that_fails_once_comes_with_the_next_change(page: WebsocketCommunicator, monkeypatch: pytest.MonkeyPatch) -> None:
    real = listing.open_tables
    monkeypatch.setattr(listing, "open_tables", lambda: 1 / 0)
    await in_thread(SittingFactory)(people=1)
    assert await page.receive_nothing(timeout=live.PAUSE * 2)
    monkeypatch.setattr(listing, "open_tables", real)
    await in_thread(SittingFactory)(people=1)
    frame = await page.receive_json_from(timeout=5)
    while len(frame["order"]) < 2:  # what tells of the first table may have been late
        frame = await page.receive_json_from(timeout=5)


@pytest.mark.parametrize("said", [" ", "{", "[]", "x" * 50_000, '{"type": "frame"}'])
async def test_whatever_a_page_says_it_gets_an_answer_and_the_list_goes_on(page: WebsocketCommunicator, said: str) -> None:
    await page.send_to(text_data=said)
    assert (await page.receive_json_from(timeout=5))["type"] == "pong"
    await in_thread(SittingFactory)(people=1)
    assert "Ann" in (await page.receive_json_from(timeout=5))["html"]


async def test_a_page_that_says_too_much_is_cut_off(page: WebsocketCommunicator, settings) -> None:
    limit(settings, chatter=5)
    for _ in range(50):
        await page.send_to(text_data="still here?")
    answers = [json.loads((await page.receive_output(timeout=5))["text"])["type"] for _ in range(5)]
    assert answers == 5 * ["pong"]
    assert await page.receive_output(timeout=5) == {"type": "websocket.close", "code": 4429}


async def opened(search: str) -> tuple[WebsocketCommunicator, dict]:
    """An open lobby page with what it was sent first."""
    socket = new_socket(search)
    await socket.connect()
    return socket, await socket.receive_json_from(timeout=5)


async def look(socket: WebsocketCommunicator, search: str) -> dict:
    """The answer of a page that looks for something else."""
    await socket.send_json_to({"look": search})
    frame = await socket.receive_json_from(timeout=5)
    while not frame.get("whole"):
        frame = await socket.receive_json_from(timeout=5)
    return frame


async def test_only_what_has_changed_is_sent(page: WebsocketCommunicator) -> None:
    first = await in_thread(SittingFactory)(people=1, seats=3)
    whole = await page.receive_json_from(timeout=5)
    second = await in_thread(SittingFactory)(people=1, seats=3)
    frame = await page.receive_json_from(timeout=5)
    assert not frame["whole"]
    assert frame["order"] == [second.code, first.code]
    assert second.code in frame["html"]
    assert first.code not in frame["html"]
    assert 'id="below"' in whole["html"]
    await in_thread(play.sit)(first.code, "b" * 32, "Bo")
    frame = await page.receive_json_from(timeout=5)
    assert frame["order"] == [second.code, first.code]
    assert frame["html"].count("<li") == 1
    assert "Bo" in frame["html"]


async def test_who_comes_later_is_sent_everything_and_the_others_nothing(page: WebsocketCommunicator) -> None:
    table = await in_thread(SittingFactory)(people=1, seats=3)
    await page.receive_json_from(timeout=5)
    later, frame = await opened("")
    assert frame["whole"]
    assert table.code in frame["html"]
    assert 'id="below"' in frame["html"]
    assert await page.receive_nothing(timeout=live.PAUSE * 3)
    await later.disconnect()


async def test_a_page_that_searches_has_its_own_live_list(page: WebsocketCommunicator) -> None:
    gin = await in_thread(SittingFactory)(people=1, game="gin")
    searching, frame = await opened("?game=gin")
    assert frame["order"] == [gin.code]
    other = await in_thread(SittingFactory)(people=1, seats=3)
    while other.code not in (await page.receive_json_from(timeout=5))["order"]:
        pass
    assert await searching.receive_nothing(timeout=live.PAUSE * 3)
    assert (await look(searching, "?q=ANN&free=on"))["order"] == [other.code, gin.code]
    assert (await look(searching, f"?q={gin.code[:6].lower()}"))["order"] == [gin.code]
    await in_thread(play.sit)(gin.code, "b" * 32, "Bo")
    frame = await searching.receive_json_from(timeout=5)
    assert "Bo" in frame["html"]
    nothing = await look(searching, "?q=zebra")
    assert nothing["order"] == []
    assert "No open table is like that" in nothing["html"]
    await searching.disconnect()


async def test_a_page_keeps_its_place_in_the_list(page: WebsocketCommunicator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "PAGE", 2)
    first, second, third = [await in_thread(SittingFactory)(people=1, seats=3) for _ in range(3)]
    behind, frame = await opened("?page=2")
    assert frame["order"] == [first.code]
    assert "Page 2 of 2" in frame["html"]
    await in_thread(SittingFactory)(people=1, seats=3)
    frame = await behind.receive_json_from(timeout=5)
    assert frame["order"] == [second.code, first.code]
    assert third.code not in frame["html"]
    await behind.disconnect()


async def test_one_list_for_all_who_search_the_same(page: WebsocketCommunicator, monkeypatch: pytest.MonkeyPatch) -> None:
    others = [(await opened(search))[0] for search in ("?q=ann", "?q=ann&page=1", "?q=++ann+&game=whist")]
    assert await page.receive_nothing(timeout=live.PAUSE * 3)
    made = lists_made(monkeypatch)
    await in_thread(SittingFactory)(people=1)
    for socket in (page, *others):
        assert "Ann" in (await socket.receive_json_from(timeout=5))["html"]
    assert {str(search) for search in made} == {"?", "?q=ann"}
    assert len(made) <= 4
    for other in others:
        await other.disconnect()


async def test_many_different_lists_take_turns(page: WebsocketCommunicator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "AT_ONCE", 2)
    others = [(await opened(f"?q={'n' * many}"))[0] for many in range(1, 6)]
    made = lists_made(monkeypatch)
    assert await page.receive_nothing(timeout=live.PAUSE * 5)
    assert len(made) <= 6, "without a change there is nothing to do"
    table = await in_thread(SittingFactory)(people=1)
    assert (await page.receive_json_from(timeout=5))["order"] == [table.code]
    for socket, found in zip(others, (True, True, False, False, False), strict=True):
        if found:
            assert (await socket.receive_json_from(timeout=5))["order"] == [table.code]
        await socket.disconnect()


async def test_nothing_is_kept_of_pages_that_are_gone() -> None:
    socket, _ = await opened("?q=ann")
    lists = live.Lists.here()
    await look(socket, "?q=bo")
    assert [str(view.search) for view in lists.views.values()] == ["?q=bo"]
    await socket.disconnect()
    assert lists.views == {}
    assert live.Lists.here() is not lists


async def test_whenever_the_last_page_goes_no_more_lists_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in the moment of a change. Python 3.11's `wait_for` would then lose that it is cancelled."""
    monkeypatch.setattr(live, "PAUSE", 0.0)
    shown = asyncio.Event()

    class Page:
        async def send(self, text_data: str) -> None:
            shown.set()

    for moment in range(12):
        lists, page = live.Lists.here(), Page()
        shown.clear()
        lists.show(page, "en", Search())
        await asyncio.wait_for(shown.wait(), 5)
        await asyncio.sleep(0.02)
        lists.changed.set()
        for _ in range(moment):
            await asyncio.sleep(0)
        lists.leave(page)
        _, goes_on = await asyncio.wait(lists._tasks, timeout=5)
        assert not goes_on, f"{moment} turns of the event loop after a change"


async def test_a_process_goes_on_hearing_when_it_joins_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MEMBER", 0.01)
    monkeypatch.setattr(live, "STALE", 60.0)
    socket, _ = await opened("")
    assert await socket.receive_nothing(timeout=live.PAUSE)
    monkeypatch.setattr(live, "MEMBER", 60.0)
    await in_thread(SittingFactory)(people=1)
    assert "Ann" in (await socket.receive_json_from(timeout=5))["html"]
    await socket.disconnect()


async def test_a_process_that_cannot_hear_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "STALE", 0.1)
    layer = get_channel_layer()
    real, tried = layer.group_add, []

    async def group_add(group: str, channel: str) -> None:
        tried.append(group)
        if len(tried) == 1:
            raise OSError("no connection")
        await real(group, channel)

    monkeypatch.setattr(layer, "group_add", group_add)
    socket, _ = await opened("")
    monkeypatch.setattr(live, "STALE", 60.0)
    while len(tried) < 2:
        await socket.receive_nothing(timeout=live.PAUSE)
    await in_thread(SittingFactory)(people=1)
    assert "Ann" in (await socket.receive_json_from(timeout=5))["html"]
    await socket.disconnect()
