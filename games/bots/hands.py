"""The values of poker hands, fast enough to try thousands for one decision.

The order is that of `games.rules.poker`. A hand's value follows from the product of primes, one for each rank, and from whether it is
suited; each product is looked up once and remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from games.rules.cards import RANKS, SUITS, Card
from games.rules.poker import best_five, three_card

_PRIMES = dict(zip(RANKS, (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41), strict=True))
#: The prime of a card's rank.
PRIME = {Card(rank + suit): _PRIMES[rank] for rank in RANKS for suit in SUITS}
#: One card of a suit, so that a sum of these counts the cards of each suit in four bits.
ONE = {Card(rank + suit): 1 << 4 * number for rank in RANKS for number, suit in enumerate(SUITS)}
#: Added to such a sum it sets a bit of `SUITED` where a suit has five cards or more.
FIVE_OR_MORE, SUITED = 0x3333, 0x8888

_three: dict[tuple[int, bool], int] = {}
_five: dict[int, int] = {}
_flush: dict[int, int] = {}
_six: dict[int, tuple[int, int]] = {}


def of_three(cards: Sequence[Card]) -> int:
    """The value of a hand of three cards."""
    key = (PRIME[cards[0]] * PRIME[cards[1]] * PRIME[cards[2]], cards[0][1] == cards[1][1] == cards[2][1])
    if key not in _three:
        _three[key] = three_card(cards).value
    return _three[key]


def of_five(cards: Iterable[Card]) -> int:
    """The value of a hand of five cards."""
    five = list(cards)
    product = prod(PRIME[card] for card in five)
    if len({card[1] for card in five}) == 1:
        return _suited(product)
    return _unsuited(product)


def best_of_six(product: int) -> tuple[int, int]:
    """Of six cards with this product of ranks, no five of one suit: the value of the best five, and the prime of the card left out."""
    if product not in _six:
        primes = [prime for prime in _PRIMES.values() if product % prime == 0]
        # no five cards have one rank
        fives = [(product // prime, prime) for prime in primes if all((product // prime) % other**5 for other in primes)]
        _six[product] = max((_unsuited(five), prime) for five, prime in fives)
    return _six[product]


def best_of(six: Sequence[Card]) -> tuple[int, Card]:
    """Of any six cards: the value of the best five, and the card that is left out."""
    product, suits = 1, 0
    for card in six:
        product *= PRIME[card]
        suits += ONE[card]
    value, prime = best_of_six(product)
    if (suits + FIVE_OR_MORE) & SUITED:
        flush = max((of_five([held for held in six if held is not card]), card) for card in six)
        if flush[0] > value:
            return flush
    return value, next(card for card in six if PRIME[card] == prime)


def _unsuited(product: int) -> int:
    if product not in _five:
        ranks = _ranks(product)
        _five[product] = best_five([Card(rank + suit) for rank, suit in zip(ranks, _suits(ranks), strict=True)]).value
    return _five[product]


def _suited(product: int) -> int:
    if product not in _flush:
        _flush[product] = best_five([Card(rank + "C") for rank in _ranks(product)]).value
    return _flush[product]


def _ranks(product: int) -> str:
    found = ""
    for rank, prime in _PRIMES.items():
        while product % prime == 0:
            product //= prime
            found += rank
    return found


def _suits(ranks: str) -> str:
    """Suits for these ranks that make different cards and no flush: cards of one rank stand together."""
    return "".join(SUITS[place % 4] for place in range(len(ranks)))
