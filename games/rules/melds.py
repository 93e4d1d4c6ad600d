"""Melds and loose points: what a hand is worth when it is laid out as well as it can be.

A set is three or four cards of one rank, a run three or more consecutive ranks of one suit; a card is in one meld at
most. Cards in no meld count: an ace 1, a ten or a face card 10, a joker 15, the others their number. Games differ in the
ace of a run: `low` only (A-2-3), or `both` low and high (A-2-3 and Q-K-A), never round the corner (K-A-2). A joker stands
for any card of a meld that has at least two natural cards.

`loose_points` is the fast way to the minimum; `best_arrangement` is the one way in which that hand is always shown.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Literal

from games.rules.cards import JOKERS, RANKS, SUITS, Card, deck, in_order, is_joker, rank, suit
from games.rules.state import Arrangement

Aces = Literal["low", "both"]

#: What a card counts when it is in no meld.
POINTS: dict[Card, int] = {card: 15 if is_joker(card) else min(rank(card) + 1, 10) for card in deck(jokers=True)}

# A suit of a hand is a pattern of 13 bits, bit 0 the ace. Bit 13 is the same ace above the king.
_BIT = {card: 1 << rank(card) for card in deck()}
_SUIT = {card: suit(card) for card in deck()}
_ACE = 1
_PATTERNS = 1 << 13


def _runs(ace: Aces) -> list[int]:
    """The pattern of every possible run of one suit."""
    runs = set()
    for first in range(14):
        for end in range(first + 3, 14 if ace == "low" else 15):
            cards = (1 << end) - (1 << first)
            if cards < _PATTERNS or not cards & _ACE:  # no run uses its ace at both ends
                runs.add(cards & (_PATTERNS - 1) | (_ACE if cards >= _PATTERNS else 0))
    return sorted(runs)


def _points_left(runs: list[int]) -> list[int]:
    """For each of the 8,192 patterns of a suit, the fewest points that runs alone can leave."""
    begins: list[list[int]] = [[run for run in runs if run & -run == 1 << bit] for bit in range(13)]
    left = [0] * _PATTERNS
    for pattern in range(1, _PATTERNS):
        lowest = pattern & -pattern
        bit = lowest.bit_length() - 1
        left[pattern] = min(
            [left[pattern ^ lowest] + min(bit + 1, 10)]  # the lowest card is loose, or begins a run
            + [left[pattern ^ run] for run in begins[bit] if run & pattern == run]
        )
    return left


def _in_runs(runs: list[int]) -> list[int]:
    """For each pattern of a suit, the cards that are in at least one of its runs."""
    threes = [run for run in runs if run.bit_count() == 3]
    inside = [0] * _PATTERNS
    for pattern in range(_PATTERNS):
        for run in threes:
            if run & pattern == run:
                inside[pattern] |= run
    return inside


_LEFT: dict[Aces, list[int]] = {"low": _points_left(_runs("low")), "both": _points_left(_runs("both"))}
_IN_RUNS: dict[Aces, list[int]] = {"low": _in_runs(_runs("low")), "both": _in_runs(_runs("both"))}


def loose_points(cards: Sequence[Card], ace: Aces) -> int:
    """The fewest points that the cards can leave in no meld."""
    if JOKERS[0] in cards or JOKERS[1] in cards:
        return best_arrangement(cards, ace=ace).points  # jokers have no fast way
    return _loose(_patterns(cards), _LEFT[ace], _IN_RUNS[ace])


def _patterns(cards: Sequence[Card]) -> list[int]:
    """The cards of each suit."""
    suits = [0, 0, 0, 0]
    for card in cards:
        suits[_SUIT[card]] |= _BIT[card]
    return suits


def _loose(suits: list[int], left: list[int], in_runs: list[int]) -> int:
    clubs, diamonds, hearts, spades = suits
    sets = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    if not sets:
        return left[clubs] + left[diamonds] + left[hearts] + left[spades]
    return _least(sets, clubs, diamonds, hearts, spades, left, in_runs)


def _least(sets: int, clubs: int, diamonds: int, hearts: int, spades: int, left: list[int], in_runs: list[int]) -> int:
    """The fewest points over all ways to lay sets of the ranks in `sets`, runs being laid from what remains."""
    if not sets:
        return left[clubs] + left[diamonds] + left[hearts] + left[spades]
    bit = sets & -sets
    sets ^= bit
    whole = _least(sets, clubs & ~bit, diamonds & ~bit, hearts & ~bit, spades & ~bit, left, in_runs)
    useful = [bit & in_runs[clubs], bit & in_runs[diamonds], bit & in_runs[hearts], bit & in_runs[spades]]
    if not any(useful):
        return whole  # a set that takes no card from a run is always laid
    best = min(whole, _least(sets, clubs, diamonds, hearts, spades, left, in_runs))
    if clubs & diamonds & hearts & spades & bit:
        for number, spared in enumerate(useful):  # of four equals, three may be the set and one be in a run
            if spared:
                three = [bit, bit, bit, bit]
                three[number] = 0
                c, d, h, s = three
                best = min(best, _least(sets, clubs & ~c, diamonds & ~d, hearts & ~h, spades & ~s, left, in_runs))
    return best


def least_after_discard(cards: Sequence[Card], ace: Aces) -> dict[Card, int]:
    """For each of the cards, the loose points of the others."""
    if JOKERS[0] in cards or JOKERS[1] in cards:
        return {card: loose_points([other for other in cards if other != card], ace) for card in cards}
    suits, left, in_runs = _patterns(cards), _LEFT[ace], _IN_RUNS[ace]
    found = {}
    for card in cards:
        suits[_SUIT[card]] ^= _BIT[card]
        found[card] = _loose(suits, left, in_runs)
        suits[_SUIT[card]] ^= _BIT[card]
    return found


def least_after_draw(cards: Sequence[Card], drawn: Iterable[Card], ace: Aces) -> dict[Card, int]:
    """For each card that may be drawn, the loose points after drawing it and the best discard, itself included."""
    if JOKERS[0] in cards or JOKERS[1] in cards:
        return {card: min(least_after_discard([*cards, card], ace).values()) for card in drawn}
    left, in_runs = _LEFT[ace], _IN_RUNS[ace]
    suits = _patterns(cards)
    stays = _loose(suits, left, in_runs)
    spares = min(least_after_discard(cards, ace).values(), default=0)
    wanted = _makes_meld(suits, ace)
    found = {}
    for card in drawn:
        if is_joker(card):
            found[card] = min(least_after_discard([*cards, card], ace).values())
        elif not wanted[_SUIT[card]] & _BIT[card]:
            found[card] = min(stays, spares + POINTS[card])
        else:
            held = suits.copy()
            held[_SUIT[card]] |= _BIT[card]
            best = stays
            for number, pattern in enumerate(held):
                rest = pattern
                while rest:
                    bit = rest & -rest
                    rest ^= bit
                    held[number] = pattern ^ bit
                    best = min(best, _loose(held, left, in_runs))
                held[number] = pattern
            found[card] = best
    return found


def _makes_meld(suits: list[int], ace: Aces) -> list[int]:
    """By suit, the cards that make a meld with two that are held."""
    clubs, diamonds, hearts, spades = suits
    pairs = clubs & (diamonds | hearts | spades) | diamonds & (hearts | spades) | hearts & spades
    wanted = []
    for pattern in suits:
        row = pattern | (pattern & _ACE) << 13 if ace == "both" else pattern
        beside = row << 1 & row << 2 | row >> 1 & row >> 2 | row << 1 & row >> 1
        if ace == "both":
            beside |= beside >> 13 & _ACE
        wanted.append(pairs | beside & (_PATTERNS - 1))
    return wanted


def best_arrangement(cards: Sequence[Card], *, ace: Aces) -> Arrangement:
    """The cards laid out with the fewest loose points; of several ways the one with fewer loose cards, then the first.

    The first in card order, that is: the cards of each meld in card order, the melds in order, and the two lists compared
    (so a run of six is shown as two of three). A run is then shown in its own order, an ace on a king last.
    """
    return _best_arrangement(in_order(cards), ace)


@lru_cache(maxsize=8192)
def _best_arrangement(cards: tuple[Card, ...], ace: Aces) -> Arrangement:
    """Everybody who looks at a table asks for the same hands, move after move."""
    return min(best_arrangements(cards, ace=ace), key=lambda laid: len(laid.loose))


def best_arrangements(cards: Sequence[Card], *, ace: Aces) -> list[Arrangement]:
    """Every way to lay out the cards with the fewest loose points, in card order."""
    hand = in_order(cards)
    melds: list[list[tuple[int, tuple[Card, ...]]]] = [[] for _ in hand]  # by the first card of each
    place = {card: number for number, card in enumerate(hand)}
    found = {frozenset(place[card] for card in meld): meld for meld in _melds(hand, ace)}
    for places, meld in sorted(found.items(), key=lambda item: sorted(item[0])):
        melds[min(places)].append((sum(1 << number for number in places), meld))

    best: list[Arrangement] = []
    _lay(hand, melds, best, 0, 0, (), (), 0)
    return best


def _lay(
    hand: Sequence[Card],
    melds: Sequence[Sequence[tuple[int, tuple[Card, ...]]]],
    best: list[Arrangement],
    number: int,
    gone: int,
    laid: tuple[tuple[Card, ...], ...],
    left: tuple[Card, ...],
    cost: int,
) -> None:
    """Decide on the cards from `number` on. They are decided on in card order, the first meld before the second and any meld before none:
    so arrangements are met in card order."""
    if best and cost > best[0].points:
        return
    while number < len(hand) and gone >> number & 1:
        number += 1
    if number == len(hand):
        if best and cost < best[0].points:
            best.clear()
        best.append(Arrangement(laid, left, cost))
        return
    for mask, meld in melds[number]:
        if not mask & gone:
            _lay(hand, melds, best, number + 1, gone | mask, (*laid, meld), left, cost)
    card = hand[number]
    _lay(hand, melds, best, number + 1, gone, laid, (*left, card), cost + POINTS[card])


def _melds(hand: Sequence[Card], ace: Aces) -> Iterator[tuple[Card, ...]]:
    """Every meld that can be made of the cards, which are in card order, each as it is shown; some come more than once."""
    jokers = [card for card in hand if is_joker(card)]
    if not jokers:
        yield from _natural_melds(hand, ace)
        return
    wild = [few for count in range(len(jokers) + 1) for few in combinations(jokers, count)]
    for name in RANKS:
        equals = [card for card in hand if card[0] == name]
        for few in wild:
            for naturals in range(max(2, 3 - len(few)), 5 - len(few)):
                yield from ((*some, *few) for some in combinations(equals, naturals))
    held = set(hand)
    heights = RANKS if ace == "low" else RANKS + RANKS[0]
    for letter in SUITS:
        row = [Card(name + letter) for name in heights]
        for first in range(len(row)):
            for end in range(first + 3, min(first + 13, len(row)) + 1):
                places = row[first:end]
                missing = sum(card not in held for card in places)
                if missing > len(jokers):
                    break
                for few in wild:
                    # besides the gaps, jokers may stand for cards that are wanted elsewhere
                    spare = [card for card in places if card in held]
                    if len(few) < missing or len(places) - len(few) < 2:
                        continue
                    for replaced in combinations(spare, len(few) - missing):
                        rest = iter(few)
                        yield tuple(card if card in held and card not in replaced else next(rest) for card in places)


def _natural_melds(hand: Sequence[Card], ace: Aces) -> Iterator[tuple[Card, ...]]:
    equals: dict[str, list[Card]] = {}
    for card in hand:
        equals.setdefault(card[0], []).append(card)
    for cards in equals.values():
        yield from combinations(cards, 3)
        yield from combinations(cards, 4)
    for letter, pattern in zip(SUITS, _patterns(hand), strict=True):
        if _IN_RUNS[ace][pattern]:
            yield from (cards for run, cards in _SHOWN_RUNS[ace, letter] if run & pattern == run)


def _shown_runs(letter: str, ace: Aces) -> list[tuple[int, tuple[Card, ...]]]:
    """The pattern of every run of one suit, and its cards as they are shown."""
    row = [Card(name + letter) for name in (RANKS if ace == "low" else RANKS + RANKS[0])]
    spans = [row[first:end] for first in range(len(row)) for end in range(first + 3, min(first + 13, len(row)) + 1)]
    return [(sum(_BIT[card] for card in cards), tuple(cards)) for cards in spans]


_ACES: tuple[Aces, ...] = ("low", "both")
_SHOWN_RUNS = {(ace, letter): _shown_runs(letter, ace) for ace in _ACES for letter in SUITS}
