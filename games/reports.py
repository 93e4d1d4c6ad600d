"""Reports: somebody at a table, or who watches it, tells the operator about a name or a behaviour there.

Codes of `Refused`, besides those of `games.change`: report_seat, report_self, report_reason, report_often.
"""

from django.utils import timezone

from games.change import Refused, hash_key
from games.limits import refuse_often
from games.models import Report, Table
from games.replay import Present


def report(present: Present, key: str | None, number: int, reason: str, visitor: object) -> Report:
    """Store a report about the seat of this number. The same from the same seat again is one report; of those who watch, from all of them.

    key         of whoever reports; any that opens no seat here makes them a watcher
    visitor     a text (or what becomes one) by which a limit can be set to many reports, without knowing who it is
    """
    about = next((seat for seat in present.seats if seat.number == number), None)
    if about is None:
        raise Refused("report_seat", status=400)
    if reason not in Report.Reason.values:
        raise Refused("report_reason", status=400)
    try:
        mine = present.seat_of(hash_key(key))
    except Refused:
        mine = None
    if mine is about:
        raise Refused("report_self", status=400)
    known = {
        "table": Table.objects.get(pk=present.table.pk),
        "seat": number,
        "handle": about.handle,
        "reason": reason,
        "reporter": mine.number if mine else Report.WATCHER,
    }
    if before := Report.objects.filter(**known).first():
        return before
    refuse_often("reports", visitor, "report_often")
    return Report.objects.get_or_create(**known, defaults={"came_at": timezone.now()})[0]
