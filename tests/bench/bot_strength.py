"""How well the computer players play: points per round against simple players, over many dealt rounds.

    python tests/bench/bot_strength.py [ROUNDS] [GAME]

Every deal is played once by each arrangement of seats, so luck of the cards and of the seat cancels out. Figures are the
points per round of one seat of ours, all other seats being the named player, with the standard error of the mean.
"""

import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from games import bots
from games.rules import engine
from games.rules.cards import order
from games.rules.melds import POINTS
from games.rules.shuffle import SeededDecks
from games.rules.state import Action


def legal(view, offers, rng):
    """Anything that is allowed."""
    offer = rng.choice([offer for offer in offers if offer.verb != "end_game"])
    return rng.choice(list(offer.actions()))


def cautious(view, offers, rng):
    """Never bets, calls up to 3; draws from the stock, throws the highest loose card, knocks with 5."""
    verbs = {offer.verb: offer for offer in offers}
    if "check" in verbs:
        return Action("check")
    if "call" in verbs:
        return Action("call") if view.bet <= 3 else Action("fold")
    return simple_rummy(view, verbs, knock=5)


def loose_caller(view, offers, rng):
    """Calls everything, never raises; the same rummy, knocks with 12."""
    verbs = {offer.verb: offer for offer in offers}
    for verb in ("check", "call"):
        if verb in verbs:
            return Action(verb)
    return simple_rummy(view, verbs, knock=12)


def simple_rummy(view, verbs, *, knock):
    if "splash" in verbs:
        return Action("splash", verbs["splash"].choices[0])
    if "discard" in verbs:
        return Action("discard", min(view.after, key=lambda card: (view.after[card], -POINTS[card], order(card))))
    hand = view.seats[view.viewer].hand
    if "knock" in verbs and hand.points <= knock:
        return Action("knock")
    if "draw" in verbs:
        return Action("draw", verbs["draw"].choices[0])
    verb = next(verb for verb in verbs if verb != "end_game")
    return Action(verb, verbs[verb].suggested)


def play_round(game, players, deal, kind, rng):
    """Points of each phase, by seat, of one round; and how many turns of Phase 2 it took."""
    seats = len(players)
    options = engine.check_options(game, {})
    standing = engine.GAMES[game].first_standing(options, seats, deal % seats)
    standing = type(standing)(deal, standing.dealer, kind or standing.kind)
    state, _ = engine.start(game, options, standing, seats, 0, SeededDecks(b"bench"))
    moves = 0
    while state.phase not in ("round_over", "final_bet", "game_over"):
        seat = state.to_act
        view = engine.view(state, seat)
        state, _ = engine.apply(state, seat, players[seat](view, view.offers, rng))
        moves += 1
    return [settlement.points for settlement in state.settled], moves, state.settled[-1].kind


def measure(game, ours, theirs, seats, rounds):
    rng = random.Random(1)
    results, kinds = [], {}
    for deal in range(1, rounds + 1):
        kind = "big_kahuna" if deal % 4 == 0 else "regular"
        phases = []
        for place in range(seats):
            players = [theirs] * seats
            players[place] = ours
            points, _, ended = play_round(game, players, deal, kind, rng)
            kinds[ended] = kinds.get(ended, 0) + 1
            phases.append([phase[place] for phase in points])
        results.append([statistics.mean(column) for column in zip(*phases, strict=True)])
    columns = list(zip(*results, strict=True))
    return [(statistics.mean(column), statistics.stdev(column) / len(column) ** 0.5) for column in columns], kinds


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    game = sys.argv[2] if len(sys.argv) > 2 else "bagelsknock"
    print("against        seats   Phase 1          Phase 2          seconds a round")
    for theirs in (legal, cautious, loose_caller, bots.choose):
        for seats in (2, 3, 4):
            began = time.perf_counter()
            figures, kinds = measure(game, bots.choose, theirs, seats, rounds)
            spent = (time.perf_counter() - began) / rounds / seats
            text = "   ".join(f"{mean:+7.2f} +-{error:5.2f}" for mean, error in figures)
            print(f"{theirs.__name__:14} {seats:5}   {text}   {spent:.3f}   {kinds}")


if __name__ == "__main__":
    main()
