"""The pages about games that are over: a table's history, the document behind it, and how the shuffle is checked."""

import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import history, metrics, moments, statistics
from games.database import in_database
from games.limits import refuse_often
from games.models import Table
from games.play import Refused
from games.rules import engine
from games.views import _table_page as table_page
from games.views import too_much

Work = Callable[[], Any]
"""What plays rounds again, and asks no database."""


def _find(code: str) -> Table:
    try:
        return Table.objects.get(code=code)
    except Table.DoesNotExist:
        raise Refused("unknown_table", status=404) from None


@require_safe
async def page(request: HttpRequest, code: str) -> HttpResponse:
    """One step of the game, by `round`, `step` and `as`; and around it the way to all others. Before the end there is nothing to see."""
    return await _played_before(_page, _round_asked, request, code)


def _round_asked(request: HttpRequest, code: str) -> Work | None:
    table = _find(code)
    if not history.is_over(table):
        return None
    wanted = _wanted(request, table)
    game = history.stored(table, only_round=wanted)
    told = (table, game.seats, *game.round(wanted)) if game.rounds else None
    return partial(history.played, *told) if told and not history.is_kept(*told) else None


def _wanted(request: HttpRequest, table: Table) -> int:
    return min(max(number(request.GET.get("round"), 1), 1), table.round)


@table_page
def _page(request: HttpRequest, code: str, found: Any = None) -> HttpResponse:
    table = _find(code)
    context: dict[str, Any] = {"table": table, "title": _title(table)}
    if not history.is_over(table):
        return render(request, "games/history_not_yet.html", context, status=403)
    wanted = _wanted(request, table)
    game = history.stored(table, only_round=wanted)
    context |= {"game": game, "is_html": True}
    if game.rounds:
        context |= step_context(game, wanted, number(request.GET.get("step"), 0), request.GET.get("as", moments.ALL))
    template = "games/_history.html" if "HX-Request" in request.headers else "games/history.html"
    return render(request, template, context)


def step_context(game: history.Stored, round_number: int, step: int, who: str) -> dict[str, Any]:
    """What `games/_history.html` is drawn from. `game` must have rounds."""
    shown = moments.moment(game, round_number, step, who)
    numbers = [each.number for each, _moves in game.rounds]
    place = numbers.index(shown.each.number)
    earlier, later = numbers[:place], numbers[place + 1 :]
    # a move beyond the last step has dealt the next round, and is read there
    log = moments.log(game, shown.each, shown.moves)
    return {
        "moment": shown,
        "number": str(shown.each.number),
        "step": str(shown.step),
        "last": str(max(shown.last, 0)),
        "rounds": [str(number) for number in numbers],
        "earlier": str(earlier[-1]) if earlier else "",
        "later": str(later[0]) if later else "",
        "back": str(shown.step - 1) if shown.step > 0 else "",
        "on": str(shown.step + 1) if shown.step < shown.last else "",
        "viewers": [
            {"value": moments.ALL, "name": _("all cards")},
            *({"value": str(seat.number), "name": seat.handle} for seat in game.seats),
            {"value": moments.WATCHER, "name": _("onlooker")},
        ],
        "log": [line | {"step": str(line["step"]), "shown": line["step"] <= shown.last, "now": line["step"] == shown.step} for line in log],
    }


@require_safe
async def document(request: HttpRequest, code: str) -> HttpResponse:
    """`history.json`."""
    return await _played_before(_document, _document_asked, request, code)


def _document_asked(request: HttpRequest, code: str) -> Work | None:
    table = _find(code)
    if not history.is_over(table) or (code, table.version) in _written:
        return None
    return partial(_write, history.stored(table))


def _write(game: history.Stored) -> bytes:
    """A long game takes seconds to be played again, and then it does not change. As long as it works it rests, so that the tables of this
    process have at least half of its time."""
    key = game.table.code, game.table.version
    written = _written.get(key) or JsonResponse(history.document_of(game, rest=time.sleep)).content
    _written[key] = written
    while len(_written) > KEPT:
        _written.popitem(last=False)
    return written


_written: OrderedDict[tuple[str, int], bytes] = OrderedDict()
KEPT = 16
"""Documents that a process remembers."""


@table_page
def _document(request: HttpRequest, code: str, found: bytes | None = None) -> HttpResponse:
    table = _find(code)
    if not history.is_over(table):
        return JsonResponse({"error": _("This game is not over yet. You can see its history when it is.")}, status=403)
    content = found or _written.get((table.code, table.version)) or _write(history.stored(table))
    return HttpResponse(content, content_type="application/json")


async def _played_before(
    view: Callable[..., HttpResponse], asked: Callable[[HttpRequest, str], Work | None], request: HttpRequest, code: str
) -> HttpResponse:
    """A view of a game that is played again: that is done beside the database thread, before it."""
    found = None
    try:
        if work := await in_database(_allowed, asked, request, code):
            found = await history.beside(work)
    except Refused as refused:
        if refused.code != "unknown_table":  # which the view says
            metrics.refused(refused.code)
            return await in_database(too_much, request, refused)
    return await in_database(view, request, code, found=found)


def _allowed(asked: Callable[[HttpRequest, str], Work | None], request: HttpRequest, code: str) -> Work | None:
    work = asked(request, code)
    if work:
        refuse_often("history", request.visitor, "history_often")
    return work


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """How the shuffle works, how anybody can check it, and how evenly the cards have fallen so far."""
    return render(request, "pages/fairness.html", statistics.summary())


def _title(table: Table) -> str:
    return engine.GAMES[table.game].title if table.game in engine.GAMES else table.game


def number(text: str | None, default: int) -> int:
    """The number in the address; `default` for whatever is none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else default
