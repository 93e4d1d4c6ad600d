"""The door for reports: the form for the table's menu, by htmx, or a page of its own for whoever has no scripts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from games import metrics, play, reports, sentences
from games.change import Refused
from games.forms import parse_number
from games.models import Report
from games.views import _table_page, form_fields, say_when


@require_http_methods(["GET", "HEAD", "POST"])
@_table_page
def report(request: HttpRequest, code: str) -> HttpResponse:
    """The form; what was wrong with it; or thanks."""
    present = play.present(code)
    key = request.headers.get("X-Seat-Key")
    refused, fields, done = None, {}, False
    if request.method == "POST":
        try:
            fields = form_fields(request)
            number = parse_number(fields.get("seat"), "report_seat")
            reports.report(present, key, number, fields.get("reason", ""), request.visitor)
            done = True
        except Refused as error:
            refused = error
            metrics.refused(error.code)
    sheet = "HX-Request" in request.headers
    context = {
        "sheet": sheet,
        "table": present.table,
        "seats": _others(present, key),
        "reasons": Report.Reason.choices,
        "chosen": fields,
        "done": done,
        "error": sentences.refusal(present.table.game, refused) if refused else "",
    }
    response = render(request, "games/_report.html" if sheet else "games/report.html", context, status=refused.status if refused else 200)
    return say_when(response, refused)


def _others(present: play.Present, key: str | None) -> list[dict[str, str]]:
    """Everybody but the one who asks, by seat number and handle."""
    try:
        mine = present.seat_of(play.hash_key(key))
    except Refused:
        mine = None
    return [{"number": str(seat.number), "handle": seat.handle} for seat in present.seats if seat is not mine and not seat.is_computer]
