"""How fast a move is: this site beside the limit of what it is built on, and beside a peer, all in one run.

    make bench                                                   everything, in nine or ten minutes
    make bench ARGS="--only ours fanout --tables 50 --seconds 5"    a part
    make bench ARGS="--only ours --tables 200 --pace 2"             at people's pace: a move every two seconds at each table

A server process on one processor, and tables of four players in this process, on another where there is one. A move takes from when it
is sent to when the last of its four players has received what came of it.

    ours        this site: one process, SQLite
    two         two processes of this site, which share a PostgreSQL and a Redis; two of a table's players are at each
    by_table    the same two, but all players of a table are at one of them, as behind a proxy that goes by its code
    fanout      the limit: Channels alone, a frame of the same size to a group of four, on the site's own lean consumer and layer
    echo        Channels alone, a message of a move's size sent back to who sent it
    boardgame   the peer: boardgame.io's server, which keeps its matches in memory and loses them with the process
    flatfile    the same, storing its matches in files

Figures go by the machine and by what else it does; ratios within one run tell more.
"""

import argparse
import asyncio
import atexit
import contextlib
import functools
import gc
import json
import os
import platform
import random
import shutil
import sqlite3
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from tests.bench import servers
from tests.bench.bare import BareTable
from tests.bench.boardgame_io import BoardgameTable, new_tables
from tests.bench.load import SEATS, Load, Table, begin_all, open_all
from tests.bench.ours import OurTable
from tests.scaled import services

#: in this order: the frames of `fanout` are as large as those of `ours` were
PARTS = ("ours", "two", "by_table", "fanout", "echo", "boardgame", "flatfile")
SHARED = ("two", "by_table")
PEERS = ("boardgame", "flatfile")
ALONE = ("ours", "fanout", *PEERS)
TOGETHER = ("ours", "two", "fanout", *PEERS)
FRAME = 3000  # bytes of a frame of `fanout` where `ours` is not measured
PEER = Path(__file__).with_name("boardgame") / "package.json"
WARM_UP = 3.0  # seconds that are played, as fast as it goes, before anything is measured: node compiles what runs often
PATIENCE = 25.0  # seconds that a slow server is waited for
PACE = 2.0  # seconds between the moves of a table of people who are quick
#: tables, seconds between a table's moves (0: as fast as it goes), seconds measured, whom
ROUNDS = (
    (10, 0.0, 5.0, ALONE),
    (50, 0.0, 5.0, PARTS),
    (200, 0.0, 5.0, TOGETHER),
    (1000, 0.0, 8.0, ALONE),
    (200, PACE, 10.0, TOGETHER),
    (10, PACE, 15.0, ("ours",)),  # what a move costs with few tables and with many
    (1000, PACE, 10.0, ("ours",)),
)


@dataclass(frozen=True)
class Result:
    """Times in seconds; memory in bytes for each connected player; `driver` is the share of a processor that the players took.

    `used`: processor time for each move, by part.

    `some_wait`: there were fewer moves than tables, so the times are those of the lucky.
    """

    rate: float
    p50: float
    p95: float
    p99: float
    used: dict[str, float]
    frame: float
    memory: float
    driver: float
    some_wait: bool

    @property
    def processor(self) -> float:
        return sum(self.used.values())


async def measure(served: servers.Measured, make: Callable[[], Sequence[Table]], load: Load, seconds: float) -> Result:
    """Open the tables, let them play for a while, then measure."""
    tables = make()
    before = served.memory()
    await open_all(tables, served.ports)
    memory = (served.memory() - before) / (len(tables) * SEATS)
    pace, load.pace = load.pace, 0.0
    begin_all(tables)
    await _until(load, len(tables), WARM_UP)
    load.pace = pace
    await asyncio.sleep(pace)
    gc.disable()
    load.on, began, before_moves, driver = True, time.monotonic(), served.used(), time.process_time()
    await _until(load, load.moves + len(tables), seconds)
    load.on = False
    took, after_moves, driver = time.monotonic() - began, served.used(), time.process_time() - driver
    gc.enable()
    load.ended = True
    for table in tables:
        table.close()
    moves = len(load.times)
    assert moves > 1, f"no moves in {seconds} seconds: {served.said()}"
    parts = statistics.quantiles(load.times, n=100)
    size = load.size / max(load.frames, 1)
    used = {part: (seconds - before_moves[part]) / moves for part, seconds in after_moves.items()}
    return Result(moves / took, parts[49], parts[94], parts[98], used, size, memory, driver / took, moves < len(tables))


