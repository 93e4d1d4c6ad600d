"""Checks a stored game from its seed: was it dealt as the secret and the cuts say, and does every stored result follow from the moves?

For the operator, and for `manage.py verify CODE`. `games.rules.verify` checks the public document in the same way; here is also
compared what is only stored: standings, events, settlements and the result.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from django.db import transaction

from games import history, replay
from games.models import Move, Round, Table
from games.rules import engine, shuffle
from games.rules.record import Played
from games.rules.state import Standing
from games.rules.verify import Finding, Result


def check(table: Table) -> list[Finding]:
    """What was found, in order; the codes are those of `games.rules.verify`, and

    standing {round}, opening {round}   what a round started from, and the events of its deal, are not what follows
    events {round, move}                this move had other consequences than are stored
    settlements {round}, result         what was paid is not what is stored

    The first that is not good is the first thing that does not fit. Under other rules nothing is called wrong that follows from rules.
    Works for a running table too, and its findings reveal no card.
    """
    with transaction.atomic():
        # Nobody moves while the rows are read, or they would be of different moments, and not fit
        table = Table.objects.select_for_update().get(pk=table.pk)
        game = history.stored(table)
    seed = replay.decks(table, game.seats).seed
    found = [_found("commitment", shuffle.commitment(bytes(table.secret)) == table.commitment)]
    if not game.rounds:
        return found
    other = table.rules_version != engine.RULES_VERSION
    for finding in _played(game, seed):
        if other and finding.result is Result.BAD and finding.code not in ("lot", "order"):
            # the code has changed since, so nothing can be said against the game
            version = {"version": table.rules_version, "round": finding.params.get("round", len(game.rounds))}
            return [*found, Finding("other_rules", Result.UNKNOWN, version)]
        found.append(finding)
    return found


def _found(code: str, good: bool, **params: Any) -> Finding:
    return Finding(code, Result.GOOD if good else Result.BAD, params)


def _played(game: history.Stored, seed: bytes) -> Iterator[Finding]:
    table, seats = game.table, game.seats
    dealer = shuffle.lot(seed, len(seats))
    if table.game not in engine.GAMES:
        yield Finding("other_rules", Result.UNKNOWN, {"version": table.rules_version, "round": 1})
        return
    yield _found("lot", _of(game.rounds[0][0].standing, "dealer") == dealer, seat=dealer)
    if [each.number for each, _ in game.rounds] != list(range(1, len(game.rounds) + 1)):
        yield _found("order", False)
        return
    try:
        expected: Standing | None = engine.GAMES[table.game].first_standing(table.options, len(seats), dealer)
    except Exception:  # options that are broken, or of other rules
        yield _found("standing", False, round=1)
        return
    again = None
    for each, moves in game.rounds:
        if expected is None or plain(expected.to_json()) != each.standing:
            yield _found("standing", False, round=each.number)
            return
        again = history.played(table, seats, each, moves)
        wrong = _first_wrong(each, moves, again)
        if wrong:
            yield wrong
            return
        yield _found("moves", True, round=each.number, moves=len(moves))
        expected = again.following
    yield _found("result", _result_fits(table, again, len(game.rounds)))


def _first_wrong(each: Round, moves: Sequence[Move], again: Played) -> Finding | None:
    """The first thing about a stored round that does not follow."""
    number = each.number
    stored = [each.opening, *(move.events for move in moves)]
    for place, (happened, written) in enumerate(zip(again.events, stored, strict=False)):
        if place and moves[place - 1].number != place:
            return _found("moves", False, round=number, move=place, why="missing")
        if plain(replay.as_json(happened)) != written:
            return _found("events", False, round=number, move=place) if place else _found("opening", False, round=number)
    if again.problem:
        return _found("moves", False, round=number, move=again.problem.move, why=again.problem.code)
    if plain([settlement.to_json() for settlement in again.states[-1].settled]) != each.settlements:
        return _found("settlements", False, round=number)
    return None


def _result_fits(table: Table, again: Played | None, rounds: int) -> bool:
    if again is None or (table.round, table.moves) != (rounds, len(again.events) - 1):
        return False
    last = again.states[-1]
    if table.status != Table.Status.FINISHED:
        return not engine.is_over(last) and not table.result
    return engine.is_over(last) and table.result == {str(seat.seat): seat.points["total"] for seat in engine.view(last, None).seats}


def plain(value: Any) -> Any:
    """The value as the database gives it back."""
    return json.loads(json.dumps(value))


def _of(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, dict) else None
