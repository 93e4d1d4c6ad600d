"""The sockets that are open in this process: how many there may be, and their farewell when it ends.

A process that is told to end (`bagelsknock_site.farewell`) closes its sockets with code 1012, so that pages connect again, to whichever
process answers then. A message that is being worked on is finished and answered first.
"""

import asyncio
import contextlib
import resource
from collections import Counter
from typing import Any, Protocol

from django.conf import settings

RESTART = 1012
"""The close code "service restart" of IANA's registry of WebSocket close codes."""

FULL = 1013
"""The close code "try again later" of that registry: this process, or the table, has as many sockets as it takes."""
TOO_MUCH = 4429
"""A close code of ours: too much from this address or page, as status 429 says of a request."""
UNREAD = 4413
"""A close code of ours: the page does not read what it is sent, or too slowly. It comes again, and is sent the present."""
OTHER_FILES = 200
"""Open files that a process needs besides its sockets."""

AT_ONCE, PAUSE = 100, 0.05  # so many are closed together, and seconds until the next: nobody is overrun by all pages coming back at once

leaving = False
"""Whether this process ends, and its sockets with it."""


class Socket(Protocol):
    """An open socket.

    kind        what its page shows: "table" or "lobby"
    busy        a message is being worked on; who does that, closes the socket after it
    places      what it takes a place of, as it is counted
    language    that its page is in
    news        what it was told last (`games.news`)
    """

    kind: str
    busy: bool
    places: tuple[tuple[str, object], ...]
    language: str
    news: str

    async def send(self, text_data: str) -> Any: ...
    async def close(self, code: int) -> Any: ...


_open: set[Socket] = set()
_taken: Counter[tuple[str, object]] = Counter()


def opened(socket: Socket, neighbour: object = None, table: str | None = None) -> int | None:
    """The socket is there, from this address, at this table if it shows one. The code to close it with if there is no room for it."""
    places: list[tuple[str, object]] = [("sockets_in_all", None), ("sockets", neighbour)]
    if table is not None:
        places += [("sockets_of_table", table), ("sockets_at_table", (neighbour, table))]
    for what, whom in places:
        if _taken[what, whom] >= _most(what):
            return TOO_MUCH if "address" in settings.LIMITS[what].per else FULL
    socket.places = tuple(places)
    _taken.update(places)
    _open.add(socket)
    return None


def closed(socket: Socket) -> None:
    """It is gone, in whatever way; also one that there was no room for."""
    if socket not in _open:
        return
    _open.remove(socket)
    for place in socket.places:
        _taken[place] -= 1
        if not _taken[place]:
            del _taken[place]


def _most(what: str) -> int:
    most = settings.LIMITS[what].most
    if what != "sockets_in_all":
        return most
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return most if files == resource.RLIM_INFINITY else min(most, max(1, files - OTHER_FILES))


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
