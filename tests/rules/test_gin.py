"""Gin: laying off against a search that knows nothing but what a meld is, and what the score sheet carries."""

from itertools import combinations, product
from random import Random

import pytest

from games.rules import engine, gin
from games.rules.cards import DECK, format_cards, in_order, order, parse_cards
from games.rules.melds import POINTS, best_arrangements, loose_points
from games.rules.state import Standing
from tests.random_games import play
from tests.rules.test_melds import is_meld, meldy_hands


def additions(hand, meld):
    """Every group of cards of the hand that makes a meld together with this one."""
    related = [card for card in hand if card[0] == meld[0][0] or card[1] == meld[0][1]]
    groups = [group for size in range(len(related) + 1) for group in combinations(related, size)]
    return [group for group in groups if is_meld((*meld, *group), "low")]


def least(hand, melds):
    """The fewest points that the hand can leave beside what it lays off on these melds."""
    ways = product(*(additions(hand, meld) for meld in melds))
    rests = [[card for card in hand if not any(card in group for group in way)] for way in ways if distinct(way)]
    return min(loose_points(rest, "low") for rest in rests)


def distinct(way):
    cards = [card for group in way for card in group]
    return len(cards) == len(set(cards))


def two_hands(rng, number):
    """Pairs of hands that have much to do with each other."""
    for _ in range(number):
        low = rng.randrange(9)
        near = [card for card in DECK if low <= "A23456789TJQK".index(card[0]) < low + 6]
        for pool in (near, [card for card in DECK if card[1] in "CD"], DECK):
            cards = rng.sample(pool, 20)
            yield in_order(cards[:10]), in_order(cards[10:])


def test_laying_off_leaves_the_least_and_is_a_legal_lay_out():
    laid_off = 0
    for host, guest in two_hands(Random("lay off"), 40):
        laid, other, off = gin.lay_down(host, guest)
        assert laid.points == loose_points(host, "low")
        assert other.points == least(guest, laid.melds), (format_cards(host), format_cards(guest))
        assert all(is_meld((*meld, *cards), "low") for meld, cards in zip(laid.melds, off, strict=True))
        gone = [card for cards in off for card in cards]
        assert in_order([*other.loose, *gone, *(card for meld in other.melds for card in meld)]) == guest
        assert sum(POINTS[card] for card in other.loose) == other.points
        laid_off += bool(gone)
    assert laid_off > 30


def test_the_side_laid_off_on_shows_the_arrangement_that_leaves_the_other_most():
    chosen = 0
    for host, guest in two_hands(Random("choice"), 40):
        leaves = [(least(guest, laid.melds), laid) for laid in best_arrangements(host, ace="low")]
        laid, other, _ = gin.lay_down(host, guest)
        assert other.points == max(points for points, _ in leaves)
        equal = [laid for points, laid in leaves if points == other.points]
        assert len(laid.loose) == min(len(way.loose) for way in equal)
        chosen += len({points for points, _ in leaves}) > 1
    assert chosen > 2


@pytest.mark.parametrize(
    ("host", "guest", "points", "off"),
    [
        # a card of the middle joins one of two runs, never both
        ("3C 4C 5C 7C 8C 9C", "6C KD", 10, [[], ["6C"]]),
        # a chain on both ends
        ("5C 6C 7C KD KH KS", "3C 4C 8C 9C KC 2D", 2, [["3C", "4C", "8C", "9C"], ["KC"]]),
        # a card that could stay in a meld of the hand's own does
        ("6D 6H 6S 2C 2D 2H", "3C 4C 5C 6C TD", 10, [[], []]),
    ],
)
def test_cards_laid_off(host, guest, points, off):
    laid, other, found = gin.lay_down(parse_cards(host), parse_cards(guest))
    assert other.points == points
    assert {laid.melds[place]: list(cards) for place, cards in enumerate(found)} == {
        tuple(parse_cards(meld)): cards for meld, cards in zip(melds_of(host), off, strict=True)
    }


def melds_of(host):
    cards = host.split()
    return [" ".join(cards[:3]), " ".join(cards[3:])]


def test_hands_of_ten_meldy_cards_are_laid_off_in_time():
    hands = list(meldy_hands(Random("time"), 10, 20))
    for host, guest in zip(hands, reversed(hands), strict=True):
        taken = tuple(card for card in guest if card not in host)
        gin.lay_down(in_order(host), in_order(taken))


def test_the_totals_start_again_after_a_victory():
    sheet = (((60,), (0,)), ((0,), (70,)), ((45,), (0,)), ((0,), (12,)))
    standing = Standing(5, 0, sheet=sheet, carried={"points": (0, 12), "victories": (1, 0)})
    state = next(play(Random("totals"), "gin")).before
    options = engine.check_options("gin", {"victories": 2})
    state, _ = engine.start("gin", options, standing, 2, 0, state.decks)
    view = engine.view(state, None)
    assert view.totals == ((60, 0), (60, 70), (105, 70), (0, 12))
    assert [seat.points["total"] for seat in view.seats] == [0, 12]


def test_cards_that_were_laid_off_are_told_by_the_meld_they_joined():
    seen = 0
    for step in (step for seed in range(12) for step in play(Random(f"told {seed}"), "gin")):
        settlement = step.after.settled[-1] if step.after.settled else None
        if settlement is None or settlement.kind == "void":
            continue
        view = engine.view(step.after, None)
        host = view.seats[settlement.params["host"]]
        told = {event.params["onto"]: event.params["cards"] for event in step.after.log if event.code == "laid_off"}
        assert told == {meld: cards for meld, cards in zip(host.hand.melds, settlement.params["laid_off"], strict=True) if cards}
        assert [seat.hand.points for seat in view.seats] == settlement.params["deadwood"]
        assert all(list(cards) == sorted(cards, key=order) for cards in told.values())
        seen += bool(told)
    assert seen > 3
