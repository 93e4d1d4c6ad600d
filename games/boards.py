"""The template context of a table and its regions: what page, reply and socket show, all from here.

A region is an element of the page with an id and a template of the same name, `templates/board/ID.html`. The shared regions
depend on the table alone and are rendered once per version and language, the private ones once per viewer; so a region that
has not changed is the same bytes. Whose seat is "me" stands outside the shared regions, on the page. Games bring templates of
their own in `templates/board/NAME/`; those that fit any game are beside them. Everything comes from a `View`.

Numbers are given to templates as text: Django would localize them, which takes an eighth of the time of a render.
"""

import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock
from typing import Any, TypeVar

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language, pgettext

from games import aloud, hints, history, metrics, parts, people, phrases, sentences, showdown
from games.bots import Level
from games.models import Seat, Table
from games.patience import MISSED_TURNS
from games.remembered import gettext as _
from games.remembered import ngettext, one_reader
from games.replay import Again, Present
from games.rules import engine
from games.rules.cards import in_order
from games.rules.state import ARGUMENTS, Offer, SeatView, View
from games.sentences import words
from games.sentences.levels import COMPUTERS, LEVELS, MEANINGS

#: Regions that are the same for everybody, the score sheet beside them; that are for one viewer alone.
SHARED = ("topbar", "seats", "reckoning", "log")
PRIVATE = ("sentence", "told", "actions", "hand", "waiting")
MENU = ("people",)
#: All of them, in the order of the page; the menu is in its sheet.
REGIONS = ("topbar", "seats", "center", "sentence", "told", "actions", "hand", "reckoning", "waiting", "score", "log", "notice", "people")

#: Newest sentences of the log that a page carries.
LOG_LINES = 60

#: How many tables a process remembers what it has drawn of, in one language each.
KEPT = 2000

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Board:
    """What one viewer sees of a table at one version. Each region's element carries the region's id."""

    version: int
    title: str
    regions: Mapping[str, str]

    @property
    def html(self) -> str:
        """All regions, for a page or a whole frame."""
        return "".join(self.regions.values())


# --- Rendering ---

_kept: dict[tuple[str, str | None], "Drawn"] = {}
_lock = Lock()


def page(present: Present) -> dict[str, Any]:
    """The context of the table's page, as anybody may see it. Its script says who is looking and gets their own regions."""
    path = reverse("games:table", args=[present.table.code])
    board = render(present, None)
    return {
        "table": present.table,
        "board": board,
        "people": "".join(board.regions[name] for name in MENU),
        "regions": "".join(html for name, html in board.regions.items() if name not in MENU),
        "invitation": settings.PUBLIC_URL + path,
        "title": engine.GAMES[present.table.game].title,
        "options": [*sentences.options_in_words(present.table.game, present.table.options), phrases.in_words(present.table)],
        "phrases": phrases.PHRASES.items() if present.table.phrases else (),
        "missed_turns": MISSED_TURNS,
        "tips": parts.draw(tips, {}) if (tips := _own_template(present.table.game, "tips")) else "",
        "look": look(present.table.game, engine.view(present.state, None) if present.state else None),
        "verbs": {verb for phase in engine.GAMES[present.table.game].phases.values() for verb in phase.verbs},
        "now": str(int(time.time() * 1000)),
    }


def render(present: Present, viewer: Seat | None, notice: sentences.Refused | None = None, said: str = "") -> Board:
    """The table for a seat or a spectator (None). For this viewer alone: `notice` is why something was refused, `said` another sentence."""
    began = time.perf_counter()
    with one_reader() as language:
        board = _render(present, viewer, notice, said, language)
    metrics.RENDER_SECONDS.observe(time.perf_counter() - began)
    return board


def _render(present: Present, viewer: Seat | None, notice: sentences.Refused | None, said: str, language: str | None) -> Board:
    table, number = present.table, viewer.number if viewer else None
    drawn, moment = _of_table(table.code, language), (table.version, present.state)
    scene: Scene = drawn.newest("scene", moment, lambda: _scene(present, drawn))
    title, own = drawn.newest(("viewer", number), moment, lambda: _private(present, viewer, scene, drawn))
    told = {"notice": sentences.refusal(table.game, notice, scene.names) if notice else said, "said": bool(said and not notice)}
    regions = {**scene.regions, **own, "notice": drawn.region("notice", number, told)}
    return Board(table.version, title, {name: regions[name] for name in REGIONS})


