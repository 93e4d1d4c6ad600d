"""The way from the event loop to the database, and what is done when it fails."""

import asyncio
import time
from collections.abc import Callable, Hashable
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError, close_old_connections, connection

P = ParamSpec("P")
T = TypeVar("T")

UNAVAILABLE = (OperationalError, InterfaceError)
"""What is raised when the database is gone, locked or full: nothing was wrong with what it was asked."""

SILENCE = 1.0
"""Seconds for which a database that did not let us in, or let us wait in vain for so long, is not asked again: all others would wait for
it, one after the other."""

_asked_again_at = 0.0


async def in_database(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function in the database thread.

    The connection stays open between calls: opening one would cost more than a move. After an error it may be broken and is given back.
    What finds its connection dead is done once more, on another one.
    """
    return await sync_to_async(_guarded)(call, args, kwargs)


async def in_database_once(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Like `in_database`, for what many ask at a time: whoever asks the same as somebody who still waits gets the same answer, or the same
    error. So it must not matter who asks, nor that the answer was begun a moment ago.
    """
    asked = asyncio.get_running_loop(), call, args, tuple(kwargs.items())
    answer = _asked.get(asked)
    if answer is None:
        answer = _asked[asked] = asyncio.ensure_future(in_database(call, *args, **kwargs))
        answer.add_done_callback(lambda _: _asked.pop(asked))
    # Of those who wait some may go; the answer is for the others, too
    return await asyncio.shield(answer)


_asked: dict[Hashable, asyncio.Future[Any]] = {}


def _guarded(call: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
    global _asked_again_at
    began = time.monotonic()
    if began < _asked_again_at:
        raise OperationalError("the database did not answer a moment ago")
    try:
        return _once_more(call, args, kwargs)
    except UNAVAILABLE:
        if connection.connection is None or time.monotonic() - began > SILENCE:
            _asked_again_at = time.monotonic() + SILENCE
        raise
    finally:
        if connection.errors_occurred:
            close_old_connections()


def _once_more(call: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
    """Call a function, and once more if the connection that was there turns out to be dead: the database was restarted.

    It may have died just after a commit. So this is for what may be asked twice, as everything that a table is asked (`games.play`).
    """
    was_there = connection.connection is not None
    try:
        return call(*args, **kwargs)
    except UNAVAILABLE:
        if not was_there or (connection.connection is not None and connection.is_usable()):
            raise
        connection.close()
        if pool := getattr(connection, "pool", None):
            pool.check()  # the others will be dead as well
        return call(*args, **kwargs)
