"""Servers that are killed in a storm of moves, and several on one database: each acknowledged move is there, none twice, and all go on."""

import asyncio
import contextlib
import json
import os
import random
import sqlite3
from collections import Counter

import psycopg
import pytest

from tests.scaled import services
from tests.scaled.wire import Closed, Player, Server


class Servers:
    """Server processes that share one database, and a look into it."""

    def __init__(self, folder, connect, **environment):
        self.folder, self.connect, self.environment = folder, connect, environment
        self.started = []

    def __call__(self, **environment):
        self.started.append(Server(self.folder, **self.environment, **environment).start())
        return self.started[-1]

    def query(self, what, code):
        """Rows of a table's table, as they are stored."""
        mark = "%s" if "DATABASE_URL" in self.environment else "?"
        with contextlib.closing(self.connect()) as database:
            return database.execute(f"SELECT {what} WHERE t.code = {mark}", [code]).fetchall()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.servers)])
def servers(request, tmp_path):
    """On SQLite, and on the PostgreSQL and the Redis of `make test-scaled`. All are gone after the test."""
    with contextlib.ExitStack() as ends:
        if request.param == "postgres":
            url = ends.enter_context(services.new_database())
            servers = Servers(tmp_path, lambda: psycopg.connect(url), DATABASE_URL=url, REDIS_URL=os.environ["REDIS_URL"])
        else:
            servers = Servers(tmp_path, lambda: sqlite3.connect(tmp_path / "bagelsknock.sqlite3"))
        yield servers
        for server in servers.started:
            ends.callback(server.stop)


def moves_of(servers, code):
    """The stored moves of a table: (seat, decision, action, by), in order."""
    rows = servers.query("m.seat, m.decision, m.action, m.by, m.id FROM games_move m JOIN games_table t ON t.id = m.table_id", code)
    return [
        (seat, decision, json.loads(action) if isinstance(action, str) else action, by)
        for seat, decision, action, by, _ in sorted(rows, key=lambda row: row[-1])
    ]


def status_of(servers, code):
    return servers.query("status FROM games_table t", code)[0][0]


def seats_of(servers, code):
    return dict(servers.query("s.handle, s.number FROM games_seat s JOIN games_table t ON t.id = s.table_id", code))


def check(servers, tables):
    """What players were shown to be done is stored, once, as they did it; each seat's decisions have no gap and no double."""
    for code, players in tables.items():
        stored = moves_of(servers, code)
        numbered = Counter((seat, decision) for seat, decision, _, _ in stored)
        assert set(numbered.values()) == {1}
        for seat in {seat for seat, _ in numbered}:
            assert sorted(d for s, d in numbered if s == seat) == list(range(1, max(d for s, d in numbered if s == seat) + 1))
        made = {(seat, decision): (action, by) for seat, decision, action, by in stored}
        seats = seats_of(servers, code)
        for handle, player in players.items():
            for decision, sent in player.moves.items():
                assert (seats[handle], decision) in made, f"{handle}'s move {decision}, {sent}, was shown to be made and is lost"
                action, by = made[seats[handle], decision]
                # the table may have gone on by itself in a pause, just before the leader's click
                assert by == "clock" or {name: str(value).lower() for name, value in action.items()} == {
                    name: value.lower() for name, value in sent.items()
                }


async def play(tables, server, seconds, *, killed=False):
    """All play until the time is up or their games are over; with `killed` until the server is gone."""
    loop = asyncio.get_running_loop()
    people = [player for players in tables.values() for player in players.values()]
    games = [asyncio.create_task(player.play(server, until=loop.time() + seconds)) for player in people if not player.over]
    ended = await asyncio.gather(*games, return_exceptions=True)
    unexpected = [end for end in ended if isinstance(end, Exception) and not (killed and isinstance(end, Closed))]
    assert not unexpected, unexpected


def made_by(tables):
    """How many moves the players know to be made."""
    return sum(len(player.moves) for players in tables.values() for player in players.values())


def sit_down(server, rng, shapes):
    tables = {}
    for guests, computers in shapes:
        code, keys = server.open_table("Ann", guests, computers, option_rounds=3)
        tables[code] = {handle: Player(code, key, rng) for handle, key in keys.items()}
        for player in tables[code].values():
            player.posts = 0.25
    return tables


async def test_kill_9_in_a_storm_of_moves(servers):
    rng = random.Random(20260)
    server = servers()
    tables = sit_down(server, rng, [(("Bo",), 1), (("Bo", "Cy"), 0), ((), 3)])
    for _ in range(4):
        storm = asyncio.create_task(play(tables, server, 60, killed=True))
        before = made_by(tables)
        while made_by(tables) < before + 10 and not storm.done():  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        await asyncio.sleep(rng.uniform(0, 0.2))
        server.kill()
        await storm
        check(servers, tables)
        server.start()
    await play(tables, server, 60)
    check(servers, tables)
    assert {status_of(servers, code) for code in tables} == {"finished"}


async def test_two_processes_on_one_database_never_act_twice(servers):
    rng = random.Random(7)
    one, other = servers(), servers()
    here = sit_down(one, rng, [((), 3), (("Bo",), 2)])
    there = sit_down(other, rng, [((), 2), (("Bo",), 1)])
    await asyncio.gather(play(here, one, 60), play(there, other, 60))
    check(servers, here | there)
    assert {status_of(servers, code) for code in here | there} == {"finished"}
    for server in (one, other):
        assert "Traceback" not in server.log.read_text()


async def test_a_table_goes_on_in_the_process_that_is_left(servers):
    rng = random.Random(9)
    one, other = servers(), servers()
    tables = sit_down(one, rng, [(("Bo",), 2), ((), 3)])
    storm = asyncio.create_task(play(tables, one, 60, killed=True))
    await asyncio.sleep(0.7)
    one.kill()
    await storm
    await play(tables, other, 60)
    check(servers, tables)
    assert {status_of(servers, code) for code in tables} == {"finished"}


async def test_one_click_that_reaches_two_processes_is_one_move(servers):
    one, other = servers(PAUSE_SCALE="1"), servers(PAUSE_SCALE="1")
    code, keys = one.open_table("Ann", ("Bo",))
    clicks = [
        asyncio.to_thread(server.post, f"/table/{code}/act/", key, decision=1, do="fold")
        for _ in range(4)
        for server in (one, other)
        for key in keys.values()
    ]
    answers = await asyncio.gather(*clicks, return_exceptions=True)
    # One of them folds, and that ends the betting; to the other one it never was the turn
    assert sum(not isinstance(answer, Exception) for answer in answers) == 8
    assert [action for _, _, action, _ in moves_of(servers, code)] == [{"do": "fold"}]
