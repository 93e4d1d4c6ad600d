"""Redis, for a site that goes on when it is lost or hangs."""

import asyncio
import contextlib
import logging
import time
import uuid
from typing import Any

import redis
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError
from redis.retry import Retry

logger = logging.getLogger(__name__)

PATIENCE = 0.3
"""Seconds that Redis has to answer."""
SILENCE = 5.0
"""Seconds for which Redis is not asked again when it did not."""
MESSAGE = 2.0
"""Seconds in which a message to other processes must be on its way."""
CONNECTION = 1.0
"""Seconds for each step with Redis of what tells other processes: redis-py's five, four times, are too long."""
AGAIN = 1.0
"""Seconds until Redis is told again what it could not be told."""


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
        except (ConnectionError, RedisTimeoutError):
            _Redis._asked_again_at = time.monotonic() + SILENCE
            raise


class _Client(RedisCacheClient):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._client = _Redis


class ImpatientRedisLayer(RedisPubSubChannelLayer):
    """The channel layer in Redis, for a site that goes on without it.

    Who waits for news in this process is known in this process: to come to a table and to go, nobody needs Redis. It is told which groups
    this process wants to hear of, and if it cannot be, as soon as it is back. A message that is not on its way within MESSAGE is given
    up, with an error; pages catch up from time to time (`games.presence.Pages.catch_up`).
    """

    def __init__(self, hosts: list[dict[str, Any]], **options: Any) -> None:
        wait = {"socket_timeout": CONNECTION, "socket_connect_timeout": CONNECTION}
        super().__init__(hosts=[{**wait, "retry": AsyncRetry(NoBackoff(), 1), **host} for host in hosts], **options)
        self._behind: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}
        self._telling: set[asyncio.Task[None]] = set()

    async def new_channel(self, prefix: str = "specific.") -> str:
        layer = self._get_layer()
        channel = f"{layer.prefix}{prefix}{uuid.uuid4().hex}"
        layer.channels[channel] = asyncio.Queue()
        return channel

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """To a channel of this process: others are reached in groups alone."""
        if channel in (channels := self._get_layer().channels):
            channels[channel].put_nowait(self.serialize(message))

    async def receive(self, channel: str) -> dict[str, Any]:
        channels = self._get_layer().channels
        try:
            return self.deserialize(await channels[channel].get())
        except (asyncio.CancelledError, GeneratorExit):
            channels.pop(channel, None)  # whoever is cancelled here is gone
            raise

    async def group_add(self, group: str, channel: str) -> None:
        layer = self._get_layer()
        name = layer._get_group_channel_name(group)
        layer.groups.setdefault(name, set()).add(channel)
        await self._tell(name)

    async def group_discard(self, group: str, channel: str) -> None:
        layer = self._get_layer()
        name = layer._get_group_channel_name(group)
        members = layer.groups.get(name, set())
        members.discard(channel)
        if not members:
            layer.groups.pop(name, None)
            await self._tell(name)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        layer = self._get_layer()
        name = layer._get_group_channel_name(group)
        async with asyncio.timeout(MESSAGE):
            await layer._get_shard(name).publish(name, self.serialize(message))

    async def _tell(self, name: str) -> None:
        """Let Redis know whether this group is to be heard of; later, if it cannot be told now.

        Whoever does not wait for that any more goes at once. Redis is told all the same: redis-py gives up the connection, and with it
        all that is heard of, where it is cancelled, and under Python 3.11 may not tell that it was (`asyncio.wait_for`).
        """
        telling = asyncio.create_task(self._tell_now(name))
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)
        await asyncio.shield(telling)

    async def _tell_now(self, name: str) -> None:
        loop = asyncio.get_running_loop()
        if loop in self._behind:
            return
        try:
            async with asyncio.timeout(MESSAGE):
                await self._agree(name)
        except (OSError, TimeoutError, RedisError) as error:
            logger.warning("Redis cannot be told which groups are to be heard of: %s", type(error).__name__)
            if loop not in self._behind:
                self._behind[loop] = loop.create_task(self._tell_all(loop))

    async def _tell_all(self, loop: asyncio.AbstractEventLoop) -> None:
        """Until Redis knows."""
        layer = self._get_layer()
        try:
            while True:
                await asyncio.sleep(AGAIN)
                with contextlib.suppress(OSError, TimeoutError, RedisError):
                    for name in {*layer.groups, *(name for shard in layer._shards for name in shard._subscribed_to)}:
                        async with asyncio.timeout(MESSAGE):
                            await self._agree(name)
                    return
        finally:
            del self._behind[loop]

    async def _agree(self, name: str) -> None:
        layer = self._get_layer()
        shard = layer._get_shard(name)
        # Somebody may come while Redis is told that nobody is there any more
        while (wanted := name in layer.groups) != (name in shard._subscribed_to):
            await (shard.subscribe if wanted else shard.unsubscribe)(name)
