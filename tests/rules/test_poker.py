"""Poker rankings against published counts, and against a ranking of our own that shares nothing with pokerkit."""

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest
from phevaluator import evaluate_cards

from games.rules.cards import DECK, format_cards, parse_cards
from games.rules.poker import best_five, three_card

HEIGHT = {rank: height for height, rank in enumerate("23456789TJQKA", start=2)}
CATEGORIES = [
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush",
]  # fmt: skip
THREE_CARD_CATEGORIES = ["high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush"]


def by_hand(cards, categories):
    """(place of the category, what decides within it) by counting ranks, for three or five cards."""
    size = len(cards)
    groups = sorted(Counter(HEIGHT[card[0]] for card in cards).items(), key=lambda item: (-item[1], -item[0]))
    counts = tuple(count for _, count in groups)
    heights = tuple(height for height, _ in groups)
    flush = len({card[1] for card in cards}) == 1
    straight = len(heights) == size and heights[0] - heights[-1] == size - 1
    if len(heights) == size and heights == (14, *range(size, 1, -1)):
        straight, heights = True, (*range(size, 1, -1), 1)
    if straight and flush:
        name = "royal_flush" if size == 5 and heights[0] == 14 else "straight_flush"
    elif straight:
        name = "straight"
    elif flush:
        name = "flush"
    else:
        name = {
            (4, 1): "four_of_a_kind",
            (3, 2): "full_house",
            (3, 1, 1): "three_of_a_kind",
            (3,): "three_of_a_kind",
            (2, 2, 1): "two_pair",
            (2, 1, 1, 1): "pair",
            (2, 1): "pair",
        }.get(counts, "high_card")
    return categories.index(name), heights


def three_by_hand(cards):
    return by_hand(cards, THREE_CARD_CATEGORIES)


def best_five_by_hand(cards):
    return max(by_hand(five, CATEGORIES) for five in combinations(cards, 5))


@pytest.fixture(scope="module")
def all_threes():
    return [(cards, three_card(cards)) for cards in combinations(DECK, 3)]


def test_all_22100_three_card_hands_fall_into_the_known_counts(all_threes):
    assert Counter(strength.rank.category for _, strength in all_threes) == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high_card": 16440,
    }


def test_all_22100_three_card_hands_are_ordered_as_by_hand(all_threes):
    values = {}
    for cards, strength in all_threes:
        expected = three_by_hand(cards)
        assert strength.rank.category == THREE_CARD_CATEGORIES[expected[0]], cards
        assert values.setdefault(expected, strength.value) == strength.value, cards
    in_order = [values[expected] for expected in sorted(values)]
    assert in_order == sorted(set(in_order))


THREE_HIGH_TO_LOW = (
    "AS KS QS", "3C 2C AC", "AD AH AS", "2C 2D 2H", "AS KD QH", "KS QD JH", "4C 3D 2H", "3C 2D AH", "AH KH JH", "5D 3D 2D",
    "AS AD KC", "AS AD 2C", "KS KD AC", "2S 2D 3C", "AS KD JC", "KS AD 2C", "5S 3D 2C",
)  # fmt: skip


@pytest.mark.parametrize(("high", "low"), list(pairwise(THREE_HIGH_TO_LOW)))
def test_three_cards_high_to_low(high, low):
    assert three_card(parse_cards(high)) > three_card(parse_cards(low))


@pytest.mark.parametrize(("one", "other"), [("AS KD JC", "AH KC JD"), ("9S 9D 4C", "4D 9C 9H"), ("2S 7S KS", "KH 7H 2H")])
def test_suits_never_decide(one, other):
    assert three_card(parse_cards(one)) == three_card(parse_cards(other))


def test_no_straight_goes_round_the_corner():
    assert three_card(parse_cards("2S AD KC")).rank.category == "high_card"
    assert three_card(parse_cards("2S AS KS")).rank.category == "flush"
    assert best_five(parse_cards("3S 2S AD KC QC")).rank.category == "high_card"


