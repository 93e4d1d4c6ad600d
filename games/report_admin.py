"""Reports of players, for the operator: about whom, why, and the way to the table."""

from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.models import Report


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    list_display = ("came_at", "status", "handle", "reason", "reported_by", "to_table")
    list_filter = ("status", "reason", "came_at", "table__game")
    list_select_related = ("table",)
    search_fields = ("handle", "table__code", "notes")
    date_hierarchy = "came_at"
    list_per_page = 50
    readonly_fields = ("came_at", "to_table", "seat", "handle", "reason", "reported_by")
    fields = (*readonly_fields, "status", "notes")
    actions = ("settle",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.display(description=_("table"), ordering="table__code")
    def to_table(self, report: Report) -> str:
        return format_html('<a href="{}">{}</a>', reverse("admin:games_table_change", args=[report.table_id]), report.table)

    @admin.display(description=_("reported by"))
    def reported_by(self, report: Report) -> str:
        return _now("a watcher") if report.reporter == Report.WATCHER else _now("seat %(number)s") % {"number": report.reporter}

    @admin.action(description=_("Mark as settled"), permissions=["change"])
    def settle(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        settling = list(chosen.exclude(status=Report.Status.SETTLED))
        Report.objects.filter(pk__in=[report.pk for report in settling]).update(status=Report.Status.SETTLED)
        if settling:
            LogEntry.objects.log_actions(request.user.pk, settling, CHANGE, _now("Marked as settled."))
        text = ngettext("%(count)d report is settled.", "%(count)d reports are settled.", len(settling)) % {"count": len(settling)}
        self.message_user(request, text, messages.SUCCESS)
