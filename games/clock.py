"""The clock: what tables do by themselves when their deadline (`Table.due_at`) has come. A "play now" table starts, a computer player
moves, a pause between phases ends, a person's time is up. Beside it goes the attendant, who looks after tables that people are absent from.

Every server process runs both in its asyncio loop (`start`). The clock sleeps until the next deadline that it knows, is woken when
this process sets an earlier one, and looks into the database often enough to pick up the tables of other processes. Neither acts by
itself: `play.step` and `absence.attend` claim a table and act on it in one transaction. Steps go one at a time, so that people's moves
come in between.
"""

import asyncio
import logging
import random
import time
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from games import absence, bots, jobs, metrics, news, play, presence, replay, updates
from games.database import UNAVAILABLE, in_database
from games.models import Table
from games.patience import seconds
from games.play import Refused
from games.presence import Pages
from games.replay import Present
from games.rules import engine
from games.rules.state import Action

logger = logging.getLogger(__name__)

POLL = 0.4  # seconds until another process's deadline is seen
BATCH = 50  # tables for one look into the database
SLEPT = 3.0  # seconds without a look after which nobody can be said to have watched the clock
FAR = timedelta(minutes=30)  # no deadline is farther away; one that is, was set before the clock of the machine was put back
AHEAD = 5000  # deadlines that are looked through at most when the clock is put back
FIRST_BACKOFF, LAST_BACKOFF = 1.0, 60.0  # seconds that a failing table is left alone

_tasks: list[asyncio.Task[None]] = []


def start() -> None:
    """Run clock, attendant and the regular jobs in this event loop. Calling it again changes nothing."""
    loop = asyncio.get_running_loop()
    if not _tasks or _tasks[0].done() or _tasks[0].get_loop() is not loop:
        updates.server_loop = loop
        work = Clock().run(), Attendant().run(), presence.keep_up(), jobs.run()
        _tasks[:] = map(loop.create_task, work)


def stop() -> None:
    """End them; another process, or the next start, goes on with the tables."""
    for task in _tasks:
        task.cancel()
    _tasks.clear()
    updates.server_loop = None


class Watch:
    """Since when somebody has watched: the start, or the end of the last gap (a stopped process, a sleeping machine, a jump of its clock).

    What became due before that is nobody's fault.
    """

    def __init__(self, gap: float) -> None:
        """`gap`: seconds without a look after which nobody can be said to have watched."""
        self.gap = gap
        self.since = timezone.now()
        self._looked = self._times()
        self._began = self._looked[1]

    @staticmethod
    def _times() -> tuple[float, float]:
        return time.time(), time.monotonic()

    def look(self) -> bool:
        """Somebody watches now. Whether the clock of the machine was put back since the last look."""
        (wall, steady), self._looked = self._looked, self._times()
        passed, ticked = self._looked[0] - wall, self._looked[1] - steady
        if ticked > self.gap or abs(passed - ticked) > SLEPT:
            self.since, self._began = timezone.now(), self._looked[1]
        return passed - ticked < -SLEPT

    @property
    def watched(self) -> timedelta:
        """For how long; a jump of the clock since the last look does not count."""
        return min(timezone.now() - self.since, timedelta(seconds=self._times()[1] - self._began))


@dataclass(frozen=True, slots=True)
class Due:
    """A table whose deadline has come or is near."""

    code: str
    version: int
    due_at: datetime


def due_before(moment: datetime, *, limit: int = BATCH) -> list[Due]:
    """The tables that go on by themselves up to a moment, the longest waiting first, and those whose deadline cannot be meant."""
    return _due(Table.objects.filter(due_at__lte=moment) | Table.objects.filter(due_at__gt=moment + FAR), limit)


def due_after(moment: datetime) -> list[Due]:
    """The tables whose deadline is yet to come."""
    return _due(Table.objects.filter(due_at__gt=moment), AHEAD)


def _due(tables: QuerySet[Table], limit: int) -> list[Due]:
    return [Due(*row) for row in tables.order_by("due_at").values_list("code", "version", "due_at")[:limit]]


def think(present: Present, rng: random.Random) -> tuple[int, Action] | None:
    """What a table in play does next by itself, and for which seat; None when it waits for nobody.

    A computer player thinks; whatever goes wrong in its head, the table plays for it as for an absent person.
    """
    state = present.state
    planned = engine.automatic(state) if state else None
    if state is None or planned is None:
        return None
    number, action = planned
    if present.seats[number].bot:
        view = engine.view(state, number)
        try:
            chosen = bots.choose(view, view.offers, rng, present.seats[number].plays)
            if refusal := engine.refusal(state, number, chosen):
                raise ValueError(f"{chosen} is refused: {refusal}")
        except Exception:
            logger.exception("the computer player at seat %s of table %s", number, present.table.code)
        else:
            action = chosen
    return number, action


