"""The pages of a table and the doors to it over plain HTTP: find, parse, call, render.

Every POST is answered with the whole board as its sender sees it, in regions that htmx swaps in by their ids; a refusal has a 4xx status
and its sentence in the notice.
"""

import asyncio
import io
import json
import logging
import re
from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from typing import Any

import segno
from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games import absence, boards, devices, hints, metrics, news, phrases, play, rematch, replay, rulebook, sentences
from games.change import seat_lost
from games.database import UNAVAILABLE, in_database
from games.forms import parse_act, parse_choice, parse_level, parse_number
from games.patience import patience
from games.play import Refused
from games.rules import engine

logger = logging.getLogger(__name__)

View = Callable[..., HttpResponse]


def _table_page(view: View) -> View:
    """A page about one table: known, or a 404 (410: its game is gone) with a way on; kept by no cache, because it is the present; listed by
    no search engine."""

    @wraps(view)
    def page(request: HttpRequest, code: str, **told: Any) -> HttpResponse:
        try:
            response = view(request, code, **told)
        except Refused as refused:
            if refused.code not in ("unknown_table", "game_gone"):
                raise
            context = {"code": code, "gone": refused.code == "game_gone"}
            response = render(request, "games/unknown.html", context, status=refused.status)
        response["Cache-Control"] = "no-store"
        response["X-Robots-Tag"] = "noindex"
        return response

    return page


