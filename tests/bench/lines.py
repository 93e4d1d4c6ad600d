"""WebSocket lines for benchmarks: as little work for each frame as Python allows, since the driver shares the machine with the server."""

import asyncio
import base64
import secrets
from collections.abc import Callable


class Line(asyncio.Protocol):
    """A client's end of a WebSocket. Calls `heard` with the bytes of each text message; `lost` says that the other end is gone."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self.heard = heard
        self.lost = False
        self._rest = b""
        self._greeted = False
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def open(cls, port: int, path: str, heard: Callable[[bytes], None]) -> "Line":
        """A line to a server on this machine. ConnectionError when it refuses."""
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: cls(heard), "127.0.0.1", port)
        host, key = f"127.0.0.1:{port}", base64.b64encode(secrets.token_bytes(16)).decode()
        head = [f"GET {path} HTTP/1.1", f"Host: {host}", f"Origin: http://{host}", "Upgrade: websocket", "Connection: Upgrade"]
        line._transport.write("\r\n".join([*head, f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]).encode())
        await line._opened
        return line

    def send(self, data: bytes) -> None:
        size = len(data)
        head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        # masked with zeros: a mask is required, and any will do
        self._transport.write(head + b"\0\0\0\0" + data)

    def close(self) -> None:
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if not self._opened.done():
            self._opened.set_exception(ConnectionError("the server closed the line"))

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        at = 0 if self._greeted else self._read_head(data)
        if at is None:
            self._rest = data
            return
        end = len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                start = at + 4
                size = int.from_bytes(data[at + 2 : start], "big")
            elif size == 127:
                start = at + 10
                size = int.from_bytes(data[at + 2 : start], "big")
            if end < start + size:
                break
            kind = data[at] & 0x0F
            at = start + size
            if kind == 1:
                self.heard(data[start:at])
            elif kind == 9:
                self._transport.write(b"\x8a" + bytes([0x80 | size]) + b"\0\0\0\0" + data[start:at])
        self._rest = data[at:]

    def _read_head(self, data: bytes) -> int | None:
        """Where the frames begin; None while the answer to the handshake is not complete."""
        head, found, _ = data.partition(b"\r\n\r\n")
        if not found:
            return None
        self._greeted = True
        if b" 101 " in head.split(b"\r\n", 1)[0]:
            self._opened.set_result(None)
        else:
            self._opened.set_exception(ConnectionError(head.decode()))
        return len(head) + 4
