"""How evenly the cards fall: a count over all finished rounds of games that are over, for /fairness/.

Cards of one deal are not independent of each other, so each round gives one card and one hand only: the first card of its deck that is
no joker, and the poker hand that the first three of these are. Whatever the game, the former is each of 52 cards equally often, and the
latter one of the 22,100 hands of three. The counts are all that is kept, so they outlive the tables.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F
from django.utils.formats import number_format

from games import history
from games.models import DealCount, Round, Seat, Table
from games.rules import poker
from games.rules.cards import DECK, RANKS, SUITS, Card, is_joker
from games.sentences import words

#: How many of the 22,100 hands of three cards are which.
HANDS: Mapping[str, int] = {
    "straight_flush": 48,
    "three_of_a_kind": 52,
    "straight": 720,
    "flush": 1_096,
    "pair": 3_744,
    "high_card": 16_440,
}

#: A chi-square value means little while anything is expected less often than this.
ENOUGH = 5


def sample(order: Sequence[Card]) -> tuple[Card, str]:
    """The card and the kind of hand that a deck in dealing order counts for."""
    first = [card for card in order if not is_joker(card)][:3]
    return first[0], poker.three_card(first).rank.category


def count_rounds(table: Table, seats: Sequence[Seat]) -> None:
    """Count the finished rounds of a table. To be called once, in the transaction that ends its game: so each is counted exactly once.

    Not before: everybody may read the counts, and who compares them learns a card of the round, which need not have been shown.
    """
    counted: Counter[tuple[str, str]] = Counter()
    for each in Round.objects.filter(table=table, finished_at__isnull=False):
        for order in history.played(table, seats, each, ()).shuffles[:1]:
            counted.update(zip(("card", "hand"), sample(order), strict=True))
    for (kind, name), count in sorted(counted.items()):  # always in this order, so that two transactions never wait for each other
        DealCount.objects.get_or_create(kind=kind, name=name)
        DealCount.objects.filter(kind=kind, name=name).update(count=F("count") + count)


# --- What they say ---


@dataclass(frozen=True, slots=True)
class Fit:
    """How well counts agree with what is expected.

    chi_square  the sum of (counted - expected)^2 / expected
    freedom     degrees of freedom: one less than there are kinds
    chance      how often an honest shuffle would be off by as much or more, 0 .. 1
    needed      rounds from which on this means something
    """

    chi_square: float
    freedom: int
    chance: float
    needed: int


def fit(counted: Sequence[int], weights: Sequence[int]) -> Fit:
    """The agreement of counts with weights, which say how often things are expected relative to each other."""
    rounds, whole = sum(counted), sum(weights)
    expected = [rounds * weight / whole for weight in weights]
    value = sum((got - due) ** 2 / due for got, due in zip(counted, expected, strict=True)) if rounds else 0.0
    return Fit(value, len(weights) - 1, tail(value, len(weights) - 1), math.ceil(ENOUGH * whole / min(weights)))


def tail(value: float, freedom: int) -> float:
    """How likely a chi-square variable of so many degrees of freedom is at least `value`."""
    half = value / 2
    if half <= 0:
        return 1.0
    # from one or two degrees up, two by two
    start = 1 if freedom % 2 else 2
    total = math.erfc(math.sqrt(half)) if start == 1 else math.exp(-half)
    for step in range(start, freedom, 2):
        total += math.exp(step / 2 * math.log(half) - half - math.lgamma(step / 2 + 1))
    return min(1.0, total)


def summary() -> dict[str, Any]:
    """What /fairness/ shows of the counts, as text and as the places of the chart's bars."""
    counts = {(each.kind, each.name): each.count for each in DealCount.objects.all()}
    cards = [counts.get(("card", card), 0) for card in DECK]
    hands = [counts.get(("hand", hand), 0) for hand in HANDS]
    rounds = sum(cards)
    return {
        "rounds": rounds,
        "chart": _chart(dict(zip(DECK, cards, strict=True)), rounds),
        "cards": [{"rank": rank, "counts": [words.number(counts.get(("card", rank + suit), 0)) for suit in SUITS]} for rank in RANKS],
        "expected": _decimal(rounds / len(DECK)),
        "hands": [
            {"name": words.hand(hand), "counted": words.number(got), "expected": _decimal(rounds * HANDS[hand] / sum(HANDS.values()))}
            for hand, got in zip(HANDS, hands, strict=True)
        ],
        "card_fit": _told(fit(cards, [1] * len(DECK)), rounds),
        "hand_fit": _told(fit(hands, list(HANDS.values())), rounds),
    }


def _decimal(number: float) -> str:
    """The number with one decimal, in the signs of the reader's language: "1,234.5"."""
    return str(number_format(round(number, 1), 1, force_grouping=True))


def _told(found: Fit, rounds: int) -> dict[str, Any]:
    return {
        "chi_square": _decimal(found.chi_square),
        "freedom": str(found.freedom),
        "chance": f"< {_decimal(0.1)} %" if found.chance < 0.001 else f"{_decimal(100 * found.chance)} %",
        "needed": words.number(found.needed),
        "enough": rounds >= found.needed,
    }


#: The chart: a bar for each card, by rank and suit. Its units are those of the SVG.
WIDTH, HEIGHT, BAR, GROUP = 728, 150, 11, 56


def _chart(counts: Mapping[Card, int], rounds: int) -> dict[str, Any]:
    expected = rounds / len(DECK)
    highest = max([2 * expected, *counts.values()]) or 1
    bars = []
    for at, rank in enumerate(RANKS):
        for place, suit in enumerate(SUITS):
            got = counts[Card(rank + suit)]
            height = HEIGHT * got / highest
            bars.append(
                {
                    "suit": suit,
                    "x": str(at * GROUP + 4 + place * (BAR + 1)),
                    "y": f"{HEIGHT - height:.1f}",
                    "height": f"{height:.1f}",
                }
            )
    ranks = [{"rank": "10" if rank == "T" else rank, "x": str(at * GROUP + GROUP // 2)} for at, rank in enumerate(RANKS)]
    return {"bars": bars, "ranks": ranks, "line": f"{HEIGHT - HEIGHT * expected / highest:.1f}"}