class Drawn:
    """What this process has drawn of a table in one language, the newest of each: what would be drawn from the same again is not."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[Any, Any]] = {}

    def newest(self, what: Hashable, key: Any, make: Callable[[], T]) -> T:
        """Something of the table, made anew where `key`, what it is made from, has changed."""
        found = self._kept.get(what)
        if found is None or found[0] != key:
            found = self._kept[what] = key, make()
        return found[1]

    def region(self, name: str, viewer: int | None, context: Mapping[str, Any]) -> str:
        """A region for a viewer, drawn anew where its inputs have changed."""
        given = parts.inputs(name, context)
        if given is None:
            return parts.draw(name, context)
        return self.newest((name, viewer), given, lambda: parts.region(name, given))


@dataclass(frozen=True, slots=True)
class Scene:
    """What everybody sees of a table at one version.

    context     what it is drawn from
    names       by seat number; a waiting room may have gaps, "" here
    regions     those that are the same for everybody
    seated      all that the menu says about who sits there
    """

    context: dict[str, Any]
    names: tuple[str, ...]
    regions: dict[str, str]
    seated: tuple[Any, ...]

    @property
    def view(self) -> View | None:
        view: View | None = self.context["view"]
        return view


def _scene(present: Present, drawn: Drawn) -> Scene:
    table, seats = present.table, present.seats
    if present.state is None:
        shown = _base(table, None, None, look(table.game, None))
    else:
        shown = context(table, engine.view(present.state, None), seats, drawn)
    view, handles = shown["view"], {seat.number: seat.name for seat in seats}
    names = tuple(handles.get(place, "") for place in range(max(handles, default=-1) + 1))
    regions = {name: drawn.region(name, None, shown) for name in SHARED}
    # the sheet changes once or twice a round, not with every move
    regions["score"] = drawn.newest("score", (names, _written(view)), lambda: _sheet(table, shown, names))
    return Scene(shown, names, regions, (table.status, table.leader, *map(people.seated, seats)))


def _sheet(table: Table, shown: dict[str, Any], names: Sequence[str]) -> str:
    view = shown["view"]
    return parts.draw("score", shown | {"score": _score(table, view, names)} if view else shown)


def _menu(present: Present, viewer: Seat | None) -> str:
    table = present.table
    menu = {"people": people.people(table, viewer, present.seats), "code": table.code, "me": viewer, "status": str(table.status)}
    menu["has_left"] = viewer is not None and viewer.left_at is not None
    menu["shuffle"] = history.shuffle_of(table, present.seats)
    return parts.draw("people", menu)


def _written(view: View | None) -> tuple[Any, ...] | None:
    """What the score sheet says."""
    if view is None:
        return None
    points = tuple(seat.points["total"] for seat in view.seats)
    return (view.sheet, view.totals, points, tuple(view.carried.items()), sentences.yet_to_come(view))


def _base(table: Table, viewer: Seat | None, view: View | None, look: str) -> dict[str, Any]:
    return {
        "table": table,
        "code": table.code,
        "status": str(table.status),
        "game": engine.GAMES[table.game],
        "look": look,
        "game_title": engine.GAMES[table.game].title,
        "view": view,
        "started": view is not None,
        "unstarted": view is None,
        "deal": str(view.round) if view else "",
        "me": viewer,
        "my_name": viewer.name if viewer else "",
        "watches": viewer is None,
        "bot_plays": viewer is not None and viewer.bot,
        "act_url": _act_url(table.code, get_language()),
        "decision": str(viewer.decisions + 1) if viewer else "",
    }


def look(game: str, view: View | None) -> str:
    """Classes of the whole board: what its regions make room for. The top line brings them along with each change."""
    if view is None:
        return f"{game} waiting"
    hands = [len(seat.cards) for seat in view.seats if seat.cards]
    lie_open = view.settlement or _own_template(game, f"reckoning/{view.phase}")
    said = {f"open-{len(hands)}": lie_open, "many": max(hands, default=0) >= showdown.MANY, "kahuna": view.big_kahuna}
    return " ".join([game, f"phase-{view.phase}", *(name for name, is_so in said.items() if is_so)])


@lru_cache(maxsize=2 * KEPT)
def _act_url(code: str, language: str | None) -> str:
    return reverse("games:act", args=[code])


def title(table: Table, viewer: Seat | None, view: View | None, seats: Sequence[Seat]) -> str:
    """The title of the page: whose turn it is, first of all."""
    game = engine.GAMES[table.game].title
    if table.status == Table.Status.CLOSED:
        what = _("Table closed")
    elif view is None:
        what = _("Waiting for players")
    elif table.paused_at:
        what = _("Paused")
    elif view.winners:
        what = _("%(names)s won") % {"names": words.people([seats[seat].name for seat in view.winners])}
    elif viewer and view.offers and not viewer.bot:
        what = _("Your turn")
    elif view.to_act is not None:
        what = _("%(name)s to act") % {"name": seats[view.to_act].name}
    else:
        what = _("Game over")
    return f"{what} · {game}"


def _of_table(code: str, language: str | None) -> Drawn:
    """What this process has drawn of a table."""
    with _lock:
        drawn = _kept.pop((code, language), None) or Drawn()
        _kept[code, language] = drawn
        while len(_kept) > KEPT:
            del _kept[next(iter(_kept))]
    return drawn


def context(table: Table, view: View, seats: Sequence[Seat], drawn: Drawn) -> dict[str, Any]:
    """What the parts of the table's middle are drawn from, for a view of any moment (`games.moments`)."""
    return _base(table, None, view, look(table.game, view)) | _table(table, view, seats, drawn)


