"""Faults in a storm of moves: after each of them no acknowledged move is lost and none made twice, no table is stuck, every page shows the
present in a moment, and the history of every table verifies.

`make test-faults` plays more tables, for longer and through longer faults (FAULTS=long), and asserts the five seconds; the short form is
part of `make test` (one process on SQLite) and of `make test-scaled` (two on PostgreSQL and Redis).
"""

import asyncio
import contextlib
import os
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from tests.scaled import services
from tests.scaled.jumping import Clock
from tests.scaled.lines import Site
from tests.scaled.storm import Row, Storm
from tests.scaled.wire import Server

LONG = os.environ.get("FAULTS") == "long"
TABLES, PACE = (20, 1.0) if LONG else (6, 0.4)
LASTS = 5.0 if LONG else 1.5
"""Seconds of a fault."""
WITHIN = 5.0 if LONG else 10.0
"""Seconds until every page shows the present. The short form runs beside other tests, on machines that are busy."""

AFTER = 3.0 if LONG else 0.0
"""Seconds for which the storm goes on after it."""

SLOW = {"PAUSE_SCALE": "0.1", "COMPUTER_PAUSE": "0.1,0.5"}


class _JumpingServer(Server):
    command = [sys.executable, "-m", "tests.scaled.jumping"]


class _Site(Site):
    server = _JumpingServer

    def __init__(self, folder, processes, environment, connect, **known):
        self.folder, self.clock = folder, Clock(folder / "clock")
        super().__init__(folder, processes, SLOW | {"CLOCK": str(folder / "clock")} | environment, connect)
        self.__dict__ |= known


@contextlib.contextmanager
def a_small_disk(folder: Path):
    """A folder on a disk of its own, which can be full. Only root may have one; else it is an ordinary folder."""
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", folder], capture_output=True).returncode == 0
    try:
        yield folder
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", folder], check=True)


# --- the sites ---


@pytest.fixture
def embedded(tmp_path):
    """One process on SQLite."""
    with a_small_disk(tmp_path / "disk") as folder:
        site = _Site(folder, 1, {}, lambda: sqlite3.connect(folder / "bagelsknock.sqlite3", timeout=10))
        try:
            yield site
        finally:
            site.stop()


@pytest.fixture
def scaled(tmp_path):
    """Two processes on a PostgreSQL and a Redis."""
    folder = tmp_path
    with services.a_postgres("fsync=off") as postgres, contextlib.closing(services.Redis()) as redis:

        def connect_to_postgres():
            return psycopg.connect(postgres.url)

        addresses = {"DATABASE_URL": postgres.url, "REDIS_URL": redis.url}
        site = _Site(folder, 2, addresses, connect_to_postgres, postgres=postgres, redis=redis)
        try:
            yield site
        finally:
            site.stop()


# --- the faults: each returns when it is over ---


async def killed(storm: Storm) -> None:
    for _ in range(3 if LONG else 1):
        await storm.moves(len(storm.pages))  # not a table that just comes back: in the middle of the storm
        storm.site.one.kill()
        await asyncio.sleep(0.5)
        await asyncio.to_thread(storm.site.one.start)


