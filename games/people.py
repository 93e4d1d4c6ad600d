"""Who sits at a table, in words: at the seats, and in the menu, where the leader may do something about it.

Whether a person is here, away or reconnecting is not of a version of the table: pages are told (`games.presence`), and their script
writes it down.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.models import Seat, Table
from games.remembered import gettext as _
from games.sentences.levels import COMPUTERS

Status = Table.Status


@dataclass(frozen=True, slots=True)
class Person:
    """A seat as the menu shows it to a viewer.

    plays   what is to be said of it instead of whether a person is here
    leads   leads the table
    may_*   what the viewer, who leads, may do about the seat: let it lead, let a computer player sit in (once its owner has been gone
            for long enough), remove its owner
    speaks  may say phrases, which the viewer's browser can mute
    """

    number: str
    handle: str
    plays: str
    is_me: bool
    leads: bool
    may_lead: bool
    may_be_replaced: bool
    may_be_removed: bool
    speaks: bool

    @property
    def managed(self) -> bool:
        return self.may_lead or self.may_be_removed


def seated(seat: Seat) -> tuple[Any, ...]:
    """All that anybody is told of who sits there, to see whether that has changed."""
    return seat.number, seat.handle, seat.bot, seat.is_computer, seat.level, seat.removed_at is None, seat.reserved_until is None


def people(table: Table, viewer: Seat | None, seats: Sequence[Seat]) -> tuple[Person, ...]:
    """Everybody at the table, as the viewer's menu shows them."""
    is_open = table.status in (Status.WAITING, Status.PLAYING)
    me = viewer.number if viewer else None
    leads = is_open and me == table.leader
    return tuple(
        Person(
            number=str(seat.number),
            handle=seat.name,
            plays=_plays(seat),
            is_me=seat.number == me,
            leads=is_open and seat.number == table.leader,
            may_lead=leads and seat.number != me and not _plays(seat),
            may_be_replaced=may_be_replaced(table, viewer, seat),
            may_be_removed=leads and seat.number != me and seat.has_owner and table.status == Status.PLAYING,
            speaks=table.phrases and seat.number != me and seat.has_owner and not seat.reserved,
        )
        for seat in seats
    )


def _plays(seat: Seat) -> str:
    if seat.reserved:
        return _("kept")
    if seat.removed_at:
        return _("out, a computer plays")
    return str(COMPUTERS[seat.plays]) if seat.is_computer else _("a computer plays") if seat.bot else ""


def stands_in(seat: Seat) -> str:
    """Whom a computer player plays for; "" where a person plays, and at a computer player's own seat."""
    if seat.is_computer or not seat.bot:
        return ""
    told = _("no longer %(name)s") if seat.removed_at else _("computer for %(name)s")
    return told % {"name": seat.name}


def may_be_replaced(table: Table, viewer: Seat | None, seat: Seat) -> bool:
    """Whether the viewer may let a computer player sit in there, once the owner has been gone for long enough."""
    leads = viewer is not None and viewer.number == table.leader and table.status == Status.PLAYING
    return leads and viewer is not None and viewer.number != seat.number and seat.has_owner and not seat.bot


def waits_for_touch(table: Table, viewer: Seat | None) -> bool:
    """Whether the viewer's page lies open, and the table waits for a sign that they are there themselves."""
    return viewer is not None and viewer.left_at is None and (viewer.away or table.paused_at is not None)
