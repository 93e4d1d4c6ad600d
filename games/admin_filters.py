"""What the operator sifts tables by, besides their columns."""

from typing import Any

from django.contrib.admin import ModelAdmin, SimpleListFilter
from django.db.models import Exists, F, OuterRef, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Round, Seat, Table
from games.rules import engine


class GameFilter(SimpleListFilter):
    """The games of the catalogue by name, and those that are in it no more."""

    title = _("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin) -> list[tuple[str, Any]]:
        return [*((game.name, game.title) for game in engine.GAMES.values()), ("unknown", _("unknown"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table] | None:
        if self.value() == "unknown":
            return queryset.exclude(game__in=engine.GAMES)
        return queryset.filter(game=self.value()) if self.value() else None


class AbsentFilter(SimpleListFilter):
    """Tables with somebody who is or was absent."""

    title = _("absent players")
    parameter_name = "absent"
    conditions = {
        "away": (_("away, a computer player plays"), Q(away=True)),
        "left": (_("left the game"), Q(left_at__isnull=False)),
        "removed": (_("removed by the leader"), Q(removed_at__isnull=False)),
        "missed": (_("missed turns"), Q(missed__gt=0)),
        "any": (_("any of these"), Q(away=True) | Q(left_at__isnull=False) | Q(removed_at__isnull=False) | Q(missed__gt=0)),
    }

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin) -> list[tuple[str, Any]]:
        return [(name, label) for name, (label, _condition) in self.conditions.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table] | None:
        if self.value() not in self.conditions:
            return None
        return queryset.filter(Exists(Seat.objects.filter(self.conditions[self.value()][1], table=OuterRef("pk"))))


class VoidFilter(SimpleListFilter):
    """Tables with a round that nobody won: by the rules, or because they changed during it."""

    title = _("void rounds")
    parameter_name = "void"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin) -> list[tuple[str, Any]]:
        return [("1", _("with a void round"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table] | None:
        if self.value() != "1":
            return None
        # Both databases can search a list of objects as text; only one can search it as JSON
        as_text = Round.objects.annotate(paid=Cast(F("settlements"), TextField()))
        void = as_text.filter(table=OuterRef("pk"), paid__contains='"kind": "void"')
        return queryset.filter(Exists(void) | Q(close_reason=Table.CloseReason.RULES))
