"""Best arrangements and loose points against a search that knows nothing but the definition of a meld."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rlcard.games.base import Card as RlcardCard
from rlcard.games.gin_rummy.utils import utils as melding_utils
from rlcard.games.gin_rummy.utils.melding import get_best_meld_clusters

from games.rules.cards import DECK, JOKERS, RANKS, format_cards, in_order, order, parse_cards
from games.rules.melds import POINTS, best_arrangement, least_after_discard, least_after_draw, loose_points

BOTH = ["low", "both"]


def is_meld(cards, ace):
    """By the words of the rules; a joker stands for any card."""
    naturals = [card for card in cards if card not in JOKERS]
    if len(cards) < 3 or len(naturals) < 2:
        return False
    if len({card[0] for card in naturals}) == 1:
        return len(cards) <= 4
    if len({card[1] for card in naturals}) > 1:
        return False
    ranks = {card[0] for card in naturals}
    row = RANKS if ace == "low" else RANKS + "A"
    windows = (row[start : start + len(cards)] for start in range(len(row) - len(cards) + 1))
    return any(len(set(window)) == len(cards) and ranks <= set(window) for window in windows)


def is_run_in_order(cards):
    return "".join(card[0] for card in cards) in RANKS + "A" and len({card[1] for card in cards}) == 1


def all_arrangements(cards, ace):
    """Every (melds, loose) of the cards."""
    cards = in_order(cards)
    melds = [set(some) for size in range(3, len(cards) + 1) for some in combinations(cards, size) if is_meld(some, ace)]

    def lay(rest):
        if not rest:
            yield [], []
            return
        first, others = rest[0], rest[1:]
        for laid, loose in lay(others):
            yield laid, [first, *loose]
        for meld in melds:
            if first in meld and meld <= set(rest):
                for laid, loose in lay([card for card in rest if card not in meld]):
                    yield [sorted(meld, key=order), *laid], loose

    return lay(list(cards))


def by_search(cards, ace):
    """(points, number of loose cards, the melds as places in card order): the least of all arrangements."""
    return min(
        (sum(POINTS[card] for card in loose), len(loose), sorted([order(card) for card in meld] for meld in melds))
        for melds, loose in all_arrangements(cards, ace)
    )


def assert_best(cards, ace):
    points, count, melds = by_search(cards, ace)
    found = best_arrangement(cards, ace=ace)
    assert loose_points(cards, ace) == found.points == points, format_cards(cards)
    assert len(found.loose) == count, format_cards(cards)
    assert sorted(sorted(order(card) for card in meld) for meld in found.melds) == melds, format_cards(cards)
    assert in_order([*found.loose, *(card for meld in found.melds for card in meld)]) == in_order(cards)
    return found


def meldy_hands(rng, size, number):
    """Hands of few ranks, of few suits, of the corner round the ace, and of anything."""
    for _ in range(number):
        low = rng.randrange(10)
        few_ranks = [card for card in DECK if low <= RANKS.index(card[0]) < low + 4]
        two_suits = [card for card in DECK if card[1] in rng.sample("CDHS", 2)]
        corner = [card for card in DECK if card[0] in "A23JQK"]
        for pool in (few_ranks, two_suits, corner, DECK):
            yield rng.sample(pool, size)


@pytest.mark.parametrize("ace", BOTH)
@pytest.mark.parametrize(("size", "number"), [(3, 50), (7, 120), (8, 80), (10, 25), (11, 12)])
def test_random_and_meldy_hands_are_arranged_best(size, number, ace):
    for cards in meldy_hands(random.Random(f"{size} {ace}"), size, number):
        assert_best(cards, ace)


@pytest.mark.parametrize("ace", BOTH)
def test_thousands_of_hands_count_the_same_on_the_fast_and_on_the_exact_way(ace):
    rng = random.Random(ace)
    for size in (7, 8, 10, 11):
        for cards in meldy_hands(rng, size, 200):
            assert loose_points(cards, ace) == best_arrangement(cards, ace=ace).points, format_cards(cards)


@given(st.lists(st.sampled_from(DECK), min_size=0, max_size=9, unique=True), st.sampled_from(BOTH))
@settings(max_examples=150, deadline=None)
def test_any_hand_is_arranged_best(cards, ace):
    assert_best(cards, ace)


@given(
    st.lists(st.sampled_from([c for c in DECK if c[0] in "3456" or c[1] == "H"]), min_size=6, max_size=8, unique=True),
    st.sampled_from(BOTH),
)
@settings(max_examples=100, deadline=None)
def test_hands_with_jokers_are_arranged_best(cards, ace):
    assert_best([*cards, "X1"], ace)
    assert_best([*cards[:6], "X2", "X1"], ace)


@pytest.mark.parametrize("jokers", [1, 2])
def test_whole_hands_with_jokers_are_arranged_best(jokers):
    for size, number in [(7, 40), (10, 8), (11, 4)]:
        for cards in meldy_hands(random.Random(f"{size} {jokers}"), size - jokers, number // 4):
            assert_best([*cards, *JOKERS[:jokers]], "low")


def test_gin_hands_count_as_another_solver_counts_them():
    """rlcard's solver knows hands of ten cards only (it refuses seven and eleven), no jokers, and the ace low."""
    for cards in meldy_hands(random.Random("rlcard"), 10, 400):
        theirs = [melding_utils.get_deadwood_count(hand, cluster) for hand in [to_rlcard(cards)] for cluster in best_clusters(hand)]
        assert loose_points(cards, "low") == min(theirs), format_cards(cards)


def to_rlcard(cards):
    return [RlcardCard(card[1], card[0]) for card in cards]


def best_clusters(hand):
    return get_best_meld_clusters(hand) or [[]]


