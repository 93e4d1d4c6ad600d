"""The operator's desk for messages, with the real admin."""

import csv
import html
import io
import re
from datetime import timedelta
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.urls import reverse
from django.utils import timezone

from contact.models import Message

pytestmark = pytest.mark.django_db
LIST = "/admin/contact/message/"


def message(name: str = "Ann", text: str = "Is the lobby open at night?", **fields) -> Message:
    return Message.objects.create(
        name=name, email=f"{name[:3].lower()}@example.org", text=text, digest="", came_at=timezone.now(), **fields
    )


def page_of(written: Message) -> str:
    return reverse("admin:contact_message_change", args=[written.pk])


def history(written: Message) -> list[str]:
    entries = LogEntry.objects.filter(object_id=str(written.pk)).order_by("pk")
    return [entry.get_change_message() for entry in entries]


def do(admin_client, action: str, *chosen: Message, **more):
    return admin_client.post(LIST, {"action": action, "_selected_action": [each.pk for each in chosen], **more}, follow=True)


def test_the_list_has_a_search_filters_and_dates(admin_client):
    message(), message("Bo", "The score sheet is cut off", status="answered"), message("Cy", "Hello", notes="called back")
    everything = admin_client.get(LIST).content.decode()
    for name in ("Ann", "Bo", "Cy"):
        assert f">{name}<" in everything
    for query, found in (("q=score", "Bo"), ("q=called", "Cy"), ("status__exact=answered", "Bo"), ("q=ann%40example.org", "Ann")):
        page = admin_client.get(f"{LIST}?{query}").content.decode()
        assert [name for name in ("Ann", "Bo", "Cy") if f">{name}<" in page] == [found]
    assert f"came_at__year={timezone.now().year}" in everything or "came_at__day" in everything


def test_opening_a_message_marks_it_read(admin_client):
    written = message()
    page = admin_client.get(page_of(written)).content.decode()
    assert '<option value="read" selected>' in page
    assert Message.objects.get().status == "read"
    admin_client.get(page_of(written))
    assert history(written) == ["Marked “read”."]


def test_reply_opens_a_prepared_mail(admin_client):
    page = admin_client.get(page_of(message(text="First & foremost?\n<b>second</b>"))).content.decode()
    link = html.unescape(re.search(r'href="(mailto:[^"]*)"', page)[1])
    fields = parse_qs(urlsplit(link).query)
    assert unquote(urlsplit(link).path) == "ann@example.org"
    assert fields["subject"] == ["Your message to BagelsKnock"]
    assert fields["body"] == ["\r\n\r\n> First & foremost?\r\n> <b>second</b>"]


@pytest.mark.parametrize("text", ["x" * 5000, "👩\u200d👧" * 900, "line\n" * 900])
def test_a_long_message_is_quoted_as_far_as_a_link_goes(admin_client, text):
    page = admin_client.get(page_of(message(text=text))).content.decode()
    link = html.unescape(re.search(r'href="(mailto:[^"]*)"', page)[1])
    assert 1500 < len(link) < 2000
    assert unquote(link, errors="strict").endswith("…")


def test_marked_answered_by_a_button(admin_client):
    written = message()
    admin_client.get(page_of(written))
    admin_client.post(page_of(written), {"status": "read", "notes": "wrote back", "_answered": "1"})
    written.refresh_from_db()
    assert (written.status, written.notes) == ("answered", "wrote back")
    assert history(written) == ["Marked “read”.", "Marked “answered”."]


def test_notes_and_status_can_be_changed_and_nothing_else(admin_client):
    written = message()
    admin_client.post(page_of(written), {"status": "spam", "notes": "again", "text": "forged", "email": "x@example.org", "_save": "1"})
    written.refresh_from_db()
    assert (written.status, written.notes, written.email) == ("spam", "again", "ann@example.org")
    assert "forged" not in written.text
    assert history(written) == ["Changed Status and Notes."]
    assert admin_client.get("/admin/contact/message/add/").status_code == 403


@pytest.mark.parametrize(
    ("action", "status"), [("mark_new", "new"), ("mark_read", "read"), ("mark_answered", "answered"), ("mark_spam", "spam")]
)
def test_many_are_marked_at_once(admin_client, action, status):
    before = "new" if status != "new" else "spam"
    ann, bo = message(status=before), message("Bo", status=before)
    cy = message("Cy", status=before)
    page = do(admin_client, action, ann, bo)
    assert "2 messages are now marked" in page.content.decode()
    assert [each.status for each in Message.objects.order_by("pk")] == [status, status, before]
    assert history(ann) == [f"Marked “{status}”."]
    assert history(cy) == []


def test_many_are_deleted_at_once_and_the_history_names_nobody(admin_client):
    ann, bo = message(), message("Bo")
    do(admin_client, "delete_selected", ann, bo, post="yes")
    assert not Message.objects.exists()
    assert LogEntry.objects.filter(action_flag=3).count() == 2
    assert "ann" not in " ".join(LogEntry.objects.values_list("object_repr", flat=True)).lower()


def test_the_export_is_no_formula_for_a_spreadsheet(admin_client):
    nasty = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1", "＝1", "=cmd|'/C calc'!A0"]
    for name in nasty:
        message(name, text=f'{name}\nsecond; line, "quoted"')
    answer = do(admin_client, "export", *Message.objects.all())
    assert answer["Content-Type"].startswith("text/csv")
    assert "attachment" in answer["Content-Disposition"]
    head, *rows = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))
    assert head[:4] == ["pk", "came_at", "status", "name"]
    assert sorted(row[3] for row in rows) == sorted(f"'{name}" for name in nasty)
    assert not [cell for row in rows for cell in row if cell.lstrip().startswith(tuple("=+-@＝"))]
    assert history(Message.objects.first()) == ["Exported."]


def test_the_front_page_counts_what_is_new(admin_client, settings):
    message(), message("Bo"), message("Cy", status="read")
    page = re.sub(r"\s+", " ", admin_client.get("/admin/").content.decode())
    assert re.search(r"new messages</a></th><td>2</td>", page)
    for what in ("new reports", "tables playing", "games finished today", "people at tables now", "oldest clock"):
        assert what in page
    assert "could not be mailed" not in page
    settings.CONTACT_EMAIL_TO = ["operator@example.org"]
    Message.objects.filter(name="Bo").update(came_at=timezone.now() - timedelta(minutes=6))
    assert "could not be mailed yet</a></th><td>1</td>" in admin_client.get("/admin/").content.decode()
    for link in re.findall(r'<th scope="row"><a href="([^"]*)"', page):
        assert admin_client.get(html.unescape(link)).status_code == 200, link


def test_only_for_who_may(client, django_user_model):
    written = message()
    clerk = django_user_model.objects.create_user("clerk", password="x", is_staff=True)
    assert client.get(LIST).status_code == 302
    client.force_login(clerk)
    assert client.get(LIST).status_code == client.get(page_of(written)).status_code == 403
    assert "new messages" not in client.get("/admin/").content.decode()
    clerk.user_permissions.add(Permission.objects.get(codename="view_message"))
    page = client.get(page_of(written)).content.decode()
    assert 'name="_answered"' not in page
    assert Message.objects.get().status == "new"  # who may not change it, does not by looking
    client.post(LIST, {"action": "mark_spam", "_selected_action": [written.pk]})
    assert Message.objects.get().status == "new"
