"""Where the knock limits of the BagelsKnock computer player come from: `python tests/bench/knock_limits.py [SEATS] [ROUNDS]`.

In rounds among computer players, at beginnings of turns, the round is played on in two ways: with a knock now, and with a
draw. Printed is what the knock brought more (points of Phase 2, mean and standard error) by turn of the seat and by loose
points; a limit belongs where the figures of a row change from plus to minus.
"""

import random
import statistics
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from games import bots
from games.bots import bagelsknock
from games.rules import engine
from games.rules.shuffle import SeededDecks
from games.rules.state import Action, Standing

GAME = "bagelsknock"
BAND, HIGHEST, LAST_TURN = 4, 36, 8


def step(state, rng, willing=True):
    """The move of the computer player whose turn it is; one that is not willing does not knock."""
    view = engine.view(state, state.to_act)
    offers = [offer for offer in view.offers if willing or offer.verb != "knock"]
    return engine.apply(state, state.to_act, bots.choose(view, offers, rng))[0]


def play_out(state, rng, seat):
    while state.phase == "rummy":
        state = step(state, rng)
    return state.settled[-1].points[seat]


def compare(seats, rounds, seed=0):
    """(turn, loose points, points that the knock brought more) for a quarter of all beginnings of turns."""
    options = engine.check_options(GAME, {})
    for number in range(1, rounds + 1):
        rng = random.Random(f"{seed} {number}")
        decks = SeededDecks(f"{seed} {seats}".encode())
        state, _ = engine.start(GAME, options, Standing(number, number % seats, "regular"), seats, 0, decks)
        turns = [0] * seats
        while state.phase != "round_over":
            seat = state.to_act
            if state.phase == "rummy" and state.drawn is None and state.knocker is None:
                loose = engine.view(state, seat).seats[seat].hand.points
                if 0 < loose < HIGHEST and rng.random() < 0.25:
                    knocked = play_out(engine.apply(state, seat, Action("knock"))[0], rng, seat)
                    yield turns[seat], loose, knocked - play_out(step(state, rng, willing=False), rng, seat)
                turns[seat] += 1
            state = step(state, rng)


def main():
    seats = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    samples = defaultdict(list)
    for turn, loose, more in compare(seats, rounds):
        samples[min(turn, LAST_TURN), loose // BAND].append(more)
    print(f"{seats} seats; limits now {bagelsknock.KNOCK[seats - 1]}")
    print("turn   " + "".join(f"{band * BAND:3}-{band * BAND + BAND - 1:<6}" for band in range(HIGHEST // BAND)))
    for turn in range(LAST_TURN + 1):
        cells = [samples[turn, band] for band in range(HIGHEST // BAND)]
        texts = [f"{statistics.mean(c):+4.0f}+-{statistics.stdev(c) / len(c) ** 0.5:<4.0f}" if len(c) > 4 else " " * 10 for c in cells]
        print(f"{turn:3}    " + "".join(texts))


if __name__ == "__main__":
    main()
