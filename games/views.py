"""The pages of a table and the doors to it over plain HTTP: find, parse, call, render.

Every POST is answered with the whole board as its sender sees it, in regions that htmx swaps in by their ids; a refusal has a 4xx status
and its sentence in the notice.
"""

import io
import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

import segno
from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_GET, require_POST

from games import boards, play, rulebook
from games.forms import parse_act, parse_number
from games.play import Refused
from games.rules import engine

View = Callable[..., HttpResponse]


def _table_page(view: View) -> View:
    """A page about one table: known, or a 404 with a way on; kept by no cache, because it is the present; listed by no search engine."""

    @wraps(view)
    def page(request: HttpRequest, code: str) -> HttpResponse:
        try:
            response = view(request, code)
        except Refused as refused:
            if refused.code != "unknown_table":
                raise
            response = render(request, "games/unknown.html", {"code": code}, status=404)
        response["Cache-Control"] = "no-store"
        response["X-Robots-Tag"] = "noindex"
        return response

    return page


@require_GET
@_table_page
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table as anybody may see it. Its script says who is looking, by the seat key that the browser keeps."""
    present = play.present(code)
    return render(request, "games/table.html", boards.page(present))


@require_GET
@_table_page
def board(request: HttpRequest, code: str) -> HttpResponse:
    """The whole board for who has the key: what a page asks for while its socket is down. 204 if it has `version` already."""
    key = request.headers.get("X-Seat-Key")
    present = play.present(code)
    if request.GET.get("version") == str(present.table.version):
        return HttpResponse(status=204)
    if not key:
        return _board(present, None)
    try:
        _, seat = play.find(code, key)
    except Refused as refused:
        return _board(present, None, refused)
    play.seen(seat)
    return _board(present, key)


def _board(present: play.Present, key: str | None, refused: Refused | None = None) -> HttpResponse:
    """The board in regions, with the reason of a refusal if there is one."""
    seat = None
    if key:
        try:
            seat = present.seat_of(play.hash_key(key))
        except Refused:
            seat = None
    shown = boards.render(present, seat, notice=refused)
    # htmx takes a title out of what it swaps in
    response = HttpResponse(format_html("<title>{}</title>", shown.title) + shown.html, status=refused.status if refused else 200)
    response["X-Table-Version"] = str(shown.version)
    response["X-Table-Seat"] = str(seat.number) if seat else ""
    return response


def _door(call: Callable[[str, str | None, Mapping[str, Any]], object]) -> View:
    """A view that lets who has the key do something at the table."""

    @require_POST
    @_table_page
    @wraps(call)
    def view(request: HttpRequest, code: str) -> HttpResponse:
        key = request.headers.get("X-Seat-Key")
        refused = None
        try:
            call(code, key, _fields(request))
        except Refused as error:
            refused = error
        return _board(play.present(code), key, refused)

    return view


def _fields(request: HttpRequest) -> Mapping[str, Any]:
    """The fields of the form; refused if the body is none."""
    try:
        return request.POST.dict()
    except (BadRequest, MultiPartParserError, SuspiciousOperation, UnreadablePostError, LookupError, UnicodeError):
        raise Refused("bad_form", status=400) from None


@_door
def act(code: str, key: str | None, fields: Mapping[str, Any]) -> None:
    play.act(code, key, *parse_act(fields))


@_door
def cut(code: str, key: str | None, fields: Mapping[str, Any]) -> None:
    play.set_cut(code, key, fields.get("cut", ""))


@_door
def start(code: str, key: str | None, fields: Mapping[str, Any]) -> None:
    play.start(code, key)


@_door
def add_computer(code: str, key: str | None, fields: Mapping[str, Any]) -> None:
    play.add_bot(code, key, parse_number(fields["seat"], "no_such_seat") if fields.get("seat") else None)


@_door
def remove(code: str, key: str | None, fields: Mapping[str, Any]) -> None:
    play.remove(code, key, parse_number(fields.get("seat"), "no_such_seat"))


@_door
def leave(code: str, key: str | None, fields: Mapping[str, Any]) -> None:
    play.leave(code, key)


@_door
def return_to_seat(code: str, key: str | None, fields: Mapping[str, Any]) -> None:
    play.return_to(code, key)


@require_GET
@_table_page
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The invitation link as a QR code."""
    play.present(code)
    path = reverse("games:table", args=[code])
    link = settings.PUBLIC_URL + path if settings.PUBLIC_URL else request.build_absolute_uri(path)
    picture = io.BytesIO()
    segno.make(link, error="m", micro=False).save(picture, kind="svg", xmldecl=False, scale=4, border=2, light="#fff")
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    """How to play: all games, and what holds at every table."""
    return render(request, "pages/rules.html", {"books": [rulebook.book(name) for name in engine.GAMES]})


@require_GET
def rules_of(request: HttpRequest, game: str) -> HttpResponse:
    """The rules of one game. A table shows the same text in a panel."""
    if game not in engine.GAMES:
        raise Http404
    article = render_to_string("pages/_rulebook.html", rulebook.context(game))
    context = {
        "game": engine.GAMES[game],
        "article": article,
        "contents": re.findall(r'<h2 id="([\w-]+)">(.*?)</h2>', article),
        "books": [rulebook.book(name) for name in engine.GAMES],
    }
    return render(request, "pages/rules_of.html", context)
