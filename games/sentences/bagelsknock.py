"""The sentences of BagelsKnock."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy, ngettext

from games.remembered import gettext as _
from games.rules.state import Event, Settlement, View
from games.sentences import words

PHASES = {
    "betting": gettext_lazy("Phase 1 · three-card poker"),
    "betting_over": gettext_lazy("Phase 1 · the pot"),
    "rummy": gettext_lazy("Phase 2 · knock rummy"),
    "round_over": gettext_lazy("Round over"),
    "final_bet": gettext_lazy("Phase 3 · the final bet"),
    "final_hand": gettext_lazy("Phase 3 · the final hand"),
    "game_over": gettext_lazy("Game over"),
}

#: Phases whose number is no round of the game's own.
FINAL = ("final_hand", "game_over")

#: Phases that a seat which has folded is out of; everybody plays the rummy.
FOLDED_IN = ("betting", "betting_over")

OPTIONS = {
    "rounds": (
        gettext_lazy("How many rounds"),
        {
            "leader": gettext_lazy("as many rounds as the leader likes"),
            3: gettext_lazy("3 rounds"),
            5: gettext_lazy("5 rounds"),
            10: gettext_lazy("10 rounds"),
            15: gettext_lazy("15 rounds"),
        },
    ),
    "final_bet": (
        gettext_lazy("The bet on the final hand"),
        {
            "free": gettext_lazy("any final bet"),
            "neutral": gettext_lazy("final bet at most neutral"),
        },
    ),
}

#: What an option means, in one sentence.
OPTION_HINTS = {
    "rounds": gettext_lazy("After the last round comes the final hand. The leader may end the game earlier."),
    "final_bet": gettext_lazy("The lowest player bets on the final hand. A neutral bet can bring them back to zero, but no further."),
}

#: What is good to know before sitting down.
BEFORE_SITTING = (gettext_lazy("Good to know: Phase 1 points count four times at the end."),)


def _dealt(event: Event) -> str:
    if event.params.get("kind") in ("big_kahuna", "last"):
        return _("Big Kahuna! Round %(round)s, dealt by %(name)s.")
    return _("Round %(round)s, dealt by %(name)s.")


def _pot_won(event: Event) -> str:
    if len(event.params["winners"]) > 1:
        return _("%(winners)s share the pot of %(pot)s: %(rank)s each.")
    if event.params["shown"]:
        return _("%(winners)s wins the pot of %(pot)s with %(rank)s.")
    return _("%(winners)s takes the pot of %(pot)s: everybody else has folded.")


def _splashed(event: Event) -> str:
    if event.params["royal"]:
        return _("%(name)s splashed with %(card)s, holding only kings, queens, jacks and tens!")
    return _("%(name)s splashed with %(card)s!")


def _next_round(event: Event) -> str:
    return _("%(name)s chose a Big Kahuna round.") if event.params["big_kahuna"] else _("%(name)s chose a regular round.")


def _game_ending(event: Event) -> str:
    if event.params["big_kahuna_first"]:
        return _("%(name)s ends the game after one more Big Kahuna round.")
    return _("%(name)s ends the game with the final hand.")


def _hand_won(event: Event) -> str:
    if len(event.params["winners"]) > 1:
        return _("%(winners)s share the final hand: %(rank)s each.")
    return _("%(winners)s wins the final hand with %(rank)s.")


def _game_won(event: Event) -> str:
    return _("%(winners)s share the victory.") if len(event.params["winners"]) > 1 else _("%(winners)s wins the game!")


EVENTS = {
    "dealt": _dealt,
    "nothing_bet": gettext_lazy("Nobody bet: nothing is shown and nothing is paid."),
    "hand_shown": gettext_lazy("%(name)s shows %(cards)s."),
    "pot_won": _pot_won,
    "rummy_started": gettext_lazy("Phase 2 begins: everybody sees all seven of their cards."),
    "splashed": _splashed,
    "knock_settled": gettext_lazy("The knock brings %(name)s %(signed)s."),
    "splash_settled": gettext_lazy("The splash brings %(name)s %(signed)s."),
    "round_void": gettext_lazy("The stock ran out for the fifth time: this round's rummy is void."),
    "next_round_chosen": _next_round,
    "game_ending": _game_ending,
    "final_bet_due": gettext_lazy("%(name)s is lowest and chooses the bet on the final hand; %(neutral)s would be neutral."),
    "bet_chosen": gettext_lazy("%(name)s bets %(amount)s on the final hand; %(neutral)s would be neutral."),
    "final_dealt": gettext_lazy("The final hand, dealt by %(name)s: five cards up, two down."),
    "hand_won": _hand_won,
    "game_won": _game_won,
}

DEEDS = {"splashed": gettext_lazy("splashed")}

#: Events that something else on the table says better.
QUIET = ("rummy_started", "knock_settled", "splash_settled", "final_bet_due")

#: Phases in which a headline says already what happened.
TOLD_IN = ("betting_over", "round_over", "final_bet")

#: Events after which nobody has done anything yet.
FRESH = ("dealt", "rummy_started", "final_dealt")

#: Phases of a round after which points are still to come, and of how many of its phases.
YET_TO_COME = {"betting_over": 1, "rummy": 1}


def _not_all_melded(params: Mapping[str, Any]) -> str:
    return ngettext(
        "You cannot splash with that card: %(loose)s loose point would be left.",
        "You cannot splash with that card: %(loose)s loose points would be left.",
        params["loose"],
    )


REFUSALS = {
    "knock_before_drawing": gettext_lazy("You drew a card, so you cannot knock now. Discard a card, or splash."),
    "already_knocked": gettext_lazy("%(knocker)s has knocked already. This is your last turn: draw and discard."),
    "splash_needs_draw": gettext_lazy("Draw a card first. Only then can you splash."),
    "not_all_melded": _not_all_melded,
    "kahuna_decided": gettext_lazy("With a fixed number of rounds, the table decides when a Big Kahuna comes."),
    "nothing_to_turn": gettext_lazy("You have turned over all your cards."),
}

PAYMENTS = {
    "knock_stands": gettext_lazy("%(payer)s pays %(payee)s %(points)s: %(other_loose)s loose − %(knocker_loose)s loose + 10"),
    "knock_beaten": gettext_lazy("%(payer)s pays %(payee)s %(points)s: 5 × (%(knocker_loose)s loose − %(other_loose)s loose) + 10"),
    "splash": gettext_lazy("%(payer)s pays %(payee)s %(points)s: %(other_loose)s loose + 25"),
    "splash_royal": gettext_lazy("%(payer)s pays %(payee)s %(points)s: %(other_loose)s loose + 25 + 50"),
    "final_hand": gettext_lazy("%(payer)s pays %(payee)s %(points)s: the bet"),
}


def headline(settlement: Settlement, view: View, names: Sequence[str]) -> str:
    """What was settled, in a few words."""
    winners = words.people([names[seat] for seat in settlement.winners])
    seat = settlement.params.get("seat")
    params: dict[str, Any] = {"winners": winners, "name": names[seat] if seat is not None else "", **settlement.params}
    match settlement.kind:
        case "nothing_bet":
            return _("Nobody bet")
        case "last_in":
            return _("%(winners)s takes the pot of %(pot)s") % params
        case "pot" | "final" if len(settlement.winners) > 1:
            return _("%(winners)s tie") % params
        case "pot":
            return _("%(winners)s wins the pot of %(pot)s") % params
        case "knock" if settlement.points[settlement.params["seat"]] < 0:
            return _("%(name)s knocked with %(loose)s — and pays for it") % params
        case "knock":
            return _("%(name)s knocked with %(loose)s") % params
        case "splash":
            return _("%(name)s splashed!") % params
        case "final":
            return _("%(winners)s wins the final hand") % params
    return _("This round is void")


def explanation(settlement: Settlement, view: View, names: Sequence[str]) -> list[str]:
    """How it was counted, besides the payments from seat to seat."""
    winners = [names[seat] for seat in settlement.winners]
    params = settlement.params
    match settlement.kind:
        case "nothing_bet":
            return [_("Nothing is shown and nothing is paid.")]
        case "last_in":
            return [_("Everybody else has folded, so no cards are shown.")]
        case "pot" if len(winners) > 1:
            shares = " · ".join(f"{name} {share}" for name, share in zip(winners, params["shares"], strict=True))
            return [_("Equal hands share the pot of %(pot)s: %(shares)s.") % {"pot": params["pot"], "shares": shares}]
        case "pot":
            return [_("The best two cards with the upcard take the pot.")]
        case "knock":
            return [_("As many or more loose: pay the difference + 10. Fewer: get 5 × the difference + 10.")]
        case "splash" if params["royal"]:
            return [_("Only kings, queens, jacks and tens: everybody else pays their loose points + 25 + 50.")]
        case "splash":
            return [_("Everybody else pays their loose points + 25.")]
        case "final" if len(winners) > 1:
            shares = " · ".join(f"{names[seat]} {words.signed(settlement.points[seat])}" for seat in settlement.winners)
            return [_("The others pay %(bet)s each, and equal hands share it: %(shares)s.") % {"bet": params["bet"], "shares": shares}]
        case "final":
            return [_("The best five of seven cards take the bet of %(bet)s from everybody else.") % {"bet": params["bet"]}]
    return [_("The stock ran out for the fifth time. Phase 1 stands; Phase 2 pays nothing.")]


def waiting(view: View, name: str) -> str:
    """What the table waits for while somebody else is to act."""
    match view.phase:
        case "betting":
            return _("Waiting for %(name)s to bet.") % {"name": name}
        case "betting_over":
            return _("%(name)s starts the rummy, or it starts by itself.") % {"name": name}
        case "rummy" if view.drawn:
            return _("Waiting for %(name)s to discard.") % {"name": name}
        case "rummy" if view.knocker is not None:
            return _("Waiting for %(name)s, who has one last turn.") % {"name": name}
        case "rummy":
            return _("Waiting for %(name)s to draw or knock.") % {"name": name}
        case "round_over" if view.big_kahuna_due:
            return _("Big Kahuna is due. %(name)s chooses what comes next, or the table does.") % {"name": name}
        case "round_over":
            return _("%(name)s chooses what comes next, or the table does.") % {"name": name}
        case "final_bet":
            return _("%(name)s has the lowest total and chooses the bet on the final hand.") % {"name": name}
        case "final_hand":
            return _("Waiting for %(name)s to turn over a card.") % {"name": name}
    return ""


def question(view: View, names: Sequence[str]) -> str:
    """What the viewer, who may act, is asked."""
    offers = {offer.verb: offer for offer in view.offers}
    match view.phase:
        case "betting":
            return _question_of_betting(view, set(offers))
        case "betting_over":
            return _("Start the rummy, or wait: it starts by itself.")
        case "rummy" if "splash" in offers:
            return _("You can splash! Or discard a card.")
        case "rummy" if view.drawn:
            return _("Choose a card to discard.")
        case "rummy" if view.knocker is not None:
            return _("Your last turn: draw a card.")
        case "rummy":
            return _("Your turn: draw a card, or knock.")
        case "round_over":
            return _question_between_rounds(view)
        case "final_bet":
            return _question_of_final_bet(view)
    hidden = len(view.seats[view.viewer or 0].cards) - view.seats[view.viewer or 0].shown
    return ngettext("Turn over your last card.", "Turn over your last %(cards)s cards, one by one.", hidden) % {"cards": hidden}


def _question_of_betting(view: View, verbs: set[str]) -> str:
    owed = view.bet - view.seats[view.viewer or 0].bet
    if "call" in verbs:
        if "raise" in verbs:
            return _("Your turn: call for %(owed)s, raise, or fold.") % {"owed": owed}
        return _("Your turn: call for %(owed)s, or fold.") % {"owed": owed}
    if "raise" in verbs:
        return _("Nobody raised your blind: check, or raise it.")
    return _("Your turn: check, bet, or fold.") if "bet" in verbs else _("Your turn: check, or fold.")


def _question_between_rounds(view: View) -> str:
    coming = view.round + 1
    if view.big_kahuna_due:
        return _("Round %(round)s is due to be a Big Kahuna. What comes next?") % {"round": coming}
    if view.next_kahuna:
        return _("What comes next? Big Kahuna is due in round %(round)s.") % {"round": view.next_kahuna}
    return _("What comes next?")


def _question_of_final_bet(view: View) -> str:
    if not view.neutral_bet:
        return _("You choose the bet on the final hand. Neutral is 0: nobody is below zero.")
    if view.options["final_bet"] == "neutral":
        return _("You choose the bet on the final hand: at most %(neutral)s. That would bring you to zero.") % {"neutral": view.neutral_bet}
    return _("You choose the bet on the final hand. If you win, %(neutral)s brings you to zero.") % {"neutral": view.neutral_bet}
