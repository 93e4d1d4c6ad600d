"""Plays Knock Rummy as a steady player at a kitchen table would: draws for melds, and knocks while the others are likely to hold more."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.bots import rummy
from games.rules.cards import order
from games.rules.state import Action, Offer, View

#: The most deadwood for each card of a hand that is worth knocking with, by own turns so far. A rival who is lower wins the round.
KNOCK_WITH = {1: 2.6, 2: 2.1, 3: 1.7, 4: 1.3, 5: 1.0}
KNOCK_LATE = 0.8
#: Every rival beyond the first is one more who may be lower.
EACH_RIVAL = 0.85


def choose(view: View, offers: Sequence[Offer], rng: Random) -> Action:
    """An action that the offers allow."""
    verbs = {offer.verb: offer for offer in offers}
    for verb in ("re_enter", "next_round", "end_game"):
        if verb in verbs:
            return Action(verb)
    memory = rummy.remember(view, jokers=bool(view.options["jokers"]))
    if "draw" in verbs:
        choices = verbs["draw"].choices
        take = "discard" in choices and ("stock" not in choices or rummy.worth_taking(view, memory, "low"))
        return Action("draw", "discard" if take else "stock")
    me = view.viewer or 0
    if "knock" in verbs:
        card = min(verbs["knock"].choices, key=lambda card: (view.after[card], order(card)))
        if view.after[card] <= _limit(view, memory.turns[me]):
            return Action("knock", card)
    playing = [seat.seat for seat in view.seats if not seat.out]
    following = playing[(playing.index(me) + 1) % len(playing)]
    return Action("discard", rummy.throw(view, verbs["discard"].choices, memory, following, "low"))


def _limit(view: View, turns: int) -> float:
    """The most deadwood to knock with now."""
    rivals = sum(not seat.out for seat in view.seats) - 1
    cards = len(rummy.own_cards(view)) - 1
    return cards * KNOCK_WITH.get(turns, KNOCK_LATE) * EACH_RIVAL ** (rivals - 1)
