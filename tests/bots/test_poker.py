"""How each level plays poker where the levels, or sensible people, would differ; and what they count with."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from games import bots
from games.bots import Level, hands
from games.bots.bagelsknock_poker import ThreeCards
from games.bots.unseen_hands import Rival, deal, field
from games.rules import engine, poker
from games.rules.cards import DECK, parse_cards
from games.rules.shuffle import SeededDecks
from games.rules.state import Action, Event, Standing
from tests.bots.test_bagelsknock import bet, table

GENTLE, STEADY, SHARP = Level.GENTLE, Level.STEADY, Level.SHARP


def chosen(state, level, seed=1):
    view = engine.view(state, 0)
    action = bots.choose(view, view.offers, Random(seed), level)
    assert engine.refusal(state, 0, action) is None
    return action


def advice(state):
    view = engine.view(state, 0)
    return bots.advise(view, view.offers, Random(1))


# --- what is counted with ---


def test_fast_values_are_in_the_order_of_the_rules():
    rng = Random(1)
    for _ in range(2000):
        six = rng.sample(DECK, 6)
        value, gone = hands.best_of(six)
        assert value == poker.best_five(six).value
        assert hands.of_five(card for card in six if card != gone) == value
        assert hands.of_three(six[:3]) == poker.three_card(six[:3]).value


@pytest.mark.parametrize(("held", "upcard"), [("KC KS", "4D"), ("2C 7H", "KD"), ("9H TH", "JH")])
def test_the_chance_to_hold_the_best_three_cards_is_exact(held, upcard):
    mine, (top,) = parse_cards(held), parse_cards(upcard)
    strength = poker.three_card((*mine, top))
    unseen = [card for card in DECK if card not in mine and card != top]
    others = {pair: poker.three_card((*pair, top)) for pair in combinations(unseen, 2)}
    share = {pair: (other < strength) + 0.5 * (other == strength) for pair, other in others.items()}
    hand = ThreeCards(mine, top)
    assert hand.chance == pytest.approx(sum(share.values()) / len(share))
    # of two others, who cannot hold the same card: each pair with all pairs beside it, for some of the pairs
    some = Random(1).sample(list(share), 60)
    both = [share[one] * share[other] for one in some for other in share if not set(one) & set(other)]
    assert hand.win([0, 0], 1) == pytest.approx(sum(both) / len(both), abs=0.07)


def test_whoever_knocked_probably_holds_more_than_whoever_did_not():
    chances = {}
    for name, limits in {"knocked": {"at_least": 4500}, "did not": {"below": 4500}, "any": {}}.items():
        rival = Rival(1, drawn=2, to_draw=1, **limits)
        chances[name] = field(deal([rival], DECK[5:], 300, Random(1))).beaten_by(4500)
    assert chances["knocked"] < chances["any"] < chances["did not"]


# --- BagelsKnock ---


class TestBetting:
    def test_gentle_calls_where_the_others_fold(self):
        state = bet(table("5C 9H", "", "", upcard="KD"), 12, 0)
        assert chosen(state, STEADY) == chosen(state, SHARP) == Action("fold")
        assert chosen(bet(table("5C QH", "", "", upcard="KD"), 8, 0), GENTLE) == Action("call")

    @pytest.mark.parametrize("level", Level)
    def test_nobody_folds_what_can_hardly_be_beaten(self, level):
        assert chosen(bet(table("QD JD", "", "", upcard="KD"), 20, 0), level) == Action("call")

    def test_a_hint_gives_the_chance(self):
        told = advice(bet(table("2C 7H", "", "", upcard="KD"), 15, 0))
        assert (told.action, told.reason) == (Action("fold"), "fold")
        assert 0 <= told.params["chance"] < 0.05

    def test_sharp_bets_as_much_on_the_final_hand_as_wins_the_game(self):
        sheet = (((-10, -20), (4, 10), (6, 10)),)  # totals -60, 26, 34
        state = table("", "", "", phase="final_bet", standing=Standing(2, 2, "last", sheet))
        assert chosen(state, STEADY) == chosen(state, GENTLE) == Action("choose_bet", 30)
        assert chosen(state, SHARP) == Action("choose_bet", 32)
        assert -60 + 2 * 32 > 34 - 32


# --- Knock Poker ---


def knock_poker(hand, *, seats=4, drawn=True, knocker=None, **options):
    """A table where seat 0 holds this hand and is to act: to draw, or having drawn the last card."""
    chosen_options = engine.check_options("knock_poker", options)
    standing = engine.GAMES["knock_poker"].first_standing(chosen_options, seats, seats - 1)
    state, _ = engine.start("knock_poker", chosen_options, standing, seats, 0, SeededDecks(b"levels"))
    mine = parse_cards(hand)
    rest = [card for card in DECK if card not in mine]
    Random(2).shuffle(rest)
    others = [replace(seat, cards=tuple(rest.pop() for _ in range(5))) for seat in state.seats[1:]]
    me = replace(state.seats[0], cards=mine, known=len(mine))
    state = replace(state, seats=(me, *others), stock=tuple(rest), to_act=0, drawn="stock" if drawn else None, phase="play")
    if knocker is not None:
        log = (*state.log, Event("drew_stock", knocker), Event("knocked", knocker, {"drawn": True}))
        state = replace(state, knocker=knocker, last_turns=(0,), log=log)
    return state


class TestKnockPoker:
    @pytest.mark.parametrize("level", Level)
    def test_everybody_knocks_with_three_of_a_kind_and_throws_the_rest(self, level):
        assert chosen(knock_poker("9C 9D 9H KS 4D 2C"), level).verb == "knock"

    @pytest.mark.parametrize("level", Level)
    def test_nobody_knocks_with_nothing(self, level):
        assert chosen(knock_poker("9C 7D 5H KS 4D 2C"), level).verb == "discard"

    def test_gentle_checks_two_pairs_which_sharp_bets(self):
        state = replace(knock_poker("AC AD KH KS 4D", drawn=False, betting=True), phase="betting")
        assert chosen(state, GENTLE) == Action("check")
        assert chosen(state, SHARP) == Action("bet")

    def test_sharp_keeps_four_to_a_flush_rather_than_a_high_card(self):
        assert chosen(knock_poker("2H 5H 9H JH AC KD"), SHARP) in (Action("discard", "KD"), Action("discard", "AC"))

    def test_sharp_folds_only_what_a_knock_surely_beats(self):
        assert chosen(knock_poker("9C 9D 9H KS 4D 2C", knocker=1), SHARP).verb == "discard"
        assert chosen(knock_poker("9C 9D 9H KS 4D 2C", knocker=1), GENTLE).verb == "discard"

    def test_steady_passes_with_a_pat_hand_but_sharp_draws_for_nothing_and_knocks(self):
        state = knock_poker("4C 5D 6H 7S 8D", drawn=False, circuit="one")
        assert chosen(state, STEADY) == Action("pass")
        assert chosen(state, SHARP) == Action("draw", "stock")
        assert chosen(knock_poker("4C 5D 6H 7S 8D KC", circuit="one"), SHARP) == Action("knock", "KC")

    def test_a_hint_says_how_often_the_hand_is_best(self):
        told = advice(knock_poker("9C 9D 9H KS 4D 2C"))
        assert told.reason == "knock"
        assert 0.5 < told.params["chance"] < 1
