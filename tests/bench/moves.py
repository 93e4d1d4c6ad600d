"""Moves per second over sockets: a real server, tables of four, players who press a button as soon as they see one.

    python -m tests.bench.moves --tables 10 50 --seconds 8          closed loop: as fast as it goes
    python -m tests.bench.moves --tables 50 --pace 2                a move every two seconds at each table: how long one takes

The players run in a process of their own on the same machine and read their pages as a browser would, so with few cores they take their
share of the time. Ratios between runs tell more than the figures.
"""

import argparse
import asyncio
import contextlib
import random
import statistics
import tempfile
import time
from pathlib import Path

from tests.scaled.wire import Closed, Player, Server


async def measure(tables: int, seconds: float, pace: float) -> str:
    """One line: moves per second, and how long a move took from the click to the mover's new board."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder)).start()
        try:
            rng = random.Random(tables)
            opened = [await asyncio.to_thread(server.open_table, "Ann", ("Bo", "Cy", "Di")) for _ in range(tables)]
            players = [Player(code, key, rng) for code, keys in opened for key in keys.values()]
            for player in players:
                player.heartbeat = 15  # as in the browser
            until = time.monotonic() + seconds
            await asyncio.gather(*(_play(player, server, pace, until) for player in players))
        finally:
            server.stop()
    times = sorted(time * 1000 for player in players for time in player.times)
    parts = statistics.quantiles(times, n=100)
    rate = len(times) / seconds
    return f"{tables:4} tables  {rate:7.0f} moves/s   p50 {parts[49]:6.1f}  p95 {parts[94]:6.1f}  p99 {parts[98]:6.1f} ms"


async def _play(player: Player, server: Server, pace: float, until: float) -> None:
    with contextlib.suppress(Closed, TimeoutError):
        async with asyncio.timeout_at(asyncio.get_running_loop().time() + until - time.monotonic()):
            await player.play(server, pace=pace)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 50])
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--pace", type=float, default=0, help="seconds that a player takes for a move")
    given = parser.parse_args()
    for tables in given.tables:
        print(asyncio.run(measure(tables, given.seconds, given.pace)), flush=True)


if __name__ == "__main__":
    main()
