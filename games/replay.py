"""The present of a table: its row, its seats and the state of its game, rebuilt from what is stored.

A round is stored as the standing that it started from and its moves; the cards follow from the table's secret. States are kept in a
bounded cache per process. It is filled only with what has been committed, and a process catches up by applying the moves
that it has not seen, so a cold load costs at most one round.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from threading import Lock

from games import stored
from games.models import Move, Round, Seat, Table
from games.rules import engine, shuffle
from games.rules.state import Action, Event, Standing, State

#: how many tables a process remembers
KEPT = 2000

_kept: dict[str, "Present"] = {}
_lock = Lock()


class CannotReplay(Exception):
    """Today's rules do not lead through the stored moves of this round."""


@dataclass(frozen=True, slots=True)
class Again:
    """The rematch of a table: its code, who of this table has taken their seat there, by their seat's number here, and whether it is
    open: others may still sit down."""

    code: str
    claimed: frozenset[int]
    open: bool = True


@dataclass(frozen=True, slots=True)
class Present:
    """A table at one version. Shared between all who look at it: nobody changes what is in it.

    seats       by number
    state       of the game; None before it starts, when the table is closed, and when today's rules cannot replay it
    round_id    row of the running round, where this process has come across it
    again       where its people play again, after the game
    may_carry   before a rematch: the same people have come, so that the scores may be carried along
    """

    table: Table
    seats: tuple[Seat, ...]
    state: State | None
    round_id: int | None = None
    again: Again | None = None
    may_carry: bool = False

    @classmethod
    def of(cls, table: Table, seats: Sequence[Seat], state: State | None, round_id: int | None = None) -> "Present":
        """The present with what other tables have to do with it."""
        return cls(table, tuple(seats), state, round_id, again_at(table), may_carry(table, seats))

    def seat_of(self, key_hash: str | None) -> Seat | None:
        """The seat that this key opens, if any."""
        return next((seat for seat in self.seats if key_hash and seat.key_hash == key_hash), None)

    def lost_seat_of(self, key_hash: str | None) -> Seat | None:
        """The seat that this key used to open: it has gone to another device, or was taken away."""
        return next((seat for seat in self.seats if key_hash and seat.former_hash == key_hash), None)


def again_at(table: Table) -> Again | None:
    """The rematch of a finished table, if somebody has asked for one and it was not given up."""
    if table.status != Table.Status.FINISHED:
        return None
    seats = Seat.objects.filter(table__rematch_of=table, is_computer=False).exclude(table__status=Table.Status.CLOSED)
    there = list(seats.values_list("table__code", "table__status", "former_number", "key_hash"))
    claimed = frozenset(number for *_, number, key_hash in there if key_hash and number is not None)
    return Again(there[0][0], claimed, there[0][1] == Table.Status.WAITING) if there else None


def may_carry(table: Table, seats: Iterable[Seat]) -> bool:
    """Whether those who wait for a rematch are all who played before, and nobody else."""
    if table.status != Table.Status.WAITING or not table.rematch_of_id or not table.tally:
        return False
    before = Seat.objects.filter(table=table.rematch_of_id, is_computer=False).values_list("number", flat=True)
    return sorted(before) == sorted(-1 if seat.former_number is None else seat.former_number for seat in seats if not seat.is_computer)


def recent(code: str, at_least: int = 0) -> Present | None:
    """What this process remembers of a table, if it is at this version or newer."""
    present = _kept.get(code)
    return present if present and present.table.version >= at_least else None


def keep(present: Present) -> None:
    """Remember a present. Only ever call it with what has been committed."""
    code = present.table.code
    with _lock:
        older = _kept.pop(code, None)
        _kept[code] = older if older and older.table.version > present.table.version else present
        while len(_kept) > KEPT:
            del _kept[next(iter(_kept))]


def load(code: str) -> Present:
    """The present as stored; Table.DoesNotExist, or CannotReplay."""
    kept = _kept.get(code)
    if kept:
        known = kept.table.round if kept.state else 0
        found = stored.read(code, kept.table.version, known, kept.table.moves)
        if found.seats is None:
            return kept
    else:
        found = stored.read(code)
    table, seats = found.table, found.seats or []
    try:
        state = None if table.status == Table.Status.CLOSED else _played_on(kept, table, seats, found.moves)
    except CannotReplay:
        if table.status == Table.Status.PLAYING:
            raise
        state = None
    present = Present.of(table, seats, state, found.round_id)
    keep(present)
    return present


def decks(table: Table, seats: Iterable[Seat]) -> shuffle.SeededDecks:
    """The decks of a game that has started."""
    return shuffle.SeededDecks(shuffle.seed(bytes(table.secret), [seat.cut for seat in seats]))


def state_of(table: Table, seats: Sequence[Seat]) -> State | None:
    """The state of the table's game as of its row; None before the start. CannotReplay if the rules do not lead there."""
    kept = _kept.get(table.code)
    unseen = Move.objects.filter(round__table=table, round__number=table.round, number__lte=table.moves).order_by("number")
    if kept and kept.state and kept.table.round == table.round:
        unseen = unseen.filter(number__gt=kept.table.moves)
    return _played_on(kept, table, seats, unseen)


def _played_on(kept: Present | None, table: Table, seats: Sequence[Seat], unseen: Iterable[Move]) -> State | None:
    """The state after the moves that this process has not seen: those after what it has kept, if that is of the same round."""
    if not table.round:
        return None
    state = kept.state if kept and kept.table.round == table.round else None
    started = None if state else Round.objects.get(table=table, number=table.round)
    try:
        if started:
            state = _deal(table, seats, started)
        assert state
        for move in unseen:
            state, events = engine.apply(_led_by(state, move.leader), move.seat, Action.from_json(move.action))
            _compare(table, events, move.events)
        return _led_by(state, table.leader)
    except Exception as error:  # whatever old moves do to new rules, the table is told, not the visitor
        raise CannotReplay(f"table {table.code}, round {table.round}") from error


def _deal(table: Table, seats: Sequence[Seat], started: Round) -> State:
    standing = Standing.from_json(started.standing)
    state, events = engine.start(table.game, table.options, standing, len(seats), started.leader, decks(table, seats))
    _compare(table, events, started.opening)
    return state


def _led_by(state: State, leader: int) -> State:
    return state if state.leader == leader else engine.with_leader(state, leader)


def _compare(table: Table, events: Iterable[Event], stored: list) -> None:
    """Under other rules than the round was dealt with, the same move may be legal and mean something else."""
    if table.rules_version != engine.RULES_VERSION and json.loads(json.dumps(as_json(events))) != stored:
        raise CannotReplay("a move has other consequences than it had")


def as_json(events: Iterable[Event]) -> list[dict]:
    """Events as they are stored."""
    return [event.to_json() for event in events]
