"""The lobby's socket: the list of tables, live."""

from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from bagelsknock_site.asgi import application
from games import consumers as socket_limits
from games import play
from lobby import consumers, listing
from tests.factories import SittingFactory

pytestmark = pytest.mark.django_db(transaction=True)

in_thread = sync_to_async


def new_socket() -> WebsocketCommunicator:
    return WebsocketCommunicator(application, "/ws/lobby/", [(b"host", b"localhost"), (b"origin", b"http://localhost")])


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


async def test_a_burst_of_changes_is_few_lists(page: WebsocketCommunicator, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    real = listing.html
    monkeypatch.setattr(listing, "html", lambda: made.append(True) or real())
    for _ in range(8):
        await in_thread(SittingFactory)(people=1)
    frame = await page.receive_json_from(timeout=5)
    while frame["html"].count("<li") < 8:
        frame = await page.receive_json_from(timeout=5)
    assert len(made) < 6


async def test_the_list_is_made_once_for_all_pages(page: WebsocketCommunicator, monkeypatch: pytest.MonkeyPatch) -> None:
    others = [new_socket() for _ in range(5)]
    for other in others:
        await other.connect()
        await other.receive_json_from(timeout=5)
    assert await page.receive_nothing(timeout=consumers.PAUSE * 2)
    made = []
    real = listing.html
    monkeypatch.setattr(listing, "html", lambda: made.append(True) or real())
    await in_thread(SittingFactory)(people=1)
    for socket in (page, *others):
        assert "Ann" in (await socket.receive_json_from(timeout=5))["html"]
    assert len(made) <= 2
    for other in others:
        await other.disconnect()


async def test_what_did_not_change_is_not_sent_again(page: WebsocketCommunicator) -> None:
    await in_thread(SittingFactory)(people=1, public=False)
    assert await page.receive_nothing(timeout=consumers.PAUSE * 3)


async def test_a_list_that_fails_once_comes_with_the_next_change(page: WebsocketCommunicator, monkeypatch: pytest.MonkeyPatch) -> None:
    real = listing.html
    monkeypatch.setattr(listing, "html", lambda: 1 / 0)
    await in_thread(SittingFactory)(people=1)
    assert await page.receive_nothing(timeout=consumers.PAUSE * 2)
    monkeypatch.setattr(listing, "html", real)
    await in_thread(SittingFactory)(people=1)
    assert (await page.receive_json_from(timeout=5))["html"].count("<li") == 2


@pytest.mark.parametrize("said", [" ", "{", "[]", "x" * 50_000, '{"type": "frame"}'])
async def test_whatever_a_page_says_it_gets_an_answer_and_the_list_goes_on(page: WebsocketCommunicator, said: str) -> None:
    await page.send_to(text_data=said)
    assert (await page.receive_json_from(timeout=5))["type"] == "pong"
    await in_thread(SittingFactory)(people=1)
    assert "Ann" in (await page.receive_json_from(timeout=5))["html"]


async def test_a_page_that_says_too_much_is_not_answered(page: WebsocketCommunicator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_limits, "BURST", 5)
    monkeypatch.setattr(socket_limits, "PER_SECOND", 0)
    for _ in range(50):
        await page.send_to(text_data="still here?")
    answers = 0
    while not await page.receive_nothing(timeout=0.3):
        answers += (await page.receive_json_from())["type"] == "pong"
    assert answers == 5
