"""Computer players in the poker of BagelsKnock: the betting on three cards, and the bet on the final hand.

All three know exactly how many of the hands that another seat may hold their own three cards beat. Gentle goes by that alone, bets
little and seldom folds. Steady believes in part what others' bets say. Sharp reads those bets closer, knows who will call and what with,
and weighs every amount that it may bet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import prod
from random import Random

from games.bots.advice import Advice
from games.bots.hands import of_three
from games.bots.levels import Level
from games.rules.cards import DECK, Card
from games.rules.state import Action, Offer, View

Offers = Mapping[str, Offer]

MAXIMUM_BET = 20


def bet(view: View, offers: Offers, rng: Random, level: Level) -> Action:
    """An action of the betting."""
    held = [card for card in view.seats[view.viewer or 0].cards if card]
    if view.discard_top is None or len(held) < 2:
        return Action("check" if "check" in offers else "fold")
    hand = ThreeCards(held, view.discard_top)
    if level is Level.GENTLE:
        return _gentle(view, offers, rng, hand)
    if level is Level.STEADY:
        return _steady(view, offers, rng, hand)
    return _sharp(view, offers, rng, hand).action


def advise_bet(view: View, offers: Offers, rng: Random) -> Advice:
    """What sharp would do in the betting, and why."""
    held = [card for card in view.seats[view.viewer or 0].cards if card]
    if view.discard_top is None or len(held) < 2:
        return Advice(Action("check" if "check" in offers else "fold"))
    return _sharp(view, offers, rng, ThreeCards(held, view.discard_top))


class ThreeCards:
    """Two cards with the upcard, among all that others may hold with it."""

    def __init__(self, held: Sequence[Card], upcard: Card) -> None:
        mine = of_three([*held, upcard])
        self.unseen = [card for card in DECK if card not in held and card != upcard]
        #: the pairs that others may hold: 1 for one that this hand beats, a half for one that ties
        self._beaten = {pair: _share(mine, of_three([*pair, upcard])) for pair in combinations(self.unseen, 2)}
        self.chance = sum(self._beaten.values()) / len(self._beaten)

    @cached_property
    def together(self) -> float:
        """How much likelier it is to beat two other hands than if they could hold the same cards."""
        of_card = dict.fromkeys(self.unseen, 0.0)
        for (one, other), share in self._beaten.items():
            of_card[one] += share
            of_card[other] += share
        beaten, pairs, cards = sum(self._beaten.values()), len(self._beaten), len(self.unseen)
        both = beaten**2 - sum(each**2 for each in of_card.values()) + sum(share**2 for share in self._beaten.values())
        apart = pairs**2 - cards * (cards - 1) ** 2 + pairs
        return (both / apart) / self.chance**2 if self.chance else 1.0

    def win(self, without: Iterable[float], belief: float) -> float:
        """The chance to beat all of some seats that, as is believed, do not hold the weakest of all hands, of each such a part."""
        each = [_beats(self.chance, weakest, belief) for weakest in without]
        return min(1.0, prod(each) * self.together ** (len(each) * (len(each) - 1) // 2))


def _share(mine: int, other: int) -> float:
    return 1.0 if other < mine else 0.5 if other == mine else 0.0


def _beats(chance: float, without: float, belief: float) -> float:
    return (1 - belief) * chance + belief * max(0.0, chance - without) / (1 - without)


def _stay(view: View) -> Action:
    return Action("call" if view.bet > view.seats[view.viewer or 0].bet else "check")


# Gentle

#: The chance to beat one other seat with which it bets, and bets more than a chip or two; calls a bet, calls a high one.
GENTLE_BETS, GENTLE_BETS_MORE, GENTLE_CALLS, GENTLE_CALLS_HIGH = 0.75, 0.9, 0.2, 0.35


def _gentle(view: View, offers: Offers, rng: Random, hand: ThreeCards) -> Action:
    if offer := offers.get("bet"):
        assert offer.low is not None and offer.high is not None
        if hand.chance >= GENTLE_BETS:
            return Action("bet", min(offer.high, rng.randint(1, 5 if hand.chance >= GENTLE_BETS_MORE else 2)))
    cost = view.bet - view.seats[view.viewer or 0].bet
    calls = hand.chance >= (GENTLE_CALLS_HIGH if cost > MAXIMUM_BET / 2 else GENTLE_CALLS)
    return _stay(view) if calls or not cost else Action("fold")


# Steady

#: How much of what a bet seems to say is believed; the rest may be a family player's whim.
BELIEF = 0.8
#: The part of all hands that a seat is thought too weak to call, to bet 0, to bet the maximum with.
CALLS_WITHOUT = 0.35
BETS_WITHOUT = 0.45
BETS_ALL_WITHOUT = 0.75
#: The chance to beat one other seat from which it bets or raises at all.
RAISES_WITH = 0.5


def _steady(view: View, offers: Offers, rng: Random, hand: ThreeCards) -> Action:
    weak = _too_weak(view, CALLS_WITHOUT, BETS_WITHOUT, BETS_ALL_WITHOUT)
    cost = view.bet - view.seats[view.viewer or 0].bet
    stays = prod(_beats(hand.chance, without, BELIEF) for without in weak.values()) * (view.pot + cost) - cost
    best, action = (stays, _stay(view)) if stays >= 0 or not cost else (0.0, Action("fold"))
    offer = offers.get("raise") or offers.get("bet")
    if offer and offer.low is not None and offer.high is not None and hand.chance >= RAISES_WITH:
        # not always the same amount with the same hand: that could be read
        sizes = {offer.low, offer.high, *(rng.randint(offer.low, offer.high) for _ in range(2))}
        for to in sorted(sizes):
            worth = _raise_worth(view, hand.chance, weak, to)
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
        win *= folds + (1 - folds) * _beats(chance, limit, BELIEF)
    return win * pot - (to - view.seats[view.viewer or 0].bet)


def _too_weak(view: View, calls: float, bets: float, bets_all: float) -> dict[int, float]:
    """For every other seat still in, the part of all hands that it would not have bet with as it did."""
    weak = {seat.seat: 0.0 for seat in view.seats if not seat.folded and seat.seat != view.viewer}
    for event in view.log:
        if event.seat in weak and event.code in ("called", "bet", "raised"):
            size = min(1.0, event.params["to"] / MAXIMUM_BET)
            low = calls if event.code == "called" else bets
            weak[event.seat] = max(weak[event.seat], low + (bets_all - low) * size)
    return weak


# Sharp

#: How much is believed of what bets say; and what they say, by the number of seats: the part of all hands too weak to call, to bet 0,
#: to bet the maximum with. The more others there are, the better a hand must be (found by playing many rounds against steady).
SHARP_BELIEF = 0.85
SAYS: Mapping[int, tuple[float, float, float]] = {2: (0.35, 0.5, 0.75), 3: (0.35, 0.45, 0.75), 4: (0.5, 0.62, 0.82)}
#: The part of those who had better fold that do; gentle ones do not.
SENSIBLE = 0.85
#: A bet must promise so many points: nothing is to be won where everybody who calls is right to call.
MARGIN = 0.15
#: Amounts that promise nearly as much as the best are as good, and not to be foreseen.
NEARLY = 0.1


@dataclass(frozen=True)
class _Caller:
    """Another seat before a bet of mine: what it has put in, how weak it is not, how weak it would have to be to fold."""

    bet: int
    without: float
    folds_below: float

    @property
    def folds(self) -> float:
        return SENSIBLE * max(0.0, self.folds_below - self.without) / (1 - self.without)


def _sharp(view: View, offers: Offers, rng: Random, hand: ThreeCards) -> Advice:
    weak = _too_weak(view, *SAYS[len(view.seats)])
    mine = view.seats[view.viewer or 0].bet
    cost = view.bet - mine
    win = hand.win(weak.values(), SHARP_BELIEF)
    stays = win * (view.pot + cost) - cost
    params = {"chance": win, "others": len(weak)}
    offer = offers.get("raise") or offers.get("bet")
    if offer and offer.low is not None and offer.high is not None:
        worths = {to: _worth(view, hand, weak, to) for to in range(offer.low, offer.high + 1)}
        best = max(worths.values())
        if best > max(stays, 0.0) + MARGIN:
            to = rng.choice([to for to, worth in worths.items() if worth >= best - NEARLY])
            return Advice(Action(offer.verb, to), "bet_strong" if win * (len(weak) + 1) >= 1 else "bet_pressure", params | {"to": to})
    if not cost:
        return Advice(Action("check"), "check_weak", params)
    params |= {"cost": cost, "pot": view.pot}
    return Advice(Action("call"), "call", params) if stays >= 0 else Advice(Action("fold"), "fold", params)


def _worth(view: View, hand: ThreeCards, weak: Mapping[int, float], to: int) -> float:
    """The points to expect of betting or raising to so much: over all who may call it and fold it."""
    adds = to - view.seats[view.viewer or 0].bet
    callers = [_caller(view, seat, without, to, adds) for seat, without in weak.items()]
    worth = 0.0
    for calls in product((True, False), repeat=len(callers)):
        likely = prod(1 - each.folds if called else each.folds for each, called in zip(callers, calls, strict=True))
        if likely:
            still_in = [each for each, called in zip(callers, calls, strict=True) if called]
            pot = view.pot + adds + sum(to - each.bet for each in still_in)
            win = hand.win((max(each.without, each.folds_below) for each in still_in), SHARP_BELIEF)
            worth += likely * (win * pot - adds)
    return worth


def _caller(view: View, seat: int, without: float, to: int, adds: int) -> _Caller:
    """A seat that calls if it then wins often enough for what it costs, taking my bet for what such a bet says."""
    cost = to - view.seats[seat].bet
    says = BETS_WITHOUT + (BETS_ALL_WITHOUT - BETS_WITHOUT) * min(1.0, to / MAXIMUM_BET)
    needed = cost / (view.pot + adds + cost)
    # the inverse of what such a seat believes it wins (`_beats`)
    folds_below = needed / (1 - BELIEF)
    if folds_below > says:
        folds_below = (needed + BELIEF * says / (1 - says)) / (1 - BELIEF + BELIEF / (1 - says))
    return _Caller(view.seats[seat].bet, without, min(0.98, folds_below))


# The final hand


def final_bet(view: View, offer: Offer) -> Advice:
    """The smallest bet on the final hand with which winning it wins the game; the suggested one, where that cannot be."""
    me, seats = view.viewer or 0, len(view.seats)
    totals = [seat.points["total"] for seat in view.seats]
    lead = max(total for seat, total in enumerate(totals) if seat != me) - totals[me]
    to = max(0, lead) // seats + 1
    if offer.high is None or to > offer.high:
        return Advice(Action(offer.verb, offer.suggested), "bet_neutral", {"to": offer.suggested})
    return Advice(Action(offer.verb, to), "bet_to_win", {"to": to})
