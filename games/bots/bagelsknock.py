"""A computer player for BagelsKnock, of the level of a sensible family player.

Poker: it bets by the chance that its three cards win against those still in, whose bets it believes in part. Rummy: it
keeps the seven cards that count least now and promise most after the next draw, does not throw what the next player
collects, knocks when few enough points are loose for the turn (sharp: when that beats playing on), and splashes unless an undercut
pays more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import inf, prod
from random import Random

from games.bots import rummy
from games.bots.knocking import Knock
from games.bots.levels import Level
from games.bots.rummy import Memory, all_but, own_cards
from games.rules.cards import Card, order
from games.rules.melds import POINTS, least_after_discard, least_after_draw, loose_points
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
            return _begin_turn(view, by_verb, rng, level)
        case "rummy":
            return _put_away(view, by_verb, level)
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

#: Gentle knocks with so few points loose.
GENTLE = 6
#: The most loose points that steady knocks with, by number of opponents, for the first turn, the second ...; the last stands for all
#: later. Found by playing on in two ways (tests/bench/knock_limits.py); a few points more or less make no difference that shows.
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
