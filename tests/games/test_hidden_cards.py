"""No page, reply or frame tells a card that its viewer may not see: exchanging hidden cards changes not one byte of it."""

import hashlib
from random import Random

import pytest
from django.utils import timezone

from games import boards
from games.models import Seat, Table
from games.replay import Present
from games.rules import engine
from tests.factories import PEOPLE
from tests.random_games import exchanged, states

SECRET = hashlib.sha256(b"nobody may read this").digest()


def present(state, *, bots=()):
    """A table that plays this state, as `games.play` would give it; nothing is stored."""
    status = Table.Status.FINISHED if engine.is_over(state) else Table.Status.PLAYING
    table = Table(
        code="ABCD2345", game=state.game, options=state.options, rules_version=engine.RULES_VERSION, seats_wanted=len(state.seats),
        status=status, leader=state.leader, secret=SECRET, commitment="c0ffee", round=state.round, created_at=timezone.now(),
    )  # fmt: skip
    seats = [
        Seat(table=table, number=number, handle=handle, bot=number in bots) for number, handle in enumerate(PEOPLE[: len(state.seats)])
    ]
    return Present(table, tuple(seats), state)


def html(state, viewer):
    """What the viewer's browser gets: all regions, and the title."""
    boards._kept.clear()
    shown = present(state, bots=(1,))
    board = boards.render(shown, None if viewer is None else shown.seats[viewer])
    return f"<title>{board.title}</title>{board.html}"


@pytest.mark.parametrize(("name", "seed"), [(name, seed) for name in engine.GAMES for seed in range(4)])
def test_exchanging_hidden_cards_changes_not_one_byte(name, seed):
    rng = Random(f"html {name} {seed}")
    seen = {}
    for _ in range(25):
        for state in states(rng, name):
            viewer = rng.choice([None, *range(len(state.seats))])
            moment = (state.phase, state.drawn, state.knocker is None, viewer is None, viewer == state.to_act, viewer == state.knocker)
            if seen.setdefault(moment, 0) >= 6:
                continue
            other = exchanged(rng, state, viewer)
            if other != state:
                seen[moment] += 1
                assert html(other, viewer) == html(state, viewer), moment
    assert {moment[0] for moment, times in seen.items() if times} >= set(engine.GAMES[name].phases)


@pytest.mark.parametrize("name", engine.GAMES)
def test_the_check_would_notice_a_card_that_shows(name):
    """The viewer's own cards do change the page when they change: the comparison above is not of empty pages."""
    rng = Random(f"shows {name}")
    changed = 0
    for state in states(rng, name):
        for viewer in range(len(state.seats)):
            changed += html(state, viewer) != html(exchanged(rng, state, None), viewer)
    assert changed > 5


@pytest.mark.parametrize("name", engine.GAMES)
def test_no_page_of_a_running_game_tells_the_secret_or_the_seed(name):
    rng = Random(f"secret {name}")
    for state in states(rng, name):
        if engine.is_over(state):
            continue
        page = html(state, rng.choice([None, *range(len(state.seats))])).lower()
        for told in (SECRET, state.decks.seed):
            assert told.hex() not in page
            assert repr(told)[2:-1].lower() not in page
