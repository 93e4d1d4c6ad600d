"""Computer players of every game: always an action that is offered, the same for the same view, and games that end."""

from collections import Counter
from random import Random

import pytest

from games import bots
from games.bots import Level
from games.rules import engine
from tests.random_games import deal, exchanged, states

GAMES = sorted(engine.GAMES)


def test_every_game_has_computer_players():
    assert set(bots.PLAYERS) == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_in_any_state_the_choice_is_one_that_is_offered(name):
    """At every level; also for seats whose turn it is not, but who may act, and for every leader."""
    rng = Random(f"offered {name}")
    asked, levels = Counter(), list(Level)
    for _ in range(20):
        for state in states(rng, name):
            for seat in range(len(state.seats)):
                view = engine.view(state, seat)
                moment = (state.phase, state.drawn, state.knocker is None)
                if not view.offers or asked[moment] >= 40:
                    continue
                level = levels[asked[moment] % len(levels)]
                asked[moment] += 1
                seed = rng.random()
                action = bots.choose(view, view.offers, Random(seed), level)
                assert engine.refusal(state, seat, action) is None
                assert action.verb != "end_game"
                # what it cannot see does not move it
                unseen = engine.view(exchanged(rng, state, seat), seat)
                assert bots.choose(unseen, unseen.offers, Random(seed), level) == action
                if level is Level.SHARP:
                    assert bots.advise(view, view.offers, Random(seed)).action == action
    assert {phase for phase, _, _ in asked} == set(engine.GAMES[name].phases)


@pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name in GAMES for seats in range(engine.GAMES[name].seats[0], 1 + engine.GAMES[name].seats[1])]
)
def test_whole_games_among_computer_players_come_to_an_end(name, seats):
    """At all levels, mixed."""
    rng = Random(seats)
    for _ in range(2):
        state = deal(rng, name, seats)
        while state.options.get("rounds") in ("leader", 10, 20):  # these last longer, and as the leader likes
            state = deal(rng, name, seats)
        for _ in range(6000):
            if engine.is_over(state):
                break
            view = engine.view(state, state.to_act)
            level = list(Level)[state.to_act % len(Level)]
            state, _ = engine.apply(state, state.to_act, bots.choose(view, view.offers, rng, level))
        assert engine.winners(state)
