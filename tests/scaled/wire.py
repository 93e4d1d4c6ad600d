"""People over the wire: a real server process, and players who see nothing but the pages they are sent, as browsers do.

For tests that kill servers and for benchmarks. The socket is a small client of our own, so that tests need no other library.
"""

import asyncio
import base64
import html
import http.client
import json
import os
import re
import secrets
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

_NOT_OURS = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL", "SQLITE_SYNCHRONOUS")

#: All come from one address here, and are faster than people: what they are allowed.
CROWD = {"LIMITS_SCALE": "1000", "LIMITS": "moves=100000/10,boards=100000/10,logins=1000/10"}

ROOT = Path(__file__).resolve().parent.parent.parent


class Server:
    """A server process of the site on a database in `folder`. Several may share a folder. Nobody else's environment leaks in.

    command     what is run
    """

    command = [sys.executable, "-m", "bagelsknock_site.serve"]

    def __init__(self, folder: Path, **environment: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.host = f"127.0.0.1:{self.port}"
        self.log = folder / f"server-{self.port}.log"
        ours = {"BAGELSKNOCK_VAR": str(folder), "PORT": str(self.port), "HOST": "localhost", "COMPUTER_PAUSE": "0,0", "PAUSE_SCALE": "0.02"}
        inherited = {name: value for name, value in os.environ.items() if name not in _NOT_OURS}
        self.environment = inherited | ours | CROWD | environment
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Server":
        """Start it, and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)
        deadline = time.monotonic() + 120  # a machine may be busy; a server that has ended is not waited for
        while self.process.poll() is None and time.monotonic() < deadline:
            try:
                self.get("/")
            except OSError:
                time.sleep(0.05)
            else:
                return self
        self.process.kill()
        raise AssertionError("the server does not answer: " + self.log.read_text())

    def kill(self) -> None:
        """kill -9: no chance to finish anything."""
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End it as an operator does. One that does not end is a fault, and killed."""
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
                raise

    def get(self, path: str, key: str | None = None) -> str:
        return self._ask(path, None, key)[0]

    def post(self, path: str, key: str, **fields: Any) -> tuple[str, dict[str, str]]:
        """The answer's text and headers; HTTPError for a refusal."""
        return self._ask(path, "&".join(f"{name}={value}" for name, value in fields.items()).encode(), key)

    def _ask(self, path: str, body: bytes | None, key: str | None) -> tuple[str, dict[str, str]]:
        headers = {"Origin": f"http://{self.host}"} | ({"X-Seat-Key": key} if key else {})
        with urllib.request.urlopen(urllib.request.Request(f"http://{self.host}{path}", body, headers), timeout=30) as answer:
            return answer.read().decode(), dict(answer.headers)

    def open_table(self, handle: str, guests: tuple[str, ...] = (), computers: int = 0, **fields: Any) -> tuple[str, dict[str, str]]:
        """A started table with these people and computer players: its code, and the keys by handle."""
        keys = {name: secrets.token_hex(16) for name in (handle, *guests)}
        seats = 1 + len(guests) + computers
        given = {"game": "bagelsknock", "handle": handle, "seats": seats, "turn_clock": 0, **fields}
        code = self.post("/open/", keys[handle], **given)[1]["X-Table-Code"]
        for guest in guests:
            self.post(f"/sit/{code}/", keys[guest], handle=guest)
        for _ in range(computers):
            self.post(f"/table/{code}/add-computer/", keys[handle])
        self.post(f"/table/{code}/start/", keys[handle])
        return code, keys


class Closed(Exception):
    """The other end is gone; `code` is the one of its goodbye, if it said any."""

    code: int | None = None


class Socket:
    """A WebSocket client, as much of it as is needed here."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, host: str, path: str) -> "Socket":
        try:
            reader, writer = await asyncio.open_connection(*host.split(":"))
            key = base64.b64encode(secrets.token_bytes(16)).decode()
            lines = [f"GET {path} HTTP/1.1", f"Host: {host}", f"Origin: http://{host}", "Upgrade: websocket", "Connection: Upgrade"]
            writer.write("\r\n".join([*lines, f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]).encode())
            answer = await reader.readuntil(b"\r\n\r\n")
        except (OSError, EOFError) as error:
            raise Closed(error) from error
        if b" 101 " not in answer.split(b"\r\n", 1)[0]:
            raise Closed(answer.decode())
        return cls(reader, writer)

    def send(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode()
        size = bytes([0x80 | len(data)]) if len(data) < 126 else struct.pack(">BH", 0x80 | 126, len(data))
        # masked with zeros: a mask is required, and any will do
        self.writer.write(b"\x81" + size + b"\0\0\0\0" + data)

    async def receive(self) -> dict[str, Any]:
        """The next message; Closed when there will be none."""
        try:
            while True:
                first, size = await self.reader.readexactly(2)
                if size == 126:
                    (size,) = struct.unpack(">H", await self.reader.readexactly(2))
                elif size == 127:
                    (size,) = struct.unpack(">Q", await self.reader.readexactly(8))
                data = await self.reader.readexactly(size)
                if first & 0x0F == 1:
                    return json.loads(data)
                if first & 0x0F == 9:
                    self.writer.write(b"\x8a" + bytes([0x80 | size]) + b"\0\0\0\0" + data)  # ping: pong
                if first & 0x0F == 8:
                    closed = Closed(data[2:].decode())
                    closed.code = int.from_bytes(data[:2])
                    raise closed
        except (OSError, EOFError) as error:
            raise Closed(error) from error

    async def frame(self) -> dict[str, Any]:
        """The next frame, past all that is told beside it: who is here comes at no time that a test could count on."""
        while (message := await self.receive())["type"] != "frame":
            pass
        return message

    def close(self) -> None:
        self.writer.close()


class Player:
    """Somebody at a table with a page open: reads what is shown, presses one of the buttons when there are any.

    moves       what was sent, by decision, once the server has acknowledged it by showing what came of it
    times       seconds from each of them to the new board
    heartbeat   seconds of silence after which the page asks whether it has missed something
    posts       how many of the moves go by POST, as if the socket were down: 0 to 1
    """

    heartbeat = 0.5
    posts = 0.0

    def __init__(self, code: str, key: str, rng: Any) -> None:
        self.code, self.key, self.rng = code, key, rng
        self.regions: dict[str, str] = {}
        self.version = 0
        self.moves: dict[int, dict[str, str]] = {}
        self.sent: tuple[int, dict[str, str]] | None = None
        self.times: list[float] = []
        self._sent_at = 0.0
        self._unanswered = False

    @property
    def over(self) -> bool:
        return "Play again" in self.regions.get("actions", "")

    async def play(self, server: Server, *, pace: float = 0.0, until: float | None = None) -> None:
        """Play until the game is over, the time (monotonic) is up, or the server is gone: Closed."""
        line = await Socket.open(server.host, f"/ws/table/{self.code}/")
        line.send({"type": "hello", "key": self.key, "version": None})
        self._unanswered = self.sent is not None
        try:
            while not self.over and (until is None or time.monotonic() < until):
                self._see(await self._next(line))
                if action := self._choose():
                    if pace:
                        await asyncio.sleep(self.rng.uniform(0.5, 1.5) * pace)
                    self.sent, self._sent_at = action, time.perf_counter()
                    if self.rng.random() < self.posts:
                        await self._post(server, *action)
                    else:
                        line.send({"type": "act", "decision": action[0], **action[1]})
        finally:
            line.close()

    async def _post(self, server: Server, decision: int, fields: dict[str, str]) -> None:
        try:
            await asyncio.to_thread(server.post, f"/table/{self.code}/act/", self.key, decision=decision, **fields)
        except urllib.error.HTTPError as error:
            assert error.code in (400, 409), error  # the table went on by itself; the page shows it
        except (OSError, http.client.HTTPException) as error:
            raise Closed(error) from error
        else:
            self._acknowledged()

    def _acknowledged(self) -> None:
        assert self.sent
        self.moves[self.sent[0]] = self.sent[1]
        self.times.append(time.perf_counter() - self._sent_at)
        self.sent = None

    async def _next(self, line: Socket) -> dict[str, Any]:
        """The next message; a heartbeat asks for it when it is late, as the script in the browser does."""
        coming = asyncio.ensure_future(line.receive())
        try:
            while not (await asyncio.wait({coming}, timeout=self.heartbeat))[0]:
                line.send({"type": "ping", "version": self.version})
        except asyncio.CancelledError:
            coming.cancel()
            raise
        return coming.result()

    def _see(self, message: dict[str, Any]) -> None:
        if message["type"] != "frame":
            return
        assert message["base"] in (None, self.version), "a frame builds on what was sent before"
        assert message["me"] is not None, "who said hello with a key is shown a seat's board"
        for region in re.split(r'(?=<\w+ [^>]*hx-swap-oob="true")', message["html"]):
            if region.strip():
                self.regions[re.search(r'id="([\w-]+)"', region)[1]] = region
        self.version = message["version"]
        # What a frame after my move shows is that it was made: my next decision has another number
        if self.sent and self._decision() != self.sent[0]:
            self._acknowledged()

    def _decision(self) -> int | None:
        found = re.search(r'name="decision" value="(\d+)"', self.regions.get("actions", ""))
        return int(found[1]) if found else None

    def _choose(self) -> tuple[int, dict[str, str]] | None:
        """The decision that the page asks for, and an answer that it offers."""
        decision = self._decision()
        if decision is None or decision in self.moves:
            return None
        if self.sent and self.sent[0] == decision:
            # Sent, and the line broke before an answer came: send the same again, once
            again, self._unanswered = self._unanswered, False
            return self.sent if again else None
        actions = self.regions["actions"]
        verbs = re.findall(r'name="do" value="(\w+)"', actions)
        verb = next(verb for verb in _LIKED if verb in verbs and (verb != "knock" or self.rng.random() < 0.3 or verbs == ["knock"]))
        argument: dict[str, str] = {}
        if verb == "draw":
            argument = {"from": "stock"}
        elif verb == "discard":
            argument = {"card": self.rng.choice(re.findall(r'name="card" form="discard" value="(\w+)"', self.regions["hand"]))}
        elif verb == "choose_bet":
            argument = {"amount": html.unescape(re.search(r'name="amount"[^>]* value="(\d+)"', actions)[1])}
        elif verb == "next_round":
            argument = {"big_kahuna": re.search(r'name="big_kahuna"[^>]* value="(\w+)"', actions)[1]}
        return decision, {"do": verb, **argument}


#: what a player prefers, of the buttons that are there
_LIKED = ("knock", "draw", "discard", "check", "call", "start_rummy", "next_round", "choose_bet", "turn_over", "fold")