FIVE_HIGH_TO_LOW = (
    "AS KS QS JS TS", "KS QS JS TS 9S", "5H 4H 3H 2H AH", "AS AD AH AC 2D", "2S 2D 2H 2C AD", "2S 2D 2H 2C KD",
    "AS AD AH KC KD", "KS KD KH AC AD", "2S 2D 2H 3C 3D", "AS QS JS TS 9S", "7D 5D 4D 3D 2D", "AS KD QH JC TS", "6S 5D 4H 3C 2S",
    "5S 4D 3H 2C AS", "AS AD AH KC QD", "2S 2D 2H 4C 3D", "AS AD KS KD QC", "AS AD KS KD JC", "3S 3D 2S 2D AC", "AS AD KC QH JS",
    "2S 2D 5C 4H 3S", "AS KD QC JH 9S", "7S 5D 4C 3H 2S",
)  # fmt: skip


@pytest.mark.parametrize(("high", "low"), list(pairwise(FIVE_HIGH_TO_LOW)))
def test_five_cards_high_to_low(high, low):
    assert best_five(parse_cards(high)) > best_five(parse_cards(low))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_random_hands_are_ordered_as_by_hand(size):
    rng = random.Random(f"five of {size}")
    hands = []
    for number in range(1200 if size == 5 else 400):
        # three of four hands from few ranks or one suit, so that the rare categories come up
        few = rng.choice(["TJQKA", "A2345", "789"])
        pools = [
            DECK,
            [c for c in DECK if c[0] in few],
            [c for c in DECK if c[1] == "H"],
            [c for c in DECK if c[0] in "9TJQKA" and c[1] in "HS"],
        ]
        cards = rng.sample(pools[number % 4], size)
        hands.append((best_five_by_hand(cards), best_five(cards), cards))
    assert {CATEGORIES[expected[0]] for expected, _, _ in hands} >= set(CATEGORIES[4:-1])
    hands.sort(key=lambda hand: hand[0])
    for expected, strength, cards in hands:
        assert strength.rank.category == CATEGORIES[expected[0]], cards
    for (expected, strength, cards), (next_expected, next_strength, next_cards) in pairwise(hands):
        assert (strength < next_strength) == (expected < next_expected), (cards, next_cards)
        assert (strength == next_strength) == (expected == next_expected), (cards, next_cards)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_random_hands_are_ordered_as_by_another_evaluator(size):
    """phevaluator looks hands up by perfect hashing, pokerkit by products of primes: they share no table. Its 1 is the best hand."""
    rng = random.Random(f"another {size}")
    few = [card for card in DECK if card[0] in "9TJQKA"]
    hands = [rng.sample(few if number % 3 == 0 else DECK, size) for number in range(3000 if size == 5 else 1000)]
    ours = [best_five(cards) for cards in hands]
    theirs = [-evaluate_cards(*(card[0] + card[1].lower() for card in cards)) for cards in hands]
    for (strength, value, cards), (next_strength, next_value, next_cards) in pairwise(
        sorted(zip(ours, theirs, hands, strict=True), key=lambda hand: hand[1])
    ):
        assert (strength < next_strength) == (value < next_value), (cards, next_cards)
        assert (strength == next_strength) == (value == next_value), (cards, next_cards)


@pytest.mark.parametrize(
    ("cards", "category", "spoken"),
    [
        ("4C 9D 9S", "pair", "9D 9S 4C"),
        ("2H AC 3D", "straight", "3D 2H AC"),
        ("QS AS KS", "straight_flush", "AS KS QS"),
        ("2C 7D 7H 7S AC KD KH", "full_house", "7D 7H 7S KD KH"),
        ("5C 4D 3H 2S AC KD KH", "straight", "5C 4D 3H 2S AC"),
        ("9H 9C 4S 4D 4H 9S QD", "full_house", "9C 9H 9S 4D 4H"),
        ("KD JD AD TD QD 9D 8D", "royal_flush", "AD KD QD JD TD"),
        ("2C 2D 3H 3S KC KD 9S", "two_pair", "KC KD 3H 3S 9S"),
        ("AC TD 8H 6S 4C 3D 2H", "high_card", "AC TD 8H 6S 4C"),
    ],
)
def test_the_cards_of_a_rank_come_as_one_would_say_them(cards, category, spoken):
    hand = parse_cards(cards)
    rank = (three_card if len(hand) == 3 else best_five)(hand).rank
    assert (rank.category, format_cards(rank.cards)) == (category, spoken)


@pytest.mark.parametrize(("rule", "cards"), [(three_card, "AS KS"), (three_card, "AS KS QS JS"), (best_five, "AS KS QS JS")])
def test_a_hand_of_the_wrong_size_is_an_error(rule, cards):
    with pytest.raises(ValueError, match="hand"):
        rule(parse_cards(cards))
