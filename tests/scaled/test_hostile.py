"""Visitors who mean no good, against a real server: what they get, and that somebody else's table does not notice."""

import asyncio
import json
import random
import re
import socket
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.scaled.wire import CROWD, Closed, Player, Server, Socket

pytestmark = pytest.mark.embedded

POST = b"POST /open/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
MANY = "boards=100000/10,chatter=100000/1,frames=100000/1,moves=100000/10"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("site"), METRICS_TOKEN="t", LIMITS=f"{CROWD['LIMITS']},at_once=4").start()
    yield server
    server.stop()
    assert "Traceback" not in server.log.read_text()


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets a socket say as much as it wants."""
    server = Server(tmp_path_factory.mktemp("patient"), METRICS_TOKEN="t", LIMITS=MANY).start()
    yield server
    server.stop()
    assert "Traceback" not in server.log.read_text()


def refused(server: Server, code: str) -> float:
    """How often that was refused by now, as the operator sees it."""
    asked = urllib.request.Request(f"http://{server.host}/metrics", headers={"Authorization": "Bearer t"})
    with urllib.request.urlopen(asked, timeout=10) as answer:
        found = re.search(rf'bagelsknock_refusals_total{{code="{code}"}} (\S+)', answer.read().decode())
    return float(found[1]) if found else 0.0


def exchange(server: Server, *parts: bytes) -> bytes:
    """What the server answers until it ends the connection, however much of this it wants to read."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        for part in parts:
            line.sendall(part)
        answer = b""
        while received := line.recv(65536):
            answer += received
    return answer


def memory(server: Server) -> int:
    """Bytes that it holds."""
    assert server.process
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{server.process.pid}/status").read_text())[1]) * 1024


@pytest.mark.parametrize(
    "parts",
    [
        [POST + b"Content-Length: 150000000\r\n\r\n", *[b"x" * 65536] * 300],
        [POST + b"Content-Length: 150000000\r\n\r\n"],
        [POST + b"Content-Length: 150000000\r\nExpect: 100-continue\r\n\r\n"],
        [POST + b"Transfer-Encoding: chunked\r\n\r\n", *[b"10000\r\n" + b"x" * 65536 + b"\r\n"] * 300],
        [POST + b"Transfer-Encoding: chunked\r\n\r\n11000\r\n" + b"x" * 0x11000 + b"\r\n0\r\n\r\n"],
    ],
    ids=["sent", "only told", "asked first", "without an end", "without a length"],
)
def test_a_body_that_is_too_long_is_refused_before_it_has_come(server: Server, parts: list[bytes]) -> None:
    before = memory(server)
    answer = exchange(server, *parts)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"more than this site takes at once (64 KB)" in answer
    assert memory(server) - before < 8 * 2**20


def test_nobody_says_where_the_site_is(server: Server) -> None:
    answer = exchange(server, b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nDaphne-Root-Path: \xff\xfe\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("header", [b"Daphne-Root-Path: \xff\xfe", b"Sec-WebSocket-Protocol: \xff"])
def test_strange_headers_of_a_socket_are_nothing_to_stumble_over(server: Server, header: bytes) -> None:
    lines = [b"GET /ws/lobby/ HTTP/1.1", b"Host: " + server.host.encode(), b"Origin: http://" + server.host.encode()]
    lines += [b"Upgrade: websocket", b"Connection: Upgrade", b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        line.sendall(b"\r\n".join([*lines, header, b"", b""]))
        assert line.recv(65536).startswith(b"HTTP/1.1 101 ")


async def test_a_page_that_does_not_read_is_dropped_and_its_table_plays_on(patient: Server) -> None:
    code, keys = await asyncio.to_thread(patient.open_table, "Ann", computers=2)
    line, before = await deaf(patient, f"/ws/table/{code}/"), memory(patient)
    unread = await asyncio.to_thread(refused, patient, "unread")
    other = await Socket.open(patient.host, f"/ws/table/{code}/")
    for _ in range(80):
        for page in (line, other):
            page.send({"type": "hello"})
        await other.frame()
    other.close()
    ann = Player(code, keys["Ann"], random.Random(1))
    await asyncio.wait_for(ann.play(patient), 60)
    assert ann.over
    assert await asyncio.to_thread(refused, patient, "unread") == unread + 1
    assert memory(patient) - before < 32 * 2**20
    line.close()
    again = await Socket.open(patient.host, f"/ws/table/{code}/")
    again.send({"type": "hello"})
    frame = await again.frame()
    assert (frame["base"], frame["version"]) == (None, ann.version), "it comes back to the present"
    again.close()


async def deaf(server: Server, path: str) -> Socket:
    """A socket that reads nothing, with as little room at its end as there can be."""
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.connect(("127.0.0.1", server.port))
    reader, writer = await asyncio.open_connection(sock=plain, limit=2**10)
    lines = [f"GET {path} HTTP/1.1", f"Host: {server.host}", f"Origin: http://{server.host}", "Upgrade: websocket", "Connection: Upgrade"]
    writer.write("\r\n".join([*lines, "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13", "", ""]).encode())
    await reader.readuntil(b"\r\n\r\n")
    writer.transport.pause_reading()
    return Socket(reader, writer)


@pytest.mark.parametrize("frame", [b"\x89\x80\0\0\0\0", b"\x81\x82\0\0\0\0{}"], ids=["pings", "messages"])
async def test_a_flood_of_small_frames_is_cut_off(server: Server, frame: bytes) -> None:
    flood, other = await Socket.open(server.host, "/ws/lobby/"), await Socket.open(server.host, "/ws/lobby/")
    await other.receive()
    flood.writer.write(frame * 20_000)
    other.send({"any": "body"})
    while (await other.receive())["type"] != "pong":
        pass
    with pytest.raises(Closed) as closed:
        while True:
            await flood.receive()
    assert closed.value.code == 4429
    other.close()


async def test_a_message_that_is_too_long_closes_the_socket_in_its_own_words(server: Server) -> None:
    line = await Socket.open(server.host, "/ws/lobby/")
    line.send({"look": "x" * 30_000})
    with pytest.raises(Closed) as closed:
        while json.dumps(await line.receive()):
            pass
    assert closed.value.code == 1009


async def test_nobody_waits_behind_what_another_address_asks_for(server: Server) -> None:
    code, keys = await asyncio.to_thread(server.open_table, "Ann", guests=("Bo",))
    ann = await Socket.open(server.host, f"/ws/table/{code}/")
    ann.send({"type": "hello", "key": keys["Ann"]})
    version = (await ann.frame())["version"]
    answered: list[bytes] = []
    begun = asyncio.Event()

    async def ask() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=("127.0.0.9", 0))
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answered.append((await reader.read())[:15])
        begun.set()
        writer.close()

    questions = [asyncio.create_task(ask()) for _ in range(80)]
    await begun.wait()
    before = len(answered)
    ann.send({"type": "ping", "version": version})
    while (await ann.receive())["type"] != "pong":
        pass
    assert len(answered) - before < 40
    await asyncio.gather(*questions)
    assert set(answered) == {b"HTTP/1.1 200 OK"}
    ann.close()
