"""The lists of open tables that are looked at, live: made once for all pages that show the same, however many they are.

A *frame* says which tables a page shows, in order, and has the HTML of those only that it has not yet:

    {"type": "frame", "whole": false, "order": [CODE, ...], "html": "<li id=table-CODE ...>...<div id=below>..."}

`whole` is the first frame of a page, and the answer when it looks for something else.
"""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Iterator
from typing import Protocol

from channels.layers import get_channel_layer
from django.utils.translation import override

from games import updates
from games.database import in_database
from lobby import listing
from lobby.search import Search

logger = logging.getLogger(__name__)

PAUSE = 0.1  # seconds from one round to the next at least: a burst of changes is one new list
SHARE = 2.0  # a round is followed by a pause of so many times the processor time it took at least: the games come first
STALE = 5.0  # seconds after which the lists are made anew without a change: tables wait longer, and those that nobody is at drop out
MEMBER = 3600.0  # seconds after which the process joins the group of the lobby again: groups forget members after a day
AT_ONCE = 20  # different lists made in a round at most; the others are made in the rounds after it
BATCH = 50  # pages told before others get their turn in the event loop


class Page(Protocol):
    """Whoever is sent frames."""

    async def send(self, text_data: str) -> None: ...


class View:
    """One list that is looked at, and the pages that show it: the number of the frame that each has, 0 for none."""

    def __init__(self, language: str, search: Search) -> None:
        self.language, self.search = language, search
        self.pages: dict[Page, int] = {}
        self.number, self.made = 0, 0.0
        self._parts: dict[str, str] = {}
        self._change = ""

    def make(self, tables: list[listing.Listed]) -> None:
        """Look at the tables. In the database thread, as everything that renders."""
        self.made = time.monotonic()
        with override(self.language):
            made = listing.listing(tables, self.search)
        parts = made.rows | {"": made.below}
        if list(parts.items()) != list(self._parts.items()):
            changed = "".join(html for code, html in parts.items() if self._parts.get(code) != html)
            self._parts, self.number = parts, self.number + 1
            self._change = self._frame(changed)

    def frames(self) -> Iterator[tuple[Page, str]]:
        """What is to be sent, and to whom: each text is written once. Pages may come and go meanwhile."""
        whole = ""
        for page in list(self.pages):
            has = self.pages.get(page, self.number)
            if has == self.number:
                continue
            self.pages[page] = self.number
            if has and has == self.number - 1:
                yield page, self._change
            else:
                whole = whole or self._frame("".join(self._parts.values()), whole=True)
                yield page, whole

    def _frame(self, html: str, *, whole: bool = False) -> str:
        frame = {"type": "frame", "whole": whole, "order": [code for code in self._parts if code], "html": html}
        return json.dumps(frame, ensure_ascii=False)


def _make(views: list[View]) -> float:
    """All at once: in the database thread each of them would wait anew for everybody else's turn. Seconds of processor time."""
    begun = time.thread_time()
    tables = listing.open_tables()
    for view in views:
        view.make(tables)
    return time.thread_time() - begun


async def _send(page: Page, frame: str) -> None:
    try:
        await page.send(frame)
    except Exception:
        logger.exception("a page of the lobby")


class Lists:
    """The lobby's pages in this process. One channel of the process hears of changes, not one for each page."""

    _here: dict[asyncio.AbstractEventLoop, "Lists"] = {}

    @classmethod
    def here(cls) -> "Lists":
        """The one of the running event loop."""
        return cls._here.setdefault(asyncio.get_running_loop(), cls())

    def __init__(self) -> None:
        self.views: dict[tuple[str, Search], View] = {}
        self.changed = asyncio.Event()
        self._of: dict[Page, tuple[str, Search]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def show(self, page: Page, language: str, search: Search) -> None:
        """From now on the page shows this list, and no other. It is sent all of it."""
        self._forget(page)
        self._of[page] = language, search
        self.views.setdefault((language, search), View(language, search)).pages[page] = 0
        self.changed.set()
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._run()), asyncio.create_task(self._listen())]

    def leave(self, page: Page) -> None:
        self._forget(page)
        if not self._of:
            for task in self._tasks:
                task.cancel()
            self._here.pop(asyncio.get_running_loop(), None)

    def _forget(self, page: Page) -> None:
        key = self._of.pop(page, None)
        if key is None:
            return
        self.views[key].pages.pop(page)
        if not self.views[key].pages:
            del self.views[key]

    async def _run(self) -> None:
        while True:
            # Cleared before the look: a change that comes while the lists are made, makes others.
            self.changed.clear()
            since = time.monotonic()
            try:
                # A list that nobody had before is the first.
                while due := sorted((view for view in self.views.values() if view.made < since), key=lambda view: view.made):
                    begun = time.monotonic()
                    used = await self._round(due[:AT_ONCE])
                    await asyncio.sleep(max(begun + PAUSE - time.monotonic(), SHARE * used))
            except Exception:
                logger.exception("the lobby's lists")
                await asyncio.sleep(PAUSE)
            with contextlib.suppress(TimeoutError):
                # Not `wait_for`: Python 3.11's loses a cancellation that comes together with the change
                async with asyncio.timeout(STALE):
                    await self.changed.wait()

    async def _round(self, views: list[View]) -> float:
        """Make these lists and tell their pages. Seconds of processor time that it took."""
        used = await in_database(_make, views)
        told, begun = 0, time.thread_time()
        for view in views:
            for page, frame in view.frames():
                await _send(page, frame)
                told += 1
                if told % BATCH == 0:
                    used += time.thread_time() - begun
                    await asyncio.sleep(0)
                    begun = time.thread_time()
        return used + time.thread_time() - begun

    async def _listen(self) -> None:
        """Hear of changes, wherever they are made."""
        while True:
            layer = get_channel_layer()
            try:
                channel = await layer.new_channel()
                try:
                    await layer.group_add(updates.LOBBY, channel)
                    self.changed.set()  # what happened before could not be heard
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(MEMBER):
                            while True:
                                await layer.receive(channel)
                                self.changed.set()
                finally:
                    await layer.group_discard(updates.LOBBY, channel)
            except Exception:
                logger.exception("the lobby hears of no changes")
                await asyncio.sleep(STALE)
