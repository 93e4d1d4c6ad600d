"""How the computer player decides where a sensible person would not hesitate."""

from dataclasses import replace
from random import Random

import pytest

from games import bots
from games.rules import engine
from games.rules.cards import DECK, parse_cards
from games.rules.shuffle import SeededDecks
from games.rules.state import Action, Event, Seat, Settlement, Standing


def table(*hands, upcard="9D", kind="regular", phase="betting", stock=None, **changes):
    """A table where the first hand is that of the seat to act, seat 0; the last seat deals."""
    options = engine.check_options("bagelsknock", {})
    hands = [parse_cards(hand) for hand in hands]
    top = parse_cards(upcard)
    state, _ = engine.start("bagelsknock", options, Standing(1, len(hands) - 1, kind), len(hands), 0, SeededDecks(b"bots"))
    used = {*top, *(card for hand in hands for card in hand)}
    rest = [card for card in DECK if card not in used]
    Random(1).shuffle(rest)
    full = [(*hand, *(rest.pop() for _ in range(7 - len(hand)))) for hand in hands]
    known = 2 if phase == "betting" else 7
    log = (Event("dealt", len(hands) - 1, {"round": 1, "kind": kind}), Event("upcard_turned", None, {"card": top[-1]}))
    base = {"phase": phase, "to_act": 0, "pile": top, "stock": parse_cards(stock) if stock else tuple(rest), "blind": None, "log": log}
    return replace(state, seats=tuple(Seat(cards=hand, known=known) for hand in full), **(base | changes))


def bet(state, *bets):
    """The seats after the first have bet these amounts; 0 has not acted."""
    for number, to in enumerate(bets, start=1):
        seats = list(state.seats)
        seats[number] = replace(seats[number], bet=to, acted=bool(to))
        log = (*state.log, Event("raised", number, {"to": to})) if to else state.log
        state = replace(state, seats=tuple(seats), log=log)
    return state


def chosen(state, seat=0, seed=1):
    view = engine.view(state, seat)
    action = bots.choose(view, view.offers, Random(seed))
    assert any(offer.allows(action) for offer in view.offers)
    return action


NOTHING = "2C 7H"


@pytest.mark.parametrize("seed", range(5))
class TestBetting:
    def test_nothing_in_the_hand_checks_when_that_is_free(self, seed):
        assert chosen(table(NOTHING, "", "", upcard="KD"), seed=seed) == Action("check")

    def test_nothing_in_the_hand_folds_before_a_high_bet(self, seed):
        assert chosen(bet(table(NOTHING, "", "", upcard="KD"), 15, 0), seed=seed) == Action("fold")

    def test_a_straight_flush_bets_and_does_not_fold(self, seed):
        assert chosen(table("QD JD", "", "", upcard="KD"), seed=seed).verb == "bet"
        assert chosen(bet(table("QD JD", "", "", upcard="KD"), 20, 0), seed=seed) == Action("call")
        assert chosen(bet(table("QD JD", "", "", upcard="KD"), 5, 0), seed=seed).verb == "raise"

    def test_a_fair_hand_calls_a_small_blind(self, seed):
        state = bet(table("KC KS", "", upcard="4D"), 0)
        seats = (state.seats[0], replace(state.seats[1], bet=4))
        assert chosen(replace(state, seats=seats, blind=1), seed=seed).verb in ("call", "raise")