@require_safe
@_table_page
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table as anybody may see it. Its script says who is looking, by the seat key that the browser keeps."""
    present = play.present(code)
    return render(request, "games/table.html", boards.page(present) | {"news": news.sentence()})


@require_safe
@_table_page
def board(request: HttpRequest, code: str) -> HttpResponse:
    """The whole board for who has the key: what a page asks for while its socket is down. 204 if it has `version` already.

    `active=0`: nobody has touched the page since it last asked.
    """
    key, refused = request.headers.get("X-Seat-Key"), None
    try:
        _, seat = play.find(code, key)
        if seat:
            absence.seen(seat, active=request.GET.get("active") != "0")
    except Refused as error:
        refused = error
    present = play.present(code)
    if not refused and request.GET.get("version") == str(present.table.version):
        return HttpResponse(status=204)
    return _board(present, key, refused)


def _board(present: play.Present, key: str | None, refused: Refused | None = None, said: str = "") -> HttpResponse:
    """The board in regions, with the reason of a refusal if there is one, or another sentence."""
    try:
        key_hash = play.hash_key(key)
    except Refused:
        key_hash = None
    seat, lost = present.seat_of(key_hash), present.lost_seat_of(key_hash)
    shown = boards.render(present, seat, notice=refused, said=said)
    # htmx takes a title out of what it swaps in
    response = HttpResponse(format_html("<title>{}</title>", shown.title) + shown.html, status=refused.status if refused else 200)
    response["X-Table-Version"] = str(shown.version)
    say_when(response, refused)
    response["X-Table-Seat"] = str(seat.number) if seat else ""
    if lost and not seat:
        response["X-Seat-Lost"] = seat_lost(lost).code
    return response


def say_when(response: HttpResponse, refused: Refused | None) -> HttpResponse:
    """The same answer; if something was refused because it was too much at once, with the time when it may be tried again."""
    if refused and refused.wait:
        response["Retry-After"] = str(refused.wait)
    return response


def too_much(request: HttpRequest, refused: Refused) -> HttpResponse:
    """What is refused for a while, where there is no form or board that could say so: a page; for htmx, a sentence that the page shows as
    it is (refused.js); for a program, JSON."""
    text = sentences.refusal(None, refused)
    if request.path.endswith(".json"):
        response: HttpResponse = JsonResponse({"error": text}, status=refused.status)
    elif "HX-Request" in request.headers:
        response = HttpResponse(status=refused.status, headers={"HX-Reswap": "none", "HX-Trigger": json.dumps({"refused": {"text": text}})})
    else:
        response = render(request, "429.html", {"text": text}, status=refused.status)
    response["Cache-Control"] = "no-store"
    return say_when(response, refused)


def _door(call: Callable[[HttpRequest, str, str | None, Mapping[str, Any]], HttpResponse | None]) -> View:
    """A view that lets who has the key do something at the table. Doing anything is a sign of life."""

    @require_POST
    @_table_page
    @wraps(call)
    def view(request: HttpRequest, code: str) -> HttpResponse:
        key = request.headers.get("X-Seat-Key")
        refused = None
        try:
            fields = form_fields(request)
            if seat := play.present(code).seat_of(play.hash_key(key)):
                absence.seen(seat)
            if response := call(request, code, key, fields):
                return response
        except Refused as error:
            refused = error
            metrics.refused(error.code)
        except UNAVAILABLE:
            logger.exception("the database, for something at table %s", code)
            refused = Refused("not_saved", status=503)
            metrics.refused(refused.code)
            if remembered := replay.recent(code, 0):
                return _board(remembered, key, refused)
            raise
        return _board(play.present(code), key, refused)

    return view


def form_fields(request: HttpRequest) -> dict[str, str]:
    """The fields of the form; refused if the body is none."""
    try:
        fields = request.POST.dict()
        "".join(fields.values()).encode()  # half a character would break the page that shows it
        return fields
    except (BadRequest, MultiPartParserError, SuspiciousOperation, UnreadablePostError, LookupError, UnicodeError):
        raise Refused("bad_form", status=400) from None


@_door
def act(request: HttpRequest, code: str, key: str | None, fields: Mapping[str, Any]) -> None:
    with metrics.MOVE_SECONDS.time():
        play.act(code, key, *parse_act(fields))


@require_POST
async def hint(request: HttpRequest, code: str) -> HttpResponse:
    """What a sharp player would do, thought out beside the database thread, which serves everybody."""
    try:
        asked = await in_database(hints.question, code, request.headers.get("X-Seat-Key"))
        advice = await asyncio.to_thread(hints.think, asked)
    except Refused as refused:
        metrics.refused(refused.code)
        return await in_database(_hinted, request, code, refused=refused)
    return await in_database(_hinted, request, code, said=sentences.hint(asked.view, advice))


@_table_page
def _hinted(request: HttpRequest, code: str, **told: Any) -> HttpResponse:
    return _board(play.present(code), request.headers.get("X-Seat-Key"), **told)


@_door
def cut(request: HttpRequest, code: str, key: str | None, fields: Mapping[str, Any]) -> None:
    play.set_cut(code, key, fields.get("cut", ""))


@_door
def start(request: HttpRequest, code: str, key: str | None, fields: Mapping[str, Any]) -> None:
    play.start(code, key)


@_door
def add_computer(request: HttpRequest, code: str, key: str | None, fields: Mapping[str, Any]) -> None:
    number = parse_number(fields["seat"], "no_such_seat") if "seat" in fields else None
    play.add_bot(code, key, number, parse_level(fields.get("level")))


@_door
def remove(request: HttpRequest, code: str, key: str | None, fields: Mapping[str, Any]) -> None:
    play.remove(code, key, parse_number(fields.get("seat"), "no_such_seat"))


@_door
def leave(request: HttpRequest, code: str, key: str | None, fields: Mapping[str, Any]) -> None:
    absence.leave(code, key)


@_door
def return_to_seat(request: HttpRequest, code: str, key: str | None, fields: Mapping[str, Any]) -> None:
    absence.return_to(code, key)


@_door
def sit_in(request: HttpRequest, code: str, key: str | None, fields: Mapping[str, Any]) -> None:
    absence.sit_in(code, key, parse_number(fields.get("seat"), "no_such_seat"))


@_door
def hand_over(request: HttpRequest, code: str, key: str | None, fields: Mapping[str, Any]) -> None:
    absence.hand_over(code, key, parse_number(fields.get("seat"), "no_such_seat"))


@_door
def move(request: HttpRequest, code: str, key: str | None, fields: Mapping[str, Any]) -> HttpResponse:
    """The link that takes the seat to another device. Its token is behind the #, where no server and no log sees it."""
    token = devices.offer(code, key)
    link = f"{_address(request, code)}#move={token}"
    picture = segno.make(link, error="m", micro=False).svg_inline(scale=4, border=2, light="#fff")
    minutes = str(int(patience("move").total_seconds() // 60))
    context = {"table": play.present(code).table, "link": link, "qr": mark_safe(picture), "minutes": minutes}
    return render(request, "games/_move.html", context)


@_door
def claim(request: HttpRequest, code: str, key: str | None, fields: Mapping[str, Any]) -> HttpResponse:
    devices.claim(code, key, fields.get("token", ""))
    response = _board(play.present(code), key)
    response["X-Table-Code"] = code
    return response


@_door
def again(request: HttpRequest, code: str, key: str | None, fields: Mapping[str, Any]) -> HttpResponse:
    seat = rematch.again(code, key, fields.get("new_key", ""))
    response = HttpResponseClientRedirect(reverse("games:table", args=[seat.table.code]))
    response["X-Table-Code"] = seat.table.code
    return response


@_door
def carry(request: HttpRequest, code: str, key: str | None, fields: Mapping[str, Any]) -> None:
    rematch.carry(code, key, parse_choice(fields.get("on")))


@_door
def say(request: HttpRequest, code: str, key: str | None, fields: Mapping[str, Any]) -> None:
    phrases.say(code, key, fields.get("phrase"))


def _address(request: HttpRequest, code: str) -> str:
    """The table's address as others can use it."""
    path = reverse("games:table", args=[code])
    return settings.PUBLIC_URL + path if settings.PUBLIC_URL else request.build_absolute_uri(path)


@require_safe
@_table_page
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The invitation link as a QR code."""
    play.present(code)
    return HttpResponse(_picture(_address(request, code)), content_type="image/svg+xml")


@lru_cache(maxsize=200)
def _picture(address: str) -> bytes:
    picture = io.BytesIO()
    segno.make(address, error="m", micro=False).save(picture, kind="svg", xmldecl=False, scale=4, border=2, light="#fff")
    return picture.getvalue()


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """How to play: all games, and what holds at every table."""
    return render(request, "pages/rules.html", {"books": [rulebook.book(name) for name in engine.GAMES]})


@require_safe
def rules_of(request: HttpRequest, game: str) -> HttpResponse:
    """The rules of one game. A table shows the same text in a panel."""
    if game not in engine.GAMES:
        raise Http404
    article = _article(game, get_language())
    context = {
        "game": engine.GAMES[game],
        "article": article,
        "contents": re.findall(r'<h2 id="([\w-]+)">(.*?)</h2>', article),
        "books": [rulebook.book(name) for name in engine.GAMES],
    }
    return render(request, "pages/rules_of.html", context)


@lru_cache(maxsize=100)
def _article(game: str, language: str) -> str:
    """Always the same, and more work than any other page."""
    return render_to_string("pages/_rulebook.html", rulebook.context(game))
