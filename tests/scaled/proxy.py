"""A proxy in front of the servers, as a large site has one, which can do badly: it loses messages of sockets."""

import asyncio
import contextlib
import random
import struct
from collections.abc import Sequence

from tests.scaled.wire import Server

CONNECTION = 2.0  # seconds that a server has to take a connection


class Proxy:
    """Passes requests and sockets on to the servers in turn, past those that take none.

    loses       how many of the messages are lost on their way, in both directions: 0 to 1
    lost        how many were
    """

    def __init__(self, servers: Sequence[Server], seed: int = 1) -> None:
        self.servers, self.rng = servers, random.Random(seed)
        self.loses, self.lost = 0.0, 0
        self._turn = 0
        self._lines: set[asyncio.Task[None]] = set()
        self._door: asyncio.Server | None = None

    async def open(self) -> "Proxy":
        self._door = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.host = "{}:{}".format(*self._door.sockets[0].getsockname())
        return self

    async def close(self) -> None:
        assert self._door
        self._door.close()
        for line in self._lines:
            line.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.current_task()
        assert line
        self._lines.add(line)
        ends = [writer]
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            upstream, upwriter = await self._server()
            ends.append(upwriter)
            upwriter.write(head)
            if b"upgrade: websocket" in head.lower():
                writer.write(await upstream.readuntil(b"\r\n\r\n"))
                ways = self._messages(reader, upwriter), self._messages(upstream, writer)
            else:
                ways = self._bytes(reader, upwriter), self._bytes(upstream, writer)
            both = [asyncio.create_task(way) for way in ways]
            try:
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in both:
                    task.cancel()
                await asyncio.gather(*both, return_exceptions=True)
        except (OSError, EOFError, asyncio.LimitOverrunError, asyncio.CancelledError):
            pass  # asyncio complains of servers' callbacks that are cancelled
        finally:
            self._lines.discard(line)
            for end in ends:
                with contextlib.suppress(Exception):
                    end.close()

    async def _server(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self._turn += 1
        for number in range(len(self.servers)):
            server = self.servers[(self._turn + number) % len(self.servers)]
            with contextlib.suppress(OSError, TimeoutError):
                return await asyncio.wait_for(asyncio.open_connection(*server.host.split(":")), CONNECTION)
        raise ConnectionRefusedError("no server takes a connection")

    async def _bytes(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while some := await reader.read(65536):
            writer.write(some)
            await writer.drain()

    async def _messages(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Frame by frame (RFC 6455, section 5.2); the mask belongs to the rest."""
        while True:
            head = await reader.readexactly(2)
            size, masked = head[1] & 0x7F, head[1] & 0x80
            if size >= 126:
                length = await reader.readexactly(2 if size == 126 else 8)
                head, size = head + length, struct.unpack(">H" if size == 126 else ">Q", length)[0]
            rest = await reader.readexactly(size + (4 if masked else 0))
            if head[0] & 0x0F == 1 and self.rng.random() < self.loses:
                self.lost += 1
                continue
            writer.write(head + rest)
            await writer.drain()
