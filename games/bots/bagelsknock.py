"""A computer player for BagelsKnock, of the level of a sensible family player.

Its poker is in `games.bots.bagelsknock_poker`. Rummy: it keeps the seven cards that count least now and promise most after the
next draw, does not throw what the next player collects, knocks when few enough points are loose for the turn (sharp: when that beats
playing on), and splashes unless an undercut pays more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from random import Random

from games.bots import bagelsknock_poker, rummy
from games.bots.advice import Advice, of_rummy
from games.bots.knocking import Knock
from games.bots.levels import Level
from games.bots.rummy import Memory, all_but, own_cards
from games.rules.cards import Card, order
from games.rules.melds import least_after_discard, least_after_draw, loose_points
from games.rules.state import Action, Offer, View

Offers = Mapping[str, Offer]


def choose(view: View, offers: Sequence[Offer], rng: Random, level: Level) -> Action:
    """One of the actions offered to the viewer."""
    by_verb = {offer.verb: offer for offer in offers}
    match view.phase:
        case "betting":
            return bagelsknock_poker.bet(view, by_verb, rng, level)
        case "final_bet" if level is Level.SHARP:
            return bagelsknock_poker.final_bet(view, by_verb["choose_bet"]).action
        case "rummy" if "draw" in by_verb:
            return _begin_turn(view, by_verb, rng, level)
        case "rummy":
            return _put_away(view, by_verb, level)
    # between rounds and in the final hand: what the table suggests, but never the end of the game
    offer = next(offer for offer in offers if offer.verb != "end_game")
    return Action(offer.verb, offer.suggested)


def advise(view: View, offers: Sequence[Offer], rng: Random) -> Advice:
    """What sharp would do, and why."""
    by_verb = {offer.verb: offer for offer in offers}
    match view.phase:
        case "betting":
            return bagelsknock_poker.advise_bet(view, by_verb, rng)
        case "final_bet":
            return bagelsknock_poker.final_bet(view, by_verb["choose_bet"])
    return of_rummy(view, choose(view, offers, rng, Level.SHARP), "both")


# Phase 2: seven-card knock rummy

#: Gentle knocks with so few points loose.
GENTLE = 6
#: The most loose points that steady knocks with, by number of opponents, for the first turn, the second ...; the last stands for all
#: later. Found by playing on in two ways; a few points more or less make no difference that shows.
LIMITS: Mapping[int, tuple[int, ...]] = {1: (25, 20, 16, 12, 10, 8, 7), 2: (23, 18, 14, 11, 9, 7, 6), 3: (22, 18, 15, 12, 10, 9, 8)}
#: By number of opponents.
KNOCK: Mapping[int, Knock] = {
    1: Knock(always=3.4, turn=1.84, loose=2.03, gain=-2.56, none=-0.65, took=-5.04, late=-3.87, much=-0.71),
    2: Knock(always=12.3, turn=6.11, loose=2.61, gain=-7.67, none=-1.11, took=-11.73, late=-7.15, much=-1.00),
    3: Knock(always=2.2, turn=9.25, loose=7.86, gain=-10.04, none=-1.43, took=-21.12, late=-6.45, much=-3.27),
}
#: Loose points that other seats are thought to have when they have not shown.
OTHERS_LOOSE = 22


def payoff(loose: int, knock: int) -> int:
    """Points from the knocker for a seat with these loose points."""
    return 5 * (knock - loose) + 10 if loose < knock else knock - loose - 10


def _begin_turn(view: View, offers: Offers, rng: Random, level: Level) -> Action:
    hand, style = own_cards(view), rummy.STYLES[level]
    memory = rummy.remember(view, style)
    loose = loose_points(hand, "both")
    # with nothing loose, a splash after any draw pays more
    if "knock" in offers and loose > 0 and _knocks(view, memory, loose, level):
        return Action("knock")
    sources, top = offers["draw"].choices, view.discard_top
    if len(sources) == 1 or top is None:
        return Action("draw", sources[0])
    if view.knock_loose is None:
        take = rummy.takes(hand, top, memory, "both", style, rng)
    else:
        drawn = least_after_draw(hand, (*memory.unseen, top), "both")
        pays = [payoff(drawn[card], view.knock_loose) for card in memory.unseen]
        take = payoff(_least_with(hand, top), view.knock_loose) > sum(pays) / max(1, len(pays))
    return Action("draw", "discard" if take else "stock")


def _least_with(hand: Sequence[Card], top: Card) -> int:
    """The fewest loose points after taking the upcard, which then must be kept."""
    return min(points for card, points in least_after_discard([*hand, top], "both").items() if card != top)


def _knocks(view: View, memory: Memory, loose: int, level: Level) -> bool:
    others, turns = len(view.seats) - 1, memory.turns[view.viewer or 0]
    match level:
        case Level.GENTLE:
            return loose <= GENTLE
        case Level.STEADY:
            return loose <= LIMITS[others][min(turns, len(LIMITS[others]) - 1)]
    ahead = rummy.outlook(own_cards(view), memory.unseen, "both")
    took = sum(memory.took.values()) - memory.took[view.viewer or 0]
    return KNOCK[others].brings(loose, turns, ahead, took) > 0


def _put_away(view: View, offers: Offers, level: Level) -> Action:
    style = rummy.STYLES[level]
    memory = rummy.remember(view, style)
    following = ((view.viewer or 0) + 1) % len(view.seats)
    if view.knock_loose is None:
        card = rummy.throw(view, offers["discard"].choices, memory, following, "both", style)
        pays = -inf
    else:
        left = {card: points for card, points in least_after_discard(own_cards(view), "both").items() if card != view.taken}
        card = min(left, key=lambda card: (left[card], -order(card)))
        pays = payoff(left[card], view.knock_loose)
    if "splash" in offers:
        out = max(offers["splash"].choices, key=lambda card: _splash_pay(view, all_but(own_cards(view), card)))
        if _splash_pay(view, all_but(own_cards(view), out)) >= pays:
            return Action("splash", out)
    return Action("discard", card)


def _splash_pay(view: View, hand: Sequence[Card]) -> int:
    """Points to expect of a splash with these seven cards."""
    royal = 50 if all(card[0] in "KQJT" for card in hand) else 0
    pay = 0
    for seat in view.seats:
        if seat.seat != view.viewer:
            pay += 25 + royal + (view.knock_loose or 0 if seat.seat == view.knocker else OTHERS_LOOSE)
    return pay
