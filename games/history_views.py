"""The pages about games that are over: a table's history, the document behind it, and how the shuffle is checked."""

from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import history, moments, statistics
from games.models import Table
from games.play import Refused
from games.rules import engine
from games.views import _table_page as table_page


def _find(code: str) -> Table:
    try:
        return Table.objects.get(code=code)
    except Table.DoesNotExist:
        raise Refused("unknown_table", status=404) from None


@require_safe
@table_page
def page(request: HttpRequest, code: str) -> HttpResponse:
    """One step of the game, by `round`, `step` and `as`; and around it the way to all others. Before the end there is nothing to see."""
    table = _find(code)
    context: dict[str, Any] = {"table": table, "title": _title(table)}
    if not history.is_over(table):
        return render(request, "games/history_not_yet.html", context, status=403)
    wanted = min(max(number(request.GET.get("round"), 1), 1), table.round)
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
@table_page
def document(request: HttpRequest, code: str) -> HttpResponse:
    """`history.json`."""
    table = _find(code)
    if not history.is_over(table):
        return JsonResponse({"error": _("This game is not over yet. You can see its history when it is.")}, status=403)
    return HttpResponse(_document(table.code, table.version), content_type="application/json")


@lru_cache(maxsize=16)
def _document(code: str, version: int) -> bytes:
    """A long game takes seconds to be played again, in which no table of this process is served; and then it does not change."""
    return JsonResponse(history.document(_find(code))).content


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """How the shuffle works, how anybody can check it, and how evenly the cards have fallen so far."""
    return render(request, "pages/fairness.html", statistics.summary())


def _title(table: Table) -> str:
    return engine.GAMES[table.game].title if table.game in engine.GAMES else table.game


def number(text: str | None, default: int) -> int:
    """The number in the address; `default` for whatever is none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else default
