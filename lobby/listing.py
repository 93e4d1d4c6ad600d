"""Which tables the lobby shows, and the list of them as HTML.

What is open is asked of the database anew each time, but only of tables that have changed more than their number; and a table is put
into words once for each version and language, for all lists that show it.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache

from django.db.models import Exists, OuterRef, Prefetch, Q
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import phrases, sentences
from games.models import Seat, Table
from games.patience import patience
from games.rules import engine
from lobby.search import Search

logger = logging.getLogger(__name__)

PAGE = 30
"""Tables on a page of the list."""

MOST = 5000
"""The most open tables that are looked at, the newest: a bound on what a list costs."""

_SEATS = Prefetch("seats", Seat.objects.order_by("number"))


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


@dataclass
class Listed:
    """An open table, and its row in each language that was asked for: `rows` is the minute of its age, and the HTML.

    `folded` are the handles of its people without regard to case; `free`: it waits, and there is room.
    """

    table: Table
    seats: tuple[Seat, ...]
    folded: tuple[str, ...]
    waiting: bool
    free: bool
    rows: dict[str, tuple[int, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, table: Table) -> "Listed":
        seats = tuple(table.seats.all())
        waiting = table.status == Table.Status.WAITING
        folded = tuple(seat.handle.casefold() for seat in seats)
        return cls(table, seats, folded, waiting, free=waiting and len(seats) < table.seats_wanted)

    def is_found(self, search: Search, words: str, looks: str) -> bool:
        """Whether the search is for this table. `words` without regard to case, and what they look like, are said once for all tables."""
        if (search.game and search.game != self.table.game) or (search.free and not self.free):
            return False
        if not words or self.table.code.startswith(search.code):
            return True
        return any(words in handle for handle in self.folded) or any(looks in seat.skeleton for seat in self.seats)

    def html(self, language: str | None) -> str:
        """Its row in the present language, which is this. "" for one that today's code cannot tell about: others must not suffer for it."""
        since = (self.table.created_at if self.waiting else self.table.started_at) or self.table.created_at
        age = int((timezone.now() - since).total_seconds() // 60)
        known = self.rows.get(language)
        if known is None or known[0] != age:
            told = rows([self.table])
            html = render_to_string("lobby/_row.html", {"row": told[0]}).strip() if told else ""
            known = self.rows[language] = age, html
        return known[1]


_known: dict[tuple[str, int], Listed] = {}
"""The open tables as they were last seen, by code and version: a version never changes."""


def open_tables() -> list[Listed]:
    """The public tables: first those with a free seat, then those that are full, then those that only can be watched; the newest first.

    A table that nobody is at waits for nobody, and is left out until somebody comes back; so is a game that pauses.
    """
    global _known
    lately = timezone.now() - patience("here") - patience("unlisted")
    attended = Exists(Seat.objects.filter(table=OuterRef("pk"), seen_at__gte=lately))
    is_open = Q(attended, status=Table.Status.WAITING) | Q(status=Table.Status.PLAYING, paused_at=None)
    found = Table.objects.filter(is_open, public=True).order_by("-created_at").values_list("pk", "code", "version")[:MOST]
    present = {(code, version): pk for pk, code, version in found}
    known = _known
    new = [pk for named, pk in present.items() if named not in known]
    if new:
        loaded = Table.objects.filter(pk__in=new).defer("secret").prefetch_related(_SEATS)
        known = known | {(table.code, table.version): Listed.of(table) for table in loaded}
    # One that changed between the two questions comes with the next list.
    _known = {named: known[named] for named in present if named in known}
    return sorted(_known.values(), key=lambda listed: -(listed.free + listed.waiting))


@dataclass(frozen=True)
class Listing:
    """A page of the list.

    rows    HTML of its tables by code, in order
    below   HTML of what stands below them: the way to other pages, or what to do when there is no table
    """

    rows: dict[str, str]
    below: str

    def html(self) -> str:
        """All of it."""
        return render_to_string("lobby/_tables.html", {"listing": self})


def listing(tables: list[Listed], search: Search) -> Listing:
    """What the search finds among these, in the present language. A page behind the last is the last."""
    if search.narrows:
        words, looks = search.words.casefold(), search.looks
        tables = [listed for listed in tables if listed.is_found(search, words, looks)]
    pages = max(1, -(-len(tables) // PAGE))
    page = min(search.page, pages)
    language = get_language()
    shown = {listed.table.code: listed.html(language) for listed in tables[(page - 1) * PAGE : page * PAGE]}
    below = _below(language, replace(search, page=page), len(tables), pages)
    return Listing({code: html for code, html in shown.items() if html}, below)


@lru_cache(maxsize=500)
def _below(language: str | None, search: Search, total: int, pages: int) -> str:
    """What stands below a page of so many, in the present language. It is the same for long."""
    context = {
        "search": search,
        "total": total,
        "page": search.page,
        "pages": pages,
        "before": str(search.at(search.page - 1)) if search.page > 1 else "",
        "after": str(search.at(search.page + 1)) if search.page < pages else "",
    }
    return render_to_string("lobby/_below.html", context).strip()


def yours(codes: list[str]) -> list[Row]:
    """Of the tables with these codes, those that are still open, or that the operator closed today, in the order of the codes."""
    shut = Q(close_reason=Table.CloseReason.OPERATOR, finished_at__gte=timezone.now() - timedelta(days=1))
    open_ones = Table.objects.filter(shut | Q(status__in=[Table.Status.WAITING, Table.Status.PLAYING]), code__in=codes)
    by_code = {shown.code: shown for shown in rows(open_ones.prefetch_related(_SEATS))}
    return [by_code[code] for code in dict.fromkeys(codes) if code in by_code]
