"""The history of a game that is over: the document `history.json`, and its rounds played again for pages and checks.

While a table waits or plays there is none: whoever knows its secret knows all its cards.
"""

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, ParamSpec, TypeVar

from games import replay
from games.change import Refused
from games.models import Move, Round, Seat, Table
from games.rules import shuffle
from games.rules.record import Made, Played, Problem, play_round
from games.rules.state import Action, Standing

P = ParamSpec("P")
T = TypeVar("T")

#: how many rounds a process remembers as they were played again, which takes longer than many moves; their steps are looked at in turn,
#: and the operator looks at all of a game. A round takes 20 KB, the longest 1 MB
KEPT = 64

#: how many may wait for rounds that are played again beside the database thread
WAITING = 20


def is_over(table: Table) -> bool:
    """Whether the secret of the table is a secret no more."""
    return table.status in (Table.Status.FINISHED, Table.Status.CLOSED)


def shuffle_of(table: Table, seats: Sequence[Seat]) -> dict[str, Any]:
    """What everybody may know of the shuffle now: the cuts once they are fixed, the secret once the game is over."""
    return {
        "commitment": table.commitment,
        "cuts": [{"handle": seat.handle, "cut": seat.cut} for seat in seats] if table.round else [],
        "secret": bytes(table.secret).hex() if is_over(table) else "",
    }


@dataclass(frozen=True, slots=True)
class Stored:
    """What is stored of a game that has been played, in the order in which it happened."""

    table: Table
    seats: tuple[Seat, ...]
    rounds: tuple[tuple[Round, tuple[Move, ...]], ...]

    @property
    def names(self) -> list[str]:
        return [seat.handle for seat in self.seats]

    def round(self, number: int) -> tuple[Round, tuple[Move, ...]]:
        """The round of this number; the first if there is none."""
        return next((found for found in self.rounds if found[0].number == number), self.rounds[0])


def stored(table: Table, only_round: int | None = None) -> Stored:
    """The game with all its moves, or with those of one round."""
    rounds = table.rounds.order_by("number")
    moves = Move.objects.filter(round__table=table).order_by("round", "number")
    if only_round is not None:
        moves = moves.filter(round__number=only_round)
    of_round: dict[int, list[Move]] = {}
    for move in moves:
        of_round.setdefault(move.round_id, []).append(move)
    seats = tuple(table.seats.order_by("number"))
    return Stored(table, seats, tuple((each, tuple(of_round.get(each.pk, ()))) for each in rounds))


def played(table: Table, seats: Sequence[Seat], each: Round, moves: Sequence[Move]) -> Played:
    """A stored round played again by today's rules, from the standing that it started from."""
    key = _told(table, seats, each, moves)
    again = _kept.get(key)
    if again is None:
        again = _kept[key] = _play_again(*key)
        while len(_kept) > KEPT:
            _kept.pop(next(iter(_kept)), None)
    return again


def is_kept(table: Table, seats: Sequence[Seat], each: Round, moves: Sequence[Move]) -> bool:
    """Whether the round has been played again lately, so that it costs nothing now."""
    return _told(table, seats, each, moves) in _kept


_kept: dict[tuple[str, bytes], Played] = {}


def _told(table: Table, seats: Sequence[Seat], each: Round, moves: Sequence[Move]) -> tuple[str, bytes]:
    """All that a round follows from."""
    made = [(move.seat, move.action, move.leader) for move in moves]
    told = json.dumps([table.game, table.options, each.standing, len(seats), each.leader, made])
    return told, replay.decks(table, seats).seed


def _play_again(told: str, seed: bytes) -> Played:
    game, options, started, seats, leader, moves = json.loads(told)
    try:
        standing = Standing.from_json(started)
        made = [Made(seat, Action.from_json(action), leads) for seat, action, leads in moves]
    except (KeyError, TypeError, AttributeError, ValueError):  # a row that is broken, or older than this code
        return Played((), (), (), problem=Problem(0, "no_deal", {}))
    return play_round(game, options, standing, seats, leader, shuffle.SeededDecks(seed), made)


async def beside(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call what plays rounds again and asks no database, beside the database thread, which serves everybody. One at a time in a process;
    refused if many wait for that already."""
    global _waiting
    if _waiting >= WAITING:
        raise Refused("history_often", status=429, wait=10)
    _waiting += 1
    try:
        return await asyncio.get_running_loop().run_in_executor(_beside, partial(call, *args, **kwargs))
    finally:
        _waiting -= 1


#: how many wait for the thread that plays rounds again, the one that is served included
_waiting = 0
_beside = ThreadPoolExecutor(1, "history")


def points(each: Round) -> list[int]:
    """What the round's settlements brought each seat, as it was stored; empty before the first of them."""
    return [sum(column) for column in zip(*(settlement["points"] for settlement in each.settlements), strict=False)]


def document(table: Table) -> dict[str, Any]:
    """`history.json`; its keys are explained on /fairness/. Only for a table that is over."""
    return document_of(stored(table))


def document_of(game: Stored, rest: Callable[[float], None] = lambda seconds: None) -> dict[str, Any]:
    """The document of a game that has been read already. `rest` is called between its rounds with the seconds that each took."""
    table = game.table
    if not is_over(table):
        raise ValueError("the game is not over")
    rounds = []
    for each, moves in game.rounds:
        began = time.perf_counter()
        rounds.append(_round(game, each, moves))
        rest(time.perf_counter() - began)
    first = game.rounds[0][0].standing if game.rounds else {}
    return {
        "table": table.code,
        "game": table.game,
        "options": table.options,
        "rules_version": table.rules_version,
        "seats": game.names,
        "commitment": table.commitment,
        "secret": bytes(table.secret).hex(),
        "cuts": [seat.cut for seat in game.seats],
        "first_dealer": first.get("dealer"),
        "rounds": rounds,
    }


def _round(game: Stored, each: Round, moves: Sequence[Move]) -> dict[str, Any]:
    again = played(game.table, game.seats, each, moves)
    dealt = {"hands": again.hands, "upcard": again.upcard} if again.states else {}
    return {
        "number": each.number,
        "shuffles": again.shuffles,
        **dealt,
        "moves": [
            {
                "number": move.number,
                "seat": move.seat,
                "action": move.action,
                "by": move.by,
                "at": move.at.isoformat(timespec="milliseconds"),
            }
            for move in moves
        ],
        "points": points(each) or [0] * len(game.seats),
    }
