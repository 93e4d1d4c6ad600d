"""Who is here. Of a person: that a page of theirs is open, or that their key was heard of a short while ago.

What all processes know is `Seat.seen_at`, written now and then while a page is open and put back when the last one closes; each
process knows the pages that are open in it. Presence is no change of a table, and has no version: what is told is always all of it,
by the process that a page is connected to, when it has changed.
"""

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeVar

from channels.layers import get_channel_layer
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from games import sockets, updates
from games.database import in_database
from games.models import Seat, Table
from games.patience import patience, seconds

logger = logging.getLogger(__name__)

#: this process, among those that serve the site
PROCESS = secrets.token_hex(4)

FORGOTTEN = 60  # seconds after which the watchers of another process do not count any more

AT_ONCE = 50  # tables, or seats, that are asked for together: moves wait for that

NEVER = timedelta.max


def absence(seen_at: datetime | None, now: datetime) -> timedelta:
    """For how long somebody who was last heard of then has not been here; nothing if they are here."""
    return NEVER if seen_at is None else max(timedelta(0), now - seen_at - patience("here"))


@dataclass(frozen=True)
class Attendance:
    """Who is at a table: the numbers of the seats whose owners have not left, and how many watch.

    here            with a page open
    reconnecting    not here, for a short while
    away            not here, for longer
    sit_in          so long that the leader may let a computer player sit in
    """

    here: tuple[int, ...] = ()
    reconnecting: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    sit_in: tuple[int, ...] = ()
    watching: int = 0

    @property
    def message(self) -> str:
        """As pages are told."""
        return json.dumps({"type": "presence", **asdict(self)})


# --- In the database thread ---


def look(tables: Mapping[str, tuple[frozenset[int], int]]) -> dict[str, Attendance]:
    """Who is at these tables: by code, given the seats (pk) that have a page open in this process, and how many pages here watch."""
    now, found = timezone.now(), {code: ([], [], [], []) for code in tables}
    seats = Seat.objects.filter(table__code__in=tables, key_hash__isnull=False, left_at=None).order_by("number")
    for code, pk, number, seen_at in seats.values_list("table__code", "pk", "number", "seen_at"):
        here, reconnecting, away, sit_in = found[code]
        gone = timedelta(0) if pk in tables[code][0] else absence(seen_at, now)
        (here if not gone else reconnecting if gone < patience("gone") else away).append(number)
        if gone >= patience("sit_in"):
            sit_in.append(number)
    return {code: Attendance(*map(tuple, lists), _watching(code, tables[code][1])) for code, lists in found.items()}


def _watching(code: str, here: int) -> int:
    """The watchers of a table in all processes, as far as the cache is shared. Nothing depends on it."""
    key, now = f"watching:{code}", time.time()
    with contextlib.suppress(Exception):
        told = cache.get(key) or {}
        others = {process: each for process, each in told.items() if process != PROCESS and now - each[1] < FORGOTTEN}
        if here or PROCESS in told:
            cache.set(key, others | {PROCESS: (here, now)}, FORGOTTEN)
        return here + sum(count for count, _ in others.values())
    return here


def heard(seats: Iterable[int]) -> None:
    """The owners of these seats are here. Seats that somebody is writing to just now are left for the next time."""
    with transaction.atomic():
        free = Seat.objects.select_for_update(skip_locked=True).filter(pk__in=list(seats)).order_by("pk")
        Seat.objects.filter(pk__in=list(free.values_list("pk", flat=True))).update(seen_at=timezone.now())


def gone(seat: int) -> None:
    """The last page of this seat has closed: its owner is not here from now on."""
    left = timezone.now() - patience("here")
    Seat.objects.filter(pk=seat, seen_at__gt=left).update(seen_at=left)


def put_back() -> None:
    """The machine's clock was put back: whoever was heard of at a time that is yet to come, was heard of now at the latest."""
    now = timezone.now()
    Seat.objects.filter(seen_at__gt=now).update(seen_at=now)


def _versions(codes: list[str]) -> dict[str, int]:
    return dict(Table.objects.filter(code__in=codes).values_list("code", "version"))


# --- In the event loop: the pages that are open in this process ---

T = TypeVar("T")


def _in_turns(everything: Iterable[T]) -> Iterator[list[T]]:
    """AT_ONCE at a time, so that between two visits to the database thread others come to it."""
    left = list(everything)
    for first in range(0, len(left), AT_ONCE):
        yield left[first : first + AT_ONCE]


async def keep_up() -> None:
    """See that the pages of this process show the present, until cancelled. Whatever goes wrong is logged and tried again."""
    while True:
        await asyncio.sleep(seconds("caught_up"))
        try:
            await Pages.here().catch_up()
        except Exception:
            logger.exception("whether pages show the present")


class Page(Protocol):
    """An open page, as far as presence is concerned.

    greeted it has said hello
    version of the board that it shows; 0 for none
    channel_name    on which it hears of changes
    seat    pk of the seat whose page it is; None: it watches
    heard   when it last said something (monotonic)
    told    what it was last told of its table's attendance
    """

    greeted: bool
    version: int
    channel_name: str
    seat: int | None
    heard: float
    told: Attendance | None

    async def send(self, text_data: str) -> Any: ...
    async def close(self, code: int) -> Any: ...


