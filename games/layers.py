"""The channel layer of a site that runs in one process."""

import asyncio
import time
from contextlib import suppress

from channels.layers import InMemoryChannelLayer


class LeanInMemoryChannelLayer(InMemoryChannelLayer):
    """Channels' layer in memory, without its walk over every channel and group on each send and receive: once a second will do.

    With a hundred sockets open, that walk is most of what a message costs.
    """

    CLEAN_EVERY = 1.0  # seconds

    _cleaned = 0.0

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now - self._cleaned >= self.CLEAN_EVERY:
            self._cleaned = now
            super()._clean_expired()

    async def group_send(self, group: str, message: dict) -> None:
        """Send to every channel of the group; one that is full misses it, as in every layer. No task per channel: nothing here waits.

        All of them are handed the same message, which nobody may change.
        """
        self.require_valid_group_name(group)
        self._clean_expired()
        until = time.time() + self.expiry
        for channel in self.groups.get(group, ()):
            with suppress(asyncio.QueueFull):
                self._queue(channel).put_nowait((until, message))

    async def receive(self, channel: str) -> dict:
        """The first message of a channel; its queue stays as long as somebody listens."""
        self._clean_expired()
        queue = self._queue(channel)
        try:
            return (await queue.get())[1]
        except (asyncio.CancelledError, GeneratorExit):
            self.channels.pop(channel, None)  # whoever is cancelled here is gone
            raise

    def _queue(self, channel: str) -> asyncio.Queue:
        queue = self.channels.get(channel)
        if queue is None:
            queue = self.channels[channel] = asyncio.Queue(maxsize=self.get_capacity(channel))
        return queue
