"""Cards in the notation of the site: rank then suit in two ASCII characters, `AS TH 9C 2D KH`; jokers are `X1` and `X2`.

Order of cards everywhere: ranks A 2 .. K, then suits clubs, diamonds, hearts, spades, jokers last.
"""

from collections.abc import Iterable
from typing import NewType

Card = NewType("Card", str)

RANKS = "A23456789TJQK"
SUITS = "CDHS"
JOKERS: tuple[Card, ...] = (Card("X1"), Card("X2"))

#: The deck before shuffling: AC 2C .. KC, AD .. KD, AH .. KH, AS .. KS.
DECK: tuple[Card, ...] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)

_ORDER = {card: number for number, card in enumerate([Card(r + s) for r in RANKS for s in SUITS] + list(JOKERS))}


def parse_card(text: object) -> Card:
    """The card written as `text`; ValueError says what is wrong with anything else."""
    if isinstance(text, str) and text in _ORDER:
        return Card(text)
    raise ValueError(f"not a card: {text!r:.40}")


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards written with spaces between them: `parse_cards("AS TH")`."""
    return tuple(parse_card(word) for word in text.split())


def format_cards(cards: Iterable[Card]) -> str:
    """The inverse of `parse_cards`."""
    return " ".join(cards)


def is_joker(card: Card) -> bool:
    return card[0] == "X"


def order(card: Card) -> int:
    """Place of a card in card order, from 0: the key for sorting cards."""
    return _ORDER[card]


def rank(card: Card) -> int:
    """0 for an ace, 1 for a two .. 12 for a king. Jokers have no rank: ValueError."""
    return RANKS.index(card[0])


def suit(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades. Jokers have no suit: ValueError."""
    return SUITS.index(card[1])


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards sorted in card order."""
    return tuple(sorted(cards, key=order))


def deck(*, jokers: bool = False) -> tuple[Card, ...]:
    """A whole deck in the order before shuffling."""
    return DECK + JOKERS if jokers else DECK
