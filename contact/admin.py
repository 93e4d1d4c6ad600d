"""The operator's desk for messages. Opening one marks it read; every change is in the history."""

import csv
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from contact.models import Message

Status = Message.Status

LINK = 1900  # characters of a prepared mail: some programs take no more
_FORMULA = tuple("=+-@＝＋－＠\t\r\n")


@admin.register(Message)
class MessageAdmin(admin.ModelAdmin):
    list_display = ("date", "status", "name", "email", "beginning")
    list_display_links = ("date", "beginning")
    list_filter = ("status", "came_at", ("mailed_at", admin.EmptyFieldListFilter))
    search_fields = ("name", "email", "text", "notes")
    date_hierarchy = "came_at"
    list_per_page = 50
    readonly_fields = ("came_at", "name", "email", "text", "mailed_at", "mail_failures")
    fields = (*readonly_fields, "status", "notes")
    actions = ("mark_new", "mark_read", "mark_answered", "mark_spam", "export")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        return (*self.list_display, "mailed") if settings.CONTACT_EMAIL_TO else self.list_display

    @admin.display(description=_("date"), ordering="came_at")
    def date(self, message: Message) -> str:
        return date_format(timezone.localtime(message.came_at), "Y-m-d H:i")

    @admin.display(description=_("message"))
    def beginning(self, message: Message) -> str:
        return Truncator(message.text).chars(60)

    @admin.display(description=_("mailed"), boolean=True, ordering="mailed_at")
    def mailed(self, message: Message) -> bool:
        return message.mailed_at is not None

    # --- one message ---

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        message = self.get_object(request, object_id)
        if message and request.method == "GET" and message.status == Status.NEW and self.has_change_permission(request, message):
            self._mark(request, Message.objects.filter(pk=message.pk), Status.READ)
        prepared = {"reply": reply_link(message)} if message else {}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **prepared})

    def save_model(self, request: HttpRequest, obj: Message, form: Any, change: bool) -> None:
        if "_answered" in request.POST:
            obj.status = Status.ANSWERED
        super().save_model(request, obj, form, change)

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> Any:
        if "_answered" in request.POST:
            return _marked(Status.ANSWERED)
        return super().construct_change_message(request, form, formsets, add)

    # --- many ---

    def _mark(self, request: HttpRequest, chosen: QuerySet[Message], status: Message.Status) -> int:
        changing = list(chosen.exclude(status=status))
        Message.objects.filter(pk__in=[message.pk for message in changing]).update(status=status)
        if changing:
            LogEntry.objects.log_actions(request.user.pk, changing, CHANGE, _marked(status))
        return len(changing)

    def _mark_many(self, request: HttpRequest, chosen: QuerySet[Message], status: Message.Status) -> None:
        count = self._mark(request, chosen, status)
        text = ngettext("%(count)d message is now marked “%(status)s”.", "%(count)d messages are now marked “%(status)s”.", count)
        self.message_user(request, text % {"count": count, "status": status.label}, messages.SUCCESS)

    @admin.action(description=_("Mark as new"), permissions=["change"])
    def mark_new(self, request: HttpRequest, chosen: QuerySet[Message]) -> None:
        self._mark_many(request, chosen, Status.NEW)

    @admin.action(description=_("Mark as read"), permissions=["change"])
    def mark_read(self, request: HttpRequest, chosen: QuerySet[Message]) -> None:
        self._mark_many(request, chosen, Status.READ)

    @admin.action(description=_("Mark as answered"), permissions=["change"])
    def mark_answered(self, request: HttpRequest, chosen: QuerySet[Message]) -> None:
        self._mark_many(request, chosen, Status.ANSWERED)

    @admin.action(description=_("Mark as spam"), permissions=["change"])
    def mark_spam(self, request: HttpRequest, chosen: QuerySet[Message]) -> None:
        self._mark_many(request, chosen, Status.SPAM)

    @admin.action(description=_("Export to CSV"), permissions=["view"])
    def export(self, request: HttpRequest, chosen: QuerySet[Message]) -> HttpResponse:
        # utf-8-sig: without the mark at its beginning spreadsheets guess another encoding
        response = HttpResponse(content_type="text/csv; charset=utf-8-sig")
        response["Content-Disposition"] = f'attachment; filename="messages-{timezone.now():%Y-%m-%d}.csv"'
        columns = ("pk", "came_at", "status", "name", "email", "text", "notes", "mailed_at")
        writer = csv.writer(response, quoting=csv.QUOTE_ALL)
        writer.writerow(columns)
        for message in chosen:
            writer.writerow([cell(getattr(message, column)) for column in columns])
        LogEntry.objects.log_actions(request.user.pk, list(chosen), CHANGE, _now("Exported."))
        return response


def _marked(status: Message.Status) -> str:
    return _now("Marked “%(status)s”.") % {"status": status.label}


def cell(value: object) -> str:
    """The value as a cell that no spreadsheet takes for a formula."""
    text = "" if value is None else value.isoformat(timespec="seconds") if hasattr(value, "isoformat") else str(value)
    return f"'{text}" if text.startswith(_FORMULA) or text.lstrip().startswith(_FORMULA) else text


def reply_link(message: Message) -> str:
    """A mail to the sender, prepared with a subject and the message quoted, as far as a link has room for it."""
    subject = quote(_now("Your message to BagelsKnock"), safe="")
    start = f"mailto:{quote(message.email, safe='@')}?subject={subject}&body="
    quoted = "\r\n\r\n" + "\r\n".join(f"> {line}" for line in message.text.splitlines())
    body = ""
    for char in quoted:
        more = quote(char, safe="")
        if len(start) + len(body) + len(more) > LINK:
            return f"{start}{body}%E2%80%A6"
        body += more
    return start + body