async def _until(load: Load, moves: int, seconds: float) -> None:
    """For so long; longer, if there were not as many moves yet: as one for each table, where a move takes longer than that."""
    most = time.monotonic() + max(PATIENCE, seconds)
    await asyncio.sleep(seconds)
    while load.moves < moves and time.monotonic() < most:  # noqa: ASYNC110 an event would cost every move something
        await asyncio.sleep(0.1)


@functools.cache
def _prepared(count: int) -> tuple[Path, list[tuple[str, list[str]]]]:
    """A database with tables as they begin, and who sits there. It is for copying: opening a thousand takes longer than measuring them."""
    folder = tempfile.mkdtemp(prefix="bagelsknock-bench-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder), servers.our_tables(Path(folder), count)


def our_tables(folder: Path, count: int) -> list[tuple[str, list[str]]]:
    """Put a database with so many started tables there."""
    source, opened = _prepared(count)
    shutil.copytree(source, folder, dirs_exist_ok=True)
    return opened


def run(part: str, count: int, pace: float, seconds: float, frame: int) -> Result:
    """Measure one server, a new one, under one load."""
    load = Load(pace, random.Random(count))
    with tempfile.TemporaryDirectory(prefix="bagelsknock-bench-") as name, contextlib.ExitStack() as ends:
        folder = Path(name)
        make: Callable[[], Sequence[Table]]
        served: servers.Measured
        if part == "ours":
            opened = our_tables(folder, count)
            served = ends.enter_context(servers.ours(folder))
            make = lambda: [OurTable(load, code, keys) for code, keys in opened]  # noqa: E731
        elif part in SHARED:
            shared = ends.enter_context(servers.shared())
            opened = servers.our_tables(folder, count, **shared)
            served = ends.enter_context(servers.two(folder, shared))
            make = lambda: [OurTable(load, code, keys, together=part == "by_table") for code, keys in opened]  # noqa: E731
        elif part in ("fanout", "echo"):
            served = ends.enter_context(servers.bare(folder, frame))
            make = lambda: [BareTable(load, part, number) for number in range(count)]  # noqa: E731
        else:
            served = ends.enter_context(servers.boardgame(folder, files=part == "flatfile"))
            opened = new_tables(served.ports[0], count)
            make = lambda: [BoardgameTable(load, code, keys) for code, keys in opened]  # noqa: E731
        return asyncio.run(measure(served, make, load, seconds))


def peer() -> str:
    """The peer's line among the settings."""
    if not peer_is_installed():
        return "boardgame, flatfile: left out, since boardgame.io is not installed (make .venv/boardgame)"
    node = subprocess.run(["node", "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    versions = ", ".join(f"{name} {number}" for name, number in json.loads(PEER.read_text())["dependencies"].items())
    return f"boardgame, flatfile: node {node}, {versions}; a whole state in JSON to each, sent before it is stored; one process"


def peer_is_installed() -> bool:
    return PEER.with_name("node_modules").is_dir()


def services_are_installed() -> bool:
    try:
        return bool(services.find("initdb") and services.find("redis-server"))
    except services.Missing:
        return False


def settings() -> str:
    """What the figures depend on."""
    ours = ", ".join(f"{name} {version(name)}" for name in ("django", "channels", "daphne"))
    pinned = "server and players on one processor each" if servers.PROCESSORS[0] != servers.PROCESSORS[1] else "all on one processor"
    lines = (
        f"ours: Python {platform.python_version()}, {ours}; SQLite {sqlite3.sqlite_version}, WAL, synchronous=NORMAL; one process",
        "fanout, echo: the same daphne, games.consumers.LeanConsumer, games.layers.LeanInMemoryChannelLayer; one process",
        *([] if services_are_installed() else ["two, by_table: left out, since PostgreSQL or Redis is not installed (make services)"]),
        peer(),
        f"{pinned}; four players at a table; CPU: of the server's processes",
    )
    return "\n".join(lines)


HEAD = "            tables  pace   moves/s     p50     p95     p99 ms   CPU ms/move   bytes/frame   KB/player   players' CPU"


def line(part: str, count: int, pace: float, result: Result) -> str:
    times = "".join(f"{1000 * value:8.1f}" for value in (result.p50, result.p95, result.p99))
    return (
        f"{part:10}  {count:6}  {pace:3.0f} s  {result.rate:8.0f}{times}      {1000 * result.processor:8.3f}      {result.frame:8.0f}"
        f"    {result.memory / 1024:8.1f}       {100 * result.driver:6.0f} %"
        f"{''.join(f'   {part} {1000 * used:.3f}' for part, used in result.used.items() if len(result.used) > 1)}"
        f"{'   fewer moves than tables: really longer' if result.some_wait else ''}"
    )


def ratios(count: int, pace: float, results: dict[str, Result]) -> str:
    """Ours as so many times each of the others: moves a second (at a pace: p99), and moves for each second of processor time."""
    ours = results["ours"]
    told = []
    for part, other in results.items():
        if part not in ("ours", "echo"):
            first = f"{ours.p99 / other.p99:.2f} p99" if pace else f"{ours.rate / other.rate:.3f} moves/s"
            told.append(f"ours / {part}  {first}, {other.processor / ours.processor:.3f} moves/CPU s")
    return f"{count:6} tables, {_speed(pace):17}   " + "    ".join(told)


def flatness(costs: dict[int, float]) -> str:
    """What a move of ours costs at people's pace, with many tables and with few."""
    few, many = min(costs), max(costs)
    return f"ours, {_speed(PACE)}: CPU per move at {many} tables is {costs[many] / costs[few]:.2f} times that at {few}"


def _speed(pace: float) -> str:
    return f"a move each {pace:g} s" if pace else "as fast as it goes"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--tables", type=int, nargs="+", help="how many; without --pace as fast as it goes")
    parser.add_argument("--pace", type=float, default=0.0, help="with --tables: mean seconds between the moves of a table")
    parser.add_argument("--seconds", type=float, help="how long each is measured")
    parser.add_argument("--frame", type=int, default=FRAME, help="bytes of the frames of fanout where ours is not measured")
    given = parser.parse_args()
    rounds = [(count, given.pace, 5.0, PARTS) for count in given.tables] if given.tables else ROUNDS
    missing = set(SHARED) if not services_are_installed() else set()
    missing |= set(PEERS) if not peer_is_installed() else set()
    there = [part for part in PARTS if part not in missing]
    os.sched_setaffinity(0, servers.PROCESSORS[1])
    print(settings(), HEAD, sep="\n\n", flush=True)
    told, costs = [], {}
    for count, pace, seconds, parts in rounds:
        results: dict[str, Result] = {}
        for part in parts:
            if part in given.only and part in there:
                frame = round(results["ours"].frame) if "ours" in results else given.frame
                results[part] = run(part, count, pace, given.seconds or seconds, frame)
                print(line(part, count, pace, results[part]), flush=True)
        if "ours" in results and len(results) > 1:
            told.append(ratios(count, pace, results))
        if "ours" in results and pace == PACE:
            costs[count] = results["ours"].processor
    if len(costs) > 1:
        told.append(flatness(costs))
    print("", *told, sep="\n")


if __name__ == "__main__":
    main()
