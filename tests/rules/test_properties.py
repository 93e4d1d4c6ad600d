"""What must hold in every state of every game, tried on thousands of random games with all options and numbers of seats."""

import json
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, fields, is_dataclass, replace
from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules import engine
from games.rules.cards import DECK, JOKERS
from games.rules.state import ARGUMENTS, Action, Illegal, Refusal, Settlement, Standing, Unbalanced
from tests.random_games import deal, exchanged, open_aside, play, whole_deck

GAMES = sorted(engine.GAMES)
#: How many random games are played of each.
PLAYED = {"bagelsknock": 80, "gin": 25, "knock_poker": 100, "knock_rummy": 35}
#: Games with rare options besides.
ALSO = {"knock_rummy": [{"scoring": "pool", "bankroll": 50, "re_entry": True, "no_knock": False}] * 5}
#: What must have happened somewhere in the batches, or they prove nothing.
HAPPENED = {
    "bagelsknock": {"reshuffled", "round_void", "splashed", "knocked", "game_won"},
    "gin": {
        "passed", "knocked", "gin", "laid_off", "undercut_settled", "equal_settled", "victory", "round_void", "game_ending", "game_won",
    },
    "knock_poker": {
        "reshuffled", "round_void", "knocked", "passed", "paid_knocker", "knocker_paid", "paid_to_draw", "knock_settled", "bonus_won",
        "raised", "game_ending", "game_won",
    },
    "knock_rummy": {
        "reshuffled", "round_void", "knocked", "went_out", "rummy_settled", "lowest_settled", "undercut_settled", "eliminated",
        "re_entered", "game_ending", "game_won",
    },
}  # fmt: skip

VERBS = sorted({*ARGUMENTS, "check", "call", "fold", "pass", "start_rummy", "turn_over", "re_enter", "", "Knock", "start", "x" * 5000})
ARGUMENTS_TRIED = [
    None, True, False, *DECK, *JOKERS, "stock", "discard", "", "as", "AS ", "1C", "5", "x" * 100_000,
    *range(-1, 27), 100, 9_999, 10_000, 10**30, -(10**30), 1.0, 5.0, math.nan, math.inf, [], ["AS"], {}, {"card": "AS"},
]  # fmt: skip


@cache
def steps(name):
    """Every move of some random games, which all tests look at."""
    rng = Random(name)
    games = [{}] * PLAYED[name] + ALSO.get(name, [])
    return [step for options in games for step in play(rng, name, **options)]


