"""Plays Gin: draws for melds, throws what gives least, knocks.

Gentle waits until little is left or the stock runs low. Steady knocks while the other has probably more. Sharp weighs the knock
against playing on, which may bring gin or an undercut.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.bots import rummy
from games.bots.advice import Advice, of_rummy
from games.bots.knocking import Knock
from games.bots.levels import Level
from games.rules.cards import Card, order
from games.rules.gin import GIN, UNDERCUT
from games.rules.state import Action, Offer, View

#: Gentle knocks with so little, or when so few cards are left to draw.
GENTLE, GENTLE_STOCK = 5, 12
#: Points that steady's knock must promise: playing on for gin may bring as much.
PATIENCE = 4.0
#: What the other can lay off on a knocker's melds, on average.
LAID_OFF = 4.0
#: With so few cards left in the stock any knock that is likely to win is better than a void hand.
STOCK_ENDS = 6
#: With so few the round may be void before the next turn.
LAST_CARDS = 4
KNOCK = Knock(always=-12.3, turn=1.75, loose=3.09, gain=-3.94, none=-0.49, took=-1.86, late=-4.10, much=0.60)


def advise(view: View, offers: Sequence[Offer], rng: Random) -> Advice:
    """What sharp would do, and why."""
    return of_rummy(view, choose(view, offers, rng, Level.SHARP), "low")


def choose(view: View, offers: Sequence[Offer], rng: Random, level: Level) -> Action:
    """One of the actions offered to the viewer."""
    verbs = {offer.verb: offer for offer in offers}
    if view.phase == "round_over":
        return Action("next_round" if "next_round" in verbs else offers[0].verb)
    style = rummy.STYLES[level]
    memory = rummy.remember(view, style)
    if "draw" in verbs:
        top = view.discard_top if "discard" in verbs["draw"].choices else None
        if top is not None and rummy.takes(rummy.own_cards(view), top, memory, "low", style, rng):
            return Action("draw", "discard")
        return Action("pass") if "pass" in verbs else Action("draw", "stock")
    if "knock" in verbs:
        card = min(verbs["knock"].choices, key=lambda card: (view.after[card], order(card)))
        if _knocks(view, memory, card, level):
            return Action("knock", card)
    return Action("discard", rummy.throw(view, verbs["discard"].choices, memory, 1 - (view.viewer or 0), "low", style))


def _knocks(view: View, memory: rummy.Memory, card: Card, level: Level) -> bool:
    deadwood = view.after[card]
    match level:
        case Level.GENTLE:
            return deadwood <= GENTLE or view.stock <= GENTLE_STOCK
        case Level.STEADY:
            return promise(view, memory, deadwood) >= (0 if view.stock <= STOCK_ENDS else PATIENCE)
    if deadwood == 0 or view.stock <= LAST_CARDS or memory.long:
        return True
    ahead = rummy.outlook(rummy.all_but(rummy.own_cards(view), card), memory.unseen, "low")
    # without lay-offs a knock is safer by what the other would have laid off, or more
    safer = {"standard": 0.0, "knocker": 1.5 * LAID_OFF, "none": LAID_OFF}[view.options["lay_off"]]
    me = view.viewer or 0
    return KNOCK.brings(deadwood, memory.turns[me], ahead, memory.took[1 - me]) + safer > 0


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
