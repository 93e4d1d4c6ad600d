"""The socket of the lobby: the list of open tables, live."""

import asyncio
import contextlib
import json
import logging
from typing import Any

from django.utils.translation import override

from games import updates
from games.consumers import LeanConsumer
from games.database import in_database
from lobby import listing

logger = logging.getLogger(__name__)

PAUSE = 0.3  # seconds between two lists at least: a burst of changes is one new list
STALE = 5.0  # seconds after which the list is made anew without a change: tables wait longer, and those that nobody is at drop out


class LobbyConsumer(LeanConsumer):
    """One page that shows the lobby. What goes out is a frame with the whole list, when it has changed."""

    kind = "lobby"

    async def connect(self) -> None:
        self.shown = ""
        await self.accept()
        self.groups = [updates.LOBBY]
        await self.channel_layer.group_add(updates.LOBBY, self.channel_name)
        _Lists.here().join(self)

    async def disconnect(self, code: int) -> None:
        _Lists.here().leave(self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A page has nothing to say here. A browser that wants to know whether anybody is there sends an empty message."""
        if self.within_rate():
            await self.send(json.dumps({"type": "pong"}))

    async def lobby_changed(self, message: dict[str, Any]) -> None:
        _Lists.here().changed.set()

    async def show(self, html: str) -> None:
        """Send the list, unless this page has it."""
        if html != self.shown:
            self.shown = html
            await self.send(json.dumps({"type": "frame", "html": html}))


def _html(language: str) -> str:
    with override(language):
        return listing.html()


class _Lists:
    """The lobby's pages in this process. The list is rendered once for all who read one language, however many they are and however
    often it changes."""

    _here: dict[asyncio.AbstractEventLoop, "_Lists"] = {}

    @classmethod
    def here(cls) -> "_Lists":
        """The one of the running event loop."""
        return cls._here.setdefault(asyncio.get_running_loop(), cls())

    def __init__(self) -> None:
        self.pages: set[LobbyConsumer] = set()
        self.changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def join(self, page: LobbyConsumer) -> None:
        self.pages.add(page)
        self.changed.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    def leave(self, page: LobbyConsumer) -> None:
        self.pages.discard(page)
        if not self.pages and self._task:
            self._task.cancel()
            self._here.pop(asyncio.get_running_loop(), None)

    async def _run(self) -> None:
        while True:
            # Cleared before the look: a change that comes while the list is made, makes another.
            self.changed.clear()
            try:
                for language in {page.language for page in self.pages}:
                    html = await in_database(_html, language)
                    readers = [page for page in self.pages if page.language == language]
                    await asyncio.gather(*(page.show(html) for page in readers), return_exceptions=True)
            except Exception:
                logger.exception("the lobby's list")
            await asyncio.sleep(PAUSE)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.changed.wait(), STALE)
