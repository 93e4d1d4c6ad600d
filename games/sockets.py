"""The sockets that are open in this process, and their farewell when it ends.

A process that is told to end (`bagelsknock_site.farewell`) closes its sockets with code 1012, so that pages connect again, to whichever
process answers then. A message that is being worked on is finished and answered first.
"""

import asyncio
import contextlib
from typing import Any, Protocol

RESTART = 1012
"""The close code "service restart" of IANA's registry of WebSocket close codes."""

AT_ONCE, PAUSE = 100, 0.05  # so many are closed together, and seconds until the next: nobody is overrun by all pages coming back at once

leaving = False
"""Whether this process ends, and its sockets with it."""


class Socket(Protocol):
    """An open socket.

    kind        what its page shows: "table" or "lobby"
    busy        a message is being worked on; who does that, closes the socket after it
    language    that its page is in
    news        what it was told last (`games.news`)
    """

    kind: str
    busy: bool
    language: str
    news: str

    async def send(self, text_data: str) -> Any: ...
    async def close(self, code: int) -> Any: ...


_open: set[Socket] = set()


def opened(socket: Socket) -> None:
    """The socket is there."""
    _open.add(socket)


def closed(socket: Socket) -> None:
    """It is gone, in whatever way."""
    _open.discard(socket)


def count(kind: str | None = None) -> int:
    """How many sockets are open, of this kind or in all."""
    return sum(kind in (None, socket.kind) for socket in everyone())


def everyone() -> list[Socket]:
    """All that are open."""
    return list(_open)


async def farewell() -> None:
    """Ask all pages to go elsewhere; those whose message is in work, after it."""
    global leaving
    leaving = True
    for number, socket in enumerate(everyone(), start=1):
        if not socket.busy:
            await leave(socket)
        if number % AT_ONCE == 0:
            await asyncio.sleep(PAUSE)


async def leave(socket: Socket) -> None:
    """Close the socket, if it is not closed already."""
    with contextlib.suppress(Exception):
        await socket.close(code=RESTART)
