"""A computer player for BagelsKnock, of the level of a sensible family player.

Poker: it bets by the chance that its three cards win against those still in, whose bets it believes in part. Rummy: it
keeps the seven cards that count least now and promise most after the next draw, does not throw what the next player
collects, knocks when few enough points are loose for the turn, and splashes unless an undercut pays more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import prod
from random import Random

from games.bots.levels import Level
from games.bots.rummy import FEEDS, TRIED, Memory, all_but, danger, keeps, own_cards, remember
from games.rules.cards import Card
from games.rules.melds import POINTS, least_after_discard, loose_points
from games.rules.poker import three_card
from games.rules.state import Action, Offer, View

Offers = Mapping[str, Offer]


def choose(view: View, offers: Sequence[Offer], rng: Random, level: Level) -> Action:
    """One of the actions offered to the viewer."""
    by_verb = {offer.verb: offer for offer in offers}
    match view.phase:
        case "betting":
            return _bet(view, by_verb, rng)
        case "rummy" if "draw" in by_verb:
            return _begin_turn(view, by_verb, rng)
        case "rummy":
            return _put_away(view, by_verb)
    # between rounds and in the final hand: what the table suggests, but never the end of the game
    offer = next(offer for offer in offers if offer.verb != "end_game")
    return Action(offer.verb, offer.suggested)


# Phase 1: three-card poker

#: How much of what a bet seems to say is believed; the rest may be a family player's whim.
BELIEF = 0.8
#: The part of all hands that a seat is thought too weak to call, to bet 0, to bet the maximum with.
CALLS_WITHOUT = 0.35
BETS_WITHOUT = 0.45
BETS_ALL_WITHOUT = 0.75
MAXIMUM_BET = 20


def _bet(view: View, offers: Offers, rng: Random) -> Action:
    mine = view.seats[view.viewer or 0]
    upcard = view.discard_top
    held = [card for card in mine.cards if card]
    if upcard is None or len(held) < 2:
        return Action("check" if "check" in offers else "fold")
    chance = beats(held, upcard)
    weak = _too_weak(view)
    cost = view.bet - mine.bet
    stays = _win(chance, weak.values()) * (view.pot + cost) - cost
    best, action = (stays, Action("call" if cost else "check")) if stays >= 0 or not cost else (0.0, Action("fold"))
    offer = offers.get("raise") or offers.get("bet")
    if offer and offer.low is not None and offer.high is not None:
        # not always the same amount with the same hand: that could be read
        sizes = {offer.low, offer.high, *(rng.randint(offer.low, offer.high) for _ in range(2))}
        for to in sorted(sizes):
            worth = _raise_worth(view, chance, weak, to)
            if worth > best:
                best, action = worth, Action(offer.verb, to)
    return action


def _raise_worth(view: View, chance: float, weak: Mapping[int, float], to: int) -> float:
    """The points to expect of betting or raising: who folds, who calls with what, who wins."""
    pot = float(view.pot + to - view.seats[view.viewer or 0].bet)
    calls_without = CALLS_WITHOUT + (BETS_ALL_WITHOUT - CALLS_WITHOUT) * min(1.0, to / MAXIMUM_BET)
    win = 1.0
    for seat, without in weak.items():
        limit = max(without, calls_without)
        folds = (limit - without) / (1 - without)
        pot += (1 - folds) * (to - view.seats[seat].bet)
        win *= folds + (1 - folds) * _win(chance, [limit])
    return win * pot - (to - view.seats[view.viewer or 0].bet)


def _too_weak(view: View) -> dict[int, float]:
    """For every other seat still in, the part of all hands that it would not have bet with as it did."""
    weak = {seat.seat: 0.0 for seat in view.seats if not seat.folded and seat.seat != view.viewer}
    for event in view.log:
        if event.seat in weak and event.code in ("called", "bet", "raised"):
            size = min(1.0, event.params["to"] / MAXIMUM_BET)
            low = CALLS_WITHOUT if event.code == "called" else BETS_WITHOUT
            weak[event.seat] = max(weak[event.seat], low + (BETS_ALL_WITHOUT - low) * size)
    return weak


def _win(chance: float, weak: Iterable[float]) -> float:
    """The chance to beat all of some seats that do not hold the weakest parts of all hands."""
    return prod((1 - BELIEF) * chance + BELIEF * max(0.0, chance - without) / (1 - without) for without in weak)


def beats(mine: Sequence[Card], upcard: Card) -> float:
    """The part of all hands another seat may hold that two cards with the upcard beat; a tie counts half."""
    strength = _strength((*mine, upcard))
    unseen = [card for card in POINTS if card[0] != "X" and card not in mine and card != upcard]
    others = [_strength((*pair, upcard)) for pair in combinations(unseen, 2)]
    return sum((other < strength) + 0.5 * (other == strength) for other in others) / len(others)


def _strength(cards: Sequence[Card]) -> int:
    return _value("".join(sorted(card[0] for card in cards)), cards[0][1] == cards[1][1] == cards[2][1])


@cache
def _value(ranks: str, suited: bool) -> int:
    """The strength of any three cards of these ranks."""
    return three_card([Card(rank + suit) for rank, suit in zip(ranks, "CCC" if suited else "CDH", strict=True)]).value


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
