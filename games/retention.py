"""How long tables are kept: `settings.RETENTION`, in days. What is deleted is gone with its seats, rounds, moves and reports."""

import time
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Report, Table

BATCH = 10  # tables for one transaction: a move waits for it a few hundredths of a second
PAUSE = 0.05  # seconds between two, in which moves get their turn

Status = Table.Status


def prune() -> dict[str, int]:
    """Delete what is old enough; how many tables that were."""
    due = list(outlived().order_by("finished_at").values_list("pk", flat=True))
    count = 0
    for start in range(0, len(due), BATCH):
        count += _delete(due[start : start + BATCH])
        time.sleep(PAUSE)
    return {"tables": count}


def outlived() -> QuerySet[Table]:
    """The tables whose time is over.

    Kept nevertheless: one whose people play again at another table just now, since seats and scores there come from it; and one with a
    report that the operator has not settled, as long as a message would be kept.
    """
    now = timezone.now()
    ages = {name: now - timedelta(days=days) for name, days in settings.RETENTION.items()}
    over = Q(status=Status.FINISHED, finished_at__lt=ages["finished"]) | Q(status=Status.CLOSED, finished_at__lt=ages["closed"])
    open_reports = Report.objects.filter(status=Report.Status.NEW, came_at__gte=ages["messages"])
    played_on = Table.objects.filter(rematch_of__isnull=False, status__in=(Status.WAITING, Status.PLAYING))
    return Table.objects.filter(over).exclude(pk__in=open_reports.values("table")).exclude(pk__in=played_on.values("rematch_of"))


def _delete(due: list[int]) -> int:
    with transaction.atomic():
        # Somebody may have asked to play again since
        batch = list(outlived().filter(pk__in=due).select_for_update(of=("self",)).values_list("pk", flat=True))
        Table.objects.filter(pk__in=batch).delete()
        return len(batch)