class TestRummy:
    def test_knocks_in_the_first_turn_with_little(self):
        assert chosen(table("4C 5C 6C 9D 9H 9S 2D", "", "", upcard="KH", phase="rummy")) == Action("knock")

    def test_does_not_knock_with_much(self):
        assert chosen(table("4C 8C JD 9D QH 7S 2D", "", "", upcard="KH", phase="rummy")).verb == "draw"

    def test_with_nothing_loose_draws_for_the_splash(self):
        assert chosen(table("4C 5C 6C 9D 9H 9S 9C", "", "", upcard="KH", phase="rummy")) == Action("draw", "stock")

    def test_splashes(self):
        state = table("4C 5C 6C 9D 9H 9S 9C", "", "", upcard="KH", phase="rummy", stock="2H 3H 8S")
        state, _ = engine.apply(state, 0, Action("draw", "stock"))
        assert chosen(state) == Action("splash", "2H")

    def test_splashes_with_the_royal_cards_if_there_is_a_choice(self):
        state = table("KC KD KH QS JS TS AS", "", "", upcard="KS", phase="rummy", stock="2H 3H 8S")
        state, _ = engine.apply(state, 0, Action("draw", "discard"))
        assert chosen(state) == Action("splash", "AS")

    def test_takes_the_upcard_that_makes_a_meld(self):
        assert chosen(table("4C 5C 9D 9H KS QD 2D", "", "", upcard="9S", phase="rummy")) == Action("draw", "discard")

    def test_leaves_the_upcard_that_makes_nothing(self):
        assert chosen(table("4C 5C 9D 9H 2S 3D AD", "", "", upcard="QS", phase="rummy")) == Action("draw", "stock")

    def test_keeps_melds_and_throws_a_high_loose_card(self):
        state = table("4C 5C 6C 9D 9H KS QD", "", "", upcard="7S", phase="rummy", stock="2H 3H 8S")
        state, _ = engine.apply(state, 0, Action("draw", "stock"))
        assert chosen(state) in (Action("discard", "KS"), Action("discard", "QD"))

    def test_does_not_throw_what_the_next_player_was_seen_to_collect(self):
        state = table("4C 5C 6C 2D 3H TS TD", "KC", "", upcard="7S", phase="rummy", stock="AH 3S 8S")
        state, _ = engine.apply(state, 0, Action("draw", "stock"))
        took = [Event("discarded", 2, {"card": card}) for card in ("JS",)] + [Event("took_discard", 1, {"card": "JS"})]
        took += [Event("discarded", 2, {"card": "QS"}), Event("took_discard", 1, {"card": "QS"})]
        seats = (state.seats[0], replace(state.seats[1], cards=(*parse_cards("JS QS"), *state.seats[1].cards[:5])), state.seats[2])
        assert chosen(replace(state, seats=seats, log=(*state.log, *took))) == Action("discard", "TD")

    def test_in_the_last_turn_only_what_is_paid_counts(self):
        state = table("4C 5C 9D 9H KS QD 2D", "AC 2C 3C", "", upcard="7S", phase="rummy", knocker=1, last_turns=(0, 2), stock="9S 3H 8H")
        state, _ = engine.apply(state, 0, Action("draw", "stock"))
        assert chosen(state) == Action("discard", "KS")

    def test_in_the_last_turn_undercuts_rather_than_splash_when_that_pays_more(self):
        high = "KC JD 9H 7S 5D 3C AD"
        state = table("4C 5C 6C 9D 9H 9S 9C", high, upcard="KH", phase="rummy", knocker=1, last_turns=(0,), stock="2H 3H 8S")
        state, _ = engine.apply(state, 0, Action("draw", "stock"))
        assert chosen(state) == Action("discard", "2H")
        low = "AC 2C 3C KS KD QD QS"
        state = table("4C 5C 6C 9D 9H 9S 9C", low, upcard="KH", phase="rummy", knocker=1, last_turns=(0,), stock="2H 3H 8S")
        low_knock = replace(state.seats[1], cards=parse_cards("AC 2C 3C 4D 4H 4S 2D"))
        state, _ = engine.apply(replace(state, seats=(state.seats[0], low_knock)), 0, Action("draw", "stock"))
        assert chosen(state) == Action("splash", "2H")


class TestBetweenRoundsAndAtTheEnd:
    def test_a_leader_starts_the_rummy(self):
        state = table("", "", phase="betting_over", settled=(Settlement("nothing_bet", (0, 0)),))
        assert chosen(state) == Action("start_rummy")

    @pytest.mark.parametrize(("number", "kahuna"), [(1, False), (4, True)])
    def test_a_leader_deals_on_as_the_table_suggests_and_never_ends_the_game(self, number, kahuna):
        settled = (Settlement("nothing_bet", (0, 0)), Settlement("void", (0, 0)))
        state = table("", "", phase="round_over", settled=settled, standing=Standing(number, 1, "regular"))
        assert chosen(state) == Action("next_round", kahuna)

    def test_chooses_the_neutral_bet(self):
        sheet = (((-10, -20), (4, 10), (6, 10)),)
        state = table("", "", "", phase="final_bet", standing=Standing(2, 2, "last", sheet))
        assert chosen(state) == Action("choose_bet", 30)

    def test_turns_its_cards_over(self):
        state = table("", "", standing=Standing(2, 1, "final", (), 30))
        state = replace(state, phase="final_hand", seats=tuple(replace(seat, known=5, shown=5) for seat in state.seats))
        assert chosen(state) == Action("turn_over")
