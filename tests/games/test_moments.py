"""The table at any move, of a running game too: a seat's moment shows what that seat saw, and only ALL shows everything."""

import re

import pytest

from games import history, moments
from games.rules import engine
from tests.factories import SittingFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    table = SittingFactory(people=3, started=True)
    table.play_until("rummy")
    table.act("draw", "stock")
    return table


def cards(html):
    return set(re.findall(r"#card-([A2-9TJQK][CDHS])", html))


@pytest.mark.parametrize("who", ["0", "1", "2", moments.WATCHER])
def test_a_seat_sees_what_it_saw(table, who):
    game = history.stored(table.table)
    last = moments.moment(game, 1, 99, who)
    view = engine.view(table.state, None if who == moments.WATCHER else int(who))
    seen = {card for seat in view.seats for card in seat.cards if card} | {view.discard_top}
    assert cards(last.html) == seen


def test_with_all_cards(table):
    last = moments.moment(history.stored(table.table), 1, 99, moments.ALL)
    state = table.state
    assert cards(last.html) == {card for seat in state.seats for card in seat.cards} | set(state.pile)
    assert str(len(state.stock)) in last.html


@pytest.mark.parametrize("who", ["7", "-1", "nobody", "", "²"])
def test_whoever_is_nobody_looks_on(table, who):
    assert moments.moment(history.stored(table.table), 1, 0, who).who == moments.WATCHER


def test_the_nearest_step_that_there_is(table):
    game = history.stored(table.table)
    assert moments.moment(game, 1, -5, moments.ALL).step == 0
    assert moments.moment(game, 99, 999, moments.ALL).step == table.table.moves
    assert moments.moment(game, 1, table.table.moves, moments.ALL).complete
