"""Plays Knock Rummy: draws for melds, and knocks when it is likely to have the least.

Gentle waits until next to nothing is left. Steady knocks when that promises points. Sharp weighs the knock against playing on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from games.bots import rummy
from games.bots.advice import Advice, of_rummy
from games.bots.knocking import Knock
from games.bots.levels import Level
from games.rules.cards import Card, order
from games.rules.knock_rummy import RUMMY, UNDERCUT
from games.rules.state import Action, Offer, View

#: Gentle knocks with so little.
GENTLE = 8
#: Points that steady's knock must promise: another turn may bring as much.
PATIENCE = 1.0
#: By number of players in the round, and of cards that each holds.
KNOCK: Mapping[tuple[int, int], Knock] = {
    (2, 7): Knock(always=6.8, turn=-0.59, loose=1.21, gain=-3.84, none=0.07, took=-1.86, late=-0.56, much=-0.21),
    (2, 10): Knock(always=12.5, turn=-0.42, loose=0.94, gain=-3.60, none=-0.08, took=-2.67, late=-0.47, much=-0.15),
    (3, 7): Knock(always=19.2, turn=-0.51, loose=0.50, gain=-2.60, none=-0.41, took=-3.50, late=-1.15, much=-0.12),
    (4, 7): Knock(always=45.0, turn=-1.70, loose=-0.58, gain=-3.78, none=-0.27, took=-3.61, late=-0.67, much=0.01),
    (5, 6): Knock(always=61.5, turn=-0.73, loose=-1.76, gain=-4.90, none=-1.28, took=-5.57, late=-0.89, much=0.20),
    (5, 7): Knock(always=74.9, turn=-0.89, loose=-2.70, gain=-2.41, none=-0.78, took=-7.43, late=-0.76, much=0.33),
}


def advise(view: View, offers: Sequence[Offer], rng: Random) -> Advice:
    """What sharp would do, and why."""
    return of_rummy(view, choose(view, offers, rng, Level.SHARP), "low")


def choose(view: View, offers: Sequence[Offer], rng: Random, level: Level) -> Action:
    """One of the actions offered to the viewer."""
    verbs = {offer.verb: offer for offer in offers}
    for verb in ("re_enter", "next_round", "end_game"):
        if verb in verbs:
            return Action(verb)
    style = rummy.STYLES[level]
    memory = rummy.remember(view, style, jokers=bool(view.options["jokers"]))
    if "draw" in verbs:
        sources, top = verbs["draw"].choices, view.discard_top
        if len(sources) == 1 or top is None:
            return Action("draw", sources[0])
        take = rummy.takes(rummy.own_cards(view), top, memory, "low", style, rng)
        return Action("draw", "discard" if take else "stock")
    playing = [seat.seat for seat in view.seats if not seat.out]
    if "knock" in verbs:
        card = min(verbs["knock"].choices, key=lambda card: (view.after[card], order(card)))
        if _knocks(view, memory, card, level, len(playing)):
            return Action("knock", card)
    following = playing[(playing.index(view.viewer or 0) + 1) % len(playing)]
    return Action("discard", rummy.throw(view, verbs["discard"].choices, memory, following, "low", style))


def _knocks(view: View, memory: rummy.Memory, card: Card, level: Level, players: int) -> bool:
    deadwood = view.after[card]
    if deadwood == 0:
        return True
    match level:
        case Level.GENTLE:
            return deadwood <= GENTLE or memory.long
        case Level.STEADY:
            return promise(view, memory, deadwood) >= PATIENCE
    kept = rummy.all_but(rummy.own_cards(view), card)
    ahead = rummy.outlook(kept, memory.unseen, "low")
    me = view.viewer or 0
    took = sum(memory.took.values()) - memory.took[me]
    return KNOCK[players, len(kept)].brings(deadwood, memory.turns[me], ahead, took) > 0


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