class Pages:
    """All pages of tables that are open in this process."""

    _here: dict[asyncio.AbstractEventLoop, "Pages"] = {}

    @classmethod
    def here(cls) -> "Pages":
        """Those of the running event loop."""
        loop = asyncio.get_running_loop()
        if loop not in cls._here:
            cls._here = {each: pages for each, pages in cls._here.items() if not each.is_closed()} | {loop: cls()}
        return cls._here[loop]

    def __init__(self) -> None:
        self._tables: dict[str, set[Page]] = {}
        self._due: dict[str, asyncio.Task[None]] = {}
        self._looked: dict[str, float] = {}
        self._wrote = 0.0
        self._versions: dict[str, int] = {}
        self._versions_of = 0.0

    def opened(self, code: str, page: Page) -> None:
        """A page is there; whose it is, it has not said yet."""
        self._tables.setdefault(code, set()).add(page)

    async def seated(self, code: str, page: Page, seat: int | None) -> None:
        """The page is this seat's from now on; None: it watches."""
        before, page.seat = page.seat, seat
        await self._perhaps_gone(code, before)
        self._changed(code)

    async def closed(self, code: str, page: Page) -> None:
        """The page is gone, and with the last page of a seat its owner."""
        pages = self._tables.get(code, set())
        pages.discard(page)
        if not pages:
            self._tables.pop(code, None)
            self._looked.pop(code, None)
        # A page whose process ends is not gone: it comes back elsewhere in a moment
        if page.greeted and not sockets.leaving:
            await self._perhaps_gone(code, page.seat)
            if not pages:
                await in_database(_watching, code, 0)
            self._changed(code)

    async def _perhaps_gone(self, code: str, seat: int | None) -> None:
        if seat is not None and all(page.seat != seat for page in self._tables.get(code, ())):
            await in_database(gone, seat)

    def _changed(self, code: str) -> None:
        """Somebody came or went: let all processes look who is there."""
        self.look_soon(code)
        updates.attendance(code, PROCESS)

    def look_soon(self, code: str) -> None:
        """See who is at the table and tell its pages, if it has not just been done."""
        if code in self._tables and code not in self._due:
            self._due[code] = asyncio.create_task(self._look_later(code))

    async def _look_later(self, code: str) -> None:
        try:
            await asyncio.sleep(max(0.0, self._looked.get(code, 0.0) + seconds("told") - time.monotonic()))
        finally:
            # Before the look: who comes while it is made, is seen by another one
            del self._due[code]
        try:
            await self._look([code])
        except Exception:
            logger.exception("who is at table %s", code)

    async def _look(self, codes: Iterable[str]) -> None:
        open_here = {code: self._tables[code] for code in codes if code in self._tables}
        self._looked |= dict.fromkeys(open_here, time.monotonic())
        if not open_here:
            return
        counted = {}
        for code, pages in open_here.items():
            seats = [page.seat for page in pages if page.greeted]
            counted[code] = frozenset(seat for seat in seats if seat is not None), seats.count(None)
        for code, attendance in (await in_database(look, counted)).items():
            for page in list(self._tables.get(code, ())):
                if page.told != attendance:
                    page.told = attendance
                    # A page whose connection breaks at this moment will be told when it comes back
                    with contextlib.suppress(Exception):
                        await page.send(text_data=attendance.message)

    async def catch_up(self) -> None:
        """Now and then: let pages know of changes that they were not told of, because what tells other processes lost the message."""
        versions, now = {}, time.monotonic()
        for codes in _in_turns(self._tables):
            versions |= await in_database(_versions, codes)
        self._versions, self._versions_of = versions, now
        for code, version in versions.items():
            for page in list(self._tables.get(code, ())):
                if page.greeted and page.version < version:
                    with contextlib.suppress(Exception):
                        await get_channel_layer().send(page.channel_name, {"type": "table.changed", "version": version})

    def known(self, code: str) -> int | None:
        """A version that the table had a short while ago, at least; None if nobody has looked."""
        return self._versions.get(code) if time.monotonic() - self._versions_of < 2 * seconds("caught_up") else None

    async def beat(self) -> None:
        """Now and then: find the dead, write down who is here, and tell what time alone has changed."""
        now = time.monotonic()
        for page in [page for pages in self._tables.values() for page in pages]:
            silent = now - page.heard
            with contextlib.suppress(Exception):
                if silent > seconds("silent"):
                    await page.close(code=4408)
                elif silent > seconds("ask"):
                    await page.send(text_data='{"type": "ask"}')
        if now - self._wrote >= seconds("written"):
            self._wrote = now
            fresh = {page.seat for pages in self._tables.values() for page in pages if page.seat and now - page.heard < seconds("ask")}
            for seats in _in_turns(fresh):
                await in_database(heard, seats)
        for codes in _in_turns(self._tables):
            await self._look(codes)
