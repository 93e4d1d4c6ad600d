"""How much better each level of computer player is than the one below: `make bench-bots`, or a part of it by ARGS.

    make bench-bots ARGS="--game gin --rounds 4000"
    make bench-bots ARGS="--game knock_rummy --seats 3 --match steady:gentle --option jokers=true"
    make bench-bots ARGS="--game openspiel"
    make bench-bots ARGS="--option any"

One seat plays at the first level, all others at the second. Every deal is played once from each seat, so that luck of the cards and
of the seat largely cancels out; a figure is what the one seat gets in a round, the mean over the deals and its standard error
(in Gin, where points are written to one side, the difference). In BagelsKnock every fourth deal is a Big Kahuna, and a round counts as in
the game: four times the poker points and the rummy points.
Times are processor time of one decision at the first level, in milliseconds. With `--option any` every deal has house rules of its
own, drawn by lot. A decision that a game refuses would end the benchmark.

`openspiel` is our sharp Gin inside OpenSpiel (tests/bench/openspiel.py) against the simple bot that comes with it.
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import chain
from random import Random

from games.bots import Level, choose
from games.rules import engine
from games.rules.shuffle import SeededDecks
from games.rules.state import Settlement
from tests.bench import openspiel

MATCHES = ((Level.SHARP, Level.STEADY), (Level.STEADY, Level.GENTLE))
#: Each process plays so many deals at a time.
CHUNK = 25
OPENSPIEL = "openspiel"


class Timed:
    """A player of a level that notes how long it thinks."""

    def __init__(self, level: Level) -> None:
        self.level, self.spent = level, []

    def __call__(self, view, offers, rng, level=None):
        began = time.process_time()
        action = choose(view, offers, rng, level or self.level)
        self.spent.append(time.process_time() - began)
        return action


def play_round(game: str, options: dict, players: list, deal: int, rng: Random) -> tuple[Settlement, ...]:
    """The settlements of one round."""
    seats = len(players)
    standing = engine.GAMES[game].first_standing(options, seats, deal % seats)
    if game == "bagelsknock" and deal % 4 == 0:
        standing = replace(standing, kind="big_kahuna")
    state, _ = engine.start(game, options, replace(standing, round=deal), seats, 0, SeededDecks(b"bench"))
    while state.phase not in ("round_over", "final_bet", "game_over"):
        seat = state.to_act
        view = engine.view(state, seat)
        state, _ = engine.apply(state, seat, players[seat](view, view.offers, rng))
    return state.settled


def got(game: str, settled: tuple[Settlement, ...], seat: int) -> list[float]:
    """What a seat got in a round: all of it, then by phase if there are several."""
    points = [settlement.points[seat] for settlement in settled]
    if game == "gin":
        return [points[0] - settled[0].points[1 - seat]]
    if game == "bagelsknock":
        return [4 * points[0] + points[1], *points]
    return [sum(points)]


def by_lot(game: str, rng: Random) -> dict:
    """House rules of any kind."""
    return engine.check_options(game, {option.name: rng.choice(option.values) for option in engine.GAMES[game].options})


def compare(game: str, options: dict, seats: int, ours: Level, theirs: Level, deals: Iterable[int]):
    """For each deal what the seat of our level got, the mean over all places; and how long it thought each time."""
    player, results = Timed(ours), []
    for deal in deals:
        rows = []
        rules = options or by_lot(game, Random(deal))
        for place in range(seats):
            players = [partial(choose, level=theirs)] * seats
            players[place] = player
            rows.append(got(game, play_round(game, rules, players, deal, Random(f"{deal} {place}")), place))
        results.append([statistics.mean(column) for column in zip(*rows, strict=True)])
    return results, player.spent


def abroad(level: Level, deals: Iterable[int]):
    """The same for our Gin inside OpenSpiel."""
    import pyspiel  # only here: it is installed for this benchmark alone

    player = Timed(level)
    hands = ([openspiel.play(pyspiel, deal, seat, level, player) for seat in (0, 1)] for deal in deals)
    return [[statistics.mean(both)] for both in hands], player.spent


def chunks(count: int) -> list[range]:
    return [range(first, min(first + CHUNK, count + 1)) for first in range(1, count + 1, CHUNK)]


def report(title: str, rounds: int, parts) -> None:
    results, spent = (list(chain.from_iterable(lists)) for lists in zip(*parts, strict=True))
    columns = list(zip(*results, strict=True))
    texts = [f"{statistics.mean(c):+7.2f} +- {statistics.stdev(c) / len(c) ** 0.5:4.2f}" for c in columns]
    times = sorted(1000 * seconds for seconds in spent)
    median, late = statistics.median(times), times[int(0.95 * len(times))]
    whole, *phases = texts
    detail = f"   ({'; '.join(phases)})" if phases else ""
    print(f"{title:44} {rounds:6}   {whole}   {median:6.2f} {late:6.2f}{detail}", flush=True)


def value(text: str):
    try:
        return json.loads(text)
    except ValueError:
        return text


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench-bots", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=[*engine.GAMES, OPENSPIEL], help="only this one; may be given again")
    parser.add_argument("--seats", type=int, action="append", help="only this number of seats; may be given again")
    parser.add_argument("--match", action="append", help="only this, for example sharp:steady; may be given again")
    parser.add_argument("--rounds", type=int, default=1000, help="rounds for each line, at least (OpenSpiel: four times as many hands)")
    parser.add_argument(
        "--option", action="append", default=[], help="a house rule, for example jokers=true; may be given again; any: by lot"
    )
    parser.add_argument("--processes", type=int, default=2, choices=(1, 2), help="how many play side by side")
    return parser.parse_args()


def main() -> None:
    asked = arguments()
    matches = [tuple(map(Level, match.split(":"))) for match in asked.match or ()] or MATCHES
    print(f"{'':44} rounds   points a round     ms, and p95")
    with ProcessPoolExecutor(asked.processes) as pool:
        for name, game in engine.GAMES.items():
            if asked.game and name not in asked.game:
                continue
            words = [] if asked.option == ["any"] else [word.split("=") for word in asked.option]
            options = {} if asked.option == ["any"] else engine.check_options(name, {key: value(text) for key, text in words})
            for seats in range(game.seats[0], game.seats[1] + 1):
                if asked.seats and seats not in asked.seats:
                    continue
                deals = -(-asked.rounds // seats)
                for ours, theirs in matches:
                    play = partial(compare, name, options, seats, ours, theirs)
                    title = f"{game.title}, {seats}: {ours} against {theirs}"
                    report(title, deals * seats, list(pool.map(play, chunks(deals))))
        if not asked.game or OPENSPIEL in asked.game:
            for ours in {ours: None for ours, _ in matches}:
                deals = asked.rounds * 2
                report(f"Gin in OpenSpiel: {ours} against its simple bot", deals * 2, list(pool.map(partial(abroad, ours), chunks(deals))))


if __name__ == "__main__":
    main()
