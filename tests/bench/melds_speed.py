"""Hands per second of melds and rankings: `python tests/bench/melds_speed.py`. Medians of five runs over random hands."""

import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from games.rules.cards import DECK, JOKERS
from games.rules.melds import best_arrangement, least_after_discard, least_after_draw, loose_points
from games.rules.poker import best_five, three_card

RNG = random.Random(1)
DECK_WITH_JOKERS = DECK + JOKERS


def hands(cards, number, deck=DECK):
    return [tuple(RNG.sample(deck, cards)) for _ in range(number)]


def rate(function, dealt):
    """Hands per second, the median of five runs."""
    rates = []
    for _ in range(5):
        began = time.perf_counter()
        for hand in dealt:
            function(hand)
        rates.append(len(dealt) / (time.perf_counter() - began))
    return statistics.median(rates)


def main():
    for ace, cards in (("both", 7), ("both", 8), ("low", 10), ("low", 11)):
        print(
            f"loose_points        {cards:2} cards, ace {ace:4}  {rate(lambda hand, a=ace: loose_points(hand, a), hands(cards, 20_000)):12,.0f}"
        )
        print(
            f"best_arrangement    {cards:2} cards, ace {ace:4}  {rate(lambda hand, a=ace: best_arrangement(hand, ace=a), hands(cards, 1000)):12,.0f}"
        )
    jokers = [hand for hand in hands(10, 3000, DECK_WITH_JOKERS) if set(hand) & set(JOKERS)]
    print(f"best_arrangement    10 cards with jokers {rate(lambda hand: best_arrangement(hand, ace='low'), jokers):12,.0f}")
    print(f"least_after_discard  8 cards            {rate(lambda hand: least_after_discard(hand, 'both'), hands(8, 3000)):12,.0f}")
    unseen = DECK[:40]
    print(f"least_after_draw     7 cards, 40 draws  {rate(lambda hand: least_after_draw(hand, unseen, 'both'), hands(7, 1000)):12,.0f}")
    print(f"three_card                              {rate(three_card, hands(3, 5000)):12,.0f}")
    print(f"best_five            7 cards            {rate(best_five, hands(7, 300)):12,.0f}")


if __name__ == "__main__":
    main()
