"""Plays Knock Rummy as a steady player at a kitchen table would: draws for melds, and knocks when it is likely to have the least."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.bots import rummy
from games.bots.levels import Level
from games.rules.cards import order
from games.rules.knock_rummy import RUMMY, UNDERCUT
from games.rules.state import Action, Offer, View

#: Points that a knock must promise: another turn may bring as much.
PATIENCE = 1.0


def choose(view: View, offers: Sequence[Offer], rng: Random, level: Level) -> Action:
    """One of the actions offered to the viewer."""
    verbs = {offer.verb: offer for offer in offers}
    for verb in ("re_enter", "next_round", "end_game"):
        if verb in verbs:
            return Action(verb)
    memory = rummy.remember(view, jokers=bool(view.options["jokers"]))
    if "draw" in verbs:
        sources, top = verbs["draw"].choices, view.discard_top
        if len(sources) == 1 or top is None:
            return Action("draw", sources[0])
        take = rummy.takes(rummy.own_cards(view), top, memory.unseen, "low", rng)
        return Action("draw", "discard" if take else "stock")
    if "knock" in verbs:
        card = min(verbs["knock"].choices, key=lambda card: (view.after[card], order(card)))
        if promise(view, memory, view.after[card]) >= PATIENCE:
            return Action("knock", card)
    playing = [seat.seat for seat in view.seats if not seat.out]
    following = playing[(playing.index(view.viewer or 0) + 1) % len(playing)]
    return Action("discard", rummy.throw(view, verbs["discard"].choices, memory, following, "low"))


def promise(view: View, memory: rummy.Memory, deadwood: int) -> float:
    """The points to expect of a knock with so much deadwood."""
    rivals = [memory.rival(seat.seat, len(seat.cards)) for seat in view.seats if not seat.out and seat.seat != view.viewer]
    if deadwood == 0:
        return sum(rival.mean + RUMMY for rival in rivals)
    lowest, gain, loss = 1.0, 0.0, 0.0
    for rival in rivals:
        beaten = rival.below(deadwood)
        above = rival.above_by(deadwood)
        lowest *= 1 - beaten
        gain += above / max(0.01, 1 - beaten)
        # how far a hand that is lower lies below
        loss = max(loss, (above - rival.mean + deadwood) / max(0.01, beaten))
    return lowest * gain - (1 - lowest) * (UNDERCUT + min(deadwood, loss))
