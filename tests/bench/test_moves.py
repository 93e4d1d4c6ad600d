"""The benchmark's players, who read as little of a frame as they can, still find their moves in it."""

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path

from tests.bench import servers
from tests.bench.bare import BareTable
from tests.bench.load import Load, Table, begin_all, open_all
from tests.bench.ours import OurTable

MOVES = 40  # enough for a round of poker, and some rummy


class _Counted(Load):
    """Goes on until every table has had its moves."""

    def __init__(self, tables: int) -> None:
        super().__init__(0.0, random.Random(1))
        self.on, self.wanted, self.done = True, tables * MOVES, asyncio.Event()

    def frame(self, size: int) -> None:
        super().frame(size)
        if len(self.times) >= self.wanted:
            self.ended = True
            self.done.set()


async def _play(tables: list[Table], load: _Counted, ports: Sequence[int]) -> None:
    await open_all(tables, ports)
    begin_all(tables)
    async with asyncio.timeout(60):
        await load.done.wait()
    for table in tables:
        table.close()


async def test_players_of_ours_play(tmp_path: Path) -> None:
    opened = servers.our_tables(tmp_path, 2)
    load = _Counted(2)
    with servers.ours(tmp_path) as served:
        await _play([OurTable(load, code, keys) for code, keys in opened], load, served.ports)
        assert served.used()["site"] > 0
        assert served.memory() > 0
    assert load.frames >= 4 * load.wanted * 0.9  # all four are told; of two changes that follow at once, the second alone


async def test_what_it_is_compared_with_tells_four(tmp_path: Path) -> None:
    load = _Counted(2)
    with servers.bare(tmp_path, 1000) as served:
        await _play([BareTable(load, "fanout", number) for number in range(2)], load, served.ports)
    assert load.frames >= 4 * load.wanted
    assert load.size == 1000 * load.frames
