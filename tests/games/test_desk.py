"""The numbers of the tables on the admin's front page, and the lists that they lead to."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from games.models import Seat, Table
from tests.factories import SittingFactory

pytestmark = pytest.mark.django_db


def figures(admin_client):
    """What is counted: the number, and the tables (or seats) of the list behind it."""
    page = admin_client.get("/admin/").content.decode()
    rows = re.findall(r'<th scope="row"><a href="([^"]*)">([^<]*)</a></th><td>([^<]*)</td>', page)
    return {what: (number, admin_client.get(unescape(address)).context["cl"].result_list) for address, what, number in rows}


def test_what_is_counted_is_what_is_listed(admin_client):
    now = timezone.now()
    SittingFactory(people=1)
    SittingFactory(people=3, started=True)
    today, before = SittingFactory(started=True), SittingFactory(started=True)
    Table.objects.filter(code=today.code).update(status="finished", finished_at=now)
    Table.objects.filter(code=before.code).update(status="finished", finished_at=now - timedelta(days=1))
    Seat.objects.exclude(table__code__in=[today.code, before.code]).update(seen_at=now)
    Seat.objects.filter(table__code__in=[today.code, before.code]).update(seen_at=now - timedelta(hours=1))
    found = figures(admin_client)
    for what, count in (("tables waiting for players", 1), ("tables playing", 1), ("games finished today", 1)):
        number, listed = found[what]
        assert (number, len(listed)) == (str(count), count), what
    assert found["people at tables now"][0] == "4"
    assert found["oldest clock that is due"][0] == "none"


def test_a_clock_that_nobody_looks_at(admin_client):
    SittingFactory(started=True)
    Table.objects.update(due_at=timezone.now() - timedelta(seconds=90))
    assert re.fullmatch(r"9\d\.\d s late", figures(admin_client)["oldest clock that is due"][0])