def _private(present: Present, viewer: Seat | None, scene: Scene, drawn: Drawn) -> tuple[str, dict[str, str]]:
    """The title of a viewer's page, and their regions."""
    table, seats, number = present.table, present.seats, viewer.number if viewer else None
    view = engine.view(present.state, number, scene.view) if present.state else None
    own = _own(table, view, viewer, seats, drawn) if view else _waiting(present, viewer)
    context = _base(table, viewer, view, scene.context["look"]) | own
    if viewer and present.again:
        context |= _again(present.again, viewer, seats)
    regions = {name: drawn.region(name, number, context) for name in PRIVATE}
    draws = next((offer.choices for offer in view.offers if offer.verb == "draw"), ()) if view else ()
    moment = (table.version, present.state)
    regions["center"] = drawn.newest(("center", draws), moment, lambda: parts.draw("center", scene.context | {"draws": draws}))
    has_left = viewer is not None and viewer.left_at is not None
    regions["people"] = drawn.newest(("people", number), (scene.seated, has_left), lambda: _menu(present, viewer))
    return title(table, viewer, view, seats), regions


_own_template = cache(parts.own)


# --- Before the game ---


def _waiting(present: Present, viewer: Seat | None) -> dict[str, Any]:
    table, seats = present.table, present.seats
    taken = {seat.number: seat for seat in seats}
    awaited = [seat.name for seat in seats if seat.reserved]
    leads = viewer is not None and viewer.number == table.leader
    path = reverse("games:table", args=[table.code])
    return {
        "waiting": table.status == Table.Status.WAITING,
        "places": [_place(table, taken.get(number), number) for number in range(table.seats_wanted)],
        "taken": str(len(seats) - len(awaited)),
        "wanted": str(table.seats_wanted),
        "full": len(seats) >= table.seats_wanted,
        "enough": len(seats) >= engine.GAMES[table.game].seats[0] and not awaited,
        "needed": str(engine.GAMES[table.game].seats[0]),
        "awaited": words.people(awaited),
        "may_carry": present.may_carry,
        "leads": leads,
        "levels": [(level.value, str(LEVELS[level]), level == Level.STEADY) for level in Level],
        "meanings": [str(meaning) for meaning in MEANINGS.values()],
        "leader_name": taken[table.leader].name if table.leader in taken else "",
        "options": [*sentences.options_in_words(table.game, table.options), *_clock_in_words(table), phrases.in_words(table)],
        "before_sitting": sentences.before_sitting(table.game),
        "asked": aloud.waiting_room(table, viewer, seats, awaited),
        "invitation": f"{settings.PUBLIC_URL}{path}",
    }


def _place(table: Table, seat: Seat | None, number: int) -> dict[str, Any]:
    before = table.tally.get(str(number if seat is None or seat.former_number is None else seat.former_number))
    return {
        "number": str(number),
        "seat": seat,
        "leads": bool(seat) and number == table.leader,
        "level": str(COMPUTERS[seat.plays]) if seat and seat.is_computer else "",
        "tally": words.number(before) if seat and before is not None else "",
    }


def _clock_in_words(table: Table) -> list[str]:
    return [_("%(clock)s for a turn") % {"clock": table.get_turn_clock_display()}] if table.turn_clock else [_("no turn clock")]


