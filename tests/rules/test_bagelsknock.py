"""What the table does by itself in BagelsKnock, and what the cases cannot say: pauses, reasons of refusals, events."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from games.rules import engine
from games.rules.cards import Card, parse_cards
from games.rules.shuffle import SeededDecks
from games.rules.state import Action, Event, Illegal, State

Script = list[tuple[int, str, object]]


def dealt(seats: int = 3, seed: bytes = b"a", **options: object) -> State:
    """The first round of a table with seat 0 leading and dealing, under this seed."""
    game = engine.GAMES["bagelsknock"]
    chosen = engine.check_options("bagelsknock", options)
    return engine.start("bagelsknock", chosen, game.first_standing(chosen, seats, 0), seats, 0, SeededDecks(seed))[0]


def find(good: Callable[[State], bool], **options: object) -> State:
    """The first deal that fits."""
    return next(state for number in range(10_000) if good(state := dealt(seed=str(number).encode(), **options)))


def play(state: State, *moves: str) -> State:
    """Play "verb argument" for whoever is waited for."""
    for move in moves:
        verb, *argument = move.split()
        value: object = int(argument[0]) if argument and argument[0].isdigit() else argument[0] if argument else None
        assert state.to_act is not None
        state, _ = engine.apply(state, state.to_act, Action(verb, value))
    return state


def refused(state: State, verb: str, argument: object = None, seat: int | None = None) -> str:
    refusal = engine.refusal(state, state.to_act if seat is None else seat, Action(verb, argument))  # type: ignore[arg-type]
    assert refusal is not None
    return refusal.code


def no_blind(state: State) -> bool:
    return state.pile[-1][0] not in "345"


def test_an_absent_player_checks_when_that_is_free_and_folds_otherwise() -> None:
    state = find(no_blind)
    assert engine.automatic(state) == (1, Action("check"))
    assert engine.automatic(play(state, "check", "bet 3")) == (0, Action("fold"))


def test_an_absent_player_draws_from_the_stock_and_discards_the_drawn_card() -> None:
    state = play(find(no_blind), "check", "check", "check", "start_rummy")
    assert engine.automatic(state) == (1, Action("draw", "stock"))
    drawn = play(state, "draw stock")
    assert engine.automatic(drawn) == (1, Action("discard", drawn.seats[1].cards[-1]))
    assert drawn.seats[1].cards[-1] == state.stock[0]


@pytest.mark.parametrize(
    ("hand", "taken", "goes"),
    [
        ("4C 5C 6C 9D KH 2S 8S", "TD", "KH"),  # the highest loose card, but never the one just taken
        ("4C 5C 6C 9D 9H 9S 2S", "KD", "2S"),  # the king is the only higher loose card and may not go
        ("4C 5C 6C 7C 9D 9H 9S", "KD", "7C"),  # nothing loose but the taken card: what leaves the least
    ],
)
def test_an_absent_player_who_has_taken_the_discard_throws_the_highest_loose_card(hand: str, taken: str, goes: str) -> None:
    state = play(find(no_blind), "check", "check", "check", "start_rummy")
    seats = list(state.seats)
    seats[1] = replace(seats[1], cards=(*parse_cards(hand), Card(taken)))
    state = replace(state, seats=tuple(seats), drawn="discard", taken=Card(taken))
    assert engine.automatic(state) == (1, Action("discard", Card(goes)))


def test_the_table_goes_on_by_itself_between_phases_and_rounds() -> None:
    unbet = play(find(no_blind), "check", "check", "check")
    assert engine.pause(unbet) == 5, "no cards were shown"
    assert engine.automatic(unbet) == (0, Action("start_rummy"))
    shown = play(find(no_blind), "bet 2", "call", "fold")
    assert engine.pause(shown) == 20
    rummy = play(unbet, "start_rummy")
    assert engine.pause(rummy) is None
    over = play(rummy, "knock", *["draw stock"], f"discard {rummy.stock[0]}", "draw stock", f"discard {rummy.stock[1]}")
    assert over.phase == "round_over"
    assert engine.pause(over) == 30
    assert engine.automatic(over) == (0, Action("next_round", False))
    final = play(over, "end_game")
    assert engine.pause(final) is None
    chooser, choice = engine.automatic(final) or (None, None)
    assert choice == Action("choose_bet", engine.view(final, None).neutral_bet)
    hand, _ = engine.apply(final, chooser or 0, choice or Action(""))
    assert engine.pause(hand) == 15
    assert engine.automatic(hand) == (1, Action("turn_over"))
    done = play(hand, *["turn_over"] * 6)
    assert engine.is_over(done) and engine.pause(done) is None and engine.automatic(done) is None
    assert engine.legal_actions(done, 0) == ()


def test_a_new_leader_is_the_one_that_is_waited_for_between_phases_only() -> None:
    betting = find(no_blind)
    assert engine.with_leader(betting, 2).to_act == betting.to_act
    over = engine.with_leader(play(betting, "check", "check", "check"), 2)
    assert over.to_act == 2
    assert refused(over, "start_rummy", seat=0) == "leader_only"
    assert engine.apply(over, 2, Action("start_rummy"))[0].phase == "rummy"


def test_refusals_say_why() -> None:
    betting = find(no_blind)
    assert refused(betting, "dance") == "unknown_verb"
    assert refused(betting, "check", seat=0) == "not_your_turn"
    assert refused(betting, "check", seat=7) == "no_such_seat"
    assert refused(betting, "knock") == "wrong_phase"
    assert refused(betting, "call") == "nothing_to_call"
    assert refused(betting, "raise", 3) == "nothing_to_raise"
    assert refused(betting, "bet") == "amount_needed"
    assert refused(betting, "bet", "3") == refused(betting, "bet", True) == refused(betting, "bet", 3.0) == "not_a_whole_number"
    assert refused(betting, "bet", 21) == refused(betting, "bet", 0) == "out_of_range"
    bet = play(betting, "bet 20")
    assert refused(bet, "check") == "check_not_free"
    assert refused(bet, "bet", 5) == "bet_stands"
    assert refused(bet, "raise", 21) == "bet_at_maximum"
    rummy = play(betting, "check", "check", "check", "start_rummy")
    assert refused(rummy, "discard", rummy.seats[1].cards[0]) == "draw_first"
    assert refused(rummy, "splash", rummy.seats[1].cards[0]) == "splash_needs_draw"
    assert refused(rummy, "draw", "sleeve") == "not_a_choice"
    assert refused(rummy, "draw") == "choice_needed"
    drawn = play(rummy, "draw discard")
    assert refused(drawn, "draw", "stock") == "already_drawn"
    assert refused(drawn, "knock") == "knock_before_drawing"
    assert refused(drawn, "discard", drawn.taken) == "card_just_taken"
    assert refused(drawn, "discard", drawn.stock[0]) == "card_not_held"
    knocked = play(rummy, "knock")
    assert refused(knocked, "knock") == "already_knocked"


def test_the_game_over_refuses_everything_by_name() -> None:
    state = play(find(no_blind), "check", "check", "check", "start_rummy", "knock")
    for _ in range(2):
        state = play(state, "draw stock")
        state = play(state, f"discard {state.seats[state.to_act or 0].cards[-1]}")
    state = play(state, "end_game")
    state = play(state, "choose_bet 0", *["turn_over"] * 6)
    assert refused(state, "turn_over", seat=0) == "game_over"
    with pytest.raises(Illegal):
        engine.apply(state, 0, Action("turn_over"))


def test_apply_returns_the_events_of_the_move_also_across_a_deal() -> None:
    state = play(find(no_blind), "check", "check", "check", "start_rummy", "knock")
    for _ in range(2):
        state = play(state, "draw stock")
        state, events = engine.apply(state, state.to_act or 0, Action("discard", state.seats[state.to_act or 0].cards[-1]))
    assert [event.code for event in events] == ["discarded", "knock_settled"]
    after, events = engine.apply(state, 0, Action("next_round", True))
    assert [event.code for event in events] == ["next_round_chosen", "dealt", "upcard_turned", "blind_posted"]
    assert [event.code for event in after.log] == ["dealt", "upcard_turned", "blind_posted"], "a log is that of one round"


def test_no_event_names_a_card_that_was_not_face_up() -> None:
    state = dealt(4, b"events")
    rng = random.Random(1)
    for _ in range(200):
        if engine.is_over(state):
            break
        seat = state.to_act or 0
        offers = [offer for offer in engine.legal_actions(state, seat) if offer.verb not in ("knock", "end_game")]
        up = set(state.pile[-1:])
        state, events = engine.apply(state, seat, rng.choice(list(rng.choice(offers).actions())))
        shown = up | set(state.pile) | set(state.aside)
        assert {event.params["card"] for event in events if "card" in event.params} <= shown


def test_events_go_to_json_and_back() -> None:
    event = Event("bet", 2, {"to": 5})
    assert Event.from_json(event.to_json()) == event


@pytest.mark.parametrize("value", ["x", 4, True, None, [], 3.0])
def test_bad_option_values_are_named(value: object) -> None:
    with pytest.raises(engine.BadOption) as bad:
        engine.check_options("bagelsknock", {"rounds": value})
    assert bad.value.code == "bad_value" and bad.value.params["option"] == "rounds"


def test_unknown_games_options_and_numbers_of_seats_are_named() -> None:
    for code, call in {
        "unknown_game": lambda: engine.check_options("whist", {}),
        "unknown_option": lambda: engine.check_options("bagelsknock", {"jokers": True}),
        "bad_seats": lambda: engine.check_seats("bagelsknock", 5),
    }.items():
        with pytest.raises(engine.BadOption) as bad:
            call()
        assert bad.value.code == code
