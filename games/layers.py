"""The channel layer of a site that runs in one process."""

import time

from channels.exceptions import ChannelFull
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
        """Send to every channel of the group; one that is full misses it, as in every layer. No task per channel: nothing here waits."""
        self.require_valid_group_name(group)
        self._clean_expired()
        for channel in list(self.groups.get(group, ())):
            try:
                await self.send(channel, message)
            except ChannelFull:
                continue
