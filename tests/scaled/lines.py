"""Pages on bad lines: they lose frames, get them late, break off in the middle of a move; and the sites that they look at.

A `Browser` does what the table's script does, no more: what it shows is all that a person behind such a line would see.
"""

import asyncio
import contextlib
import json
import os
import random
import re
import secrets
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg

from games import boards
from tests.scaled import services
from tests.scaled.wire import Closed, Player, Server, Socket

#: what everybody at a table sees alike
PUBLIC = (*boards.SHARED, "score")


class Browser(Player):
    """A page that is open at a table, in the hands of somebody who presses no button of their own accord.

    loses, delays   how many of the frames are lost, and how many come after the next message
    """

    def __init__(self, code: str, key: str | None = None, *, loses: float = 0.0, delays: float = 0.0, seed: int = 1) -> None:
        super().__init__(code, key or "", random.Random(seed))
        self.loses, self.delays = loses, delays
        self.presence: dict[str, Any] = {}
        self.me: int | None = None
        self.lost: str | None = None
        self.line: Socket | None = None
        self.touched = False
        self._late: list[dict[str, Any]] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, server: Server, *, active: bool = True) -> "Browser":
        """Connect, or connect again, and wait for the board. `active`: its owner looks at it."""
        await self.close()
        self.line = await Socket.open(server.host, f"/ws/table/{self.code}/")
        self._tasks = [asyncio.create_task(self._listen(self.line)), asyncio.create_task(self._beat(self.line))]
        self._greeted = False
        self.line.send({"type": "hello", "key": self.key or None, "version": self.version or None, "active": active})
        await until(lambda: self._greeted, "the board after hello")
        return self

    async def close(self) -> None:
        """Close the page, or break off in whatever is going on: the other end gets no goodbye."""
        if self.line:
            self.line.writer.transport.abort()
        self.line = None
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    async def _listen(self, line: Socket) -> None:
        with contextlib.suppress(Closed):
            while True:
                message = await line.receive()
                fresh = message["type"] == "frame" and message["base"] is not None
                if fresh and self.rng.random() < self.loses:
                    continue
                if fresh and self.rng.random() < self.delays:
                    self._late.append(message)
                    continue
                self._take(line, message)
                late, self._late = self._late, []
                for each in late:
                    self._take(line, each)

    async def _beat(self, line: Socket) -> None:
        while True:
            await asyncio.sleep(0.25)
            self._ping(line)

    def _ping(self, line: Socket) -> None:
        line.send({"type": "ping", "version": self.version, "active": self.touched})
        self.touched = False

    def _take(self, line: Socket, message: dict[str, Any]) -> None:
        match message["type"]:
            case "frame":
                self._show(line, message)
            case "presence":
                self.presence = message
            case "ask":
                self._ping(line)
            case "pong" if message["version"] > self.version:
                line.send({"type": "board"})

    def _show(self, line: Socket, frame: dict[str, Any]) -> None:
        if frame["version"] < self.version:
            return
        if frame["base"] is not None and frame["base"] > self.version:
            line.send({"type": "board"})
            return
        for region in re.split(r'(?=<\w+ [^>]*hx-swap-oob="true")', frame["html"]):
            if region.strip():
                self.regions[re.search(r'id="([\w-]+)"', region)[1]] = region
        self.version, self.me, self.lost, self._greeted = frame["version"], frame["me"], frame["lost"], True
        if self.sent and self._decision() != self.sent[0]:
            self._acknowledged()

    # --- what its owner sees and does ---

    @property
    def notice(self) -> str:
        return re.sub(r"<[^>]*>", "", self.regions["notice"]).strip()

    @property
    def phase(self) -> str:
        """The phase that the table is in, as the board tells by the buttons' place."""
        return re.search(r'class="phase-(\w*)"', self.regions["actions"])[1]

    def wish(self) -> tuple[int, dict[str, str]] | None:
        """What its owner would answer to what the board asks, if it asks anything."""
        waiting, self.sent = self.sent, None
        try:
            return self._choose()
        finally:
            self.sent = waiting

    def press(self, decision: int, fields: dict[str, str]) -> None:
        """Send an answer off, and do not wait for what comes of it."""
        assert self.line
        self.sent = decision, fields
        self.line.send({"type": "act", "decision": decision, **fields})

    async def act(self) -> bool:
        """Answer what the board asks, and see it done. False: it asks nothing."""
        wish = self.wish()
        if wish is None:
            return False
        self.press(*wish)
        await until(lambda: self.sent is None, f"the board after {wish}")
        return True


