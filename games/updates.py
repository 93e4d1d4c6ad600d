"""Tells whoever watches that a table has changed, and never what: a version number, after commit. Watchers then look for themselves.

What is no change of a table, who is here and what somebody says, is told beside that, and has no version.
"""

import asyncio
import logging
from collections.abc import Callable
from contextvars import Context
from datetime import datetime
from functools import partial

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from games.models import Table

logger = logging.getLogger(__name__)

LOBBY = "lobby"

#: called with every new deadline of a table, as soon as it is committed; from any thread
deadline_listeners: list[Callable[[datetime], None]] = []

#: the event loop of this server process; None in commands and tests
server_loop: asyncio.AbstractEventLoop | None = None


def group(code: str) -> str:
    """The channel group of those who watch a table."""
    return f"table.{code}"


def announce(table: Table, *, lobby: bool = False) -> None:
    """On commit, tell the table's watchers its version; with `lobby` also the lobby's, for changes that can be seen from there."""
    transaction.on_commit(partial(_tell, table.code, table.version, table.due_at, lobby))


def attendance(code: str, by: str) -> None:
    """From the event loop: tell the processes that have pages of a table open that somebody came or went. `by` is the one that tells."""
    _send_soon(group(code), {"type": "table.attendance", "by": by})


def phrase(code: str, seat: int, phrase: str) -> None:
    """Tell the table's watchers that somebody says this (`games.phrases`). Who does not look at that moment misses it."""
    _send(group(code), {"type": "table.phrase", "seat": seat, "phrase": phrase})


def _tell(code: str, version: int, due_at: datetime | None, lobby: bool) -> None:
    _send(group(code), {"type": "table.changed", "version": version})
    if lobby:
        _send(LOBBY, {"type": "lobby.changed"})
    if due_at:
        for listener in deadline_listeners:
            listener(due_at)


def _send(name: str, message: dict) -> None:
    if server_loop is None:
        async_to_sync(_group_send)(name, message)
    elif not server_loop.is_closed():
        # The database thread must not wait for the event loop, which may be stopping, or for Redis: messages may come late or not at all,
        # since each carries a version and the pages ask for it from time to time.
        server_loop.call_soon_threadsafe(_send_soon, name, message, context=Context())


def _send_soon(name: str, message: dict) -> None:
    task = asyncio.get_running_loop().create_task(_group_send(name, message))
    _sending.add(task)
    task.add_done_callback(_sending.discard)


#: the event loop itself keeps no strong reference to a task
_sending: set[asyncio.Task] = set()


async def _group_send(name: str, message: dict) -> None:
    try:
        await get_channel_layer().group_send(name, message)
    except Exception:
        logger.exception("could not tell %s", name)
