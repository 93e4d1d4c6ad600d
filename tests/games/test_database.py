"""A database that is away, locked or full, or was restarted: what was not saved is refused in words, and everything else goes on."""

import asyncio
import json
from html import unescape

import psycopg
import pytest
from django.conf import settings
from django.db import OperationalError, connection

from games import absence, consumers, database, play, presence, replay, sentences, updates
from games.database import in_database
from games.models import Move, Table
from tests.factories import SittingFactory
from tests.games.sockets import Page, in_thread

NOT_SAVED = sentences.refusal("bagelsknock", play.Refused("not_saved", {}))


def away(*args, **kwargs):
    raise OperationalError("database or disk is full")


@pytest.fixture
def gone(monkeypatch):
    """A switch: nothing can be read or written any more, or everything can again."""

    def switch(is_gone):
        if not is_gone:
            monkeypatch.undo()
            return
        monkeypatch.setattr(play, "act", away)
        monkeypatch.setattr(replay, "load", away)

    return switch


def _table():
    table = SittingFactory(started=True)
    table.play_until("rummy")
    return table


# --- what the mover is told ---


@pytest.mark.django_db
def test_a_post_that_cannot_be_saved_is_a_503_with_the_board_and_a_sentence(client, gone):
    table = _table()
    key, fields = table.key(table.turn), {"decision": table.decision(table.turn), "do": "draw", "from": "stock"}
    gone(True)
    reply = client.post(f"/table/{table.code}/act/", fields, headers={"X-Seat-Key": key})
    assert (reply.status_code, reply["X-Table-Version"]) == (503, str(table.table.version))
    assert NOT_SAVED in unescape(reply.content.decode())
    gone(False)
    assert client.post(f"/table/{table.code}/act/", fields, headers={"X-Seat-Key": key}).status_code == 200


@pytest.mark.django_db(transaction=True)
async def test_a_move_that_cannot_be_saved_is_refused_over_the_socket_and_can_be_made_again(gone):
    table = await in_thread(_table)()
    seat = await in_thread(lambda: table.turn)()
    key, decision = await in_thread(table.key)(seat), await in_thread(table.decision)(seat)
    moves = await in_thread(Move.objects.count)()
    async with Page(table.code) as page:
        before = await page.say("hello", key=key)
        gone(True)
        refused = await page.say("act", decision=decision, do="draw", **{"from": "stock"})
        assert (refused["version"], NOT_SAVED in unescape(page.regions["notice"])) == (before["version"], True)
        assert await in_thread(Move.objects.count)() == moves
        gone(False)
        made = await page.say("act", decision=decision, do="draw", **{"from": "stock"})
        assert (made["version"], NOT_SAVED in unescape(page.regions["notice"])) == (before["version"] + 1, False)


@pytest.mark.django_db(transaction=True)
async def test_a_page_that_comes_while_the_database_is_away_is_sent_off_to_come_again(monkeypatch):
    table = await in_thread(_table)()
    async with Page(table.code) as page:
        with monkeypatch.context() as patch:
            patch.setattr(play, "present", away)
            await page.socket.send_to(text_data=json.dumps({"type": "hello", "key": None}))
            assert await page.socket.receive_output() == {"type": "websocket.close", "code": consumers.LATER}
    async with Page(table.code) as page:
        assert (await page.say("hello", key=None))["version"]


