"""The sentences of Knock Rummy."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy, ngettext

from games.remembered import gettext as _
from games.rules.state import Event, Options, Settlement, View
from games.sentences import common, words

PHASES = {
    "play": gettext_lazy("Drawing and discarding"),
    "round_over": gettext_lazy("Round over"),
    "game_over": gettext_lazy("Game over"),
}

#: Phases whose number is no round of the game's own.
FINAL = ()

#: Phases that a seat which has folded is out of: nobody folds.
FOLDED_IN = ()

OPTIONS = {
    "scoring": (
        gettext_lazy("How the game is won"),
        {
            "cumulative": gettext_lazy("most points after a number of rounds"),
            "pool": gettext_lazy("a pool: the last with a bankroll wins"),
            "match": gettext_lazy("a match: first to a number of points"),
        },
    ),
    "rounds": (
        gettext_lazy("How many rounds"),
        {10: gettext_lazy("10 rounds"), 5: gettext_lazy("5 rounds"), 20: gettext_lazy("20 rounds")},
    ),
    "target": (
        gettext_lazy("Points to win a match"),
        {200: gettext_lazy("first to 200"), 100: gettext_lazy("first to 100"), 300: gettext_lazy("first to 300")},
    ),
    "bankroll": (
        gettext_lazy("Bankroll in a pool"),
        {100: gettext_lazy("a bankroll of 100"), 50: gettext_lazy("a bankroll of 50"), 200: gettext_lazy("a bankroll of 200")},
    ),
    "re_entry": (
        gettext_lazy("Buying in again"),
        {False: gettext_lazy("no buying in again"), True: gettext_lazy("one more buy-in for who is out")},
    ),
    "hand": (
        gettext_lazy("Cards in a hand"),
        {"by_players": gettext_lazy("10, 7 or 6 cards, by the number of players"), "seven": gettext_lazy("always 7 cards")},
    ),
    "knock_at": (
        gettext_lazy("Knocking"),
        {"any": gettext_lazy("knock with any count"), "ten": gettext_lazy("knock with 10 deadwood or less")},
    ),
    "no_knock": (
        gettext_lazy("Going out"),
        {False: gettext_lazy("a knock ends the round"), True: gettext_lazy("no knocking: go out with no deadwood")},
    ),
    "jokers": (gettext_lazy("Jokers"), {False: gettext_lazy("no jokers"), True: gettext_lazy("two jokers")}),
}

#: What an option means, in one sentence.
OPTION_HINTS = {
    "scoring": gettext_lazy(
        "In a pool you are out when you have no points left. In a match the first to reach the target wins, unless there is a tie."
    ),
    "rounds": gettext_lazy("If there is a tie for first place, you play one more round, until it is broken."),
    "target": gettext_lazy("If two reach it in one round, the higher wins. If they are equal, the match goes on."),
    "bankroll": gettext_lazy("Everybody starts with it, and is out at 0 or below."),
    "re_entry": gettext_lazy(
        "If you are out, you may come back once with a fresh bankroll, before the next deal. The winner takes every buy-in."
    ),
    "hand": gettext_lazy("Two players get 10 cards each, three or four get 7, five get 6. Or everybody gets 7."),
    "knock_at": gettext_lazy("With a limit, you can only knock if the cards you keep count 10 or less."),
    "no_knock": gettext_lazy("The round then ends only when somebody has every card in a meld."),
    "jokers": gettext_lazy("A joker stands for any card in a meld with at least two others. A joker in no meld counts 15."),
}

#: What is good to know before sitting down.
BEFORE_SITTING = (gettext_lazy("Good to know: a round can end on any turn, without last turns. A knocker who is undercut pays 10 more."),)

LEFT_OVER = common.DEADWOOD


def _undercut(event: Event) -> str:
    return _("%(winners)s undercut %(name)s.") if len(event.params["winners"]) > 1 else _("%(winners)s undercuts %(name)s!")


def _game_won(event: Event) -> str:
    return _("%(winners)s share the victory.") if len(event.params["winners"]) > 1 else _("%(winners)s wins the game!")


EVENTS = {
    "dealt": gettext_lazy("Round %(round)s, dealt by %(name)s."),
    "knocked": gettext_lazy("%(name)s knocked, and put a card away face down."),
    "went_out": gettext_lazy("%(name)s goes out!"),
    "rummy_settled": gettext_lazy("%(name)s has no deadwood: a rummy!"),
    "lowest_settled": gettext_lazy("%(name)s has the least deadwood."),
    "undercut_settled": _undercut,
    "eliminated": gettext_lazy("%(name)s has no points left and is out."),
    "re_entered": gettext_lazy("%(name)s buys in again for %(bankroll)s."),
    "round_void": gettext_lazy("The stock ran out for the fifth time: the round is void."),
    "next_round_chosen": gettext_lazy("%(name)s deals the next round."),
    "game_ending": gettext_lazy("%(name)s ends the game."),
    "game_won": _game_won,
}

DEEDS = {
    "went_out": gettext_lazy("went out"),
    "eliminated": gettext_lazy("is out"),
    "re_entered": gettext_lazy("bought in again"),
}

#: Events that something else on the table says better.
QUIET = ("rummy_settled", "lowest_settled", "undercut_settled")

#: Phases in which a headline says already what happened.
TOLD_IN = ("round_over",)

#: Events after which nobody has done anything yet.
FRESH = ("dealt",)

REFUSALS = {
    "cannot_re_enter": gettext_lazy("You can only buy in again right after you are eliminated, and only once."),
    "one_seat_left": gettext_lazy("One player is left. The next round waits: somebody may still buy in again."),
}

PAYMENTS = {
    "rummy": gettext_lazy("%(payer)s pays %(payee)s %(points)s: %(deadwood)s deadwood + 25"),
    "lowest": gettext_lazy("%(payer)s pays %(payee)s %(points)s: %(mine)s deadwood − %(lowest)s"),
    "undercut": gettext_lazy("%(payer)s pays %(payee)s %(points)s: %(mine)s deadwood − %(lowest)s"),
    "undercut_knocker": gettext_lazy("%(payer)s pays %(payee)s %(points)s: %(mine)s deadwood − %(lowest)s + 10"),
}


def unit(options: Options) -> str:
    return "bankroll" if options["scoring"] == "pool" else "points"


def goal(view: View) -> str:
    match view.options["scoring"]:
        case "pool":
            return _("the last with a bankroll wins")
        case "match":
            return _("first to %(target)s") % {"target": view.options["target"]}
    if view.round > view.options["rounds"]:
        return _("one more round for the tie")
    return _("%(rounds)s rounds") % {"rounds": view.options["rounds"]}


def badge(view: View, seat: int) -> str:
    buy_ins = view.carried.get("buy_ins", ())
    if not buy_ins or buy_ins[seat] < 2:
        return ""
    return ngettext("%(count)s buy-in", "%(count)s buy-ins", buy_ins[seat]) % {"count": buy_ins[seat]}


def headline(settlement: Settlement, view: View, names: Sequence[str]) -> str:
    """What was settled, in a few words."""
    knocker = settlement.params.get("knocker")
    params = {"winners": words.people([names[seat] for seat in settlement.winners]), "name": names[knocker] if knocker is not None else ""}
    match settlement.kind:
        case "rummy":
            return _("Rummy: %(name)s has no deadwood") % params
        case "lowest":
            return _("%(name)s knocked, and has the least") % params
        case "undercut" if len(settlement.winners) > 1:
            return _("%(winners)s undercut %(name)s") % params
        case "undercut":
            return _("%(winners)s undercuts %(name)s") % params
    return _("This round is void")


def explanation(settlement: Settlement, view: View, names: Sequence[str]) -> list[str]:
    """How it was counted, besides the payments from seat to seat."""
    params = settlement.params
    match settlement.kind:
        case "rummy":
            return [_("With no deadwood at all the knocker cannot be beaten: everybody else pays their deadwood + 25.")]
        case "lowest":
            return [_("The knocker has the least deadwood: everybody else pays the difference.")]
        case "undercut" if "shares" in params:
            shares = " · ".join(f"{names[seat]} {share}" for seat, share in zip(settlement.winners, params["shares"], strict=True))
            divided = _("They divide %(prize)s: %(shares)s.") % {"prize": params["prize"], "shares": shares}
            return [_("They are equally low and win together. The knocker pays the difference + 10, the others the difference."), divided]
        case "undercut":
            return [_("As low as the knocker, or lower: the knocker pays the difference + 10, the others the difference.")]
    return [_("The stock ran out for the fifth time. No points change hands.")]


def question(view: View, names: Sequence[str]) -> str:
    """What the viewer, who may act, is asked."""
    verbs = {offer.verb for offer in view.offers}
    match view.phase:
        case "play" if "knock" in verbs and view.options["no_knock"]:
            return _("You can go out! Or discard a card.")
        case "play" if "knock" in verbs:
            return _("Discard a card, or knock with it.")
        case "play" if view.drawn:
            return _("Choose a card to discard.")
        case "play":
            return _("Your turn: draw a card.")
    if "re_enter" in verbs:
        return _("You are out. Buy in again for %(bankroll)s before the next deal?") % {"bankroll": view.options["bankroll"]}
    if "next_round" in verbs:
        return _("Deal the next round, or end the game.")
    return _("Only one player is left. Wait for somebody to buy in again, or end the game.")


def waiting(view: View, name: str) -> str:
    """What the table waits for while somebody else is to act."""
    who: dict[str, Any] = {"name": name}
    match view.phase:
        case "play" if view.drawn:
            return _("Waiting for %(name)s to discard.") % who
        case "play":
            return _("Waiting for %(name)s to draw.") % who
        case "round_over":
            return _("%(name)s deals the next round, or the table does.") % who
    return ""
