"""Computer players of Knock Poker.

Gentle plays what it holds: knocks with a good hand, stays in nearly always, hardly ever bets. Steady goes by the chance that its hand is
the best when hands are shown, with any hands for the others. Sharp counts chips (`games.bots.knock_poker_sharp`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from games.bots import knock_poker_sharp
from games.bots.advice import Advice
from games.bots.hands import best_of, of_five
from games.bots.levels import Level
from games.bots.unseen_hands import Rival, deal, field
from games.rules import poker
from games.rules.cards import Card, deck, in_order, order
from games.rules.state import Action, Offer, View

Offers = Mapping[str, Offer]

DEALS = 60
#: Steady: the chance to be best from which it knocks, bets, or knocks without having drawn.
KNOCK, BET, KNOCK_UNDRAWN = 0.5, 0.55, 0.6
#: Hands that a draw can hardly better.
PAT = poker.from_category("straight")
#: Gentle: hands that it knocks with, and bets with.
KNOCKS_WITH, BETS_WITH = poker.from_category("two_pair"), poker.from_category("three_of_a_kind")


def choose(view: View, offers: Sequence[Offer], rng: Random, level: Level) -> Action:
    """An action that the offers allow."""
    verbs = {offer.verb: offer for offer in offers}
    if view.phase == "round_over":
        return Action("next_round" if "next_round" in verbs else offers[0].verb)
    match level:
        case Level.GENTLE:
            return _gentle(view, verbs)
        case Level.STEADY:
            return _steady(view, verbs, rng)
    return knock_poker_sharp.advise(view, verbs, rng).action


def advise(view: View, offers: Sequence[Offer], rng: Random) -> Advice:
    """What sharp would do, and why."""
    if view.phase == "round_over":
        return Advice(choose(view, offers, rng, Level.SHARP))
    return knock_poker_sharp.advise(view, {offer.verb: offer for offer in offers}, rng)


def _own(view: View) -> list[Card]:
    return [card for card in view.seats[view.viewer or 0].cards if card]


def _throw(hand: Sequence[Card], choices: Sequence[Card]) -> tuple[Card, list[Card]]:
    """The card without which the hand is strongest, and the others."""
    card = max(choices, key=lambda card: (of_five([held for held in hand if held != card]), -order(card)))
    return card, [held for held in hand if held != card]


def _category(hand: Sequence[Card]) -> str:
    return poker.best_five(in_order(hand)).rank.category


# Gentle


def _gentle(view: View, verbs: Offers) -> Action:
    hand = _own(view)
    if view.phase.startswith("betting"):
        for verb in ("bet", "check"):
            if verb in verbs and (verb == "check" or _category(hand) in BETS_WITH):
                return Action(verb)
        return Action("call")
    if "draw" in verbs:
        if "pass" in verbs and _category(hand) in KNOCKS_WITH:
            return Action("pass")
        return Action("draw", verbs["draw"].choices[0])
    card, kept = _throw(hand, verbs["discard"].choices)
    if "knock" in verbs and _category(kept) in KNOCKS_WITH:
        return Action("knock", card)
    return Action("discard", card)


# Steady


def _steady(view: View, verbs: Offers, rng: Random) -> Action:
    hand = _own(view)
    if view.phase.startswith("betting"):
        return _bet(view, verbs, _chance(view, hand, rng))
    if "draw" in verbs:
        return _before_drawing(view, verbs, hand, rng)
    card, kept = _throw(hand, verbs["discard"].choices)
    chance = _chance(view, kept, rng)
    if "knock" in verbs and chance >= KNOCK:
        return Action("knock", card)
    # staying in costs a second chip where it loses, and wins the pot where it does not
    if "fold" in verbs and chance * (view.pot + 4) < 1:
        return Action("fold")
    return Action("discard", card)


def _chance(view: View, hand: Sequence[Card], rng: Random) -> float:
    """The chance that `hand` beats every other hand still in, as they may be by the showdown."""
    me = view.viewer or 0
    unseen = [card for card in deck() if card not in view.seats[me].cards and card != view.discard_top]
    drawing = 1 if view.phase in ("betting", "play") else 0
    rivals = []
    for seat in view.seats:
        if seat.seat != me and not seat.folded:
            drawn = sum(event.seat == seat.seat and event.code == "drew_stock" for event in view.log)
            rivals.append(Rival(seat.seat, 0, min(2, drawing + drawn)))
    return field(deal(rivals, unseen, DEALS, rng)).beaten_by(of_five(hand))


def _bet(view: View, verbs: Offers, chance: float) -> Action:
    for verb in ("bet", "raise"):
        if verb in verbs and chance >= BET:
            return Action(verb)
    if "check" in verbs:
        return Action("check")
    price = view.bet - view.seats[view.viewer or 0].bet
    return Action("call" if chance * (view.pot + price) >= price else "fold")


def _before_drawing(view: View, verbs: Offers, hand: list[Card], rng: Random) -> Action:
    if "knock" in verbs and _chance(view, hand, rng) >= KNOCK_UNDRAWN:
        return Action("knock")
    if "pass" in verbs and _category(hand) in PAT:
        return Action("pass")
    choices = verbs["draw"].choices
    if "discard" in choices and view.discard_top:
        _value, gone = best_of([*hand, view.discard_top])
        better = [card for card in (*hand, view.discard_top) if card != gone]
        if gone != view.discard_top and poker.CATEGORIES.index(_category(better)) > poker.CATEGORIES.index(_category(hand)):
            return Action("draw", "discard")
    return Action("draw", "stock" if "stock" in choices else "discard")
