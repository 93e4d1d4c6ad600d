"""What the operator may look at: tables, seats, rounds and moves. Nothing here can be changed, since `games.play` is the only writer.

While a table runs no page shows its secret, from which all cards follow; nor ever the hash of a seat key. Hidden cards are not stored.
"""

import json
from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import Count, JSONField, Model, OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from games import audit, news_admin, report_admin  # noqa: F401  they register the notice and the reports
from games.admin_filters import AbsentFilter, GameFilter, VoidFilter
from games.audit_admin import AuditPages
from games.models import Move, Round, Seat, Table
from games.sentences.levels import COMPUTERS

#: columns that no operator reads while a table runs, and none ever needs
_HIDDEN = {"secret", "key_hash", "former_hash", "move_hash", "action"}
#: columns that not every database can be asked about
_JSON = {field.name for model in (Table, Seat, Round, Move) for field in model._meta.get_fields() if isinstance(field, JSONField)}


class _LookOnly:
    """Neither adds nor changes nor deletes, whoever asks."""

    extra = 0
    can_delete = False
    show_change_link = True
    show_full_result_count = False
    list_per_page = 50

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """No filter of the address bar may ask about what no page shows: a secret can be guessed letter by letter."""
        return not (_HIDDEN | _JSON).intersection(lookup.split("__")) and super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def _short(value: Any) -> str:
    """A stored value in one line, whatever it is: an old or broken row must not hide the others."""
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    return text if len(text) <= 80 else f"{text[:79]}…"


def _get(value: Any, key: str) -> Any:
    return value.get(key, "") if isinstance(value, dict) else ""


class MoveInline(_LookOnly, admin.TabularInline):
    model = Move
    fields = ("number", "seat", "decision", "what", "by", "at")
    readonly_fields = ("what",)
    show_change_link = False

    @admin.display(description=_("action"))
    def what(self, move: Move) -> str:
        return audit.action_in_short(move.action, public=True)


@admin.register(Table)
class TableAdmin(AuditPages, _LookOnly, admin.ModelAdmin):
    list_display = ("code", "title", "stands", "people", "round", "public", "opened", "ended")
    list_filter = ("status", GameFilter, "created_at", "finished_at", AbsentFilter, VoidFilter, "close_reason", "public", "rules_version")
    list_per_page = 100
    search_fields = ("code", "seats__handle")
    date_hierarchy = "created_at"
    exclude = ("secret",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return super().get_queryset(request).prefetch_related("seats").defer("secret")

    @admin.display(description=_("game"), ordering="game")
    def title(self, table: Table) -> str:
        return audit.title(table.game)

    @admin.display(description=_("status"), ordering="status")
    def stands(self, table: Table) -> str:
        """The status, and why it is so."""
        return f"{table.get_status_display()}: {table.get_close_reason_display()}" if table.close_reason else table.get_status_display()

    @admin.display(description=_("opened"), ordering="created_at")
    def opened(self, table: Table) -> str:
        return _minute(table.created_at)

    @admin.display(description=_("ended"), ordering="finished_at", empty_value="")
    def ended(self, table: Table) -> str:
        return _minute(table.finished_at) if table.finished_at else ""

    @admin.display(description=_("people"))
    def people(self, table: Table) -> str:
        return ", ".join(f"{seat.handle}{_mark(seat)}" for seat in table.seats.all())


def _minute(at: datetime) -> str:
    return date_format(timezone.localtime(at), "Y-m-d H:i")


def _mark(seat: Seat) -> str:
    """Why a computer player plays there, if one does."""
    if not seat.bot:
        return ""
    absent = _("left") if seat.left_at else _("removed") if seat.removed_at else _("away")
    return f" ({COMPUTERS[seat.plays] if seat.is_computer else absent})"


@admin.register(Seat)
class SeatAdmin(_LookOnly, admin.ModelAdmin):
    list_display = ("handle", "table", "number", "is_computer", "level", "bot", "away", "decisions", "seen_at", "left_at", "removed_at")
    list_filter = ("is_computer", "level", "bot", "away", "table__status", "table__game")
    list_select_related = ("table",)
    search_fields = ("handle", "table__code")
    date_hierarchy = "seen_at"
    ordering = ("-id",)
    fields = (
        "table", "number", "handle", "skeleton", "is_computer", "level", "bot", "away", "cut", "decisions", "missed", "seen_at", "left_at",
        "removed_at", "former_number", "reserved_until", "carries",
    )  # fmt: skip


@admin.register(Round)
class RoundAdmin(_LookOnly, admin.ModelAdmin):
    list_display = ("table", "number", "kind", "made", "started_at", "finished_at")
    list_display_links = ("number",)
    list_filter = ("table__game", "table__status", ("finished_at", admin.EmptyFieldListFilter))
    list_select_related = ("table",)
    search_fields = ("table__code",)
    date_hierarchy = "started_at"
    ordering = ("-id",)
    inlines = (MoveInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        return super().get_queryset(request).annotate(made=Count("move_set"))

    @admin.display(description=_("kind"))
    def kind(self, played: Round) -> str:
        return _short(_get(played.standing, "kind"))

    @admin.display(description=_("moves"), ordering="made")
    def made(self, played: Round) -> int:
        return played.made


@admin.register(Move)
class MoveAdmin(_LookOnly, admin.ModelAdmin):
    list_display = ("at", "table", "round_number", "number", "who", "what", "by")
    fields = ("table", "round", "number", "seat", "decision", "what", "by", "leader", "at")
    readonly_fields = ("what",)
    list_filter = ("by", "table__game", "table__status")
    list_select_related = ("table", "round")
    search_fields = ("table__code",)
    date_hierarchy = "at"
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        seat = Seat.objects.filter(table=OuterRef("table"), number=OuterRef("seat"))
        return super().get_queryset(request).annotate(handle=Subquery(seat.values("handle")[:1]))

    @admin.display(description=_("round"))
    def round_number(self, move: Move) -> int:
        return move.round.number

    @admin.display(description=_("seat"))
    def who(self, move: Move) -> str:
        return f"{move.seat}: {move.handle}"

    @admin.display(description=_("action"))
    def what(self, move: Move) -> str:
        return audit.action_in_short(move.action, public=True)
