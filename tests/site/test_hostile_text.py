"""Whatever people may type somewhere is text wherever it is shown, on the operator's desk above all."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from contact.models import Message
from games.models import Move, Notice, Report, Round, Seat, Table
from tests.factories import SittingFactory
from tests.fuzz import doors
from tests.fuzz.values import MARK

pytestmark = pytest.mark.django_db

TEXT = f"""'">{MARK} onload=x>{{{{7|add:7}}}}"""


@pytest.fixture
def table():
    """One whose every text was chosen by an attacker."""
    sitting = SittingFactory(started=True)
    Seat.objects.filter(table__code=sitting.code).update(handle=TEXT, cut=TEXT)
    Seat.objects.filter(table__code=sitting.code, number=1).update(skeleton=TEXT)
    row = sitting.table
    Table.objects.filter(pk=row.pk).update(close_text=TEXT)
    Report.objects.create(table=row, seat=1, handle=TEXT, reporter=0, reason="handle", notes=TEXT, came_at=timezone.now())
    Message.objects.create(name=TEXT, email=f"a@b.c{TEXT}", text=TEXT, notes=TEXT, digest="x", came_at=timezone.now())
    Notice.objects.create(text=TEXT)
    return sitting


def test_nobodys_text_is_markup_on_any_page_of_the_desk(client, table):
    operator = get_user_model().objects.create_superuser(TEXT[:100], password="x", first_name=TEXT)
    client.force_login(operator)
    firsts = {
        model._meta.model_name: str(model._default_manager.order_by("pk").first().pk)
        for model in (Table, Seat, Round, Report, Message, Notice)
    }
    shown = told = 0
    for door in doors.pages():
        if not door.name.startswith("/admin/") or "logout" in door.name:
            continue
        model = door.name.split("/")[3] if door.name.count("/") > 3 else ""
        path = "".join(part if isinstance(part, str) else firsts.get(model, str(operator.pk)) for part in door.parts)
        answer = client.get(path, {"q": TEXT} if door.fields == ("action",) else {})
        page = answer.content.decode()
        assert MARK not in page, path
        assert "{{7|add:7}}" in page or "14" not in re.findall(r"onload=x&gt;(\d+)", page), path
        shown += answer.status_code == 200
        told += "&lt;fuzz" in page
    assert shown > 30
    assert told > 12, "it is there, as text"
    assert not Move.objects.exists()