class Clock:
    """One process's clock."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.rng = random.SystemRandom()
        self.watch = Watch(SLEPT)
        self._woken = asyncio.Event()
        self._sleeps_until: float | None = None
        self._backoff: dict[str, tuple[float, float]] = {}  # code: seconds of patience, and until when (monotonic)

    async def run(self) -> None:
        """Until cancelled. Whatever goes wrong is logged and tried again."""
        updates.deadline_listeners.append(self._deadline_set)
        try:
            while True:
                try:
                    wait = await self.tick()
                except Exception:
                    logger.exception("the clock stumbles")
                    wait = POLL
                await self._sleep(wait)
        finally:
            updates.deadline_listeners.remove(self._deadline_set)

    async def tick(self) -> float:
        """Do what is due now; the seconds until something may be due again."""
        if self.watch.look():
            await self._put_back()
        self._woken.clear()
        now = timezone.now()
        horizon = now + timedelta(seconds=POLL)
        # Those that are backed off stay due: look past them
        coming = await in_database(due_before, horizon, limit=BATCH + len(self._backoff))
        still_due = {due.code for due in coming}
        self._backoff = {code: patience for code, patience in self._backoff.items() if code in still_due}
        for due in coming:
            if due.due_at > timezone.now() and due.due_at <= horizon:
                return (due.due_at - timezone.now()).total_seconds()
            if self._left_alone(due.code):
                continue
            try:
                await self._step(due)
            except UNAVAILABLE:
                raise  # that is not the table's fault
            except Exception:
                self._back_off(due.code)
                logger.exception("table %s fails at its deadline and is left alone for a while", due.code)
            else:
                self._backoff.pop(due.code, None)
        return POLL

    async def _step(self, due: Due) -> None:
        present = replay.recent(due.code, due.version) or await in_database(play.present, due.code)
        if present.table.version != due.version:
            return
        waits_for = present.state.to_act if present.state else None
        a_person = waits_for is not None and not present.seats[waits_for].bot
        if due.due_at > timezone.now() + FAR:
            await in_database(play.begin_turn_again, due.code, due.version)
            return
        if a_person and due.due_at < self.watch.since:
            await in_database(play.give_grace, due.code, due.version)
            return
        # Outside the database thread, which serves everybody
        thought = await asyncio.to_thread(think, present, self.rng)
        if await in_database(play.step, due.code, due.version, *(thought or ())):
            metrics.LATE_SECONDS.observe((timezone.now() - due.due_at).total_seconds())

    async def _put_back(self) -> None:
        """The machine's clock was put back: every deadline is as much farther away, and a computer player would think for all that time."""
        for due in await in_database(due_after, timezone.now()):
            try:
                await in_database(play.begin_turn_again, due.code, due.version)
            except Refused:
                continue  # pruned or closed meanwhile

    # --- sleeping and waking ---

    def _deadline_set(self, due_at: datetime) -> None:
        """A deadline was set in this process, in whatever thread."""
        seconds = (due_at - timezone.now()).total_seconds()
        # What is farther away will be seen in time without waking
        sooner = self._sleeps_until is None or time.monotonic() + seconds < self._sleeps_until
        if seconds < POLL and sooner and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._woken.set)

    async def _sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        self._sleeps_until = time.monotonic() + seconds
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            pass
        finally:
            self._sleeps_until = None

    # --- failing tables ---

    def _left_alone(self, code: str) -> bool:
        return code in self._backoff and self._backoff[code][1] > time.monotonic()

    def _back_off(self, code: str) -> None:
        patience = min(self._backoff.get(code, (FIRST_BACKOFF / 2, 0.0))[0] * 2, LAST_BACKOFF)
        self._backoff[code] = patience, time.monotonic() + patience


class Attendant:
    """Looks every few seconds who is here, and after the tables that people are absent from."""

    def __init__(self) -> None:
        self.watch = Watch(SLEPT + seconds("beat"))
        self._put_back = True  # as far as is known: while no process ran

    async def run(self) -> None:
        """Until cancelled. Whatever goes wrong is logged and tried again."""
        while True:
            try:
                await self.tick()
            except Exception:
                logger.exception("the attendant stumbles")
            await asyncio.sleep(seconds("beat"))

    async def tick(self) -> None:
        """Look once."""
        if self.watch.look() or self._put_back:
            self._put_back = True  # until it is done
            await in_database(presence.put_back)
            self._put_back = False
        # First those who are here, so that nobody is taken for absent only because this process was busy
        await Pages.here().beat()
        try:
            await news.tell()
        except Exception:
            logger.exception("what the operator tells")
        watched = self.watch.watched
        for code in await in_database(absence.unattended, watched):
            try:
                await in_database(absence.attend, code, watched)
            except Exception:
                logger.exception("table %s, which people are absent from", code)