@given(st.permutations(parse_cards("4C 4D 4H 5C 6C 7C 5D KS")), st.sampled_from(BOTH))
def test_the_order_in_which_cards_are_held_does_not_matter(cards, ace):
    assert best_arrangement(cards, ace=ace) == best_arrangement(in_order(cards), ace=ace)


@given(st.lists(st.sampled_from(DECK), min_size=3, max_size=11, unique=True), st.sampled_from(BOTH))
def test_melds_are_shown_in_their_own_order_and_loose_cards_in_card_order(cards, ace):
    found = best_arrangement(cards, ace=ace)
    for meld in found.melds:
        assert is_run_in_order(meld) or meld == in_order(meld)
    assert found.loose == in_order(found.loose)


@pytest.mark.parametrize("ace", BOTH)
def test_least_after_discard_counts_what_each_discard_leaves(ace):
    for cards in meldy_hands(random.Random(8), 8, 60):
        assert least_after_discard(cards, ace) == {
            card: best_arrangement([other for other in cards if other != card], ace=ace).points for card in cards
        }


@pytest.mark.parametrize("ace", BOTH)
def test_least_after_draw_counts_the_best_discard_after_each_draw(ace):
    for cards in meldy_hands(random.Random(7), 7, 25):
        unseen = [card for card in DECK if card not in cards]
        assert least_after_draw(cards, unseen, ace) == {
            drawn: min(loose_points([c for c in (*cards, drawn) if c != card], ace) for card in (*cards, drawn)) for drawn in unseen
        }
    assert least_after_draw(parse_cards("4C 5C KS KD 9H 2D"), parse_cards("X1 6C KH 8S"), ace) == {"X1": 11, "6C": 21, "KH": 11, "8S": 38}


def test_a_discard_that_peers_count_wrong():
    cards = parse_cards("2C 6C 2D 5D 3H 4H 5H 6H 4S 5S 6S")
    assert least_after_discard(cards, "low")["6C"] == 9


@pytest.mark.parametrize(
    ("cards", "ace", "points"),
    [
        ("AC 2C 3C", "low", 0),
        ("AC 2C 3C", "both", 0),
        ("QC KC AC", "low", 21),
        ("QC KC AC", "both", 0),
        ("KC AC 2C", "both", 13),
        ("QC KC AC 2C 3C", "both", 5),  # the ace is in one run only: with the king, since 20 is more than 5
        ("JC QC KC AC 2C 3C", "both", 0),
        ("AC AD AH QC KC 2D 3D", "both", 1),
        ("AC AD AH AS QC KC 2D 3D", "both", 2),
        ("AC AD AH QC KC", "both", 2),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "both", 0),
        ("4C 5C 6C 4D 4H 4S", "low", 0),
        ("4C 5C 6C 4D 4H 5D 5H", "low", 6),
        ("AS TS JD 9H 2C", "low", 32),
        ("", "low", 0),
        ("X1", "low", 15),
        ("X1 X2 KS", "low", 40),
        ("X1 X2 KS KD", "low", 0),
        ("X1 5C 7C", "low", 0),
        ("X1 KS QS", "low", 0),
        ("X1 9C 9D 9H 9S", "low", 9),  # four to a set: a joker or a nine is left over
        ("X1 3C 4C 5C 4D 4H", "low", 0),
    ],
)
def test_loose_points(cards, ace, points):
    assert loose_points(parse_cards(cards), ace) == points
    assert best_arrangement(parse_cards(cards), ace=ace).points == points


@pytest.mark.parametrize(
    ("cards", "ace", "melds", "loose"),
    [
        # equal points, fewer loose cards: 4 and 5 are left, not 2, 2 and 5
        ("2D 2H 2S 3C 3D 3H 3S 4S 5C", "low", "2D 2H 2S|3C 3D 3H 3S", "4S 5C"),
        ("AC AD AS 2C 3C 3D 3H 3S 4H", "low", "AC AD AS|3C 3D 3H 3S", "2C 4H"),
        # equal points and cards: the melds that come first in card order
        ("5C 6C 7C 8C", "low", "5C 6C 7C 8C", ""),
        ("8C 8D 9D 9H 9S TC TD", "low", "8D 9D TD", "8C 9H 9S TC"),
        ("AD AS JC JD JH QC KC", "both", "JC JD JH", "AD AS QC KC"),
        ("9C TC JC QC 9D 9H", "low", "9C 9D 9H|TC JC QC", ""),
        ("4C 5C 6C 4D 5D 6D 4H 5H 6H", "low", "4C 4D 4H|5C 5D 5H|6C 6D 6H", ""),
        # a run of six can be shown as one or as two: two threes come first
        ("3C 4C 5C 6C 7C 8C", "low", "3C 4C 5C|6C 7C 8C", ""),
        # the ace stands last above the king, first below the two
        ("AS KS QS TC TD TH TS", "both", "QS KS AS|TC TD TH TS", ""),
        ("AS 2S 3S KD", "both", "AS 2S 3S", "KD"),
        ("KD QD JD KS KH", "low", "JD QD KD", "KH KS"),
        # jokers stand where they are wanted: in the gap, else above, in a set last
        ("X1 5C 7C", "low", "5C X1 7C", ""),
        ("X1 5C 6C", "low", "5C 6C X1", ""),
        ("X1 QC KC", "low", "X1 QC KC", ""),
        ("X1 QC KC", "both", "QC KC X1", ""),
        ("X2 X1 9D 9C", "low", "9C 9D X1 X2", ""),
    ],
)
def test_the_same_hand_is_always_shown_the_same_way(cards, ace, melds, loose):
    found = assert_best(parse_cards(cards), ace)
    assert ("|".join(map(format_cards, found.melds)), format_cards(found.loose)) == (melds, loose)
