"""How well the computer players play: points per round against simple players, over many dealt rounds.

    python tests/bench/bot_strength.py [ROUNDS] [GAME] [OPTION=VALUE ...]

Every deal is played once by each arrangement of seats, so luck of the cards and of the seat cancels out. Figures are the
points per round of one seat of ours, all other seats being the named player, with the standard error of the mean.
"""

import json
import random
import statistics
import sys
import time
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from games import bots
from games.rules import engine, poker
from games.rules.cards import order
from games.rules.melds import POINTS
from games.rules.shuffle import SeededDecks
from games.rules.state import Action


def legal(view, offers, rng):
    """Anything that is allowed."""
    offer = rng.choice([offer for offer in offers if offer.verb != "end_game"])
    return rng.choice(list(offer.actions()))


def simple(view, offers, rng, *, pays, knock):
    """Never bets, calls up to `pays`; draws from the stock, throws the highest loose card, knocks with `knock` points or fewer."""
    verbs = {offer.verb: offer for offer in offers}
    if "check" in verbs:
        return Action("check")
    if "call" in verbs:
        return Action("call") if view.bet <= pays else Action("fold")
    if view.after:
        card = min(view.after, key=lambda card: (view.after[card], -POINTS[card], order(card)))
        closing = next((verb for verb in ("splash", "knock") if verb in verbs), None)
        if closing and card in verbs[closing].choices and (closing == "splash" or view.after[card] <= knock):
            return Action(closing, card)
        return Action("discard", card)
    if "knock" in verbs and view.seats[view.viewer].hand.points <= knock:
        return Action("knock")
    return otherwise(view, verbs)


def otherwise(view, verbs):
    if "draw" in verbs:
        return Action("pass") if "pass" in verbs else Action("draw", verbs["draw"].choices[0])
    verb = next(verb for verb in verbs if verb != "end_game")
    return Action(verb, verbs[verb].suggested)


def simple_poker(view, offers, rng, *, knock, stays=True):
    """Never bets, calls everything, draws from the stock, keeps the best five, knocks with such a hand or a better one; folds or never."""
    verbs = {offer.verb: offer for offer in offers}
    for verb in ("check", "call"):
        if verb in verbs:
            return Action(verb)
    if "discard" not in verbs:
        return otherwise(view, {verb: offer for verb, offer in verbs.items() if verb not in ("knock", "pass")})
    hand = view.seats[view.viewer].cards
    strength, card = max((poker.best_five([c for c in hand if c != card]), card) for card in verbs["discard"].choices)
    good = CATEGORIES.index(strength.rank.category) >= knock
    if "knock" in verbs and good:
        return Action("knock", card)
    return Action("fold") if "fold" in verbs and not (stays or good) else Action("discard", card)


CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)


def named(name, player):
    player.__name__ = name
    return player


#: The simple players of each game.
OTHERS = {
    "bagelsknock": [named("cautious", partial(simple, pays=3, knock=5)), named("loose caller", partial(simple, pays=99, knock=12))],
    "knock_rummy": [named(f"knocks with {most}", partial(simple, pays=0, knock=most)) for most in (5, 10, 20)],
    "gin": [named(f"knocks with {most}", partial(simple, pays=0, knock=most)) for most in (0, 5, 10)],
    "knock_poker": [
        named("pair, stays", partial(simple_poker, knock=1)),
        named("two pairs, stays", partial(simple_poker, knock=2)),
        named("two pairs, folds", partial(simple_poker, knock=2, stays=False)),
        named("three, stays", partial(simple_poker, knock=3)),
    ],
}


def play_round(game, options, players, deal, rng):
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


def measure(game, options, ours, theirs, seats, rounds):
    rng = random.Random(1)
    results, kinds = [], Counter()
    for deal in range(1, rounds + 1):
        phases = []
        for place in range(seats):
            players = [theirs] * seats
            players[place] = ours
            settled = play_round(game, options, players, deal, rng)
            kinds[settled[-1].kind] += 1
            phases.append([settlement.points[place] for settlement in settled])
            if game == "gin":  # points are written to one side
                phases[-1][0] -= settled[0].points[1 - place]
        results.append([statistics.mean(column) for column in zip(*phases, strict=True)])
    columns = list(zip(*results, strict=True))
    return [(statistics.mean(column), statistics.stdev(column) / len(column) ** 0.5) for column in columns], kinds


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    game = sys.argv[2] if len(sys.argv) > 2 else "bagelsknock"
    options = engine.check_options(game, {name: value(text) for name, text in (word.split("=") for word in sys.argv[3:])})
    low, high = engine.GAMES[game].seats
    print("against           seats   points a round   seconds a round")
    for theirs in (legal, *OTHERS[game], bots.choose):
        for seats in range(low, high + 1):
            began = time.process_time()
            figures, kinds = measure(game, options, bots.choose, theirs, seats, rounds)
            spent = (time.process_time() - began) / rounds / seats
            text = "   ".join(f"{mean:+7.2f} +-{error:5.2f}" for mean, error in figures)
            print(f"{theirs.__name__:17} {seats:5}   {text}   {spent:.3f}   {dict(kinds)}", flush=True)


def value(text):
    try:
        return json.loads(text)
    except ValueError:
        return text


if __name__ == "__main__":
    main()