@pytest.mark.django_db
def test_another_page_is_a_503_that_says_when_to_come_again(client, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr("lobby.listing.open_tables", away)
    reply = client.get("/")
    assert (reply.status_code, reply["Retry-After"]) == (503, "5")
    assert "please try again" in reply.content.decode()
    assert "disk" not in reply.content.decode()


@pytest.mark.django_db
def test_a_form_that_htmx_sends_gets_the_sentence_alone(client, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr(play, "present", away)
    form = {"headers": {"HX-Request": "true", "X-Seat-Key": "a" * 32}}
    reply = client.post("/table/ABCDEFGH/leave/", **form)
    assert (reply.status_code, reply["HX-Reswap"]) == (503, "none")
    assert json.loads(reply["HX-Trigger"]) == {"refused": {"text": NOT_SAVED}}
    assert "HX-Trigger" not in client.get("/table/ABCDEFGH/board/", **form)


# --- a page that was not told ---


@pytest.mark.django_db(transaction=True)
async def test_a_page_catches_up_with_a_change_that_it_was_not_told_of(monkeypatch):
    """What tells other processes has lost the message."""
    table = await in_thread(_table)()
    monkeypatch.setattr(updates, "_send", lambda *args: None)
    async with Page(table.code) as page:
        version = (await page.say("hello", key=None))["version"]
        await in_thread(table.act)("draw", "stock")
        await presence.Pages.here().catch_up()
        assert (await page.hear())["version"] == version + 1


@pytest.mark.django_db(transaction=True)
async def test_a_heartbeat_asks_the_database_only_if_nobody_else_has_looked(monkeypatch):
    table = await in_thread(_table)()
    key = await in_thread(table.key)(0)
    async with Page(table.code) as page:
        version = (await page.say("hello", key=key))["version"]
        asked = []
        monkeypatch.setattr(TableConsumer := consumers.TableConsumer, "_heartbeat", _noting(TableConsumer._heartbeat, asked))
        assert (await page.say("ping", version=version, active=True))["type"] == "pong"
        assert len(asked) == 1
        await presence.Pages.here().catch_up()
        for _ in range(3):
            assert (await page.say("ping", version=version, active=True))["version"] == version
        assert len(asked) == 1
        await in_thread(absence.leave)(table.code, key)
        await presence.Pages.here().catch_up()
        await page.hear()
        await page.say("ping", version=page.version, active=True)
        assert len(asked) == 2  # somebody is back, and the seat is played for: the table must know


def _noting(real, asked):
    def noted(self, active):
        asked.append(active)
        return real(self, active)

    return noted


# --- connections ---


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
async def test_connections_that_died_cost_nobody_anything():
    """PostgreSQL was restarted: every connection of the pool is dead, the one in use and the others."""

    def end_them_all():
        with psycopg.connect(_address(), autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid != pg_backend_pid()", [name])

    name = await in_database(lambda: connection.settings_dict["NAME"])
    for _ in range(3):
        assert await in_database(Table.objects.count) == 0
        await asyncio.to_thread(end_them_all)
        assert await in_database(Table.objects.count) == 0


@pytest.mark.servers
@pytest.mark.django_db
def test_what_comes_again_is_planned_once():
    """A statement that is sent whole each time costs PostgreSQL twice as much. The driver prepares one that came five times."""
    table = _table()
    for _ in range(7):
        replay.load(table.code)
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        assert any("LEFT JOIN" in statement for (statement,) in cursor.fetchall())


def _address():
    found = settings.DATABASES["default"]
    return f"postgres://{found['USER']}@{found['HOST']}:{found['PORT']}/postgres"


async def test_while_the_database_lets_nobody_in_others_do_not_wait_for_it(monkeypatch):
    """One after the other they would wait for its answer as long as the first."""
    times = iter([100.0, 103.0, 103.0])
    asked = []

    def waits_in_vain():
        asked.append(1)
        raise OperationalError("database is locked")

    monkeypatch.setattr(database, "_asked_again_at", 0.0)
    monkeypatch.setattr(database.time, "monotonic", lambda: next(times, 103.5))
    for _ in range(5):
        with pytest.raises(OperationalError):
            await in_thread(database._guarded)(waits_in_vain, (), {})
    assert len(asked) == 1
    monkeypatch.setattr(database.time, "monotonic", lambda: 104.5)
    assert await in_thread(database._guarded)(lambda: "back", (), {}) == "back"
