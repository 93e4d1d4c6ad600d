"""New tables and new seats, for the verbs that make them (`games.play`, `games.rematch`)."""

import random
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from games import handles
from games.absence import settle
from games.bots import Level
from games.change import Change, Refused
from games.models import Seat, Table
from games.rules import engine, shuffle

#: Crockford's base 32: no I, L, O or U, so that a code can be read aloud and typed
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
PUBLIC_CODE, LINK_CODE = 8, 16  # characters

COMPUTERS = ("Pip", "Juno", "Otto", "Mabel", "Rex", "Tilly")

QUICK_START = 2  # seconds that a "play now" table waits for its person's cut


def new_code(public: bool) -> str:
    """A code for a new table: short to be found in the lobby, long enough not to be guessed for those by link only."""
    return "".join(secrets.choice(ALPHABET) for _ in range(PUBLIC_CODE if public else LINK_CODE))


def new_table(*, public: bool, quick: bool, now: datetime, **fields: Any) -> Table:
    """A table with a code and a secret of its own; not saved yet."""
    secret = secrets.token_bytes(32)
    return Table(
        code=new_code(public),
        rules_version=engine.RULES_VERSION,
        public=public,
        secret=secret,
        commitment=shuffle.commitment(secret),
        quick=quick,
        due_at=now + timedelta(seconds=QUICK_START) if quick else None,
        created_at=now,
        **fields,
    )


def clean_handle(handle: str) -> str:
    """The handle as it is shown; refused if it is none."""
    try:
        return handles.allowed_handle(handle, settings.REFUSED_HANDLES)
    except handles.BadHandle as error:
        raise Refused(error.code, error.params, 400) from None


def new_seat(table: Table, number: int, handle: str, **fields: Any) -> Seat:
    """A seat, not saved yet."""
    return Seat(table=table, number=number, handle=handle, skeleton=handles.skeleton(handle), **fields)


def computer_seat(table: Table, number: int, seats: Iterable[Seat], level: Level) -> Seat:
    """A computer player of that level, with a name that none of the others has."""
    taken = {seat.skeleton for seat in seats}
    names = [name for name in COMPUTERS if handles.skeleton(name) not in taken]
    name = random.choice(names) if names else handles.number_handle(COMPUTERS[0], taken)
    return new_seat(table, number, name, is_computer=True, bot=True, level=level)


def person_seat(change: Change, handle: str, key_hash: str, **fields: Any) -> Seat:
    """The first free seat for a person who sits down; a handle like another's gets a number."""
    name = handles.number_handle(handle, {seat.skeleton for seat in change.seats})
    return new_seat(change.table, free_number(change), name, key_hash=key_hash, seen_at=timezone.now(), **fields)


def free_number(change: Change) -> int:
    """The first free seat."""
    taken = {seat.number for seat in change.seats}
    free = [number for number in range(change.table.seats_wanted) if number not in taken]
    if not free:
        raise Refused("full")
    return free[0]


def add(change: Change, seat: Seat) -> None:
    """Let somebody sit down."""
    seat.save(force_insert=True)
    change.seats = sorted([*change.seats, seat], key=lambda seat: seat.number)
    change.save(lobby=True)


def free(change: Change, seats: Iterable[Seat]) -> None:
    """Free these seats, before the game."""
    for seat in list(seats):
        seat.delete()
        change.seats.remove(seat)
    settle(change)
    await_reserved(change)
    change.tell_former()
    change.save(lobby=True)


def await_reserved(change: Change) -> None:
    """Let the table go on by itself when the next reserved seat is due to be freed."""
    table = change.table
    if table.rematch_of_id and not table.quick:
        table.due_at = min((seat.reserved_until for seat in change.seats if seat.reserved_until), default=None)


def free_unclaimed(change: Change) -> None:
    """Free the reserved seats whose time is over."""
    now = timezone.now()
    free(change, [seat for seat in change.seats if seat.reserved_until and seat.reserved_until <= now])
