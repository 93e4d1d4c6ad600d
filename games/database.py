"""The way from the event loop to the database."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import DatabaseError, InterfaceError, close_old_connections

P = ParamSpec("P")
T = TypeVar("T")


async def in_database(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function in the database thread.

    The connection stays open between calls: opening one would cost more than a move. After an error it may be broken and is given back.
    """
    return await sync_to_async(_guarded)(call, args, kwargs)


def _guarded(call: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
    try:
        return call(*args, **kwargs)
    except (DatabaseError, InterfaceError):
        close_old_connections()
        raise
