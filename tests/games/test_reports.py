"""Reports of players: one tap and a reason, from whoever sits or watches, to the operator's desk."""

import pytest
from django.contrib.admin.models import LogEntry
from django.core.cache import cache
from django.urls import reverse

from games.models import Report
from tests.factories import SittingFactory

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def forgetful():
    cache.clear()


@pytest.fixture
def table():
    return SittingFactory(people=3)


def send(client, table, key=None, headers=HTMX, **fields):
    headers = {**headers, **({"X-Seat-Key": key} if key else {})}
    return client.post(f"/table/{table.code}/report/", {"seat": "1", "reason": "handle", **fields}, headers=headers)


def stored():
    return list(Report.objects.order_by("pk").values_list("seat", "handle", "reason", "reporter", "status"))


def test_by_who_sits_there(client, table):
    answer = send(client, table, table.keys["Ann"])
    assert answer.status_code == 200
    assert "Thank you" in answer.content.decode()
    assert "<html" not in answer.content.decode()
    assert stored() == [(1, "Bo", "handle", 0, "new")]


@pytest.mark.parametrize("key", [None, "x" * 32, "no key at all"])
def test_by_who_watches(client, table, key):
    assert send(client, table, key).status_code == 200
    assert stored() == [(1, "Bo", "handle", Report.WATCHER, "new")]


def test_the_form_has_everybody_else_and_the_reasons(client, table):
    SittingFactory(people=1, bots=1)
    page = client.get(f"/table/{table.code}/report/", headers={**HTMX, "X-Seat-Key": table.keys["Ann"]}).content.decode()
    assert "Bo" in page and "Cy" in page and ">Ann<" not in page
    for value, text in Report.Reason.choices:
        assert f'value="{value}"' in page and str(text) in page


def test_without_scripts_it_is_a_page(client, table):
    page = client.get(f"/table/{table.code}/report/").content.decode()
    assert "<html" in page and "Ann" in page
    answer = send(client, table, headers={})
    assert "<html" in answer.content.decode() and "Thank you" in answer.content.decode()
    assert answer["X-Robots-Tag"] == "noindex"


def test_the_same_again_is_thanked_and_stored_once(client, table):
    for _ in range(20):
        assert send(client, table, table.keys["Ann"]).status_code == 200
    send(client, table, table.keys["Cy"])
    send(client, table, table.keys["Ann"], reason="stalling")
    assert stored() == [(1, "Bo", "handle", 0, "new"), (1, "Bo", "handle", 2, "new"), (1, "Bo", "stalling", 0, "new")]


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({"reason": "because"}, 400, "choose what is wrong"),
        ({"reason": ""}, 400, "choose what is wrong"),
        ({"reason": "\x00"}, 400, "choose what is wrong"),
        ({"seat": "7"}, 400, "choose a player"),
        ({"seat": ""}, 400, ""),
        ({"seat": "-1"}, 400, ""),
        ({"seat": "9" * 99}, 400, ""),
        ({"seat": "0"}, 400, "your own seat"),
    ],
)
def test_what_is_refused(client, table, fields, status, said):
    answer = send(client, table, table.keys["Ann"], **fields)
    assert answer.status_code == status
    assert said in answer.content.decode()
    assert 'role="alert"' in answer.content.decode()
    assert stored() == []


def test_a_body_that_is_no_form(client, table):
    answer = client.post(f"/table/{table.code}/report/", b"\xff", content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 400


def test_an_unknown_table(client):
    assert client.post("/table/ABCDEFGH/report/", {"seat": "1", "reason": "handle"}).status_code == 404


def test_one_visitor_sends_ten_an_hour(client):
    tables = [SittingFactory(people=2) for _ in range(11)]
    answers = [send(client, table).status_code for table in tables]
    assert answers == [200] * 10 + [429]
    assert send(client, tables[10])["Retry-After"] == "3600"
    assert send(client, tables[0]).status_code == 200  # known already
    assert client.post(f"/table/{tables[10].code}/report/", {"seat": "1", "reason": "cut"}, REMOTE_ADDR="192.0.2.9").status_code == 200


def test_the_operator_sees_it_with_the_way_to_the_table(client, admin_client, table):
    send(client, table, table.keys["Ann"], reason="stalling")
    report = Report.objects.get()
    page = admin_client.get("/admin/games/report/").content.decode()
    address = reverse("admin:games_table_change", args=[report.table_id])
    assert f'href="{address}">{table.code}</a>' in page
    assert "Bo" in page and "seat 0" in page and "holds the game up" in page
    assert admin_client.get(address).status_code == 200
    for query in ("q=Bo", "status__exact=new", "reason__exact=stalling", "table__game=bagelsknock"):
        assert table.code in admin_client.get(f"/admin/games/report/?{query}").content.decode()
    assert "new reports</a></th><td>1</td>" in admin_client.get("/admin/").content.decode()


def test_settled_with_a_note_and_in_the_history(client, admin_client, table):
    send(client, table)
    report = Report.objects.get()
    page = reverse("admin:games_report_change", args=[report.pk])
    assert admin_client.get(page).status_code == 200
    admin_client.post(page, {"status": "new", "notes": "watched it", "handle": "forged", "_save": "1"})
    admin_client.post("/admin/games/report/", {"action": "settle", "_selected_action": [report.pk]})
    report.refresh_from_db()
    assert (report.status, report.notes, report.handle) == ("settled", "watched it", "Bo")
    entries = LogEntry.objects.order_by("pk")
    assert [entry.get_change_message() for entry in entries] == ["Changed Notes.", "Marked as settled."]
    assert "Bo" not in "".join(entry.object_repr for entry in entries)


@pytest.mark.parametrize(
    "query",
    [
        "table__secret__startswith=a",
        "table_id__secret__startswith=a",
        "table_id__commitment__startswith=a",
        "table__seats__key_hash__startswith=0",
        "table_id__seats__key_hash__startswith=0",
        "table_id__rounds__move_set__action__card=9C",
    ],
)
def test_no_filter_asks_for_secrets(client, admin_client, table, query):
    send(client, table)
    assert admin_client.get(f"/admin/games/report/?{query}").status_code in (302, 400)
