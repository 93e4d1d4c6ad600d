"""Plays Gin as a steady player at a kitchen table would: draws for melds, throws what leaves least, knocks early."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.bots import rummy
from games.rules.cards import order
from games.rules.state import Action, Offer, View

#: The most deadwood worth knocking with, by own turns so far: later the other has had time to get below it.
KNOCK_WITH = {1: 10, 2: 10, 3: 10, 4: 9, 5: 8, 6: 7}
KNOCK_LATE = 5
#: With so few cards left in the stock any knock is better than a void hand.
STOCK_ENDS = 6


def choose(view: View, offers: Sequence[Offer], rng: Random) -> Action:
    """An action that the offers allow."""
    verbs = {offer.verb: offer for offer in offers}
    if view.phase == "round_over":
        return Action("next_round" if "next_round" in verbs else offers[0].verb)
    if "draw" in verbs:
        return _draw(view, verbs)
    memory = rummy.remember(view)
    if "knock" in verbs:
        card = min(verbs["knock"].choices, key=lambda card: (view.after[card], order(card)))
        turns = memory.turns[_me(view)]
        if view.after[card] <= KNOCK_WITH.get(turns, KNOCK_LATE) or view.stock <= STOCK_ENDS:
            return Action("knock", card)
    return Action("discard", rummy.throw(view, verbs["discard"].choices, memory, 1 - _me(view), "low"))


def _me(view: View) -> int:
    assert view.viewer is not None
    return view.viewer


def _draw(view: View, verbs: dict[str, Offer]) -> Action:
    """Take the upcard if it makes a meld or saves clearly more than a card from the stock promises."""
    choices = verbs["draw"].choices
    if "discard" in choices and rummy.worth_taking(view, rummy.remember(view), "low"):
        return Action("draw", "discard")
    return Action("pass") if "pass" in verbs else Action("draw", "stock")
