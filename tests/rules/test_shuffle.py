"""The checkable shuffle against a second implementation, written from its public description and nothing else."""

import hashlib
import hmac
from collections import Counter
from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import shuffle
from games.rules.cards import DECK, JOKERS, format_cards, parse_cards
from games.rules.shuffle import SeededDecks

SECRET = bytes(range(32))
CUTS = ["Ann's cut", "", "ñandú"]


def described_shuffle(seed, round_number, shuffle_number, cards):
    """Follows the published description word for word."""

    def all_words():
        for i in count():
            block = hmac.new(seed, f"{round_number}:{shuffle_number}:{i}".encode(), hashlib.sha256).hexdigest()
            for at in range(0, 64, 8):
                yield int(block[at : at + 8], 16)

    words = all_words()
    deck = list(cards)
    for i in reversed(range(1, len(deck))):
        word = next(words)
        while word >= (2**32 // (i + 1)) * (i + 1):
            word = next(words)
        k = word % (i + 1)
        deck[i], deck[k] = deck[k], deck[i]
    return tuple(deck)


def test_the_commitment_is_the_hex_sha256_of_the_secret():
    assert shuffle.commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert shuffle.commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_the_seed_joins_secret_and_cuts_with_zero_bytes():
    joined = SECRET + b"\x00Ann's cut" + b"\x00" + b"\x00\xc3\xb1and\xc3\xba"
    assert shuffle.seed(SECRET, CUTS) == hashlib.sha256(joined).digest()
    assert shuffle.seed(SECRET, CUTS).hex() == "0197a22b874099358acd5be46922cb237c8dde27a5d6e703a2ddb69bee928acd"


@pytest.mark.parametrize(
    "cuts",
    [["", "Ann's cut", "ñandú"], ["Ann's cut", "ñandú"], ["Ann's cut", "ñandú", ""], ["Ann's cut", "", "ñandu"], []],
)
def test_every_cut_and_its_seat_matter(cuts):
    assert shuffle.seed(SECRET, cuts) != shuffle.seed(SECRET, CUTS)


def test_known_answers():
    """Written down so that a change of the shuffle, which would make old games uncheckable, cannot pass unseen."""
    decks = SeededDecks(shuffle.seed(SECRET, CUTS))
    assert format_cards(decks.shuffle(1, 0, DECK)) == (
        "KH KD 2H TD 6H QS JD 3D TS 9C KC 3S 8D 9S 2C 8S 4H 4D 3C 7H 5D KS AH 9H 5H 7S "
        "TC 4C AS JS QD JC 5C 3H TH 5S QC 9D 6D 7D 8C 2D 2S JH 6S AC 6C 7C AD 8H 4S QH"
    )
    assert format_cards(decks.shuffle(1, 1, parse_cards("AC 9C KC 2D 7H 8H KS"))) == "KC 9C KS 8H 2D AC 7H"
    assert format_cards(decks.shuffle(12, 0, DECK + JOKERS)[:9]) == "4H 7H 9H JD 9C 4S 3S 6D 5H"
    assert [shuffle.lot(decks.seed, seats) for seats in (2, 3, 4, 5)] == [1, 1, 3, 3]


@given(st.binary(min_size=32, max_size=32), st.integers(1, 40), st.integers(0, 5), st.sets(st.sampled_from(DECK + JOKERS)))
def test_agrees_with_the_description(seed, round_number, shuffle_number, cards):
    unshuffled = tuple(card for card in DECK + JOKERS if card in cards)
    assert SeededDecks(seed).shuffle(round_number, shuffle_number, unshuffled) == described_shuffle(
        seed, round_number, shuffle_number, unshuffled
    )


def test_a_reshuffle_starts_from_the_order_of_a_new_deck_however_the_cards_lie():
    decks = SeededDecks(b"seed")
    assert decks.shuffle(3, 1, parse_cards("KS AC X1 9D")) == decks.shuffle(3, 1, parse_cards("AC 9D KS X1"))


def test_words_go_on_over_the_end_of_a_block():
    blocks = [hmac.digest(b"seed", b"4:2:%d" % i, "sha256") for i in range(3)]
    expected = [int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4)]
    assert list(islice(shuffle.words(b"seed", 4, 2), 24)) == expected


@pytest.mark.parametrize(
    ("count", "numbers", "drawn"),
    [
        (3, [2**32 - 1, 7], 1),  # 2**32 = 3 x 1431655765 + 1: the last word is passed over
        (3, [2**32 - 2, 7], 2),  # the last word of the last complete stretch counts
        (52, [52 * 82595524, 52 * 82595524 + 47, 5], 5),  # 48 words are left over
        (52, [52 * 82595524 - 1], 51),
        (2, [2**32 - 1], 1),  # a power of two leaves none over
        (1, [2**32 - 1], 0),
        (2**31 + 1, [2**31 + 1, 2**32 - 1, 2**31], 2**31),
    ],
)
def test_numbers_that_would_favour_low_places_are_passed_over(count, numbers, drawn):
    assert shuffle.below(count, iter(numbers)) == drawn


def test_no_card_prefers_a_place():
    """Chi-squared over 5,200 deals, 100 expected in each of 52 x 52 cells: 2,601 degrees of freedom, deviation 72."""
    seen = Counter()
    for number in range(5200):
        seen.update(enumerate(SeededDecks(b"uniform").shuffle(number, 0, DECK)))
    assert len(seen) == 52 * 52
    assert abs(sum((hits - 100) ** 2 / 100 for hits in seen.values()) - 2601) < 6 * 72


def test_every_seat_deals_first_about_equally_often():
    deals = Counter(shuffle.lot(number.to_bytes(4, "big"), 3) for number in range(3000))
    assert set(deals) == {0, 1, 2}
    assert all(abs(deals[seat] - 1000) < 150 for seat in range(3))


def test_decks_with_the_same_seed_are_equal_values():
    assert SeededDecks(b"a") == SeededDecks(b"a") != SeededDecks(b"b")
    assert hash(SeededDecks(b"a")) == hash(SeededDecks(b"a"))