# --- The running game: what all see of it ---


def _table(table: Table, view: View, seats: Sequence[Seat], drawn: Drawn) -> dict[str, Any]:
    names = tuple(seat.name for seat in seats)
    final = sentences.is_final(view.game, view.phase)
    unit, due = sentences.unit(view.game, view.options), _due(table, view, seats)
    return {
        "phase": view.phase,
        "phase_name": sentences.phase(view.game, view.phase),
        "round": "" if final else str(view.round),
        "goal": sentences.goal(view),
        "unit": unit,
        "due": due,
        "seats": [_seat(view, seat, seats[seat.seat], unit, due, drawn) for seat in view.seats],
        "pot": str(view.pot),
        "bet": str(view.bet),
        "stock": str(view.stock),
        "discard_top": view.discard_top,
        "last": view.log[-1].code if view.log else "",
        "by": _by(view),
        "knock": _knock(view, names),
        "upcard_value": str(view.upcard_value or ""),
        "score_sheet": _own_template(view.game, "score_sheet"),
        "log": [line for line in (sentences.event(view.game, event, names) for event in reversed(view.log[-LOG_LINES:])) if line],
        "reckoning": _own_template(view.game, f"reckoning/{view.phase}"),
        "center": _own_template(view.game, f"center/{view.phase}"),
        "places": _places(table, view, names) if view.winners else [],
    } | showdown.showdown(view, names)


def _by(view: View) -> str:
    """The seat that did what happened last; "" if nobody did."""
    seat = view.log[-1].seat if view.log else None
    return "" if seat is None else str(seat)


def _due(table: Table, view: View, seats: Sequence[Seat]) -> str:
    """When the time of the person is up whom the table waits for, in milliseconds; "" without a clock."""
    for_person = view.to_act is not None and not seats[view.to_act].bot
    return str(int(table.due_at.timestamp() * 1000)) if table.due_at and for_person else ""


def _seat(view: View, seat: SeatView, who: Seat, unit: Mapping[str, Any], due: str, drawn: Drawn) -> str:
    now = {
        "acted": _by(view) == str(seat.seat),
        "leads": seat.seat == view.leader,
        "deals": seat.seat == view.dealer,
        "to_act": seat.seat == view.to_act,
        "folded": seat.folded and sentences.folded_matters(view.game, view.phase),
        "last_turn": seat.seat in view.last_turns,
        "badge": sentences.badge(view, seat.seat),
        "eliminated": seat.out or seat.seat in view.carried.get("out", ()),
        "may_return": seat.seat in view.may_re_enter,
        "deed": sentences.deed(view.game, view.log, seat.seat),
        "ended": bool(view.winners),
    }

    def draw() -> str:
        return parts.part("seat", seat=_told(seat, who, unit, now), unit=unit, due=due)

    due = due if now["to_act"] else ""
    return drawn.newest(("seat", seat.seat), (seat, people.seated(who), now, unit, due), draw)


