"""The frame of every change of a table: lock it, see that it may be done, write it with the next version, tell whoever watches.

What changes is in `games.play` and the modules named there, the only callers.
"""

import hashlib
import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Model
from django.db.models.base import ModelState
from django.utils import timezone

from games import pauses, presence, replay, rows, statistics, updates
from games.models import Seat, Table
from games.patience import seconds
from games.replay import CannotReplay, Present
from games.rules import engine
from games.rules.state import State

logger = logging.getLogger(__name__)

Status = Table.Status

Row = TypeVar("Row", Table, Seat)

FREED = 600  # seconds for which it is remembered that somebody was removed from a waiting room
CARD_LEFT = 1.5  # seconds between two cards that the table turns over by itself

#: what a deadline is about: round, phase, the seat waited for, and whether a computer player has it
Awaited = tuple[int, str, int | None, bool]


class Refused(Exception):
    """Why something cannot be done: a code with parameters, which become a sentence, and the HTTP status that fits.

    wait    seconds after which it may be tried again, where that is all there is to do
    """

    def __init__(self, code: str, params: Mapping[str, Any] | None = None, status: int = 409, *, wait: int = 0) -> None:
        super().__init__(f"{code} {dict(params or {})}")
        self.code = code
        self.params = dict(params or {})
        self.status = status
        self.wait = wait


def hash_key(key: str | None) -> str:
    """What is stored of a seat key. Refused if it is none: 16 to 128 characters of base64url."""
    if not key:
        raise Refused("no_key", status=403)
    if not re.fullmatch(r"[A-Za-z0-9_-]{16,128}", key):
        raise Refused("wrong_key", status=403)
    return hashlib.sha256(key.encode()).hexdigest()


def wrong_key(key: str, seats: Iterable[Seat]) -> Refused:
    """What to say to a key that opens none of these seats, which are those of a table."""
    key_hash = hash_key(key)
    if lost := next((seat for seat in seats if seat.former_hash == key_hash), None):
        return seat_lost(lost)
    if was_freed(key_hash):
        return Refused("freed", status=403)
    elsewhere = Seat.objects.filter(key_hash=key_hash).exists()
    return Refused("key_elsewhere" if elsewhere else "wrong_key", status=403)


def remember_freed(key_hash: str) -> None:
    """The leader has taken this key's seat away before the game. The seat is no more; for a while its browser is told what happened."""
    with suppress(Exception):
        cache.set(f"freed:{key_hash}", True, FREED)


def was_freed(key_hash: str | None) -> bool:
    """Whether the leader has lately taken this key's seat away before the game, as far as that is remembered."""
    with suppress(Exception):
        return bool(key_hash and cache.get(f"freed:{key_hash}"))
    return False


def seat_lost(seat: Seat) -> Refused:
    """What to say to the key that used to open this seat."""
    if seat.removed_at:
        return Refused("removed", status=403)
    return Refused("seat_moved", {"seat": seat.number}, 403)


def complete_options(game: str, asked: Mapping[str, Any], persons: int, computers: int) -> dict[str, Any]:
    """Complete options: what was asked for, else what the game has for a person alone with computer players, else the default."""
    alone = engine.check_game(game).solo_options if persons == 1 and computers else {}
    return engine.check_options(game, {**alone, **asked})


