"""The lobby full of people: how often its list is made, what a watcher costs, and how old a list is.

    python -m tests.bench.lobby                                       0, 100 and 1,000 watchers
    python -m tests.bench.lobby --watchers 1000 --seconds 30

A real server, 500 tables that wait, 50 times a second somebody sits down or leaves: every second time at one of the newest tables, which
the first page shows. Nine watchers of ten have the first page open, the others the pages behind it and searches. The watchers run in one
process on the same machine, and with few cores take their share of the time: ratios tell more than the figures.

`cpu` is what the server used beyond what the changes cost it with nobody watching, for each frame that a watcher was sent.
"""

import argparse
import asyncio
import json
import os
import random
import re
import secrets
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.lines import Line
from tests.scaled.wire import Server

TABLES, CHANGES, PAGE = 500, 50, 30
LISTENERS = 10  # watchers of the first page that read what they are sent
_NAME = re.compile(r">(Bo\d+)<")


@dataclass
class Seen:
    """What the watchers were sent. `lists` of one watcher of the first page; `late` in seconds, from a change until it was read."""

    frames: int = 0
    size: int = 0
    lists: int = 0
    late: list[float] = field(default_factory=list)


async def _watch(server: Server, search: str, seen: Seen, changed: dict[str, float] | None, first: bool) -> Line:
    known: set[str] = set()

    def heard(data: bytes) -> None:
        seen.frames += 1
        seen.size += len(data)
        seen.lists += first
        if changed is None:
            return
        now = time.perf_counter()
        for name in set(_NAME.findall(json.loads(data)["html"])) - known:
            known.add(name)
            if name in changed:
                seen.late.append(now - changed[name])

    return await Line.open(server.port, f"/ws/lobby/{search}", heard)


async def _change(server: Server, codes: list[str], seconds: float, changed: dict[str, float], pool: ThreadPoolExecutor) -> int:
    """Somebody sits down or leaves, so many times a second. How often it was."""
    loop, rng, began = asyncio.get_running_loop(), random.Random(1), time.perf_counter()
    guests: dict[str, str] = {}
    waiting: set[asyncio.Future] = set()
    made = 0
    while (now := time.perf_counter() - began) < seconds:
        if now * CHANGES < made:
            await asyncio.sleep(made / CHANGES - now)
        code = rng.choice(codes[-PAGE:] if made % 2 else codes)
        if key := guests.pop(code, None):
            done = loop.run_in_executor(pool, lambda code=code, key=key: server.post(f"/table/{code}/leave/", key))
        else:
            key, name = secrets.token_hex(16), f"Bo{made}"
            changed[name] = time.perf_counter()
            done = loop.run_in_executor(pool, lambda code=code, key=key, name=name: server.post(f"/sit/{code}/", key, handle=name))
            guests[code] = key
        waiting.add(done)
        done.add_done_callback(waiting.discard)
        if len(waiting) >= 16:  # the server does not keep up: wait, instead of asking more of it
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        made += 1
    await asyncio.gather(*waiting, return_exceptions=True)
    for code, key in guests.items():
        await loop.run_in_executor(pool, server.post, f"/table/{code}/leave/", key)
    return made


def _cpu(server: Server) -> float:
    """Seconds of processor time that the server has used."""
    assert server.process
    parts = Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


async def measure(server: Server, codes: list[str], watchers: int, seconds: float, idle: float) -> tuple[float, float]:
    """Prints one line. Returns seconds of processor time: in a second, and for a frame of a watcher beyond `idle` in a second."""
    seen, changed = Seen(), dict[str, float]()
    others = [f"?page={page}" for page in range(2, 8)] + ["?q=ann", "?free=on", "?game=gin"]
    lines = []
    for number in range(watchers):
        search = random.Random(number).choice(others) if number % 10 == 9 else ""
        reads = not search and number < LISTENERS
        lines.append(await _watch(server, search, seen, changed if reads else None, number == 0))
        if number % 50 == 49:
            await asyncio.sleep(0.1)
    await asyncio.sleep(3)  # everybody has their first list
    assert seen.frames >= watchers
    seen.frames = seen.size = seen.lists = 0
    began, cpu = time.perf_counter(), _cpu(server)
    with ThreadPoolExecutor(16) as pool:
        made = await _change(server, codes, seconds, changed, pool)
    took, used = time.perf_counter() - began, _cpu(server) - cpu
    for line in lines:
        line.close()
    each = (used - idle * took) / seen.frames if seen.frames else 0.0
    told = f"{watchers:5} watchers  {made / took:3.0f} changes/s  server {100 * used / took:3.0f} % of a core"
    if seen.frames:
        late = statistics.quantiles([1000 * late for late in seen.late], n=100)
        told += (
            f"  {seen.lists / took:4.1f} lists/s  {seen.size / seen.frames / 1000:4.1f} KB a frame  cpu {1e6 * each:4.0f} µs a frame"
            f"  change to frame p50 {late[49]:4.0f}  p95 {late[94]:4.0f} ms"
        )
    print(told, flush=True)
    return used / took, each


async def run(watchers: list[int], seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), PAUSE_SCALE="100").start()
        try:
            fields = {"handle": "Ann", "game": "bagelsknock", "seats": 4}
            codes = [server.post("/open/", secrets.token_hex(16), **fields)[1]["X-Table-Code"] for _ in range(TABLES)]
            print(f"{TABLES} tables; the first page is {len(server.get('/tables/').encode()) / 1000:.1f} KB whole")
            idle, _ = await measure(server, codes, 0, seconds, 0.0)
            costs = {many: (await measure(server, codes, many, seconds, idle))[1] for many in watchers}
        finally:
            server.stop()
    few, many = min(costs), max(costs)
    print(f"a watcher's frame at {many} watchers costs {costs[many] / costs[few]:.2f} of one at {few}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--watchers", type=int, nargs="+", default=[100, 1000])
    parser.add_argument("--seconds", type=float, default=10)
    given = parser.parse_args()
    asyncio.run(run(given.watchers, given.seconds))


if __name__ == "__main__":
    main()
