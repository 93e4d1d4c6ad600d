"""How each level plays Gin and Knock Rummy where the levels, or sensible people, would differ."""

from dataclasses import replace
from random import Random

import pytest

from games import bots
from games.bots import Level
from games.rules import engine
from games.rules.cards import DECK, parse_cards
from games.rules.shuffle import SeededDecks
from games.rules.state import Action, Event, Seat

GENTLE, STEADY, SHARP = Level.GENTLE, Level.STEADY, Level.SHARP


def table(game, hand, *others, upcard="KD", stock=None, turns=0, **options):
    """A table where seat 0, with `hand`, is to draw; everybody has drawn from the stock `turns` times. Others' missing cards are any."""
    chosen = engine.check_options(game, options)
    hands = [list(parse_cards(cards)) for cards in (hand, *others)]
    top, first = parse_cards(upcard), parse_cards(stock or "")
    rest = [card for card in DECK if card not in {*top, *first, *(card for cards in hands for card in cards)}]
    Random(1).shuffle(rest)
    for cards in hands:
        cards.extend(rest.pop() for _ in range(len(hands[0]) - len(cards)))
    standing = engine.GAMES[game].first_standing(chosen, len(hands), len(hands) - 1)
    state, _ = engine.start(game, chosen, standing, len(hands), 0, SeededDecks(b"levels"))
    log = (Event("dealt", len(hands) - 1, {"round": 1, "kind": ""}), Event("upcard_turned", None, {"card": top[-1]}))
    log += tuple(Event("drew_stock", seat) for _ in range(turns) for seat in range(len(hands)))
    seats = tuple(Seat(cards=tuple(cards), known=len(cards)) for cards in hands)
    return replace(state, phase="play", to_act=0, seats=seats, pile=top, stock=(*first, *rest), log=log)


def drawn(state):
    return engine.apply(state, 0, Action("draw", "stock"))[0]


def collecting(state, *cards):
    """Seat 1 took these, face up."""
    log = state.log
    for card in cards:
        log = (*log, Event("discarded", 0, {"card": card}), Event("took_discard", 1, {"card": card}))
    held = (*cards, *state.seats[1].cards)[: len(state.seats[1].cards)]
    return replace(state, seats=(state.seats[0], replace(state.seats[1], cards=held), *state.seats[2:]), log=log)


def chosen(state, level, seed=1):
    view = engine.view(state, 0)
    action = bots.choose(view, view.offers, Random(seed), level)
    assert engine.refusal(state, 0, action) is None
    return action


@pytest.mark.parametrize("level", Level)
class TestEveryLevel:
    def test_takes_what_makes_a_meld(self, level):
        state = table("gin", "4C 5C 9D 9H KS QD 2D 2H 7S JC", "", upcard="9S")
        assert chosen(state, level) == Action("draw", "discard")

    def test_leaves_what_makes_nothing(self, level):
        state = table("gin", "4C 5C 6C 9D 9H 9S 2D 2H 7S 8S", "", upcard="KD")
        assert chosen(state, level) == Action("draw", "stock")

    def test_throws_a_high_loose_card_and_keeps_the_melds(self, level):
        state = drawn(table("gin", "4C 5C 6C 9D 9H 9S 2D 2H 7S 8S", "", upcard="AC", stock="KH", turns=1))
        assert chosen(state, level) == Action("discard", "KH")

    def test_goes_out_with_nothing_left(self, level):
        assert chosen(drawn(table("gin", "4C 5C 6C 9D 9H 9S 2D 2H 2S 2C", "", stock="KH")), level) == Action("knock", "KH")
        assert chosen(drawn(table("knock_rummy", "4C 5C 6C 9D 9H 9S 9C", "", "", stock="KH")), level) == Action("knock", "KH")


class TestDanger:
    """Two cards are worth the same to the hand; one of them makes a run for the other seat, which took its neighbours face up."""

    HAND = "4C 5C 6C 9D 9H 9S 2D 2H TS TD"

    @pytest.mark.parametrize("level", [STEADY, SHARP])
    def test_is_not_fed(self, level):
        state = collecting(drawn(table("gin", self.HAND, "", stock="AC")), "JS", "QS")
        assert chosen(state, level) == Action("discard", "TD")

    def test_is_forgotten_by_the_gentle(self):
        quiet = drawn(table("gin", self.HAND, "", stock="AC"))
        assert chosen(collecting(quiet, "JS", "QS"), GENTLE) == chosen(quiet, GENTLE)


class TestKnocking:
    def test_the_gentle_give_the_others_time(self):
        state = drawn(table("gin", "4C 5C 6C 9D 9H 9S 2D 2H AS 3S", "", stock="KH", turns=1))
        assert chosen(state, GENTLE).verb == "discard"
        assert chosen(state, STEADY) == Action("knock", "KH")

    def test_but_knock_with_little(self):
        assert chosen(drawn(table("gin", "4C 5C 6C 9D 9H 9S JD JH JS 3S", "", stock="KH", turns=2)), GENTLE) == Action("knock", "KH")

    def test_the_sharp_play_for_gin_while_it_is_near(self):
        """Three points are loose, and nine cards would bring gin."""
        state = drawn(table("gin", "4C 5C 6C 9D 9H 9S 2D 3D 4D AS", "", stock="KH", turns=1))
        assert chosen(state, STEADY) == Action("knock", "KH")
        assert chosen(state, SHARP) == Action("discard", "KH")

    def test_the_sharp_do_not_knock_late_with_much(self):
        hand = "4C 5C 6C 9H 9S 8S 2D"
        assert chosen(drawn(table("knock_rummy", hand, "", "", stock="KH")), SHARP) == Action("knock", "KH")
        assert chosen(drawn(table("knock_rummy", hand, "", "", stock="KH", turns=4)), SHARP) == Action("discard", "KH")

    @pytest.mark.parametrize("players", range(2, 6))
    @pytest.mark.parametrize("hand", ["by_players", "seven"])
    def test_the_sharp_know_every_number_of_players_and_cards(self, players, hand):
        cards = "4C 5C 6C 9D 9H 9S 2D AH KS KD"[: {(2, "by_players"): 29, (5, "by_players"): 17}.get((players, hand), 20)]
        assert chosen(drawn(table("knock_rummy", cards, *[""] * (players - 1), stock="KH")), SHARP).verb in ("knock", "discard")
