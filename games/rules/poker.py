"""Poker hands of three cards and of five, ranked by pokerkit.

Three cards, high to low: straight flush, three of a kind, straight, flush, pair, high card; A-K-Q is the highest
straight, 3-2-A the lowest, no wrap. Five cards: the usual order, an ace high or low in straights. Suits never decide.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from pokerkit import Card as KitCard
from pokerkit import Hand, Label, RhodeIslandHoldemHand, StandardHighHand

from games.rules.cards import DECK, RANKS, Card, in_order, suit
from games.rules.state import PokerRank

_KIT: dict[Card, KitCard] = {card: next(KitCard.parse(card[0] + card[1].lower())) for card in DECK}
_CARD: dict[KitCard, Card] = {kit: card for card, kit in _KIT.items()}

_CATEGORY = {
    Label.HIGH_CARD: "high_card",
    Label.ONE_PAIR: "pair",
    Label.TWO_PAIR: "two_pair",
    Label.THREE_OF_A_KIND: "three_of_a_kind",
    Label.STRAIGHT: "straight",
    Label.FLUSH: "flush",
    Label.FULL_HOUSE: "full_house",
    Label.FOUR_OF_A_KIND: "four_of_a_kind",
    Label.STRAIGHT_FLUSH: "straight_flush",
}
#: What hands of five cards are called, lowest first.
CATEGORIES = (*_CATEGORY.values(), "royal_flush")
_HEIGHT = {name: height for height, name in enumerate(RANKS[1:] + RANKS[0])}


@dataclass(frozen=True, slots=True, order=True)
class Strength:
    """How good a hand is: of two hands of the same number of cards the greater wins, equal ones tie.

    rank        the hand's name for people; it takes no part in comparisons
    """

    value: int
    rank: PokerRank = field(compare=False)


def from_category(lowest: str) -> frozenset[str]:
    """This category of poker hands and all higher ones."""
    return frozenset(CATEGORIES[CATEGORIES.index(lowest) :])


def three_card(cards: Sequence[Card]) -> Strength:
    """The strength of a hand of exactly three cards."""
    if len(cards) != 3:
        raise ValueError(f"a three-card hand of {len(cards)} cards")
    return _three_card(tuple(in_order(cards)))


def best_five(cards: Sequence[Card]) -> Strength:
    """The strength of the best five of five to seven cards; of equally good fives, the first in card order is named."""
    if not 5 <= len(cards) <= 7:
        raise ValueError(f"a five-card hand out of {len(cards)} cards")
    return _best_five(tuple(in_order(cards)))


# A hand is looked at again with every move of the others


@lru_cache(maxsize=4096)
def _three_card(cards: tuple[Card, ...]) -> Strength:
    return _strength(RhodeIslandHoldemHand([_KIT[card] for card in cards]))


@lru_cache(maxsize=4096)
def _best_five(cards: tuple[Card, ...]) -> Strength:
    return _strength(StandardHighHand.from_game([_KIT[card] for card in cards]))


def _strength(hand: Hand) -> Strength:
    entry = hand.entry
    category = _CATEGORY[entry.label]
    cards = _spoken(category, [_CARD[kit] for kit in hand.cards])
    if category == "straight_flush" and len(cards) == 5 and cards[0][0] == "A":
        category = "royal_flush"
    return Strength(entry.index, PokerRank(category, cards))


def _spoken(category: str, cards: list[Card]) -> tuple[Card, ...]:
    """The cards with what names the hand first: the larger groups of a rank, then the higher ranks, then suits.

    So a pair stands before its kickers, and the low straights end with their ace.
    """
    held = Counter(card[0] for card in cards)
    cards.sort(key=lambda card: (-held[card[0]], -_HEIGHT[card[0]], suit(card)))
    if category in ("straight", "straight_flush") and cards[0][0] == "A" and cards[1][0] != "K":
        cards.append(cards.pop(0))
    return tuple(cards)
