"""The sentences of Knock Poker."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy

from games.remembered import gettext as _
from games.rules.state import Event, Options, Payment, Settlement, View
from games.sentences import words

PHASES = {
    "betting": gettext_lazy("Betting"),
    "play": gettext_lazy("Drawing and discarding"),
    "betting_again": gettext_lazy("Betting before the showdown"),
    "round_over": gettext_lazy("Round over"),
    "game_over": gettext_lazy("Game over"),
}

#: Phases whose number is no round of the game's own.
FINAL = ()

#: Phases that a seat which has folded is out of.
FOLDED_IN = ("betting", "play", "betting_again", "round_over", "game_over")

OPTIONS = {
    "chips": (
        gettext_lazy("Chips at the start"),
        {50: gettext_lazy("50 chips each"), 20: gettext_lazy("20 chips each"), 100: gettext_lazy("100 chips each")},
    ),
    "rounds": (
        gettext_lazy("How many rounds"),
        {
            10: gettext_lazy("10 rounds"),
            5: gettext_lazy("5 rounds"),
            20: gettext_lazy("20 rounds"),
            "leader": gettext_lazy("as many rounds as the leader likes"),
        },
    ),
    "bonuses": (
        gettext_lazy("Bonuses"),
        {
            "off": gettext_lazy("no bonuses"),
            "classic": gettext_lazy("classic bonuses"),
            "small": gettext_lazy("small bonuses"),
        },
    ),
    "betting": (gettext_lazy("Betting"), {False: gettext_lazy("no betting"), True: gettext_lazy("two betting rounds")}),
    "knock": (
        gettext_lazy("After a knock"),
        {"last_turns": gettext_lazy("a last turn for everybody after a knock"), "quick": gettext_lazy("showdown at once after a knock")},
    ),
    "pay_to_draw": (gettext_lazy("Drawing"), {False: gettext_lazy("drawing is free"), True: gettext_lazy("each card drawn costs 1 chip")}),
    "circuit": (
        gettext_lazy("How long a round lasts"),
        {"until_knock": gettext_lazy("play until somebody knocks"), "one": gettext_lazy("one turn each")},
    ),
}

#: What an option means, in one sentence.
OPTION_HINTS = {
    "chips": gettext_lazy("Chips are counters. If a player has none left after a round, that round was the last one."),
    "rounds": gettext_lazy("The leader may also end the game between two rounds."),
    "bonuses": gettext_lazy(
        "Everybody pays the winner extra for a royal flush, a straight flush or four of a kind. Classic bonuses are also for "
        "knocking without drawing."
    ),
    "betting": gettext_lazy(
        "Bets and raises are 1 chip. You bet after the deal and again before the showdown, with at most three raises each time."
    ),
    "knock": gettext_lazy("In a last turn you fold for 1 chip, or stay in for 2. With the showdown at once, only the pot is won."),
    "pay_to_draw": gettext_lazy("The chip goes into the pot."),
    "circuit": gettext_lazy("With one turn each you may also pass and keep your cards. If nobody knocks, the best hand takes the pot."),
}

#: Sets of options that go together.
PRESETS = {
    "kitchen_table": gettext_lazy("Kitchen table"),
    "with_betting": gettext_lazy("With betting"),
    "showdown": gettext_lazy("Showdown"),
}

#: What is good to know before sitting down.
BEFORE_SITTING = (gettext_lazy("Good to know: chips are counters. A round can take you below zero."),)

_BONUSES = {
    "royal_flush": gettext_lazy("a royal flush"),
    "straight_flush": gettext_lazy("a straight flush"),
    "four_of_a_kind": gettext_lazy("four of a kind"),
    "no_draw": gettext_lazy("knocking without drawing"),
}


def _bonuses(names: Sequence[str]) -> str:
    return words.people([str(_BONUSES[name]) for name in names])


def _knocked(event: Event) -> str:
    if not event.params["drawn"]:
        return _("%(name)s knocked without drawing!")
    return _("%(name)s knocked with %(card)s.") if "card" in event.params else _("%(name)s knocked.")


def _took(event: Event) -> str:
    # the pile is closed: what lies below the last discard, or came from there, is not named any more
    return _("%(name)s took %(card)s.") if "card" in event.params else _("%(name)s took the last discard.")


def _discarded(event: Event) -> str:
    return _("%(name)s discarded %(card)s.") if "card" in event.params else _("%(name)s discarded.")


def _pot_won(event: Event) -> str:
    if len(event.params["winners"]) > 1:
        return _("%(winners)s share %(pot)s chips: %(rank)s each.")
    if event.params["shown"]:
        return _("%(winners)s wins %(pot)s chips with %(rank)s.")
    return _("%(winners)s takes the pot of %(pot)s: everybody else has folded.")


def _knock_settled(event: Event) -> str:
    if event.params["won"]:
        return _("%(name)s's knock stands: everybody who stayed in and lost pays %(points)s.")
    return _("%(name)s's knock has lost: %(points)s chips to everybody else who stayed in.")


def _bonus_won(event: Event) -> str:
    return _("%(name)s gets a bonus of %(points)s from everybody else, for %(bonuses)s.").replace(
        "%(bonuses)s", _bonuses(event.params["bonuses"])
    )


def _game_won(event: Event) -> str:
    return _("%(winners)s share the victory.") if len(event.params["winners"]) > 1 else _("%(winners)s wins the game!")


EVENTS = {
    "dealt": gettext_lazy("Round %(round)s, dealt by %(name)s."),
    "antes_paid": gettext_lazy("Everybody puts 1 chip into the pot."),
    "paid_to_draw": gettext_lazy("%(name)s paid 1 chip to draw."),
    "took_discard": _took,
    "discarded": _discarded,
    "passed": gettext_lazy("%(name)s passed."),
    "knocked": _knocked,
    "paid_knocker": gettext_lazy("%(name)s paid the knocker 1 chip."),
    "knocker_paid": gettext_lazy("%(name)s knocked and then folded: %(points)s chips to everybody still in."),
    "pot_won": _pot_won,
    "knock_settled": _knock_settled,
    "bonus_won": _bonus_won,
    "round_void": gettext_lazy("The stock ran out for the fifth time: the round is void, and every chip goes back."),
    "next_round_chosen": gettext_lazy("%(name)s deals the next round."),
    "game_ending": gettext_lazy("%(name)s ends the game."),
    "game_won": _game_won,
}

DEEDS = {
    "took_discard": lambda event: gettext_lazy("took %(card)s") if "card" in event.params else gettext_lazy("took the discard"),
    "discarded": lambda event: gettext_lazy("threw %(card)s") if "card" in event.params else gettext_lazy("discarded"),
    "passed": gettext_lazy("passed"),
}

#: Events that something else on the table says better.
QUIET = ("antes_paid", "paid_to_draw", "paid_knocker", "knock_settled")

#: Phases in which a headline says already what happened.
TOLD_IN = ("round_over",)

#: Events after which nobody has done anything yet.
FRESH = ("dealt",)

REFUSALS = {
    "draw_before_knock": gettext_lazy("Draw a card first. Then you can discard one and knock."),
    "knock_without_card": gettext_lazy("Before drawing you knock without a card. To knock with one, draw first."),
    "knock_needs_card": gettext_lazy("You have drawn: choose the card to knock with."),
    "already_knocked": gettext_lazy("%(knocker)s has knocked already. This is your last turn: discard and stay in, or fold."),
    "no_passing": gettext_lazy("You cannot pass here: draw a card."),
    "already_drawn_pass": gettext_lazy("You have drawn: now discard a card."),
    "fold_in_last_turn": gettext_lazy("You can fold when somebody has knocked."),
    "draw_before_fold": gettext_lazy("Draw your last card first; then fold, or discard and stay in."),
}


def _bonus_paid(paid: Payment) -> str:
    return _("%(payer)s pays %(payee)s a bonus of %(points)s: %(bonus)s").replace("%(bonus)s", _bonuses([paid.params["for"]]))


def _bonus_paid_by_several(paid: Payment) -> str:
    return _("%(payer)s pay %(payee)s a bonus of %(points)s each: %(bonus)s").replace("%(bonus)s", _bonuses([paid.params["for"]]))


PAYMENTS = {
    "fold": gettext_lazy("%(payer)s pays %(payee)s %(points)s: folded after the knock"),
    "knocker_folded": gettext_lazy("%(payer)s pays %(payee)s %(points)s: knocked, then folded"),
    "knock_won": gettext_lazy("%(payer)s pays %(payee)s %(points)s: stayed in and lost"),
    "knock_lost": gettext_lazy("%(payer)s pays %(payee)s %(points)s: knocked and lost"),
    "knock_tied": gettext_lazy("%(payer)s pays %(payee)s %(points)s: stayed in and lost"),
    "bonus": _bonus_paid,
}

#: The same where several seats pay alike.
PAYMENTS_OF_SEVERAL = {
    "fold": gettext_lazy("%(payer)s pay %(payee)s %(points)s each: folded after the knock"),
    "knock_won": gettext_lazy("%(payer)s pay %(payee)s %(points)s each: stayed in and lost"),
    "knock_tied": gettext_lazy("%(payer)s pay %(payee)s %(points)s each: stayed in and lost"),
    "bonus": _bonus_paid_by_several,
}


def unit(options: Options) -> str:
    return "chips"


def goal(view: View) -> str:
    rounds = view.options["rounds"]
    return "" if rounds == "leader" else _("%(rounds)s rounds") % {"rounds": rounds}


def headline(settlement: Settlement, view: View, names: Sequence[str]) -> str:
    """What was settled, in a few words."""
    params = {"winners": words.people([names[seat] for seat in settlement.winners]), **settlement.params}
    match settlement.kind:
        case "last_in":
            return _("%(winners)s takes the pot of %(pot)s") % params
        case "showdown":
            params["rank"] = words.hand(params["rank"])
            if len(settlement.winners) > 1:
                return _("%(winners)s tie with %(rank)s each") % params
            knocker = params["knocker"]
            if knocker is not None and knocker not in settlement.winners and view.options["knock"] == "last_turns":
                return _("%(winners)s beats the knock with %(rank)s") % params
            return _("%(winners)s wins with %(rank)s") % params
    return _("This round is void")


def explanation(settlement: Settlement, view: View, names: Sequence[str]) -> list[str]:
    """How it was counted, besides the payments from seat to seat."""
    if settlement.kind == "void":
        return [_("The stock ran out for the fifth time. Every chip of the round goes back.")]
    params = settlement.params
    winners = words.people([names[seat] for seat in settlement.winners])
    lines = [_stakes(params["put"], names)]
    if len(settlement.winners) > 1:
        shares = " · ".join(f"{names[seat]} {share}" for seat, share in zip(settlement.winners, params["shares"], strict=True))
        return [*lines, _("Equal hands divide %(prize)s chips: %(shares)s.") % {"prize": params["prize"], "shares": shares}]
    if settlement.kind == "last_in":
        return [*lines, _("Everybody else has folded: %(name)s takes the pot, and no cards are shown.") % {"name": winners}]
    return [*lines, _("The best hand takes the pot.")]


def _stakes(put: Sequence[int], names: Sequence[str]) -> str:
    """Who put how much into the pot."""
    pot = sum(put)
    if len(set(put)) == 1:
        return _("The pot of %(pot)s: %(each)s from everybody.") % {"pot": pot, "each": put[0]}
    each = " · ".join(f"{name} {chips}" for name, chips in zip(names, put, strict=True))
    return _("The pot of %(pot)s: %(each)s.") % {"pot": pot, "each": each}


def question(view: View, names: Sequence[str]) -> str:
    """What the viewer, who may act, is asked."""
    verbs = {offer.verb for offer in view.offers}
    match view.phase:
        case "round_over":
            return _("Deal the next round, or end the game.")
        case "play" if view.drawn and view.knocker is not None:
            return _("Discard and stay in, or fold and pay %(name)s 1 chip.") % {"name": names[view.knocker]}
        case "play" if view.drawn:
            return _("Discard a card, or knock with it.")
        case "play" if view.knocker is not None:
            return _("Your last turn: draw a card.")
        case "play" if {"pass", "knock"} <= verbs:
            return _("Your turn: draw a card, knock, or pass.")
        case "play" if "pass" in verbs:
            return _("Your turn: draw a card, or pass.")
        case "play" if "knock" in verbs:
            return _("Your turn: draw a card, or knock.")
        case "play":
            return _("Your turn: draw a card.")
    owed = {"owed": view.bet - view.seats[view.viewer or 0].bet}
    if "call" not in verbs:
        return _("Your turn: check, bet 1 chip, or fold.")
    return (
        _("Your turn: call for %(owed)s, raise, or fold.") % owed
        if "raise" in verbs
        else _("Your turn: call for %(owed)s, or fold.") % owed
    )


def waiting(view: View, name: str) -> str:
    """What the table waits for while somebody else is to act."""
    who: dict[str, Any] = {"name": name}
    match view.phase:
        case "betting" | "betting_again":
            return _("Waiting for %(name)s to bet.") % who
        case "play" if view.drawn and view.knocker is not None:
            return _("Waiting for %(name)s to stay in or fold.") % who
        case "play" if view.drawn:
            return _("Waiting for %(name)s to discard or knock.") % who
        case "play" if view.knocker is not None:
            return _("Waiting for %(name)s, who has one last turn.") % who
        case "play":
            return _("Waiting for %(name)s to draw.") % who
        case "round_over":
            return _("%(name)s deals the next round, or the table does.") % who
    return ""
