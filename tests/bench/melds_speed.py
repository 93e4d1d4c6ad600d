"""Hands per second of melds and rankings: `python tests/bench/melds_speed.py`. Medians of five runs over random hands."""

import random
import statistics
import sys
import time
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from games.rules.cards import DECK, JOKERS
from games.rules.melds import best_arrangement, least_after_discard, least_after_draw, loose_points
from games.rules.poker import best_five, three_card

RNG = random.Random(1)


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


def say(what, function, dealt):
    print(f"{what:42}{rate(function, dealt):12,.0f}")


def main():
    for ace, cards in (("both", 7), ("both", 8), ("low", 10), ("low", 11)):
        say(f"loose_points, {cards} cards, ace {ace}", partial(loose_points, ace=ace), hands(cards, 20_000))
        say(f"best_arrangement, {cards} cards, ace {ace}", partial(best_arrangement, ace=ace), hands(cards, 1000))
    jokers = [hand for hand in hands(10, 3000, DECK + JOKERS) if set(hand) & set(JOKERS)]
    say("best_arrangement, 10 cards with jokers", partial(best_arrangement, ace="low"), jokers)
    say("least_after_discard, 8 cards", partial(least_after_discard, ace="both"), hands(8, 3000))
    say("least_after_draw, 7 cards, 40 draws", partial(least_after_draw, drawn=DECK[:40], ace="both"), hands(7, 1000))
    say("three_card", three_card, hands(3, 5000))
    say("best_five, 7 cards", best_five, hands(7, 300))


if __name__ == "__main__":
    main()
