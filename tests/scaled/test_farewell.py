"""Server processes that are told to end: they say so, finish what is under way, and send their pages to where the site goes on."""

import asyncio
import contextlib
import json
import random
import signal
import sqlite3
import urllib.error

import pytest

from tests.scaled.lines import play_on, until
from tests.scaled.wire import Closed, Player, Server, Socket


def says_ready(server):
    """What /readyz answers: status and words."""
    try:
        return 200, server.get("/readyz")
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


@pytest.fixture
def two(tmp_path):
    """Two processes on one database; the first takes its time to end."""
    servers = [Server(tmp_path, DRAIN="1.5").start(), Server(tmp_path).start()]
    try:
        yield servers
    finally:
        for server in servers:
            server.stop()


async def goodbye(line):
    """The code that the server closes with, after whatever else it says."""
    try:
        while True:
            await line.receive()
    except Closed as closed:
        return closed.code


async def test_an_ending_process_says_so_and_sends_its_pages_elsewhere(two):
    ending, other = two
    code, keys = ending.open_table("Ann", ("Bo",))
    ann = await Socket.open(ending.host, f"/ws/table/{code}/")
    bo = await Socket.open(ending.host, f"/ws/table/{code}/")
    lobby = await Socket.open(ending.host, "/ws/lobby/")
    for line, key in ((ann, keys["Ann"]), (bo, keys["Bo"])):
        line.send({"type": "hello", "key": key, "version": None})
        await line.frame()
    assert says_ready(ending) == (200, "ready\n")

    ending.process.send_signal(signal.SIGTERM)
    while (told := await asyncio.to_thread(says_ready, ending)) == (200, "ready\n"):
        pass
    assert told == (503, "this process is shutting down\n")
    # While the proxy takes notice, everything goes on
    ann.send({"type": "ping", "version": 1})
    assert (await ann.receive())["type"] in ("frame", "pong", "presence")
    assert await asyncio.gather(*map(goodbye, (ann, bo, lobby))) == [1012, 1012, 1012]
    assert ending.process.wait(20) == 0

    # The pages connect to the other process, and the game goes on there
    await play_on(other, code, keys)
    assert "Traceback" not in ending.log.read_text()


async def test_what_was_acknowledged_in_the_last_moment_is_stored(tmp_path):
    """A storm of moves, in the middle of which the process is told to end."""
    server = Server(tmp_path).start()
    try:
        code, keys = server.open_table("Ann", ("Bo", "Cy"))
        players = [Player(code, key, random.Random(number)) for number, key in enumerate(keys.values())]
        storm = [asyncio.create_task(player.play(server)) for player in players]
        await until(lambda: sum(len(player.moves) for player in players) >= 10, "a few moves")
        server.process.send_signal(signal.SIGTERM)
        ends = await asyncio.gather(*storm, return_exceptions=True)
        assert [type(end) for end in ends] == [Closed] * 3
        assert [end.code for end in ends] == [1012] * 3
        assert await asyncio.to_thread(server.process.wait, 20) == 0
    finally:
        server.stop()
    with contextlib.closing(sqlite3.connect(tmp_path / "bagelsknock.sqlite3")) as database:
        moves = "FROM games_move m JOIN games_seat s ON m.table_id = s.table_id AND m.seat = s.number"
        rows = database.execute(f"SELECT s.handle, m.decision, m.action {moves}")
        stored = {(handle, decision): json.loads(action) for handle, decision, action in rows}
    for handle, player in zip(keys, players, strict=True):
        for decision, fields in player.moves.items():
            assert stored[handle, decision]["do"] == fields["do"]
    assert "Traceback" not in server.log.read_text()


def test_a_second_signal_ends_it_at_once(tmp_path):
    server = Server(tmp_path, DRAIN="60").start()
    try:
        server.process.send_signal(signal.SIGTERM)
        while says_ready(server)[0] == 200:
            pass
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(10) is not None
    finally:
        server.stop()