def some(name, count):
    """About `count` of the moves, from all of the games."""
    every = steps(name)
    return every[:: max(1, len(every) // count)]


def moments(name, count):
    """Some moments of each kind: by phase, whether the seat to act has drawn, and whether somebody has knocked."""
    seen = Counter()
    for step in steps(name):
        moment = (step.before.phase, step.before.drawn, step.before.knocker is None)
        seen[moment] += 1
        if seen[moment] <= count:
            yield step
    assert {phase for phase, _, _ in seen} == set(engine.GAMES[name].phases)


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


def explained(settlement):
    """The points of a settlement by its payments, by what was put into the pot and by what the winners divided; None without such."""
    params = settlement.params
    if not settlement.payments and "put" not in params:
        return None
    points = [-chips for chips in params.get("put", [0] * len(settlement.points))]
    divided = -sum(points)
    for payment in settlement.payments:
        assert payment.points >= 0
        points[payment.payer] -= payment.points
        if payment.payee is None:
            divided += payment.points
        else:
            points[payment.payee] += payment.points
    if divided:
        assert params["prize"] == divided == sum(params["shares"])
        assert max(params["shares"]) - min(params["shares"]) <= 1
        for seat, share in zip(settlement.winners, params["shares"], strict=True):
            points[seat] += share
    return tuple(points)


def check_points(state):
    """Points come from somewhere and go somewhere."""
    for settlement in state.settled:
        if state.game == "gin":
            assert min(settlement.points) == 0
            assert (max(settlement.points) > 0) == bool(settlement.winners)
        else:
            assert sum(settlement.points) == 0
            assert explained(settlement) in (None, settlement.points)
    view = engine.view(state, None)
    total = [seat.points["total"] for seat in view.seats]
    if state.game == "knock_poker":
        assert sum(total) + view.pot == state.options["chips"] * len(total)
    elif state.game == "knock_rummy" and state.options["scoring"] == "pool" and max(view.carried["buy_ins"]) == 1:
        assert sum(total) == state.options["bankroll"] * len(total)
    elif state.game != "gin" and state.options.get("scoring") != "pool":
        assert sum(total) == 0
    if state.phase in ("round_over", "game_over") and "victory" not in {event.code for event in state.log}:
        back = {event.seat for event in state.log if event.code == "re_entered"}
        assert [points for seat, points in enumerate(total) if seat not in back] == [
            points for seat, points in enumerate(view.totals[-1]) if seat not in back
        ]
    assert len(view.totals) == len(view.sheet)


@pytest.mark.parametrize("name", GAMES)
def test_cards_and_points_are_conserved_and_the_past_is_not_changed(name):
    codes = set()
    for number, step in enumerate(steps(name)):
        if number % 16 == 0:
            before = repr(step.before)
            assert engine.apply(step.before, step.seat, step.action) == (step.after, step.events)
            assert repr(step.before) == before
        assert all_cards(step.after) == whole_deck(step.after)
        if step.after.settled or number % 4 == 0:
            check_points(step.after)
        codes.update(event.code for event in step.events)
    assert codes >= HAPPENED[name], HAPPENED[name] - codes


@pytest.mark.parametrize("name", GAMES)
def test_the_core_lets_no_points_come_from_nowhere(name):
    """Gin alone writes points to one side."""
    state = deal(Random(name), name)
    seat, action = engine.automatic(state)
    settlement = Settlement("odd", (1, *[0] * (len(state.seats) - 1)))
    wrong = replace(state, settled=(settlement,))
    if name == "gin":
        engine.apply(wrong, seat, action)
    else:
        with pytest.raises(Unbalanced, match="odd"):
            engine.apply(wrong, seat, action)


def merit_of(view, seat):
    """What decides who wins."""
    victories = view.carried.get("victories")
    return (victories[seat] if victories else 0, view.seats[seat].points["total"])


@pytest.mark.parametrize("name", GAMES)
def test_the_table_always_waits_for_somebody_who_can_act_until_there_are_winners(name):
    ends = 0
    for step in steps(name):
        state = step.after
        over = engine.is_over(state)
        ends += over
        assert bool(engine.winners(state)) == over == (state.to_act is None) == (engine.automatic(state) is None)
        if over:
            view = engine.view(state, None)
            merit = {seat: merit_of(view, seat) for seat in range(len(view.seats)) if seat not in view.carried.get("out", ())}
            assert engine.winners(state) == tuple(seat for seat in merit if merit[seat] == max(merit.values()))
            assert not any(engine.legal_actions(state, seat) for seat in range(len(state.seats)))
        else:
            seat, action = engine.automatic(state)
            assert seat == state.to_act
            assert engine.refusal(state, seat, action) is None
    assert ends >= PLAYED[name]


@pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name in GAMES for seats in range(engine.GAMES[name].seats[0], 1 + engine.GAMES[name].seats[1])]
)
def test_a_table_that_everybody_has_left_plays_itself_to_the_end(name, seats):
    rng = Random(seats)
    state = deal(rng, name, seats)
    while state.options.get("rounds", 3) not in (3, 5):  # a table where the leader says when would deal for ever
        state = deal(rng, name, seats)
    # where nobody ever knocks every round is void, and some games are over only when somebody is ahead
    ends = state.options.get("scoring") is None and name != "gin"
    for _ in range(15_000 if ends else 1_000):
        if engine.is_over(state):
            break
        state, _ = engine.apply(state, *engine.automatic(state))
    assert bool(engine.winners(state)) == ends
    assert ends or state.round > 2


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
    for step in some(name, 800):
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
    for step in some(name, 1000):
        for _ in range(8):
            seat = rng.choice([step.seat, step.seat, rng.randrange(-2, 7)])
            verb = rng.choice([step.action.verb, rng.choice(VERBS)])
            action = Action(verb, rng.choice([step.action.argument, rng.choice(ARGUMENTS_TRIED)]))
            refused[check_answer(step.before, seat, action)] += 1
    assert min(refused[True], refused[False]) > 100


@pytest.mark.parametrize("name", GAMES)
def test_every_verb_with_every_argument_in_every_phase(name):
    rng = Random(f"every {name}")
    for step in moments(name, 1):
        for verb, argument in product(VERBS, ARGUMENTS_TRIED):
            check_answer(step.before, step.seat, Action(verb, argument))
        for verb in VERBS:
            check_answer(step.before, rng.choice([-1, step.seat - 1, 99]), Action(verb, rng.choice(ARGUMENTS_TRIED)))


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


