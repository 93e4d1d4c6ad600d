"""What must hold in every state of every game, tried on thousands of random games with all options and numbers of seats."""

import json
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import product
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules import engine
from games.rules.cards import DECK, JOKERS
from games.rules.state import ARGUMENTS, Action, Illegal, Refusal, Standing
from tests.random_games import deal, exchanged, play, states

GAMES = sorted(engine.GAMES)
#: (game, seed): each seed is a batch of games
BATCHES = [(name, seed) for name in GAMES for seed in range(4)]

VERBS = sorted({*ARGUMENTS, "check", "call", "fold", "pass", "start_rummy", "turn_over", "re_enter", "", "Knock", "start", "x" * 5000})
ARGUMENTS_TRIED = [
    None, True, False, *DECK, *JOKERS, "stock", "discard", "", "as", "AS ", "1C", "5", "x" * 100_000,
    *range(-1, 27), 100, 9_999, 10_000, 10**30, -(10**30), 1.0, 5.0, math.nan, math.inf, [], ["AS"], {}, {"card": "AS"},
]  # fmt: skip


def batch(name, seed, count):
    rng = Random(f"{name} {seed}")
    for _ in range(count):
        yield from play(rng, name)


def all_cards(state):
    return sorted([*state.stock, *state.pile, *state.aside, *(card for seat in state.seats for card in seat.cards)])


def cards_in(value):
    """Every card named anywhere inside a value."""
    if isinstance(value, str):
        return {value} & {*DECK, *JOKERS}
    if isinstance(value, Mapping):
        return cards_in(list(value.keys())) | cards_in(list(value.values()))
    if isinstance(value, (tuple, list)):
        return set().union(*(cards_in(item) for item in value))
    if is_dataclass(value):
        return set().union(*(cards_in(getattr(value, field.name)) for field in fields(value)))
    return set()


@pytest.mark.parametrize(("name", "seed"), BATCHES)
def test_cards_and_points_are_conserved_and_the_past_is_not_changed(name, seed):
    codes = Counter()
    for number, step in enumerate(batch(name, seed, 200)):
        if number % 8 == 0:
            before = repr(step.before)
            assert engine.apply(step.before, step.seat, step.action) == (step.after, step.events)
            assert repr(step.before) == before
        assert all_cards(step.after) == sorted(DECK)
        for settlement in step.after.settled:
            assert sum(settlement.points) == 0
            if settlement.payments:
                paid = [0] * len(step.after.seats)
                for payment in settlement.payments:
                    assert payment.points >= 0
                    paid[payment.payer] -= payment.points
                    paid[payment.payee] += payment.points
                assert tuple(paid) == settlement.points
        codes.update(event.code for event in step.events)
    assert {"reshuffled", "round_void", "splashed", "knocked", "game_won"} <= set(codes), codes


@pytest.mark.parametrize("name", GAMES)
def test_the_table_always_waits_for_somebody_who_can_act_until_there_are_winners(name):
    for step in batch(name, "waits", 150):
        state = step.after
        over = engine.is_over(state)
        assert bool(engine.winners(state)) == over == (state.to_act is None) == (engine.automatic(state) is None)
        if over:
            total = [seat.points["total"] for seat in engine.view(state, None).seats]
            assert engine.winners(state) == tuple(seat for seat, points in enumerate(total) if points == max(total))
            assert sum(total) == 0
            assert not any(engine.legal_actions(state, seat) for seat in range(len(state.seats)))
        else:
            seat, action = engine.automatic(state)
            assert seat == state.to_act
            assert engine.refusal(state, seat, action) is None


@pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name in GAMES for seats in range(engine.GAMES[name].seats[0], 1 + engine.GAMES[name].seats[1])]
)
def test_a_table_that_everybody_has_left_plays_itself_to_the_end(name, seats):
    rng = Random(seats)
    state = deal(rng, name, seats)
    while state.options["rounds"] == "leader":  # such a table would deal for ever
        state = deal(rng, name, seats)
    for _ in range(15_000):
        if engine.is_over(state):
            break
        state, _ = engine.apply(state, *engine.automatic(state))
    assert engine.winners(state)


def check_answer(state, seat, action):
    """An action is accepted if it is offered, and else refused with a reason; returns whether it was refused."""
    offered = any(offer.allows(action) for offer in engine.legal_actions(state, seat))
    refused = engine.refusal(state, seat, action)
    if offered:
        assert refused is None
        engine.apply(state, seat, action)
        return False
    assert isinstance(refused, Refusal)
    assert refused.code
    assert len(json.dumps(dict(refused.params))) < 200
    with pytest.raises(Illegal) as illegal:
        engine.apply(state, seat, action)
    assert illegal.value.refusal == refused
    return True


@pytest.mark.parametrize("name", GAMES)
def test_every_offer_is_accepted(name):
    for step in batch(name, "offers", 50):
        for seat in range(len(step.before.seats)):
            for offer in engine.legal_actions(step.before, seat):
                actions = list(offer.actions()) if offer.high is None or offer.high < 100 else [Action(offer.verb, offer.high)]
                assert actions
                assert offer.suggested is None or offer.allows(Action(offer.verb, offer.suggested))
                for action in actions:
                    assert not check_answer(step.before, seat, action), action


