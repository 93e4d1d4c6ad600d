"""The numbers of the tables on the admin's front page."""

from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.db.models import Count, Min
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Report, Seat, Table
from games.patience import patience

Status = Table.Status
Figure = tuple[str, str, str]


def figures(request: HttpRequest) -> list[Figure]:
    """What, how many, and the page to look at; of what the operator may look at."""
    found: list[Figure] = []
    now = timezone.now()
    if request.user.has_perm("games.view_report"):
        new = Report.objects.filter(status=Report.Status.NEW).count()
        found.append((_("new reports"), str(new), reverse("admin:games_report_changelist") + "?status__exact=new"))
    if request.user.has_perm("games.view_table"):
        tables = reverse("admin:games_table_changelist")
        by_status = dict(Table.objects.order_by().values_list("status").annotate(Count("pk")))
        midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
        today = Table.objects.filter(status=Status.FINISHED, finished_at__gte=midnight)
        people = Seat.objects.filter(seen_at__gte=now - patience("here"), key_hash__isnull=False).count()
        found += [
            (_("tables waiting for players"), str(by_status.get(Status.WAITING, 0)), f"{tables}?status__exact=waiting"),
            (_("tables playing"), str(by_status.get(Status.PLAYING, 0)), f"{tables}?status__exact=playing"),
            (
                _("games finished today"),
                str(today.count()),
                f"{tables}?{urlencode({'status__exact': 'finished', 'finished_at__gte': midnight})}",
            ),
            (_("people at tables now"), str(people), reverse("admin:games_seat_changelist") + "?o=-8"),
            (_("oldest clock that is due"), _overdue(now), f"{tables}?status__exact=playing"),
        ]
    return found


def _overdue(now: datetime) -> str:
    """For how long the table that is due first has been waiting: more than a second or two tells of trouble."""
    due_at = Table.objects.aggregate(first=Min("due_at"))["first"]
    late = now - due_at if due_at else timedelta(0)
    return _("%(seconds)s s late") % {"seconds": f"{late.total_seconds():.1f}"} if late > timedelta(0) else _("none")
