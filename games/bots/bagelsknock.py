"""A computer player for BagelsKnock, of the level of a sensible family player.

Its poker is in `games.bots.bagelsknock_poker`. Rummy: it keeps the seven cards that count least now and promise most after the
next draw, does not throw what the next player collects, knocks when few enough points are loose for the turn, and splashes unless an
undercut pays more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from games.bots import bagelsknock_poker
from games.bots.levels import Level
from games.bots.rummy import FEEDS, TRIED, Memory, all_but, danger, keeps, own_cards, remember
from games.rules.cards import Card
from games.rules.melds import least_after_discard, loose_points
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
            return _begin_turn(view, by_verb, rng)
        case "rummy":
            return _put_away(view, by_verb)
    # between rounds and in the final hand: what the table suggests, but never the end of the game
    offer = next(offer for offer in offers if offer.verb != "end_game")
    return Action(offer.verb, offer.suggested)


# Phase 2: seven-card knock rummy

#: The most loose points to knock with, by number of opponents, for the first turn, the second ...; the last stands for all later.
#: Found by playing on in two ways (tests/bench/knock_limits.py); a few points more or less make no difference that shows.
KNOCK: Mapping[int, tuple[int, ...]] = {1: (25, 20, 16, 12, 10, 8, 7), 2: (23, 18, 14, 11, 9, 7, 6), 3: (22, 18, 15, 12, 10, 9, 8)}
#: Loose points that other seats are thought to have when they have not shown.
OTHERS_LOOSE = 22


def payoff(loose: int, knock: int) -> int:
    """Points from the knocker for a seat with these loose points."""
    return 5 * (knock - loose) + 10 if loose < knock else knock - loose - 10


def _begin_turn(view: View, offers: Offers, rng: Random) -> Action:
    hand = own_cards(view)
    memory = remember(view)
    loose = loose_points(hand, "both")
    if "knock" in offers and 0 < loose <= _knock_limit(view, memory):
        return Action("knock")  # with nothing loose, a splash after any draw pays more
    sources = offers["draw"].choices
    if len(sources) == 1 or view.discard_top is None:
        return Action("draw", sources[0])
    taken = max(_keeps(view, memory, [*hand, view.discard_top], view.discard_top).values())
    drawn = rng.sample(memory.unseen, min(TRIED, len(memory.unseen)))
    stock = sum(max(_keeps(view, memory, [*hand, card], None).values()) for card in drawn) / max(1, len(drawn))
    return Action("draw", "discard" if taken > stock else "stock")


def _knock_limit(view: View, memory: Memory) -> int:
    limits = KNOCK[len(view.seats) - 1]
    return limits[min(memory.turns[view.viewer or 0], len(limits) - 1)]


def _put_away(view: View, offers: Offers) -> Action:
    memory = remember(view)
    worth = _keeps(view, memory, own_cards(view), view.taken)
    if view.knocker is None:
        after = view.viewer is not None and (view.viewer + 1) % len(view.seats)
        worth = {card: value - FEEDS * danger(card, memory, int(after), "both") for card, value in worth.items()}
    card = max(worth, key=lambda card: worth[card])
    if "splash" in offers:
        out = max(offers["splash"].choices, key=lambda card: _splash_pay(view, all_but(own_cards(view), card)))
        if view.knocker is None or _splash_pay(view, all_but(own_cards(view), out)) >= worth[card]:
            return Action("splash", out)
    return Action("discard", card)


def _keeps(view: View, memory: Memory, cards: Sequence[Card], taken: Card | None) -> dict[Card, float]:
    """What a hand of eight is worth without each card that may be put away; greater is better, and only that matters."""
    if view.knock_loose is None:
        return keeps(cards, taken, memory.unseen, "both")
    left = {card: points for card, points in least_after_discard(cards, "both").items() if card != taken}
    return {card: float(payoff(points, view.knock_loose)) for card, points in left.items()}


def _splash_pay(view: View, hand: Sequence[Card]) -> int:
    """Points to expect of a splash with these seven cards."""
    royal = 50 if all(card[0] in "KQJT" for card in hand) else 0
    pay = 0
    for seat in view.seats:
        if seat.seat != view.viewer:
            pay += 25 + royal + (view.knock_loose or 0 if seat.seat == view.knocker else OTHERS_LOOSE)
    return pay