class Change:
    """A table under lock, on its way from one version to the next."""

    def __init__(
        self, cursor: CursorWrapper, table: Table, seats: list[Seat], state: State | None = None, round_id: int | None = None
    ) -> None:
        self.cursor = cursor
        self.table = table
        self.seats = seats
        self.round_id = round_id
        self._state = state
        self._stored = {name: getattr(table, name) for name in _CHANGING}
        self._seen: dict[int, datetime | None] | None = None

    @property
    def state(self) -> State:
        """The state of the running game. CannotReplay."""
        if self._state is None:
            self._state = replay.state_of(self.table, self.seats)
        if self._state is None:
            raise Refused("not_started")
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._state = state

    def seat_of(self, key: str) -> Seat:
        """The seat that the key opens; refused if it opens none here."""
        key_hash = hash_key(key)
        for seat in self.seats:
            if seat.key_hash == key_hash:
                return seat
        raise wrong_key(key, self.seats)

    def leader(self, key: str) -> Seat:
        seat = self.seat_of(key)
        if seat.number != self.table.leader:
            raise Refused("leader_only", {"leader": self.table.leader}, 403)
        return seat

    def seat_at(self, number: int) -> Seat | None:
        """The seat of this number; None while it is free. Refused if there is no such seat."""
        wanted = self.table.seats_wanted if self.table.status == Status.WAITING else len(self.seats)
        if not 0 <= number < wanted:
            raise Refused("no_such_seat", status=400)
        return next((seat for seat in self.seats if seat.number == number), None)

    def owners(self) -> list[Seat]:
        """The seats whose owners have not gone for good, clockwise from the leader."""
        seats = [seat for seat in self.seats if seat.has_owner and not seat.left_at]
        return sorted(seats, key=lambda seat: (seat.number < self.table.leader, seat.number))

    def absence(self, seat: Seat) -> timedelta:
        """For how long the seat's owner has not been here; nothing when they are here."""
        if self._seen is None:
            # Written beside the table's versions, so what this process remembers of it may be old
            self._seen = dict(Seat.objects.filter(table=self.table).values_list("number", "seen_at"))
        return presence.absence(self._seen.get(seat.number), timezone.now())

    def options(self) -> dict[str, Any]:
        """The options as they would be played by those who sit there now."""
        persons = sum(not seat.is_computer for seat in self.seats)
        return complete_options(self.table.game, self.table.asked, persons, len(self.seats) - persons)

    def require(self, *allowed: str) -> None:
        """Refused unless the table is in one of these statuses, with what is in the way."""
        status = self.table.status
        if status not in allowed:
            codes = {Status.WAITING: "not_started", Status.PLAYING: "started", Status.FINISHED: "finished", Status.CLOSED: "closed"}
            raise Refused(codes[Status(status)])

    # --- the deadline ---

    def awaited(self) -> Awaited:
        """What the deadline is about now."""
        state = self.state
        return state.round, state.phase, state.to_act, state.to_act is not None and self.seats[state.to_act].bot

    def schedule(self, before: Awaited | None = None) -> None:
        """Set the deadline after a change. `before`: what the old one was about; the same turn keeps it."""
        table, state, now = self.table, self.state, timezone.now()
        old, table.due_at = table.due_at, None
        if state.to_act is None or table.status != Status.PLAYING or table.paused_at:
            return
        if self.seats[state.to_act].bot:
            table.due_at = now + timedelta(seconds=pauses.to_think(state))
            return
        pause = engine.pause(state)
        if pause is None and not table.turn_clock:
            return
        time = table.turn_clock * settings.TURN_SCALE if pause is None else pause * settings.PAUSE_SCALE
        table.due_at = now + timedelta(seconds=time)
        if before == self.awaited() and old:
            # Drawing and discarding are one turn, turning over two cards is one time; but the second half is not cut to nothing
            left = seconds("turn_left") if pause is None else CARD_LEFT * settings.PAUSE_SCALE
            table.due_at = min(table.due_at, max(old, now + timedelta(seconds=left)))

    def reschedule(self, before: Awaited) -> None:
        """Set the deadline anew if it is about something else than before; a change beside the turn does not move it."""
        if self.awaited() != before:
            self.schedule()

    # --- the end ---

    def close(self, reason: Table.CloseReason, text: str = "") -> None:
        """The table is over. `text` is what its players are told, where the reason alone does not say it."""
        table = self.table
        if table.status == Status.PLAYING:
            statistics.count_rounds(table, self.seats)
        table.status, table.close_reason, table.close_text = Status.CLOSED, reason, text
        table.finished_at, table.due_at, table.paused_at = timezone.now(), None, None

    def save(self, *, lobby: bool = False) -> None:
        """Write the table with its next version, and let everybody know once it is committed."""
        table = self.table
        if table.status == Status.WAITING:
            # Who sits there decides on some defaults: the waiting room shows what will be played
            table.options = self.options()
        table.version += 1
        rows.update(self.cursor, table, [name for name, stored in self._stored.items() if getattr(table, name) != stored])
        self._stored = {name: getattr(table, name) for name in _CHANGING}
        closed = table.status == Status.CLOSED
        now = Present.of(table, self.seats, None if closed else self._state, self.round_id)
        if now.state or closed or not table.round:
            transaction.on_commit(partial(replay.keep, now))
        updates.announce(table, lobby=lobby)

    def tell_former(self) -> None:
        """Let the table whose people play again here know, once this is committed: whoever is still there sees where the others are.

        Not in this transaction: the two tables are locked the other way round by those who ask for a rematch.
        """
        if self.table.rematch_of_id:
            transaction.on_commit(partial(_tell, self.table.rematch_of_id))


def _tell(table_id: int) -> None:
    code = Table.objects.values_list("code", flat=True).get(pk=table_id)
    with changing(code) as former:
        former.save()


_CHANGING = (
    "options", "rules_version", "status", "version", "leader", "due_at", "paused_at", "round", "moves", "result", "tally",
    "started_at", "finished_at", "close_reason", "close_text",
)  # fmt: skip


@contextmanager
def changing(code: str, *, skip_locked: bool = False) -> Iterator[Change]:
    """The table, locked until the transaction ends. On SQLite the transaction itself is the lock."""
    with transaction.atomic(), connection.cursor() as cursor:
        kept = replay.recent(code)
        if kept and rows.lock(cursor, kept.table, ("code", "version", "due_at"), skip_locked=skip_locked):
            # What this process remembers is the present; others may look at it meanwhile, so change a copy
            table = _copied(kept.table)
            yield Change(cursor, table, [_copied(seat, table=table) for seat in kept.seats], kept.state, kept.round_id)
            return
        try:
            table = Table.objects.select_for_update(skip_locked=skip_locked).get(code=code)
        except Table.DoesNotExist:
            raise Refused("unknown_table", status=404) from None
        yield Change(cursor, table, list(table.seats.order_by("number")))


def _copied(row: Row, **leads_to: Model) -> Row:
    """A copy of a row and not of what it leads to. Like `copy.copy`, which asks Django to pickle it and takes ten times as long."""
    copied = type(row).__new__(type(row))
    copied.__dict__.update(row.__dict__)
    copied._state = ModelState()
    copied._state.__dict__.update(row._state.__dict__, fields_cache=row._state.fields_cache | leads_to)
    return copied


@contextmanager
def playing_on(code: str, *, skip_locked: bool = False) -> Iterator[Change]:
    """Like `changing`. A table whose round today's rules cannot play on is closed instead."""
    try:
        with changing(code, skip_locked=skip_locked) as change:
            yield change
    except CannotReplay:
        close_unplayable(code)
        raise Refused("closed") from None


def close_unplayable(code: str) -> None:
    """A running round that today's rules cannot play on is void, and its table closed."""
    logger.exception("table %s cannot be played on and is closed", code)
    with changing(code) as change:
        if change.table.status == Status.PLAYING:
            change.close(Table.CloseReason.RULES)
            change.save(lobby=True)
