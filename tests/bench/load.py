"""Tables under load: who moves when, and how long it takes until all four have seen it."""

import asyncio
import random
import time
from collections.abc import Sequence

SEATS = 4


class Load:
    """What is measured while it is `on`.

    moves     how many were made since the tables began
    times     seconds from each move sent to the last of its players' frames received
    frames    how many came, and `size` how many bytes they had together
    pace      mean seconds between a table's moves; 0: the next as soon as everybody has seen the last
    """

    def __init__(self, pace: float, rng: random.Random) -> None:
        self.pace, self.rng = pace, rng
        self.on = self.ended = False
        self.moves = 0
        self.times: list[float] = []
        self.frames = self.size = 0

    def frame(self, size: int) -> None:
        if self.on:
            self.frames += 1
            self.size += size


class Table:
    """A table of four lines. Subclasses say how its moves are sent and its frames are read, and call `seen` when all have seen a move."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.under_way = self.idle = False
        self._sent = 0.0

    async def open(self, ports: Sequence[int]) -> None:
        """Seat all players, in turn at each of the servers, and wait until each has its board."""
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def move(self) -> bool:
        """Send somebody's move. False if nobody can do anything: the table is then `idle`, until a frame says otherwise."""
        raise NotImplementedError

    def begin(self) -> None:
        if self.load.ended or self.under_way:
            return
        self.under_way = True
        self._sent = time.perf_counter()
        self.under_way = self.move()
        self.idle = not self.under_way

    def seen(self) -> None:
        load = self.load
        load.moves += 1
        if load.on:
            load.times.append(time.perf_counter() - self._sent)
        self.under_way = False
        self.begin_soon()

    def begin_soon(self) -> None:
        """The next move: at once, or after the time that people take."""
        if self.load.pace:
            asyncio.get_running_loop().call_later(self.load.rng.uniform(0.5, 1.5) * self.load.pace, self.begin)
        else:
            self.begin()


async def open_all(tables: Sequence[Table], ports: Sequence[int], side_by_side: int = 20) -> None:
    """Open them, some at a time."""
    waiting = iter(tables)

    async def work() -> None:
        for table in waiting:
            await table.open(ports)

    async with asyncio.TaskGroup() as group:
        for _ in range(side_by_side):
            group.create_task(work())


def begin_all(tables: Sequence[Table]) -> None:
    """Let them play."""
    for table in tables:
        table.begin()
