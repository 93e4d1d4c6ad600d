"""Where the figures of `games.bots.knocking.Knock` come from: `python -m tests.bench.knock_lines GAME [SEATS] [ROUNDS]`.

In rounds of sharp and steady players, wherever somebody may knock, the round is played on in two ways from the same position: with a
knock now, and without one in this turn. The difference in points is fitted (least squares) to what that player can know. Printed is the
line that comes out, with the standard errors of its figures.

Each position takes two rounds, so this is slow: the figures in use were found by the same experiment in a quicker copy of the rules and
the players that was thrown away afterwards, some 10,000 positions for each number of seats, in two or three passes (the players of a
pass knock by the line of the one before).
"""

import random
import sys
from collections.abc import Iterator
from dataclasses import replace

import numpy

from games import bots
from games.bots import Level, bagelsknock, gin, knock_rummy, rummy
from games.bots.knocking import LOOSE, TURNS
from games.rules import engine
from games.rules.knock_rummy import CARDS
from games.rules.melds import loose_points
from games.rules.shuffle import SeededDecks
from games.rules.state import Action, State, View

NAMES = ("always", "turn", "loose", "gain", "none", "took", "late", "much")
PLAYING = ("first_turn", "play", "rummy")
#: More loose points than these are no question.
ASKED = 24
#: Of all positions so many are asked.
SHARE = 0.5


def step(state: State, levels: list[Level], rng: random.Random, *, willing: bool = True) -> State:
    """The move of the computer player whose turn it is; one that is not willing does not knock."""
    view = engine.view(state, state.to_act)
    offers = [offer for offer in view.offers if willing or offer.verb != "knock"]
    return engine.apply(state, state.to_act, bots.choose(view, offers, rng, levels[state.to_act]))[0]


def play_out(state: State, levels: list[Level], rng: random.Random, seat: int) -> float:
    while state.phase in PLAYING:
        state = step(state, levels, rng)
    points = state.settled[-1].points
    return points[seat] - (points[1 - seat] if state.game == "gin" else 0)


def knowledge(view: View) -> tuple[Action, list[float]] | None:
    """The knock that the viewer may consider, and what it knows; None if there is none to consider."""
    offer = next((offer for offer in view.offers if offer.verb == "knock"), None)
    ace = "both" if view.game == "bagelsknock" else "low"
    hand = rummy.own_cards(view)
    if not offer:
        return None
    card = min(offer.choices, key=lambda card: view.after[card]) if offer.choices else None
    hand = rummy.all_but(hand, card)
    loose = loose_points(hand, ace)
    if not 0 < loose < ASKED:
        return None
    memory = rummy.remember(view, rummy.STYLES[Level.SHARP])
    ahead = rummy.outlook(hand, memory.unseen, ace)
    turn = min(memory.turns[view.viewer], TURNS)
    took = sum(memory.took.values()) - memory.took[view.viewer]
    points = min(loose, LOOSE)
    known = [1, turn, points, loose - ahead.loose, 100 * ahead.none, took, points * turn / 10, points * points / 10]
    return Action("knock", card), known


def positions(game: str, seats: int, rounds: int) -> Iterator[tuple[list[float], float]]:
    """What the player knew, and how much more the knock brought."""
    options = engine.check_options(game, {})
    for number in range(1, rounds + 1):
        rng = random.Random(number)
        levels = [rng.choice((Level.SHARP, Level.STEADY)) for _ in range(seats)]
        standing = replace(engine.GAMES[game].first_standing(options, seats, number % seats), round=number)
        state, _ = engine.start(game, options, standing, seats, 0, SeededDecks(b"lines"))
        while state.phase not in PLAYING:
            state = step(state, levels, rng)
        while state.phase in PLAYING:
            seat = state.to_act
            asked = rng.random() < SHARE and levels[seat] == Level.SHARP and knowledge(engine.view(state, seat))
            if asked:
                action, known = asked
                knocked = play_out(engine.apply(state, seat, action)[0], levels, rng, seat)
                yield known, knocked - play_out(step(state, levels, rng, willing=False), levels, rng, seat)
            state = step(state, levels, rng)


def main() -> None:
    game = sys.argv[1]
    seats = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    found = list(positions(game, seats, rounds))
    known, more = (numpy.array(column) for column in zip(*found, strict=True))
    line, *_ = numpy.linalg.lstsq(known, more, rcond=None)
    spread = numpy.mean((more - known @ line) ** 2) * numpy.linalg.pinv(known.T @ known)
    used = {
        "gin": {2: gin.KNOCK},
        "knock_rummy": {n: knock_rummy.KNOCK[n, cards] for n, cards in CARDS.items()},
        "bagelsknock": {n + 1: k for n, k in bagelsknock.KNOCK.items()},
    }
    print(f"{len(found)} positions; a knock brought {more.mean():+.1f}; in use: {used[game][seats]}")
    for name, figure, error in zip(NAMES, line, spread.diagonal() ** 0.5, strict=True):
        print(f"{name:8} {figure:+8.2f} +- {error:.2f}")


if __name__ == "__main__":
    main()
