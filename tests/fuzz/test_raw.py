"""A real server under bytes that no browser sends: it goes on serving, nothing breaks in it, and nobody's table is touched."""

import asyncio
import random
import sqlite3
from pathlib import Path

import pytest

from tests.fuzz import raw
from tests.scaled.wire import Closed, Server, Socket

TRACES = ("Traceback (most recent", "Unhandled Error", "ERROR", "exception")


@pytest.fixture
def server(tmp_path: Path):
    running = Server(tmp_path).start()
    yield running
    running.stop()


def stored(folder: Path, code: str) -> list[tuple]:
    """All that is stored of the table, but for when people were last heard of."""
    with sqlite3.connect(folder / "bagelsknock.sqlite3") as database:
        database.row_factory = sqlite3.Row
        tables = database.execute("SELECT * FROM games_table WHERE code = ?", [code]).fetchall()
        seats = database.execute("SELECT * FROM games_seat WHERE table_id = ? ORDER BY id", [tables[0]["id"]]).fetchall()
        moves = database.execute("SELECT * FROM games_move WHERE table_id = ? ORDER BY id", [tables[0]["id"]]).fetchall()
    return [{name: row[name] for name in row.keys() if name != "seen_at"} for row in (*tables, *seats, *moves)]  # noqa: SIM118


def test_bytes_on_the_wire(server: Server, tmp_path: Path) -> None:
    code, keys = server.open_table("Ann", ("Bo",), game="gin", seats=2)
    before = stored(tmp_path, code)
    asyncio.run(storm(server, code))
    assert stored(tmp_path, code) == before
    assert "hand" in server.get(f"/table/{code}/board/", keys["Ann"])
    log = server.log.read_text()
    assert not [line for line in log.splitlines() if any(trace in line for trace in TRACES)], log


async def storm(server: Server, code: str) -> None:
    """Everything of `raw`, beside lines that were opened and say nothing more."""
    beginnings = [
        b"G",
        b"GET / HTTP/1.1\r\n",
        b"POST /open/ HTTP/1.1\r\nContent-Length: 9\r\n\r\na",
        raw.handshakes(server.host, code)[1][:-10],
    ]
    lingering = [await asyncio.open_connection(*server.host.split(":")) for _ in range(20)]
    for number, (_reader, writer) in enumerate(lingering):
        # A slow handshake, and slow requests: a beginning, and then nothing
        writer.write(beginnings[number % len(beginnings)])
    for data in [*raw.requests(server.host, code, random.Random(1)), *raw.handshakes(server.host, code)]:
        await refused(server.host, data)
    for data in raw.FRAMES:
        line = await Socket.open(server.host, f"/ws/table/{code}/")
        line.writer.write(data)
        line.send({"type": "ping"})
        try:
            async with asyncio.timeout(raw.TAKEN_CARE_OF):
                while (await line.receive())["type"] != "pong":
                    pass
        except (Closed, TimeoutError):
            pass
        line.writer.transport.abort()
    for _reader, writer in lingering:
        writer.transport.abort()


async def refused(host: str, data: bytes) -> None:
    """Whatever comes back, it is no error of ours and no cookie."""
    answer = await raw.send(host, data)
    assert b" 500 " not in answer.split(b"\r\n", 1)[0], (data[:200], answer[:300])
    assert b"set-cookie" not in answer.lower(), data[:200]
    assert b"Traceback" not in answer, data[:200]
    assert b"root:" not in answer, data[:200]
