"""What a move leaves behind is gone at once. Garbage that refers to itself waits for Python to look for it, and everybody for that."""

import gc

import pytest

from games import boards
from games.rules import engine
from tests.factories import SittingFactory

MOVES = 40


@pytest.mark.django_db
@pytest.mark.parametrize("game", engine.GAMES)
def test_a_move_leaves_no_garbage_that_refers_to_itself(game):
    table = SittingFactory(game=game, people=engine.GAMES[game].seats[0], started=True)

    def move():
        seat, action = table.next_action()
        now = table.act(action.verb, action.argument, seat)
        for viewer in (None, *now.seats):
            boards.render(now, viewer)

    move()  # the first fills what is remembered
    gc.collect()
    gc.disable()
    try:
        for _ in range(MOVES):
            move()
        assert gc.collect() < MOVES
    finally:
        gc.enable()
