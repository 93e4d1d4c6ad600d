"""Plays Gin as a steady player at a kitchen table would: draws for melds, throws what gives least, knocks while the other has more."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.bots import rummy
from games.bots.levels import Level
from games.rules.cards import order
from games.rules.gin import GIN, UNDERCUT
from games.rules.state import Action, Offer, View

#: Points that a knock must promise: playing on for gin may bring as much.
PATIENCE = 4.0
#: What the other can lay off on a knocker's melds, on average.
LAID_OFF = 4.0
#: With so few cards left in the stock any knock that is likely to win is better than a void hand.
STOCK_ENDS = 6


def choose(view: View, offers: Sequence[Offer], rng: Random, level: Level) -> Action:
    """One of the actions offered to the viewer."""
    verbs = {offer.verb: offer for offer in offers}
    if view.phase == "round_over":
        return Action("next_round" if "next_round" in verbs else offers[0].verb)
    memory = rummy.remember(view)
    if "draw" in verbs:
        top = view.discard_top if "discard" in verbs["draw"].choices else None
        if top is not None and rummy.takes(rummy.own_cards(view), top, memory.unseen, "low", rng):
            return Action("draw", "discard")
        return Action("pass") if "pass" in verbs else Action("draw", "stock")
    if "knock" in verbs:
        card = min(verbs["knock"].choices, key=lambda card: (view.after[card], order(card)))
        if promise(view, memory, view.after[card]) >= (0 if view.stock <= STOCK_ENDS else PATIENCE):
            return Action("knock", card)
    return Action("discard", rummy.throw(view, verbs["discard"].choices, memory, 1 - (view.viewer or 0), "low"))


def promise(view: View, memory: rummy.Memory, deadwood: int) -> float:
    """The points to expect of a knock with so much deadwood."""
    other = 1 - (view.viewer or 0)
    rival = memory.rival(other, len(view.seats[other].cards))
    if deadwood == 0:
        return GIN + rival.mean
    # laying off is as good for the other as that many points fewer here, or the other way round
    shift = {"standard": LAID_OFF, "knocker": -LAID_OFF / 2, "none": 0.0}[view.options["lay_off"]]
    count = max(0.0, deadwood + shift)
    return rival.mean - count - UNDERCUT * rival.below(count)
