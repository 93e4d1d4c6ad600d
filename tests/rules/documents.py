"""History documents of random games, made by the rules alone, as the site would publish them."""

import json
from random import Random
from typing import Any

from games.rules import engine, shuffle
from games.rules.record import Made, play_round
from tests.random_games import WILLING, pick


def document(rng: Random, name: str, rounds: int = 3, **willing: float) -> dict[str, Any]:
    """So many rounds (or fewer, if the game ends before) by players who take any action. `willing`: how they like verbs."""
    game = engine.GAMES[name]
    options = engine.check_options(name, {})
    seats = rng.randint(*game.seats)
    secret, cuts = rng.randbytes(32), [f"cut {number} ♠" if number else "" for number in range(seats)]
    seed = shuffle.seed(secret, cuts)
    dealer, decks = shuffle.lot(seed, seats), shuffle.SeededDecks(seed)
    standing = game.first_standing(options, seats, dealer)
    liked = dict.fromkeys(WILLING, 1.0) | {"collect": 0, "end_game": 0} | willing
    told = []
    while standing and len(told) < rounds:
        moves: list[Made] = []
        state = engine.start(name, options, standing, seats, rng.randrange(seats), decks)[0]
        while not engine.is_over(state) and state.round == standing.round:
            seat = rng.choice([seat for seat in range(seats) if engine.legal_actions(state, seat)])
            moves.append(Made(seat, pick(rng, state, seat, liked), state.leader))
            state = engine.apply(state, seat, moves[-1].action)[0]
        played = play_round(name, options, standing, seats, moves[0].leader or 0, decks, moves)
        told.append(
            {
                "number": standing.round,
                "shuffles": played.shuffles,
                "hands": played.hands,
                "upcard": played.upcard,
                "moves": [
                    {"number": n, "seat": m.seat, "action": m.action.to_json(), "by": "person", "at": "x"} for n, m in enumerate(moves, 1)
                ],
                "points": played.points,
            }
        )
        standing = played.following
    written = {
        "table": "TEST0000", "game": name, "options": options, "rules_version": engine.RULES_VERSION,
        "seats": ["Ann", "Bo", "Cy", "Di", "Ed"][:seats], "commitment": shuffle.commitment(secret), "secret": secret.hex(), "cuts": cuts,
        "first_dealer": dealer, "rounds": told,
    }  # fmt: skip
    return json.loads(json.dumps(written))


def other_card(document: dict[str, Any]) -> tuple[int, int]:
    """Alter a move: somebody puts away a card that never left the stock. Round and number of the move."""
    for each in document["rounds"]:
        for move in each["moves"]:
            if "card" in move["action"]:
                move["action"]["card"] = each["shuffles"][0][-1]
                return each["number"], move["number"]
    raise AssertionError("nothing was put away")
