"""The pages before the table: find, parse, call, render.

A form that is refused comes back with a 4xx, as it was filled in, with one sentence about what is wrong. Who gets a seat is sent to the
table by htmx; the header X-Table-Code says under which code the browser keeps its seat key.
"""

import re

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games import metrics, news, play, sentences
from games.forms import parse_level
from games.limits import refuse_often
from games.models import Seat, Table
from games.play import Refused
from games.views import form_fields, say_when
from lobby import listing
from lobby.forms import OpenForm, first_game
from lobby.search import Search

YOURS = 20
"""Most tables that a browser may ask about at once."""


@require_safe
def browse(request: HttpRequest) -> HttpResponse:
    """The front door: what this is, play now, open a table, the open tables."""
    search = Search.read(request.GET.dict())
    shown = listing.listing(listing.open_tables(), search)
    context = {"form": OpenForm(), "listing": shown, "search": search, "news": news.sentence()}
    return render(request, "lobby/browse.html", context)


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to know to put the site beside its other apps: name, icons, colours. Nothing is kept offline."""
    icons = [("icon-192", 192, "any"), ("icon-512", 512, "any"), ("maskable-512", 512, "maskable")]
    told = {
        "id": "/",
        "name": "BagelsKnock",
        "short_name": "BagelsKnock",
        "description": _("Card games in the browser, with friends or computer players. No account, no cookies."),
        "lang": get_language(),
        "start_url": reverse("lobby:browse"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#1f5041",
        "theme_color": "#6b4327",
        "icons": [
            {"src": static(f"icons/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for name, size, purpose in icons
        ],
    }
    return JsonResponse(told, content_type="application/manifest+json")


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """The list alone, for pages whose socket is down."""
    return HttpResponse(listing.listing(listing.open_tables(), Search.read(request.GET.dict())).html())


@require_safe
def options(request: HttpRequest) -> HttpResponse:
    """The part of the form that depends on the chosen game and its options; with `preset` these are filled in."""
    form = OpenForm.read(request.GET.dict())
    form.fill_in(request.GET.get("preset", ""))
    return render(request, "lobby/_game.html", {"form": form})


@require_http_methods(["GET", "POST"])
def open_table(request: HttpRequest) -> HttpResponse:
    """The form by itself; or a new table."""
    if request.method == "GET":
        return render(request, "lobby/open.html", {"form": OpenForm()})
    form = OpenForm.read(_posted(request))
    try:
        refuse_often("open", request.visitor, "open_often")
        table = play.open_table(**form.asked(), key=_key(request))
    except Refused as refused:
        form.refused = refused
        metrics.refused(refused.code)
        return say_when(render(request, "lobby/_play.html", {"form": form, "opening": True}, status=refused.status), refused)
    return _to_table(table)


@require_POST
def quick(request: HttpRequest) -> HttpResponse:
    """A table with computer players that starts at once. It is by link only: nobody else could sit down."""
    form = OpenForm.read(_posted(request))
    try:
        refuse_often("quick", request.visitor, "open_often")
        table = play.open_table(
            game=form.game_name or first_game().name,
            options={},
            seats=form.computers + 1,
            public=False,
            turn_clock=Table.TurnClock.OFF.value,
            # One click: who has not typed a name is a guest.
            handle=form.handle if form.handle.strip() else _("Guest"),
            key=_key(request),
            bots=form.computers,
            level=parse_level(form.level),
            quick=True,
            phrases=False,  # computer players do not listen
        )
    except Refused as refused:
        form.refused = refused
        metrics.refused(refused.code)
        return say_when(render(request, "lobby/_play.html", {"form": form}, status=refused.status), refused)
    return _to_table(table)


@require_http_methods(["GET", "POST"])
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down: the table and its house rules, a field for the handle. Without a seat to be had, what there is instead."""
    refused, handle = None, _posted(request).get("handle", "")
    if request.method == "POST":
        try:
            refuse_often("sit", request.visitor, "sit_often")
            refuse_often("sit_at_table", (code, request.visitor), "sit_often")
            return _to_table(play.sit(code, _key(request), handle).table)
        except Refused as error:
            refused = error
            metrics.refused(error.code)
    try:
        table, seat = play.find(code, _known_key(request, code))
    except Refused as unknown:
        return _sit_page(request, {}, unknown.status)
    context = {
        "table": table,
        "row": listing.row(table),
        "seat": seat,
        "handle": handle,
        "error": sentences.refusal(table.game, refused) if refused else "",
        "before": sentences.before_sitting(table.game),
    }
    gone = 410 if table.status == Table.Status.CLOSED else 200
    return say_when(_sit_page(request, context, refused.status if refused else gone), refused)


def _sit_page(request: HttpRequest, context: dict[str, object], status: int) -> HttpResponse:
    """The page, or what htmx asks for: the part of it that changes. The present, kept by no cache and listed by no search engine."""
    template = "lobby/_sit.html" if "HX-Request" in request.headers else "lobby/sit.html"
    response = render(request, template, context, status=status)
    response["Cache-Control"] = "no-store"
    response["X-Robots-Tag"] = "noindex"
    return response


@require_safe
def yours(request: HttpRequest) -> HttpResponse:
    """Of the tables at which this browser has a seat, those that are still open."""
    codes = [code for code in request.GET.get("codes", "").split(",") if re.fullmatch(r"[0-9A-Z]{8}|[0-9A-Z]{16}", code)]
    return render(request, "lobby/_yours.html", {"tables": listing.yours(codes[:YOURS])})


def _posted(request: HttpRequest) -> dict[str, str]:
    """The fields of the form; a body that is none is a bad request."""
    try:
        return form_fields(request)
    except Refused:
        raise BadRequest("no form") from None


def _key(request: HttpRequest) -> str:
    return request.headers.get("X-Seat-Key", "")


def _known_key(request: HttpRequest, code: str) -> str | None:
    """The browser's key if it opens a seat here; a new one does not yet."""
    key = _key(request)
    try:
        known = key and Seat.objects.filter(table__code=code, key_hash=play.hash_key(key)).exists()
    except Refused:  # no key at all, by its form
        return None
    return key if known else None


def _to_table(table: Table) -> HttpResponse:
    response = HttpResponseClientRedirect(reverse("games:table", args=[table.code]))
    response["X-Table-Code"] = table.code
    return response
