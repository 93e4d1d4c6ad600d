"""What a proxy or a supervisor asks a process: /healthz, whether it is alive; /readyz, whether visitors may be sent to it.

Both are answered beside Django, without its middlewares: they read no cookie and no address, and are kept by no cache.
"""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from django.conf import settings
from redis.asyncio import Redis

from bagelsknock_site import farewell
from bagelsknock_site.static_files import answer
from games.database import in_database
from games.models import Table

logger = logging.getLogger(__name__)

AT_MOST = 0.9  # seconds: an answer that comes later is none

_asked: asyncio.Task[list[str]] | None = None


async def healthy(scope, receive, send) -> None:
    """200: the process answers."""
    await _say(scope, send, 200, "alive")


async def ready(scope, receive, send) -> None:
    """200, or 503 with what is missing. Anybody may ask, as often as they like: who asks while another is answered gets the same answer."""
    global _asked
    if _asked is None or _asked.done() or _asked.get_loop() is not asyncio.get_running_loop():
        _asked = asyncio.ensure_future(_missing())
    missing = await asyncio.shield(_asked)
    await _say(scope, send, 503 if missing else 200, "; ".join(missing) or "ready")


async def _missing() -> list[str]:
    if farewell.leaving():
        return ["this process is shutting down"]
    asked = {"the database does not answer": in_database(Table.objects.exists)}
    if settings.REDIS_URL:
        asked["Redis does not answer"] = _ping()
    answers = await asyncio.gather(*map(_works, asked.values()))
    return [words for words, works in zip(asked, answers, strict=True) if not works]


async def _works(question: Coroutine[Any, Any, Any]) -> bool:
    """Whether the question is answered in time. Not `wait_for`: that would wait for a thread that hangs."""
    task = asyncio.ensure_future(question)
    done, _ = await asyncio.wait({task}, timeout=AT_MOST)
    if not done:
        task.cancel()
        return False
    if error := task.exception():
        # The kind alone: what an error says may tell where the database is
        logger.warning("not ready: %s", type(error).__name__)
        return False
    return True


async def _ping() -> None:
    """Groups and the cache share one Redis. A connection of its own: what hangs is to hang here alone."""
    async with Redis.from_url(settings.REDIS_URL, socket_timeout=AT_MOST, socket_connect_timeout=AT_MOST) as redis:
        await redis.ping()


async def _say(scope, send, status: int, words: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
    if scope["method"] not in ("GET", "HEAD"):
        status, words = 405, "GET or HEAD"
        headers.append((b"allow", b"GET, HEAD"))
    await answer(send, status, headers, words.encode() + b"\n")