@pytest.mark.parametrize("name", GAMES)
def test_exchanging_cards_that_a_viewer_does_not_see_changes_nothing_for_the_viewer(name):
    rng = Random(f"exchange {name}")
    exchanges = 0
    for state in (step.after for step in (*some(name, 700), *moments(name, 20))):
        viewer = rng.choice([None, *range(len(state.seats))])
        other = exchanged(rng, state, viewer)
        assert all_cards(other) == whole_deck(state)
        assert engine.view(other, viewer) == engine.view(state, viewer)
        exchanges += other != state
        if viewer is not None:
            for argument in rng.sample(ARGUMENTS_TRIED, 5):
                action = Action(rng.choice(VERBS), argument)
                assert engine.refusal(other, viewer, action) == engine.refusal(state, viewer, action)
    assert exchanges > 500


@pytest.mark.parametrize("name", GAMES)
def test_a_view_is_the_same_when_what_all_see_is_not_worked_out_again(name):
    for step in some(name, 300):
        public = engine.view(step.after, None)
        for viewer in (None, *range(len(step.after.seats))):
            assert engine.view(step.after, viewer, public) == engine.view(step.after, viewer)


@pytest.mark.parametrize("name", GAMES)
def test_a_view_names_no_card_that_is_not_open_to_the_viewer(name):
    for state in (step.after for step in (*some(name, 200), *moments(name, 10))):
        for viewer in (None, *range(len(state.seats))):
            view = engine.view(state, viewer)
            open_cards = {*state.pile[-1:], *open_aside(state), *([state.taken] if state.taken else [])}
            for number, seat in enumerate(state.seats):
                open_cards.update(seat.cards[: max(seat.shown, seat.known if number == viewer else 0)])
            assert cards_in(replace(view, log=())) == open_cards
            assert [len(seat.cards) for seat in view.seats] == [len(seat.cards) for seat in state.seats]


@pytest.mark.parametrize("name", GAMES)
def test_the_log_names_only_cards_that_lie_open_when_it_happens(name):
    for step in steps(name):
        open_cards = {card for state in (step.before, step.after) for card in (*state.pile[-1:], *open_aside(state))}
        open_cards.update(card for seat in step.after.seats for card in seat.cards[: seat.shown])
        assert cards_in(step.events) <= open_cards


@pytest.mark.parametrize("name", GAMES)
def test_a_round_is_rebuilt_from_its_standing_the_seed_and_its_moves(name):
    """What is stored as JSON is enough, and a change of leader in the middle is no obstacle."""
    rebuilt = None
    for step in steps(name)[:4000]:
        start = step.before
        if rebuilt is None or (rebuilt.round, rebuilt.decks) != (start.round, start.decks):
            standing = Standing.from_json(json.loads(json.dumps(start.standing.to_json())))
            assert standing == start.standing
            rebuilt, _ = engine.start(name, start.options, standing, len(start.seats), start.leader, start.decks)
        assert rebuilt == start
        action = Action.from_json(json.loads(json.dumps(step.action.to_json())))
        assert action == step.action
        json.dumps([event.to_json() for event in step.events])
        json.dumps([asdict(settlement) for settlement in step.after.settled])
        rebuilt, _ = engine.apply(rebuilt, step.seat, action)
        assert rebuilt == step.after


@pytest.mark.parametrize("name", GAMES)
def test_another_leader_gets_the_controls_and_nothing_else_changes(name):
    rng = Random(f"leader {name}")
    for state in (step.after for step in (*some(name, 800), *moments(name, 20))):
        leader = rng.randrange(len(state.seats))
        led = engine.with_leader(state, leader)
        assert led.leader == leader
        assert replace(led, leader=state.leader, to_act=state.to_act) == state
        if state.to_act is not None:
            assert engine.legal_actions(led, led.to_act)


@pytest.mark.parametrize("name", GAMES)
def test_options_of_another_game_are_refused_by_name(name):
    for other in GAMES:
        for option in engine.GAMES[other].options:
            if option.name not in {own.name for own in engine.GAMES[name].options}:
                with pytest.raises(engine.BadOption, match=option.name):
                    engine.check_options(name, {option.name: option.default})
