"""The frame of every change of a table: lock it, see that it may be done, write it with the next version, tell whoever watches.

What changes is in `games.play`, the only caller.
"""

import hashlib
import random
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games import replay, updates
from games.models import Seat, Table
from games.replay import Present
from games.rules import engine
from games.rules.state import State

Status = Table.Status

TURN_LEFT = 10  # seconds left at least for the second half of a turn
CARD_LEFT = 1.5  # seconds between two cards that the table turns over by itself

#: what a deadline is about: round, phase, the seat waited for, and whether a computer player has it
Awaited = tuple[int, str, int | None, bool]


class Refused(Exception):
    """Why something cannot be done: a code with parameters, which become a sentence, and the HTTP status that fits."""

    def __init__(self, code: str, params: Mapping[str, Any] | None = None, status: int = 409) -> None:
        super().__init__(f"{code} {dict(params or {})}")
        self.code = code
        self.params = dict(params or {})
        self.status = status


def hash_key(key: str | None) -> str:
    """What is stored of a seat key. Refused if it is none: 16 to 128 characters of base64url."""
    if not key:
        raise Refused("no_key", status=403)
    if not re.fullmatch(r"[A-Za-z0-9_-]{16,128}", key):
        raise Refused("wrong_key", status=403)
    return hashlib.sha256(key.encode()).hexdigest()


def wrong_key(key: str) -> Refused:
    """What to say to a key that opens no seat at this table."""
    elsewhere = Seat.objects.filter(key_hash=hash_key(key)).exists()
    return Refused("key_elsewhere" if elsewhere else "wrong_key", status=403)


def complete_options(game: str, asked: Mapping[str, Any], persons: int, computers: int) -> dict[str, Any]:
    """Complete options: what was asked for, else what the game has for a person alone with computer players, else the default."""
    alone = engine.check_game(game).solo_options if persons == 1 and computers else {}
    return engine.check_options(game, {**alone, **asked})


class Change:
    """A table under lock, on its way from one version to the next."""

    def __init__(self, table: Table, seats: list[Seat], state: State | None = None, round_id: int | None = None) -> None:
        self.table = table
        self.seats = seats
        self.round_id = round_id
        self._state = state

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
        raise wrong_key(key)

    def leader(self, key: str) -> Seat:
        seat = self.seat_of(key)
        if seat.number != self.table.leader:
            raise Refused("leader_only", {"leader": self.table.leader}, 403)
        return seat

    def persons(self) -> list[Seat]:
        """The seats that a person plays, clockwise from the leader."""
        seats = [seat for seat in self.seats if not seat.bot]
        return sorted(seats, key=lambda seat: (seat.number < self.table.leader, seat.number))

    def options(self) -> dict[str, Any]:
        """The options as they would be played by those who sit there now."""
        persons = len(self.persons())
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
        if state.to_act is None or table.status != Status.PLAYING:
            return
        if self.seats[state.to_act].bot:
            table.due_at = now + timedelta(seconds=random.uniform(*settings.COMPUTER_PAUSE))
            return
        pause = engine.pause(state)
        if pause is None and not table.turn_clock:
            return
        table.due_at = now + timedelta(seconds=table.turn_clock if pause is None else pause * settings.PAUSE_SCALE)
        if before == self.awaited() and old:
            # Drawing and discarding are one turn, turning over two cards is one time; but the second half is not cut to nothing
            left = TURN_LEFT if pause is None else CARD_LEFT * settings.PAUSE_SCALE
            table.due_at = min(table.due_at, max(old, now + timedelta(seconds=left)))

    def reschedule(self, before: Awaited) -> None:
        """Set the deadline anew if it is about something else than before; a change beside the turn does not move it."""
        if self.awaited() != before:
            self.schedule()

    # --- the end ---

    def save(self, *, lobby: bool = False) -> None:
        """Write the table with its next version, and let everybody know once it is committed."""
        table = self.table
        if table.status == Status.WAITING:
            # Who sits there decides on some defaults: the waiting room shows what will be played
            table.options = self.options()
        table.version += 1
        table.save(update_fields=_CHANGING)
        for seat in self.seats:
            seat.table = table
        closed = table.status == Status.CLOSED
        now = Present(table, tuple(self.seats), None if closed else self._state, self.round_id)
        if now.state or closed or not table.round:
            transaction.on_commit(partial(replay.keep, now))
        updates.announce(table, lobby=lobby)


_CHANGING = (
    "options", "rules_version", "status", "version", "leader", "due_at", "round", "moves", "started_at", "finished_at", "close_reason",
)  # fmt: skip


@contextmanager
def changing(code: str, *, skip_locked: bool = False) -> Iterator[Change]:
    """The table, locked until the transaction ends. On SQLite the transaction itself is the lock."""
    with transaction.atomic():
        row = Table.objects.select_for_update(skip_locked=skip_locked).filter(code=code).values_list("version", "due_at")
        try:
            version, due_at = row.get()
        except Table.DoesNotExist:
            raise Refused("unknown_table", status=404) from None
        kept = replay.recent(code, version)
        if kept and (kept.table.version, kept.table.due_at) == (version, due_at):
            # What this process remembers is the present; others may look at it meanwhile, so change a copy
            yield Change(copy(kept.table), [copy(seat) for seat in kept.seats], kept.state, kept.round_id)
        else:
            table = Table.objects.get(code=code)
            yield Change(table, list(table.seats.order_by("number")))