async def locked(storm: Storm) -> None:
    """Somebody else writes, and takes their time."""
    with contextlib.closing(sqlite3.connect(storm.site.folder / "bagelsknock.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(LASTS)
        other.execute("ROLLBACK")


async def full(storm: Storm) -> None:
    filler, process = storm.site.folder / "filler", storm.site.one.process.pid
    if storm.site.folder.is_mount():
        with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))
    else:  # to the server as good as full: the system takes nothing more from it
        resource.prlimit(process, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    await asyncio.sleep(LASTS)
    filler.unlink(missing_ok=True)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


async def jumps_ahead(storm: Storm) -> None:
    storm.site.clock.ahead(3 * 3600)


async def jumps_back(storm: Storm) -> None:
    storm.site.clock.ahead(0)


async def jumps_back_a_little(storm: Storm) -> None:
    """So little that a deadline might have been meant."""
    storm.site.clock.ahead(-120)


async def loses_frames(storm: Storm) -> None:
    storm.proxy.loses = 0.05
    await asyncio.sleep(2 * LASTS)
    storm.proxy.loses = 0.0
    assert storm.proxy.lost


async def stops_reading(storm: Storm) -> None:
    """One page of every other table, which asks for the whole board all the time and takes nothing in. The other tables play on."""
    deaf = [pages[-1] for pages in list(storm.pages.values())[::2]]
    others = [page for pages in list(storm.pages.values())[1::2] for page in pages]
    made = sum(len(page.moves) for page in others)
    for page in deaf:
        page.reads.clear()
    for _ in range(int(LASTS * 20)):
        for page in deaf:
            if page.line:
                page.line.send({"type": "board"})
        await asyncio.sleep(0.05)
    assert sum(len(page.moves) for page in others) > made
    for page in deaf:
        page.reads.set()


async def redis_restarts(storm: Storm) -> None:
    await asyncio.to_thread(storm.site.redis.close)
    await asyncio.sleep(LASTS)
    await asyncio.to_thread(storm.site.redis.start)


async def postgres_restarts(storm: Storm) -> None:
    await asyncio.to_thread(storm.site.postgres.stop)
    await asyncio.sleep(LASTS)
    await asyncio.to_thread(storm.site.postgres.start)


async def postgres_crashes(storm: Storm) -> None:
    await asyncio.to_thread(storm.site.postgres.crash)
    await asyncio.sleep(LASTS)
    await asyncio.to_thread(storm.site.postgres.start)


async def redis_hangs(storm: Storm) -> None:
    storm.site.redis.hang()
    await asyncio.sleep(LASTS)
    storm.site.redis.hang(False)


async def all_killed(storm: Storm) -> None:
    for server in storm.site.servers:
        server.kill()
    for server in storm.site.servers:
        await asyncio.to_thread(server.start)


async def table_locked(storm: Storm) -> None:
    with contextlib.closing(psycopg.connect(storm.site.postgres.url)) as other:
        other.execute("LOCK TABLE games_table IN ACCESS EXCLUSIVE MODE")
        await asyncio.sleep(LASTS)
        other.rollback()


EMBEDDED = [
    (killed, "kill -9 of the server", "every line, and moves in work"),
    (locked, "the database is locked", "every write"),
    (full, "the disk is full", "every write"),
    (loses_frames, "5 % of frames lost", "frames and moves on their way"),
    (stops_reading, "sockets that stop reading", "one page of every other table"),
    (jumps_ahead, "the clock jumps 3 hours ahead", "every deadline"),
    (jumps_back, "the clock jumps back by 3 hours", "every deadline"),
    (jumps_back_a_little, "the clock jumps back by 2 minutes", "every deadline"),
]
SCALED = [
    (killed, "kill -9 of one of two servers", "half of the lines, and moves in work"),
    (redis_restarts, "Redis is restarted", "what servers tell each other"),
    (postgres_restarts, "PostgreSQL is restarted", "every read and write"),
    *([(postgres_crashes, "PostgreSQL crashes", "every read and write, and moves in work")] if LONG else []),
    *([(redis_hangs, "Redis hangs", "what servers tell each other")] if LONG else []),
    *([(all_killed, "kill -9 of both servers", "every line, and moves in work")] if LONG else []),
    (table_locked, "a table of PostgreSQL is locked", "every read and write of a game"),
    (loses_frames, "5 % of frames lost, two servers", "frames and moves on their way"),
    (jumps_ahead, "the clocks of two servers jump 3 hours ahead", "every deadline"),
    (jumps_back, "the clocks of two servers jump back by 3 hours", "every deadline"),
    (jumps_back_a_little, "the clocks of two servers jump back by 2 minutes", "every deadline"),
]


async def faults(site: Site, record, chosen) -> None:
    rows = []
    async with Storm.over(site, TABLES, PACE) as storm:
        for fault, name, cut in chosen:
            rows.append(await storm.suffer(Row(name, cut), fault, WITHIN, AFTER))
            if LONG or fault is chosen[-1][0]:
                await storm.verify(rows[-1])
            record(rows[-1])
    for row in rows:
        assert not row.wrong, (row.fault, row.wrong)
        assert (row.lost, row.doubled) == (0, 0), row.fault
        assert row.acknowledged, row.fault


async def test_faults_of_one_process_on_sqlite(embedded, record_row):
    await faults(embedded, record_row, EMBEDDED)


@pytest.mark.servers
async def test_faults_of_two_processes_on_postgres_and_redis(scaled, record_row):
    await faults(scaled, record_row, SCALED)
