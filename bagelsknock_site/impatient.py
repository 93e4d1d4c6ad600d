"""Redis, for a site that goes on when it is lost or hangs."""

import asyncio
import time
from typing import Any

import redis
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, TimeoutError
from redis.retry import Retry

PATIENCE = 0.3
"""Seconds that Redis has to answer."""
SILENCE = 5.0
"""Seconds for which Redis is not asked again when it did not."""
MESSAGE = 2.0
"""Seconds in which a message to other processes must be on its way."""


class ImpatientRedisCache(RedisCache):
    """Django's, but a Redis that is gone or hangs costs a caller PATIENCE once in SILENCE, and everybody else an error at once.

    redis-py by itself would wait five seconds, four times, and with it all others that need the database thread. What asks this cache
    can do without an answer (games/limits.py).
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        wait = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "retry": Retry(NoBackoff(), 0)}
        self._class = _Client
        self._options = {**wait, **self._options}


class _Redis(redis.Redis):
    #: of the whole process: every thread and task has a cache object of its own
    _asked_again_at = 0.0

    def execute_command(self, *args: Any, **options: Any) -> Any:
        if time.monotonic() < _Redis._asked_again_at:
            raise ConnectionError("Redis did not answer a moment ago")
        try:
            return super().execute_command(*args, **options)
        except (ConnectionError, TimeoutError):
            _Redis._asked_again_at = time.monotonic() + SILENCE
            raise


class _Client(RedisCacheClient):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._client = _Redis


class ImpatientRedisLayer(RedisPubSubChannelLayer):
    """The channel layer in Redis, of which calls about groups end in MESSAGE: while Redis hangs they would wait for one another, and with
    them everybody who comes to a table.

    They raise TimeoutError then, and a message is lost: pages ask for the present from time to time.
    """

    async def group_add(self, group: str, channel: str) -> None:
        await self._in_time("group_add", group, channel)

    async def group_discard(self, group: str, channel: str) -> None:
        await self._in_time("group_discard", group, channel)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await self._in_time("group_send", group, message)

    async def _in_time(self, call: str, *args: Any) -> None:
        async with asyncio.timeout(MESSAGE):
            await self.__getattr__(call)(*args)
