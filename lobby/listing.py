"""Which tables the lobby shows, and the list of them as HTML."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Prefetch, Q
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from games import phrases, sentences
from games.models import Seat, Table
from games.patience import patience
from games.rules import engine

logger = logging.getLogger(__name__)

WAITING, PLAYING = 30, 20
"""The most tables of each kind in the list: more than anybody reads, and a bound on its size."""


@dataclass(frozen=True)
class Row:
    """A table as the lobby shows it."""

    code: str
    game: str
    title: str
    seats: tuple[Seat, ...]
    wanted: int
    rules: list[str]
    since: datetime
    waiting: bool
    closed: str = ""  # what the operator says who closed it

    @property
    def free(self) -> int:
        return self.wanted - len(self.seats) if self.waiting else 0

    @property
    def is_new(self) -> bool:
        """Too new for a time in minutes."""
        return timezone.now() - self.since < timedelta(minutes=1)


def row(table: Table) -> Row:
    """The table for the lobby's eyes."""
    waiting = table.status == Table.Status.WAITING
    rules = [*sentences.options_in_words(table.game, table.options)]
    if table.turn_clock:
        rules.append(_("%(time)s a turn") % {"time": table.get_turn_clock_display()})
    if not table.phrases and not table.quick:
        rules.append(phrases.in_words(table))
    return Row(
        code=table.code,
        game=table.game,
        title=engine.GAMES[table.game].title if table.game in engine.GAMES else table.game,
        seats=tuple(table.seats.all()),
        wanted=table.seats_wanted,
        rules=rules,
        since=(table.created_at if waiting else table.started_at) or table.created_at,
        waiting=waiting,
        closed=table.close_text,
    )


def rows(tables: Iterable[Table]) -> list[Row]:
    """The tables for the lobby's eyes. One that today's code cannot tell about is left out; the others must not suffer for it."""
    told = []
    for table in tables:
        try:
            told.append(row(table))
        except Exception:
            logger.exception("table %s cannot be listed", table.code)
    return told


def open_tables() -> list[Row]:
    """The public tables: first those with a free seat, then those that only can be watched; the newest first.

    A table that nobody is at waits for nobody, and is left out until somebody comes back; so is a game that pauses.
    """
    seats = Prefetch("seats", Seat.objects.order_by("number"))
    public = Table.objects.filter(public=True).prefetch_related(seats).order_by("-created_at")
    lately = timezone.now() - patience("here") - patience("unlisted")
    attended = Exists(Seat.objects.filter(table=OuterRef("pk"), seen_at__gte=lately))
    waiting = rows(public.filter(attended, status=Table.Status.WAITING)[:WAITING])
    playing = rows(public.filter(status=Table.Status.PLAYING, paused_at=None)[:PLAYING])
    return sorted(waiting, key=lambda shown: not shown.free) + playing


def yours(codes: list[str]) -> list[Row]:
    """Of the tables with these codes, those that are still open, or that the operator closed today, in the order of the codes."""
    shut = Q(close_reason=Table.CloseReason.OPERATOR, finished_at__gte=timezone.now() - timedelta(days=1))
    open_ones = Table.objects.filter(shut | Q(status__in=[Table.Status.WAITING, Table.Status.PLAYING]), code__in=codes)
    by_code = {shown.code: shown for shown in rows(open_ones.prefetch_related(Prefetch("seats", Seat.objects.order_by("number"))))}
    return [by_code[code] for code in dict.fromkeys(codes) if code in by_code]


def html() -> str:
    """The list, as every visitor sees it."""
    return render_to_string("lobby/_tables.html", {"tables": open_tables()})