class Site:
    """Server processes on one database, and a look into that database."""

    server = Server

    def __init__(self, folder: Path, processes: int, environment: dict[str, str], connect: Callable[[], Any]) -> None:
        self.servers = [self.server(folder, **environment) for _ in range(processes)]
        self.one.start()  # makes the database
        self._start(self.servers[1:])
        self._connect = connect
        self._mark = "%s" if connect.__name__ == "connect_to_postgres" else "?"

    @property
    def one(self) -> Server:
        return self.servers[0]

    @property
    def other(self) -> Server:
        """Another process, if there is one."""
        return self.servers[-1]

    def restart(self) -> None:
        """kill -9 all of it, and start again."""
        for server in self.servers:
            server.kill()
        self._start(self.servers)

    @staticmethod
    def _start(servers: list[Server]) -> None:
        with ThreadPoolExecutor() as threads:
            list(threads.map(Server.start, servers))

    def stop(self) -> None:
        with contextlib.ExitStack() as ends:
            for server in self.servers:
                ends.callback(server.stop)

    def rows(self, select: str, *values: Any) -> list[tuple[Any, ...]]:
        """What is stored."""
        with contextlib.closing(self._connect()) as database:
            return database.execute(select, values).fetchall()

    def query(self, what: str, code: str) -> list[tuple[Any, ...]]:
        """Rows about a table, as they are stored."""
        return self.rows(f"SELECT {what} WHERE t.code = {self._mark}", code)

    def table(self, code: str, column: str) -> Any:
        return self.query(f"t.{column} FROM games_table t", code)[0][0]

    def seats(self, code: str, column: str) -> dict[str, Any]:
        """By handle."""
        return dict(self.query(f"s.handle, s.{column} FROM games_seat s JOIN games_table t ON t.id = s.table_id", code))

    def moves(self, code: str) -> list[tuple[int, int, dict[str, Any], str]]:
        """The moves: seat, decision, action, by; in order."""
        rows = self.query("m.id, m.seat, m.decision, m.action, m.by FROM games_move m JOIN games_table t ON t.id = m.table_id", code)
        return [(seat, decision, _json(action), by) for _, seat, decision, action, by in sorted(rows, key=lambda row: row[0])]


def _json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value


async def play_on(server: Server, code: str, keys: dict[str, str]) -> None:
    """The people of a table make a few moves there."""
    players = [Player(code, key, random.Random(number)) for number, key in enumerate(keys.values())]
    playing = [asyncio.create_task(player.play(server)) for player in players]
    await until(lambda: sum(len(player.moves) for player in players) >= 4, "a few moves")
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


async def until(condition: Callable[[], Any], what: str, seconds: float = 20.0) -> None:
    """Wait for something that must come about."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        await asyncio.sleep(0.02)


async def everybody_sees_the_same(site: Site, browsers: list[Browser]) -> None:
    """All open pages, and new ones at every process, come to show the same present: to the byte, where it is public."""
    code = browsers[0].code
    watchers = [await Browser(code).open(server) for server in site.servers]
    everybody = [*[browser for browser in browsers if browser.line], *watchers]

    def same() -> bool:
        version = site.table(code, "version")
        return all(page.version == version for page in everybody) and len({_public(page) for page in everybody}) == 1

    try:
        await until(same, "everybody to see the same")
    finally:
        for watcher in watchers:
            await watcher.close()


def _public(page: Browser) -> str:
    return "".join(page.regions[name] for name in PUBLIC)


def every_decision_had_one_effect(site: Site, browsers: list[Browser]) -> None:
    """Each seat's decisions are stored once and without a gap; what a page was shown to be done is stored as it was pressed."""
    code = browsers[0].code
    stored = site.moves(code)
    numbered = Counter((seat, decision) for seat, decision, _, _ in stored)
    assert set(numbered.values()) <= {1}
    assert site.seats(code, "decisions") == {
        handle: sum(seat == number for seat, _ in numbered) for handle, number in site.seats(code, "number").items()
    }
    made = {(seat, decision): (action, by) for seat, decision, action, by in stored}
    for browser in browsers:
        for decision, fields in browser.moves.items():
            action, by = made[browser.me, decision]
            told = {name: str(value).lower() for name, value in action.items()}
            assert by != "person" or told == {name: value.lower() for name, value in fields.items()}, (browser.me, decision)


# --- sites ---

#: Everything that people are waited for, in a time that a test can wait.
PATIENCE = "here=1.5,written=0.3,gone=1,sit_in=2,beat=0.1,told=0.05,ask=1,silent=3,grace=1.5,turn_left=0.3"


def in_one_process(folder: Path) -> Iterator[Site]:
    yield from _site(folder, 1, {}, _sqlite(folder))


def in_two_processes(folder: Path) -> Iterator[Site]:
    """Two processes on one SQLite file. They do not tell each other of changes: pages find out by their heartbeat."""
    yield from _site(folder, 2, {}, _sqlite(folder))


def on_postgres_and_redis(folder: Path) -> Iterator[Site]:
    """As a large site is run: two processes, PostgreSQL and Redis, those of `make test-scaled`."""
    with services.new_database() as database:

        def connect_to_postgres() -> Any:
            return psycopg.connect(database)

        yield from _site(folder, 2, {"DATABASE_URL": database, "REDIS_URL": os.environ["REDIS_URL"]}, connect_to_postgres)


def _site(folder: Path, processes: int, environment: dict[str, str], connect: Callable[[], Any]) -> Iterator[Site]:
    slow = {"PAUSE_SCALE": "1", "TURN_SCALE": "0.02", "PATIENCE": PATIENCE}
    site = Site(folder, processes, slow | environment, connect)
    try:
        yield site
    finally:
        site.stop()


def _sqlite(folder: Path) -> Callable[[], Any]:
    def connect_to_sqlite() -> Any:
        return sqlite3.connect(folder / "bagelsknock.sqlite3", timeout=10)

    return connect_to_sqlite


def open_table(server: Server, *guests: str, started: bool = True, **fields: Any) -> tuple[str, dict[str, str]]:
    """A table of Ann and these guests: its code, and the keys by handle."""
    if started:
        return server.open_table("Ann", guests, **fields)
    keys = {name: secrets.token_hex(16) for name in ("Ann", *guests)}
    given = {"game": "bagelsknock", "handle": "Ann", "seats": len(keys), "turn_clock": 0, **fields}
    code = server.post("/open/", keys["Ann"], **given)[1]["X-Table-Code"]
    for guest in guests:
        server.post(f"/sit/{code}/", keys[guest], handle=guest)
    return code, keys
