"""The site without a server: requests and sockets as an ASGI server would hand them over, byte for byte."""

import asyncio
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from bagelsknock_site.asgi import application

PATIENCE = 30  # seconds for an answer: one that does not come is a fault


@dataclass
class Request:
    """What is sent. `path` as it is on the wire, with its %-signs."""

    door: str
    method: str
    path: str
    query: bytes = b""
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""
    broken_off: bool = False
    client: str = "192.0.2.1"


@dataclass
class Answer:
    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def all(self, name: str) -> list[str]:
        return [value for each, value in self.headers if each.lower() == name]

    def get(self, name: str) -> str:
        return next(iter(self.all(name)), "")


async def ask(request: Request) -> Answer:
    """The answer of the whole site."""
    pieces = [request.body[at : at + 20_000] for at in range(0, len(request.body), 20_000)] or [b""]
    messages = [{"type": "http.request", "body": piece, "more_body": at < len(pieces) - 1} for at, piece in enumerate(pieces)]
    if request.broken_off:
        messages[-1:] = [{"type": "http.disconnect"}]
    started: dict[str, Any] = {}
    content: list[bytes] = []
    done = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if messages:
            return messages.pop(0)
        await done.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            started.update(message)
        else:
            content.append(message.get("body", b""))

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "method": request.method,
        "path": unquote(request.path), "raw_path": request.path.encode("latin1", "replace"), "query_string": request.query, "root_path": "",
        "headers": request.headers, "client": [request.client, 12345], "server": ["localhost", 80],
    }  # fmt: skip
    await asyncio.wait_for(application(scope, receive, send), PATIENCE)
    done.set()
    headers = [(name.decode("latin1"), value.decode("latin1")) for name, value in started.get("headers", ())]
    return Answer(started.get("status", 0), headers, b"".join(content))


class Line:
    """An open socket. What it hears is kept until somebody asks."""

    def __init__(self, path: str, headers: list[tuple[bytes, bytes]], query: bytes = b"", client: str = "192.0.2.1") -> None:
        self.heard: list[str] = []
        self.closed: int | None = None
        self.accepted = False
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._given = 0
        self._idle = asyncio.Event()
        scope = {
            "type": "websocket", "path": unquote(path), "raw_path": path.encode("latin1", "replace"), "query_string": query,
            "root_path": "",
            "headers": headers, "subprotocols": [], "client": [client, 12345], "server": ["localhost", 80],
        }  # fmt: skip
        self.task = asyncio.ensure_future(application(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        if self._in.empty():
            self._idle.set()
        return await self._in.get()

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.heard.append(message.get("text") or (message.get("bytes") or b"").decode("latin1"))
        elif message["type"] == "websocket.accept":
            self.accepted = True
        else:
            self.closed = message.get("code", 1000)

    async def tell(self, message: dict[str, Any]) -> None:
        """Hand a message over, and wait until it has been worked on."""
        self._idle.clear()
        self._in.put_nowait(message)
        idle = asyncio.ensure_future(self._idle.wait())
        await asyncio.wait({idle, self.task}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        idle.cancel()
        if self.task.done():
            self.task.result()

    async def say(self, what: str | bytes) -> list[str]:
        """What is heard in answer, and whatever else came since."""
        told = {"type": "websocket.receive", "text": what} if isinstance(what, str) else {"type": "websocket.receive", "bytes": what}
        await self.tell(told)
        return self.take()

    def take(self) -> list[str]:
        heard, self.heard = self.heard, []
        return heard

    @property
    def open(self) -> bool:
        return self.accepted and self.closed is None and not self.task.done()

    async def close(self) -> None:
        if not self.task.done():
            await self.tell({"type": "websocket.disconnect", "code": 1006})
            await asyncio.wait({self.task}, timeout=PATIENCE)
        if not self.task.done():
            self.task.cancel()
            raise AssertionError("the socket does not end")
        self.task.result()