def _told(seat: SeatView, who: Seat, unit: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    told = {
        "number": str(seat.seat),
        "handle": who.name,
        "initial": who.handle[:1].upper(),
        "bot": who.bot,
        "level": str(LEVELS[who.plays]) if who.is_computer else "",
        "meaning": str(MEANINGS[who.plays]) if who.is_computer else "",
        "stands_in": people.stands_in(who),
        "knocked": seat.knocked,
        "cards": ngettext("%(count)s card", "%(count)s cards", len(seat.cards)) % {"count": len(seat.cards)} if seat.cards else "",
        "bet": str(seat.bet) if seat.bet else "",
        **now,
        **_total(unit, seat.points["total"]),
    }
    return told | {"aloud": _seat_aloud(told, unit)}


def _seat_aloud(seat: Mapping[str, Any], unit: Mapping[str, Any]) -> str:
    """The seat in one phrase: "Bo, computer player, steady, dealer, 7 cards, Points: +12, to act"."""
    doing = (
        (_("to act") if seat["to_act"] and not seat["ended"] else "")
        or (_("knocked") if seat["knocked"] else "")
        or (_("eliminated") if seat["eliminated"] else "")
        or (_("folded") if seat["folded"] else "")
        or words.spoken(seat["deed"])
    )
    told = (
        seat["handle"],
        seat["stands_in"] or (_("computer player") if seat["bot"] else ""),
        "" if seat["stands_in"] else seat["level"],
        _("leads the table") if seat["leads"] else "",
        _("dealer") if seat["deals"] else "",
        pgettext("beside a seat", "bet %(bet)s") % {"bet": seat["bet"]} if seat["bet"] else "",
        _("may buy in again") if seat["may_return"] else "",
        seat["cards"],
        seat["badge"],
        f"{unit['aloud']} {seat['total']}",
        doing,
    )
    return ", ".join(filter(None, told))


def _total(unit: Mapping[str, Any], points: int) -> dict[str, str]:
    """What a seat has so far, in the unit of the table."""
    signed = unit["signed"]
    return {
        "total": words.signed(points) if signed else words.number(points),
        "sign": showdown.sign(points if signed or points < 0 else 0),
    }


def _knock(view: View, names: Sequence[str]) -> dict[str, Any] | None:
    if view.knocker is None:
        return None
    return {"name": names[view.knocker], "loose": view.knock_loose or 0}


def _score(table: Table, view: View, names: Sequence[str]) -> dict[str, Any]:
    """The score sheet: a row for each round with each seat's points by phase and its running total, and the sums.

    If earlier games count on, what they brought and what it comes to with this one.
    """
    seats = range(len(names))
    rows = []
    for number, (row, totals) in enumerate(zip(view.sheet, view.totals, strict=True), start=1):
        # a row with fewer phases than the rounds have comes after the last of them
        final = len(row[0]) < len(view.sheet[0][0])
        played = len(row[0]) - (sentences.yet_to_come(view) if number == len(view.sheet) else 0)
        rows.append(
            {
                "number": "" if final else str(number),
                "cells": [
                    {
                        "number": str(seat),
                        "points": [
                            {"text": words.signed(points), "sign": showdown.sign(points)}
                            if phase < played
                            else {"text": "–", "sign": "even"}
                            for phase, points in enumerate(row[seat])
                        ],
                        "running": words.number(totals[seat]),
                    }
                    for seat in seats
                ],
            }
        )
    points = [seat.points for seat in view.seats]
    return {
        "names": [{"number": str(seat), "handle": names[seat]} for seat in seats],
        "rows": rows,
        "extras": [
            {"label": label, "cells": [{"number": str(seat), "text": str(view.carried[name][seat])} for seat in seats]}
            for name, label in sentences.common.CARRIED.items()
            if name in view.carried
        ],
        "sums": {key: [{"number": str(seat), **_points(sums[key])} for seat, sums in enumerate(points)] for key in points[0]},
        "tally": [
            {"number": str(seat), "before": words.number(before), "now": words.number(before + points[seat]["total"])}
            for seat, before in enumerate(_tally(table, names))
        ],
    }


def _tally(table: Table, names: Sequence[str]) -> list[int]:
    """What earlier games brought to each seat; empty if they do not count."""
    return [table.tally.get(str(seat), 0) for seat in range(len(names))] if table.tally else []


def _points(points: int) -> dict[str, str]:
    """A sum, without a plus sign."""
    return {"text": words.number(points), "sign": showdown.sign(points)}


def _places(table: Table, view: View, names: Sequence[str]) -> list[dict[str, Any]]:
    """The final result, best first; equal results share a place."""
    before = _tally(table, names)
    results = {seat.seat: sentences.result(view, seat.seat) for seat in view.seats}
    order = sorted(results, key=lambda seat: (seat in view.winners, results[seat][0]), reverse=True)
    return [
        {
            "place": str(1 + sum(results[other][0] > results[seat][0] for other in results)),
            "number": str(seat),
            "handle": names[seat],
            "total": results[seat][1],
            "sign": showdown.sign(view.seats[seat].points["total"]),
            "tally": words.number(before[seat] + view.seats[seat].points["total"]) if before else "",
            "wins": seat in view.winners,
        }
        for seat in order
    ]


# --- What the viewer holds and may do ---


def _own(table: Table, view: View, viewer: Seat | None, seats: Sequence[Seat], drawn: Drawn) -> dict[str, Any]:
    names = tuple(seat.name for seat in seats)
    offers = {offer.verb: offer for offer in view.offers}
    me = view.seats[view.viewer] if view.viewer is not None else None
    unit = sentences.unit(view.game, view.options)
    lie_open = _own_template(view.game, f"reckoning/{view.phase}")
    return {
        "sentence": _paused(viewer) if table.paused_at else sentences.sentence(view, names),
        "told": tuple(aloud.lines(view, names)),
        "asked": _paused(viewer) if table.paused_at else aloud.asked(view, names, [bool(seat.bot) for seat in seats]),
        "my_turn": bool(view.offers) and not table.paused_at,
        "due": _due(table, view, seats) if view.offers else "",
        "hints": hints.may_ask(table, viewer, seats),
        "hint_now": view.to_act == view.viewer and not table.paused_at and hints.has_choice(view),
        "touch": people.waits_for_touch(table, viewer),
        "replaceable": tuple(
            (str(it.number), it.name) for it in seats if it.number == view.to_act and people.may_be_replaced(table, viewer, it)
        ),
        "offers": [_offer(view, offer) for offer in view.offers],
        # a phase with a reckoning shows it in the hand's place: all hands lie open on the table then
        "hand": _hand(view, me, offers, unit, drawn) if me and me.cards and not lie_open else None,
        "phase": view.phase,
        "is_over": bool(view.winners),
        "knock": _knock(view, names),
        "left_over": sentences.left_over_words(view.game),
        "unit": unit,
        "watches_on": me is not None and me.out,
        "discard_top": view.discard_top,
        "call_to": str(view.bet),
    }


def _paused(viewer: Seat | None) -> str:
    if viewer is None or viewer.left_at:
        return _("Paused until somebody is back.")
    return _("Paused until somebody is back. Touch the table to go on.")


def _offer(view: View, offer: Offer) -> dict[str, Any]:
    return {
        "verb": offer.verb,
        "template": _own_template(view.game, f"actions/{offer.verb}"),
        "low": str(offer.low) if offer.low is not None else "",
        "high": str(offer.high) if offer.high is not None else "",
        "suggested": str(offer.suggested) if type(offer.suggested) is int else offer.suggested,
        "choices": list(offer.choices),
    }


def _hand(view: View, me: SeatView, offers: Mapping[str, Offer], unit: Mapping[str, Any], drawn: Drawn) -> dict[str, Any]:
    """The viewer's cards. Most of the time they lie as they lay."""
    lie_so = (me, view.phase, view.offers, view.drawn and view.to_act == view.viewer, view.taken, view.after, view.leader, unit)
    return drawn.newest(("held", me.seat), lie_so, lambda: _laid_out(view, me, offers, unit))


def _laid_out(view: View, me: SeatView, offers: Mapping[str, Offer], unit: Mapping[str, Any]) -> dict[str, Any]:
    put_away = {verb: offer.choices for verb, offer in offers.items() if ARGUMENTS.get(verb) == "card" and offer.choices}
    shown = in_order(card for card in me.cards if card) if me.hand is None else ()
    groups = showdown.groups(me.hand, shown)
    hidden = len(me.cards) - len([card for card in me.cards if card])
    newest = me.cards[-1] if view.drawn and view.to_act == view.viewer else None
    # with a card that would leave nothing the round can be won: it is chosen already, though it can still be another
    closing = next((card for verb, cards in put_away.items() if verb != "discard" for card in cards if view.after.get(card) == 0), None)
    for group in groups:
        group["cards"] = [
            it
            | {
                "verbs": " ".join(verb for verb, cards in put_away.items() if it["card"] in cards),
                "closes": view.after.get(it["card"]) == 0 and len(put_away) > 1,
                "checked": it["card"] == closing,
                "left": str(view.after[it["card"]]) if it["card"] in view.after else "",
                "taken": it["card"] == view.taken,
                "new": it["card"] == newest,
            }
            for it in group["cards"]
        ]
    return {
        "groups": groups,
        "hidden": [None] * hidden,
        "count": str(len(me.cards)),
        "worth": showdown.worth(view, me),
        "good": me.rank is not None and me.rank.category in engine.GAMES[view.game].good_hands,
        "loose": me.hand.points if me.hand else 0,
        "best_left": sentences.best_left(view.game, min(view.after.values())) if view.after else "",
        **_total(unit, me.points["total"]),
        "bet": str(me.bet) if me.bet else "",
        "folded": me.folded,
        "leads": me.seat == view.leader,
    }


def _again(again: Again, viewer: Seat, seats: Sequence[Seat]) -> dict[str, Any]:
    """The table where this one's people play again, for one of them. Nobody else may know its code."""
    there = [seat.name for seat in seats if seat.number in again.claimed - {viewer.number}]
    return {
        "at_new_table": words.people(there),
        "how_many": len(there),
        "only_watch": again.code if not again.open and viewer.number not in again.claimed else "",
    }
