"""The sentences of Gin."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy, ngettext

from games.remembered import gettext as _
from games.rules.gin import VICTORY
from games.rules.state import Event, Options, Settlement, View
from games.sentences import common, words

PHASES = {
    "first_turn": gettext_lazy("The first upcard"),
    "play": gettext_lazy("Drawing and discarding"),
    "round_over": gettext_lazy("Round over"),
    "game_over": gettext_lazy("Game over"),
}

#: Phases whose number is no round of the game's own.
FINAL = ()

#: Phases that a seat which has folded is out of: nobody folds.
FOLDED_IN = ()

OPTIONS = {
    "victories": (
        gettext_lazy("Victories to win the game"),
        {1: gettext_lazy("one victory wins"), 2: gettext_lazy("two victories win"), 3: gettext_lazy("three victories win")},
    ),
    "lay_off": (
        gettext_lazy("Laying off"),
        {
            "standard": gettext_lazy("the opponent lays off on the knocker's melds"),
            "knocker": gettext_lazy("the knocker lays off on the opponent's melds"),
            "none": gettext_lazy("no laying off"),
        },
    ),
}

#: What an option means, in one sentence.
OPTION_HINTS = {
    "victories": gettext_lazy("100 points are a victory. Then both players start again from zero."),
    "lay_off": gettext_lazy(
        "After a knock, loose cards that fit the other hand's melds join them and do not count. There is no laying off after gin."
    ),
}

#: What is good to know before sitting down.
BEFORE_SITTING = (
    gettext_lazy(
        "Good to know: if you knock with as much as the other player, you get nothing. With more, the other player gets 25 and the "
        "difference."
    ),
)

LEFT_OVER = common.DEADWOOD


def _game_won(event: Event) -> str:
    return _("%(winners)s share the victory.") if len(event.params["winners"]) > 1 else _("%(winners)s wins the game!")


def _knock_settled(event: Event) -> str:
    return ngettext("The knock brings %(name)s %(points)s point.", "The knock brings %(name)s %(points)s points.", event.params["points"])


def _both_have(points: int) -> str:
    return ngettext(
        "Both have %(mine)s deadwood. A knock must be lower to score.",
        "Both have %(mine)s deadwood. A knock must be lower to score.",
        points,
    )


EVENTS = {
    "dealt": gettext_lazy("Round %(round)s, dealt by %(name)s."),
    "passed": gettext_lazy("%(name)s passed."),
    "knocked": gettext_lazy("%(name)s knocked with %(card)s."),
    "gin": gettext_lazy("%(name)s has gin, discarding %(card)s!"),
    "laid_off": gettext_lazy("%(name)s laid off %(cards)s on %(onto)s."),
    "gin_settled": gettext_lazy("Gin brings %(name)s %(points)s points."),
    "knock_settled": _knock_settled,
    "undercut_settled": gettext_lazy("%(name)s undercuts the knock and gets %(points)s points."),
    "equal_settled": gettext_lazy("Both have the same deadwood: nobody scores."),
    "victory": gettext_lazy("%(name)s has %(points)s points: a victory!"),
    "round_void": gettext_lazy("Two cards are left in the stock: the round is void."),
    "next_round_chosen": gettext_lazy("%(name)s deals the next round."),
    "game_ending": gettext_lazy("%(name)s ends the game."),
    "game_won": _game_won,
}

DEEDS = {
    "passed": gettext_lazy("passed"),
    "gin": gettext_lazy("has gin"),
    "laid_off": gettext_lazy("laid off %(cards)s"),
}

#: Events that something else on the table says better.
QUIET = ("laid_off", "gin_settled", "knock_settled", "undercut_settled", "equal_settled")

#: Phases in which a headline says already what happened.
TOLD_IN = ("round_over",)

#: Events after which nobody has done anything yet.
FRESH = ("dealt",)

REFUSALS = {
    "first_turn_upcard_only": gettext_lazy("In the first turn you take the upcard, or pass."),
    "stock_only": gettext_lazy("Both players passed on the upcard: draw from the stock."),
}

PAYMENTS: dict[str, Any] = {}


def unit(options: Options) -> str:
    return "score"


def goal(view: View) -> str:
    wanted = view.options["victories"]
    return _("to %(count)s victories") % {"count": wanted} if wanted > 1 else _("to %(points)s points") % {"points": VICTORY}


def badge(view: View, seat: int) -> str:
    victories = view.carried["victories"][seat]
    return ngettext("%(count)s victory", "%(count)s victories", victories) % {"count": victories} if victories else ""


def result(view: View, seat: int) -> tuple[Any, str]:
    victories, points = view.carried["victories"][seat], view.seats[seat].points["total"]
    written = ngettext("%(count)s victory", "%(count)s victories", victories) % {"count": victories}
    return (victories, points), ngettext("%(victories)s, %(points)s point", "%(victories)s, %(points)s points", points) % {
        "victories": written,
        "points": points,
    } if points else written


def headline(settlement: Settlement, view: View, names: Sequence[str]) -> str:
    """What was settled, in a few words."""
    knocker = settlement.params.get("knocker", 0)
    params = {"name": names[knocker], "other": names[1 - knocker], "points": max(settlement.points)}
    match settlement.kind:
        case "gin":
            return _("Gin! %(name)s gets %(points)s") % params
        case "knock":
            return _("%(name)s knocked, and gets %(points)s") % params
        case "undercut":
            return _("%(other)s undercuts %(name)s, and gets %(points)s") % params
        case "equal":
            return _("%(name)s knocked: equal, nobody scores") % params
    return _("This round is void")


def explanation(settlement: Settlement, view: View, names: Sequence[str]) -> list[str]:
    """How it was counted."""
    if settlement.kind == "void":
        return [_("Two cards were left in the stock and nobody had knocked. Nobody scores.")]
    params = settlement.params
    knocker, host = params["knocker"], params["host"]
    told = {
        "name": names[knocker],
        "other": names[1 - knocker],
        "mine": params["deadwood"][knocker],
        "theirs": params["deadwood"][1 - knocker],
        "points": max(settlement.points),
    }
    off = [card for cards in params["laid_off"] for card in cards]
    lines = [_("%(name)s laid off %(cards)s.") % {"name": names[1 - host], "cards": words.cards(off)}] if off else []
    match settlement.kind:
        case "gin":
            lines.append(_("%(name)s: 25 + %(other)s's deadwood of %(theirs)s = %(points)s.") % told)
        case "knock":
            lines.append(_("%(name)s: %(other)s's deadwood of %(theirs)s − %(mine)s = %(points)s.") % told)
        case "undercut":
            lines.append(_("%(other)s: 25 + %(name)s's deadwood of %(mine)s − %(theirs)s = %(points)s.") % told)
        case _:
            lines.append(_both_have(told["mine"]) % told)
    victory = next((event for event in view.log if event.code == "victory"), None)
    if victory and victory.seat is not None:
        reached = {"name": names[victory.seat], "points": victory.params["points"]}
        lines.append(_("%(name)s has %(points)s points: a victory! Both start again from zero.") % reached)
    return lines


def question(view: View, names: Sequence[str]) -> str:
    """What the viewer, who may act, is asked."""
    verbs = {offer.verb: offer for offer in view.offers}
    match view.phase:
        case "first_turn":
            return _("Take the upcard, or pass.")
        case "play" if "knock" in verbs and any(view.after[card] == 0 for card in verbs["knock"].choices):
            return _("You can go gin! Or discard a card.")
        case "play" if "knock" in verbs:
            return _("You can knock. Or discard a card.")
        case "play" if view.drawn:
            return _("Choose a card to discard.")
        case "play" if verbs["draw"].choices == ("stock",):
            return _("Both passed: draw from the stock.")
        case "play":
            return _("Your turn: draw a card.")
    return _("Deal the next round, or end the game.")


def waiting(view: View, name: str) -> str:
    """What the table waits for while the other is to act."""
    who: dict[str, Any] = {"name": name}
    match view.phase:
        case "first_turn":
            return _("Waiting for %(name)s to take the upcard or pass.") % who
        case "play" if view.drawn:
            return _("Waiting for %(name)s to discard.") % who
        case "play":
            return _("Waiting for %(name)s to draw.") % who
        case "round_over":
            return _("%(name)s deals the next round, or the table does.") % who
    return ""
