"""Plays Knock Poker as a steady player at a kitchen table would: by the chance that its hand is the best when hands are shown.

The chance is found by dealing the unseen cards to the others a number of times; those who have drawn choose from more cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.bots.levels import Level
from games.rules import poker
from games.rules.cards import Card, deck, in_order
from games.rules.state import Action, Offer, View

DEALS = 60
#: The chance to be best from which it knocks, bets, or knocks without having drawn.
KNOCK, BET, KNOCK_UNDRAWN = 0.5, 0.55, 0.6
#: Hands that a draw can hardly better.
PAT = ("straight", "flush", "full_house", "four_of_a_kind", "straight_flush", "royal_flush")


def choose(view: View, offers: Sequence[Offer], rng: Random, level: Level) -> Action:
    """An action that the offers allow."""
    verbs = {offer.verb: offer for offer in offers}
    if view.phase == "round_over":
        return Action("next_round" if "next_round" in verbs else offers[0].verb)
    hand = [card for card in view.seats[view.viewer or 0].cards if card]
    if view.phase.startswith("betting"):
        return _bet(view, verbs, _chance(view, hand, rng))
    if "draw" in verbs:
        return _before_drawing(view, verbs, hand, rng)
    card = max(verbs["discard"].choices, key=lambda card: _without(hand, card))
    kept = [held for held in hand if held != card]
    chance = _chance(view, kept, rng)
    if "knock" in verbs and chance >= KNOCK:
        return Action("knock", card)
    # staying in costs a second chip where it loses, and wins the pot where it does not
    if "fold" in verbs and chance * (view.pot + 4) < 1:
        return Action("fold")
    return Action("discard", card)


def _without(hand: Sequence[Card], card: Card) -> poker.Strength:
    return poker.best_five(in_order(held for held in hand if held != card))


def _chance(view: View, hand: Sequence[Card], rng: Random) -> float:
    """The chance that `hand` beats every other hand still in, as they may be by the showdown."""
    me = view.viewer or 0
    rivals = [seat for seat in view.seats if seat.seat != me and not seat.folded]
    unseen = [card for card in deck() if card not in view.seats[me].cards and card != view.discard_top]
    drawing = 1 if view.phase in ("betting", "play") else 0
    draws = {seat.seat: drawing + sum(event.seat == seat.seat and event.code == "drew_stock" for event in view.log) for seat in rivals}
    mine = poker.best_five(in_order(hand))
    best = 0.0
    for _ in range(DEALS):
        cards = rng.sample(unseen, sum(5 + min(2, draws[seat.seat]) for seat in rivals))
        tied = 1
        for seat in rivals:
            count = 5 + min(2, draws[seat.seat])
            theirs = poker.best_five(in_order(cards[:count]))
            cards = cards[count:]
            if theirs > mine:
                break
            tied += theirs == mine
        else:
            best += 1 / tied
    return best / DEALS


def _bet(view: View, verbs: dict[str, Offer], chance: float) -> Action:
    for verb in ("bet", "raise"):
        if verb in verbs and chance >= BET:
            return Action(verb)
    if "check" in verbs:
        return Action("check")
    price = view.bet - view.seats[view.viewer or 0].bet
    return Action("call" if chance * (view.pot + price) >= price else "fold")


def _before_drawing(view: View, verbs: dict[str, Offer], hand: list[Card], rng: Random) -> Action:
    now = poker.best_five(in_order(hand))
    if "knock" in verbs and _chance(view, hand, rng) >= KNOCK_UNDRAWN:
        return Action("knock")
    if "pass" in verbs and now.rank.category in PAT:
        return Action("pass")
    choices = verbs["draw"].choices
    if "discard" in choices and view.discard_top:
        with_top = [*hand, view.discard_top]
        better = max(_without(with_top, card) for card in hand)
        if better.rank.category != now.rank.category and better > now:
            return Action("draw", "discard")
    return Action("draw", "stock" if "stock" in choices else "discard")
