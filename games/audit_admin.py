"""The operator's pages about one table: all that was played, its replay, its check, and closing it. What is on them is `games.audit`.

Whoever may look at tables may see these pages. The hidden hands of a running game are for those with `games.see_hidden` alone, round by
round, and every look at them is written down in the table's history in the admin; so is closing, for those with `games.change_table`.
"""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from games import audit, check, closing, history, moments, sentences
from games.database import in_database
from games.history_views import number, step_context
from games.models import Table
from games.play import Refused
from games.rules.verify import Finding, Result
from games.sentences import checks

logger = logging.getLogger(__name__)

TRIES = 3  # a running game may go on while its rows are read


class CloseForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=closing.LONGEST,
        widget=forms.TextInput(attrs={"class": "vTextField", "autofocus": True}),
        help_text=_("The players read it, on the table's page and in the lobby."),
    )


class AuditPages:
    """For the ModelAdmin of tables."""

    def get_urls(self) -> list[Any]:
        pages = {"change": self.change_view, "replay": self.replay_view, "check": self.check_view, "close": self.close_view}
        own = [path(f"<path:object_id>/{name}/", self._played_before(view), name=f"games_table_{name}") for name, view in pages.items()]
        return [*own, *super().get_urls()]

    def _played_before(self, view: Callable[..., HttpResponse]) -> Callable[..., Awaitable[HttpResponse]]:
        """The view in the admin, before which the table's rounds are played again beside the database thread: for a long game that takes
        a second or more, in which no table of this process would be served."""
        inner = self.admin_site.admin_view(view)

        async def page(request: HttpRequest, object_id: str, **more: Any) -> HttpResponse:
            for round_ in await in_database(self._rounds, request, object_id):
                with suppress(Exception):  # what is wrong with it, the view says
                    await history.beside(history.played, *round_)
            return await in_database(inner, request, object_id, **more)

        return page

    def _rounds(self, request: HttpRequest, object_id: str) -> list[tuple[Any, ...]]:
        """Those that are not remembered, for whoever may look at them."""
        with suppress(Exception):
            if self.admin_site.has_permission(request) and (table := self._found(request, object_id)):
                game = history.stored(table)
                rounds = [(table, game.seats, each, moves) for each, moves in game.rounds]
                return [each for each in rounds if not history.is_kept(*each)]
        return []

    # --- finding, and who may see what ---

    def _found(self, request: HttpRequest, object_id: str) -> Table | None:
        if not self.has_view_permission(request):
            raise PermissionDenied
        return self.get_object(request, unquote(object_id))

    def _nothing(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)

    def _may_see_hidden(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.see_hidden")

    def _may_close(self, request: HttpRequest, table: Table) -> bool:
        return request.user.has_perm("games.change_table") and not history.is_over(table)

    def _page(self, request: HttpRequest, table: Table, name: str, title: str, **context: Any) -> TemplateResponse:
        context |= {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "original": table,
            "table": table,
            "game_title": audit.title(table.game),
            "title": title,
            "subtitle": None,
            "over": history.is_over(table),
            "may_close": self._may_close(request, table),
        }
        return TemplateResponse(request, f"admin/games/table/{name}.html", context)

    # --- the pages ---

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Everything about the table. `hidden=N` shows the hands of round N of a running game."""
        table = self._found(request, object_id)
        if table is None or request.method not in ("GET", "HEAD"):
            return super().change_view(request, object_id, form_url, extra_context)
        seen: frozenset[int] = frozenset()
        may_see_hidden = self._may_see_hidden(request) and not history.is_over(table)
        if "hidden" in request.GET and not history.is_over(table):
            if not may_see_hidden:
                raise PermissionDenied
            wanted = number(request.GET["hidden"], 0)
            if table.rounds.filter(number=wanted).exists():
                seen = frozenset({wanted})
                _looked(request, table, _now("Looked at hidden hands of round %(round)s.") % {"round": wanted})
        context = _steadily(table, lambda now: audit.audit(now, seen))
        return self._page(request, context.pop("table"), "audit", table.code, may_see_hidden=may_see_hidden, **context)

    def replay_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The table as a seat, a watcher or (`as=all`) nobody saw it at a step of a round."""
        table = self._found(request, object_id)
        if table is None:
            return self._nothing(request, object_id)
        numbers = list(table.rounds.order_by("number").values_list("number", flat=True))
        wanted = number(request.GET.get("round"), numbers[0] if numbers else 1)
        wanted = min(numbers, key=lambda each: abs(each - wanted)) if numbers else wanted
        game = history.stored(table, only_round=wanted)
        all_seen = history.is_over(table) or self._may_see_hidden(request)
        who = request.GET.get("as") or (moments.ALL if history.is_over(table) else moments.WATCHER)
        context: dict[str, Any] = {"table": table, "game_title": audit.title(table.game), "game": game}
        if game.rounds:
            step = number(request.GET.get("step"), 0)
            try:
                context |= step_context(game, wanted, step, who if all_seen else moments.WATCHER)
                context["drawn"] = context["moment"].html
            except Exception:  # rows that are broken in a way that nobody has thought of
                logger.exception("table %s, round %s, step %s cannot be drawn", table.code, wanted, step)
                context = {**context, "undrawable": True, "moment": None, "rounds": [str(each) for each in numbers]}
            else:
                if not all_seen:
                    context["viewers"] = [each for each in context["viewers"] if each["value"] == moments.WATCHER]
                shown = context["moment"]
                if not history.is_over(table) and shown.who != moments.WATCHER:
                    looked = {"round": shown.each.number, "move": shown.step, "who": _who(game, shown.who)}
                    _looked(request, table, _now("Looked at hidden hands of round %(round)s: move %(move)s, as %(who)s.") % looked)
        partial = "HX-Request" in request.headers and context.get("moment")
        response = TemplateResponse(request, "games/_history.html" if partial else "admin/games/table/replay.html", context)
        response["X-Robots-Tag"] = "noindex"
        return response

    def check_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Everything played again from the seed, and compared with what is stored."""
        table = self._found(request, object_id)
        if table is None:
            return self._nothing(request, object_id)
        names = [seat.handle for seat in table.seats.order_by("number")]
        try:
            found = _steadily(table, check.check)
        except Exception:  # rows that are broken in a way that nobody has thought of
            logger.exception("table %s cannot be checked", table.code)
            found = None
        lines = [_told(table, each, names) for each in found or ()]
        context = {
            "lines": lines,
            "first": next((line for line in lines if line["result"] == Result.BAD.value), None),
            "unknown": next((line for line in lines if line["result"] == Result.UNKNOWN.value), None),
            "failed": found is None,
            "moves": sum(each.params.get("moves", 0) for each in found or ()),
        }
        return self._page(request, table, "check", _now("Check of %(code)s") % {"code": table.code}, **context)

    def close_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for the reason, and close."""
        table = self._found(request, object_id)
        if table is None:
            return self._nothing(request, object_id)
        if not request.user.has_perm("games.change_table"):
            raise PermissionDenied
        page = reverse("admin:games_table_change", args=[table.pk])
        form = CloseForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            reason = form.cleaned_data["reason"]
            try:
                closing.close_table(table.code, reason)
            except Refused as refused:
                if refused.code == "bad_reason":
                    form.add_error("reason", sentences.refusal(None, refused))
                else:  # it has ended meanwhile
                    self.message_user(request, sentences.refusal(None, refused), messages.WARNING)
                    return HttpResponseRedirect(page)
            else:
                _looked(request, table, _now("Closed: “%(reason)s”") % {"reason": reason})
                self.message_user(request, _now("The table is closed, and its players read why."), messages.SUCCESS)
                return HttpResponseRedirect(page)
        elif history.is_over(table):
            self.message_user(request, sentences.refusal(None, Refused(str(table.status))), messages.WARNING)
            return HttpResponseRedirect(page)
        return self._page(request, table, "close", _now("Close %(code)s") % {"code": table.code}, form=form)


def _steadily(table: Table, make: Callable[[Table], Any]) -> Any:
    """What is made of the table's rows, of one moment: made again if the game went on meanwhile."""
    made = make(table)
    for _again in range(TRIES):
        now = Table.objects.get(pk=table.pk)
        if now.version == table.version:
            break
        table, made = now, make(now)
    return made


def _looked(request: HttpRequest, table: Table, message: str) -> None:
    """Written down before anything is shown."""
    LogEntry.objects.log_actions(request.user.pk, [table], CHANGE, message, single_object=True)


def _who(game: history.Stored, who: str) -> str:
    return _now("all cards") if who == moments.ALL else game.names[int(who)]


def _told(table: Table, found: Finding, names: list[str]) -> dict[str, Any]:
    """A finding as a line, with the way to the move that it is about."""
    try:
        text = checks.finding(found, names)
    except KeyError:
        text = found.code
    where = ""
    if found.result is Result.BAD and "round" in found.params:
        step = max(0, found.params.get("move", 0) - 1)
        where = f"{reverse('admin:games_table_replay', args=[table.pk])}?round={found.params['round']}&step={step}"
    return {"text": text, "result": found.result.value, "where": where}