@pytest.mark.parametrize("name", GAMES)
def test_everything_that_is_not_offered_is_refused_with_a_reason(name):
    rng = Random(name)
    refused = Counter()
    for step in batch(name, "refused", 70):
        for _ in range(12):
            seat = rng.choice([step.seat, step.seat, rng.randrange(-2, 7)])
            action = Action(rng.choice([step.action.verb, *VERBS]), rng.choice([step.action.argument, *ARGUMENTS_TRIED]))
            refused[check_answer(step.before, seat, action)] += 1
    assert min(refused[True], refused[False]) > 100


@pytest.mark.parametrize("name", GAMES)
def test_every_verb_with_every_argument_in_every_phase(name):
    rng = Random(f"every {name}")
    seen = set()
    for step in batch(name, "every", 40):
        moment = (step.before.phase, step.before.drawn, step.before.knocker is None)
        if moment in seen:
            continue
        seen.add(moment)
        for verb, argument in product(VERBS, ARGUMENTS_TRIED):
            check_answer(step.before, step.seat, Action(verb, argument))
        for verb in VERBS:
            check_answer(step.before, rng.choice([-1, step.seat - 1, 99]), Action(verb, rng.choice(ARGUMENTS_TRIED)))
    assert {phase for phase, _, _ in seen} == set(engine.GAMES[name].phases)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(DECK),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.dictionaries(st.sampled_from(["do", "to", "from", "card", "amount", "big_kahuna", "argument", "x"]), ANYTHING)
    | st.fixed_dictionaries({"do": st.sampled_from(VERBS)}, optional=dict.fromkeys(sorted(set(ARGUMENTS.values())), ANYTHING)),
    st.integers(0, 2**32),
)
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_json_that_a_client_may_send_is_answered(data, seed):
    rng = Random(seed)
    state = deal(rng, rng.choice(GAMES))
    check_answer(state, state.to_act, Action.from_json(data))


@pytest.mark.parametrize(("name", "seed"), [(name, seed) for name in GAMES for seed in range(4)])
def test_exchanging_cards_that_a_viewer_does_not_see_changes_nothing_for_the_viewer(name, seed):
    rng = Random(f"exchange {name} {seed}")
    exchanges = 0
    for _ in range(40):
        for state in states(rng, name):
            viewer = rng.choice([None, *range(len(state.seats))])
            other = exchanged(rng, state, viewer)
            assert all_cards(other) == sorted(DECK)
            assert engine.view(other, viewer) == engine.view(state, viewer)
            exchanges += other != state
            if viewer is not None:
                for argument in rng.sample(ARGUMENTS_TRIED, 5):
                    action = Action(rng.choice(VERBS), argument)
                    assert engine.refusal(other, viewer, action) == engine.refusal(state, viewer, action)
    assert exchanges > 500


@pytest.mark.parametrize("name", GAMES)
def test_a_view_names_no_card_that_is_not_open_to_the_viewer(name):
    rng = Random(f"names {name}")
    for _ in range(30):
        for state in states(rng, name):
            for viewer in (None, *range(len(state.seats))):
                view = engine.view(state, viewer)
                open_cards = {*state.pile[-1:], *state.aside, *([state.taken] if state.taken else [])}
                for number, seat in enumerate(state.seats):
                    open_cards.update(seat.cards[: max(seat.shown, seat.known if number == viewer else 0)])
                assert cards_in(replace(view, log=())) == open_cards
                assert [len(seat.cards) for seat in view.seats] == [len(seat.cards) for seat in state.seats]


@pytest.mark.parametrize("name", GAMES)
def test_the_log_names_only_cards_that_lie_open_when_it_happens(name):
    for step in batch(name, "log", 100):
        open_cards = {card for state in (step.before, step.after) for card in (*state.pile[-1:], *state.aside)}
        open_cards.update(card for seat in step.after.seats for card in seat.cards[: seat.shown])
        assert cards_in(step.events) <= open_cards


@pytest.mark.parametrize("name", GAMES)
def test_a_round_is_rebuilt_from_its_standing_the_seed_and_its_moves(name):
    """What is stored as JSON is enough, and a change of leader in the middle is no obstacle."""
    rng = Random(f"rebuilt {name}")
    for _ in range(80):
        rebuilt = None
        for step in play(rng, name):
            start = step.before
            if rebuilt is None or rebuilt.round != start.round:
                standing = Standing.from_json(json.loads(json.dumps(start.standing.to_json())))
                assert standing == start.standing
                rebuilt, _ = engine.start(name, start.options, standing, len(start.seats), start.leader, start.decks)
            assert rebuilt == start
            action = Action.from_json(json.loads(json.dumps(step.action.to_json())))
            assert action == step.action
            json.dumps([event.to_json() for event in step.events])
            rebuilt, _ = engine.apply(rebuilt, step.seat, action)
            assert rebuilt == step.after


@pytest.mark.parametrize("name", GAMES)
def test_another_leader_gets_the_controls_and_nothing_else_changes(name):
    rng = Random(f"leader {name}")
    for _ in range(40):
        for state in states(rng, name):
            leader = rng.randrange(len(state.seats))
            led = engine.with_leader(state, leader)
            assert led.leader == leader
            assert replace(led, leader=state.leader, to_act=state.to_act) == state
            if state.to_act is not None:
                assert engine.legal_actions(led, led.to_act)
