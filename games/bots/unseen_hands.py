"""What the other hands of draw poker may be: the unseen cards dealt to them again and again, each as it was drawn to so far.

Whoever has had turns and not knocked is thought to have had little to knock with, and whoever knocked to have had something.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from games.bots.hands import FIVE_OR_MORE, ONE, PRIME, SUITED, best_of, best_of_six, of_five
from games.rules.cards import Card

#: How much is believed of what a knock, or none, seems to say.
BELIEF = 0.85
#: After so many draws a hand does not become much better.
MOST_DRAWS = 4
#: New hands that are tried for a seat before the last one is taken as it is.
TRIES = 6


@dataclass(frozen=True, slots=True)
class Rival:
    """Another seat still in: how often it has drawn, and will draw; and what its hand is thought to be worth after the former.

    at_least, below     the limits of that value, which are believed for the most part
    """

    seat: int
    drawn: int
    to_draw: int
    at_least: int = 0
    below: int = 1 << 30


@dataclass(frozen=True, slots=True)
class Field:
    """Hands of the rivals as they may come to the showdown: of each deal the value of the best of them, sorted."""

    bests: Sequence[int]

    def beaten_by(self, value: int) -> float:
        """The chance that a hand of this value is the best; a tie counts half."""
        return (bisect_left(self.bests, value) + bisect_right(self.bests, value)) / (2 * len(self.bests))


def deal(rivals: Sequence[Rival], unseen: Sequence[Card], times: int, rng: Random) -> list[list[int]]:
    """The values of the rivals' hands at the showdown, in so many deals."""
    deck = list(unseen)
    return [_deal_once(rivals, deck, rng) for _ in range(times)]


def field(deals: Sequence[Sequence[int]]) -> Field:
    """The best of the rivals in each deal."""
    return Field(sorted(map(max, deals)))


def _deal_once(rivals: Sequence[Rival], deck: list[Card], rng: Random) -> list[int]:
    left = len(deck)
    values = []
    for rival in rivals:
        tries, needed = TRIES, 5 + MOST_DRAWS + 1
        while True:
            hand, value, left = _play(deck, left, min(MOST_DRAWS, rival.drawn), rng)
            tries -= 1
            if rival.at_least <= value < rival.below or not tries or left < needed * len(rivals) or rng.random() >= BELIEF:
                break
        for _ in range(rival.to_draw):
            if left:
                value, left = _draw(hand, deck, left, rng)
        values.append(value)
    return values


def _play(deck: list[Card], left: int, draws: int, rng: Random) -> tuple[list[Card], int, int]:
    """Five of the first `left` cards of the deck, bettered by so many draws; its value, and how many cards are left."""
    hand = []
    for _ in range(5):
        card, left = _take(deck, left, rng)
        hand.append(card)
    value = -1
    for _ in range(draws):
        value, left = _draw(hand, deck, left, rng)
    return hand, value if draws else of_five(hand), left


def _draw(hand: list[Card], deck: list[Card], left: int, rng: Random) -> tuple[int, int]:
    card, left = _take(deck, left, rng)
    hand.append(card)
    product, suits = 1, 0
    for held in hand:
        product *= PRIME[held]
        suits += ONE[held]
    if (suits + FIVE_OR_MORE) & SUITED:
        value, gone = best_of(hand)
        hand.remove(gone)
        return value, left
    value, prime = best_of_six(product)
    for place, held in enumerate(hand):
        if PRIME[held] == prime:
            del hand[place]
            break
    return value, left


def _take(deck: list[Card], left: int, rng: Random) -> tuple[Card, int]:
    """A card of the first `left`, which goes behind them."""
    place = int(rng.random() * left)
    left -= 1
    card = deck[place]
    deck[place] = deck[left]
    deck[left] = card
    return card, left
