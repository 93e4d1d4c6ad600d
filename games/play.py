"""The only writer: everything that can happen to a table, each in one transaction. Here are opening, sitting down and the game itself;
leaving and absence are in `games.absence`, a seat's way to another device in `games.devices`, the next game in `games.rematch`.

All functions are synchronous. What cannot be done raises `Refused` and changes nothing. `key` is a seat key as the browser sends
it; only its SHA-256 is stored. Asking twice is asking once: the same key sits on one seat, the same decision is one move.

Codes of `Refused`, besides those of the rules (`games.rules`): unknown_table, game_gone, closed, finished, started, not_started, full,
no_key, wrong_key, key_elsewhere, seat_moved {seat}, removed, bad_turn_clock, bad_computers, bad_cut, cut_fixed, too_few {low},
leader_only {leader}, no_such_seat, not_yourself, not_a_person, seats_reserved {awaited}, too_late, handle_empty, handle_long {max},
handle_hidden, handle_refused, move_often.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from games import absence, limits, metrics, replay, rows, seating, statistics, updates
from games.bots import Level
from games.change import (
    Change,
    Refused,
    changing,
    close_unplayable,
    complete_options,
    hash_key,
    playing_on,
    remember_freed,
    wrong_key,
)
from games.models import Move, Round, Seat, Table
from games.patience import patience
from games.replay import CannotReplay, Present
from games.rules import engine, shuffle
from games.rules.state import Action, Illegal, State

Status = Table.Status


# --- Looking ---


def present(table: Table | str, at_least: int | None = None) -> Present:
    """The table as it is now. With `at_least`, what this process remembers will do if it is at that version or newer."""
    code = table if isinstance(table, str) else table.code
    if at_least is not None and (kept := replay.recent(code, at_least)):
        return kept
    try:
        now = replay.load(code)
    except Table.DoesNotExist:
        raise Refused("unknown_table", status=404) from None
    except CannotReplay:
        close_unplayable(code)
        now = replay.load(code)
    if now.table.game not in engine.GAMES:
        raise Refused("game_gone", status=410)
    return now


def find(code: str, key: str | None = None) -> tuple[Table, Seat | None]:
    """The table, and the seat that the key opens: None without a key, refused if the key opens none here."""
    now = present(code)
    if not key:
        return now.table, None
    seat = now.seat_of(hash_key(key))
    if seat is None:
        raise wrong_key(key, now.seats)
    return now.table, seat


# --- Before the game ---


def open_table(
    *,
    game: str,
    options: Mapping[str, Any],
    seats: int,
    public: bool,
    turn_clock: int,
    handle: str,
    key: str,
    bots: int = 0,
    level: Level = Level.STEADY,
    quick: bool = False,
    phrases: bool = True,
) -> Table:
    """A new table, its opener seated as leader, with `bots` computer players. The same key again is the same table.

    level       how the computer players play
    options     those that were chosen; the others get their defaults, which may depend on who plays
    quick       the game starts by itself, as soon as the opener's browser has sent its cut or a moment later
    phrases     its people may say quick phrases
    """
    key_hash = hash_key(key)
    try:
        engine.check_seats(game, seats)
        if type(bots) is not int or not 0 <= bots < seats or (quick and not bots):
            raise Refused("bad_computers", {"most": seats - 1}, 400)
        complete = complete_options(game, options, persons=1, computers=bots)
    except engine.BadOption as error:
        raise Refused(error.code, error.params, 400) from None
    if type(turn_clock) is not int or turn_clock not in Table.TurnClock.values:
        raise Refused("bad_turn_clock", status=400)
    handle = seating.clean_handle(handle)
    for attempt in range(3):
        if opened := Table.objects.filter(seats__key_hash=key_hash).first():
            return opened
        now = timezone.now()
        table = seating.new_table(
            game=game,
            options=complete,
            asked=dict(options),
            seats_wanted=seats,
            public=public,
            turn_clock=turn_clock,
            quick=quick,
            phrases=phrases,
            now=now,
        )
        try:
            with transaction.atomic():
                table.save(force_insert=True)
                opener = seating.new_seat(table, 0, handle, key_hash=key_hash, seen_at=now)
                opener.save(force_insert=True)
                taken = [opener]
                for number in range(1, bots + 1):
                    taken.append(seating.computer_seat(table, number, taken, level))
                    taken[-1].save(force_insert=True)
                updates.announce(table, lobby=True)
        except IntegrityError:
            # The same request twice at once, or a code that was drawn before (never, in practice)
            if attempt == 2:
                raise
        else:
            return table
    raise AssertionError("unreachable")


def sit(code: str, key: str, handle: str) -> Seat:
    """A seat for whoever has this key: the one they have already, or a free one. A handle like another's gets a number."""
    key_hash = hash_key(key)
    for attempt in range(3):
        try:
            with changing(code) as change:
                for seat in change.seats:
                    if seat.key_hash == key_hash:
                        return seat
                change.require(Status.WAITING)
                if Seat.objects.filter(key_hash=key_hash).exists():
                    raise Refused("key_elsewhere", status=403)
                seat = seating.person_seat(change, seating.clean_handle(handle), key_hash)
                seating.add(change, seat)
                return seat
        except IntegrityError:
            # The same request at another table at once; look again
            if attempt == 2:
                raise
    raise AssertionError("unreachable")


def add_bot(code: str, key: str, number: int | None = None, level: Level = Level.STEADY) -> Seat:
    """The leader seats a computer player, on the free seat `number` if it is given: asked twice for the same one, it is one."""
    with changing(code) as change:
        change.leader(key)
        change.require(Status.WAITING)
        if number is not None and (taken := change.seat_at(number)):
            return taken
        free = seating.free_number(change) if number is None else number
        seat = seating.computer_seat(change.table, free, change.seats, level)
        seating.add(change, seat)
        return seat


def remove(code: str, key: str, number: int) -> None:
    """The leader frees a seat before the start; later a computer player plays on, and the owner does not get it back. Twice is once."""
    with playing_on(code) as change:
        me = change.leader(key)
        change.require(Status.WAITING, Status.PLAYING)
        seat = change.seat_at(number)
        if number == me.number:
            raise Refused("not_yourself", status=400)
        if change.table.status == Status.PLAYING:
            absence.remove_from_game(change, number)
        elif seat:
            seating.free(change, [seat])
            if seat.key_hash:
                remember_freed(seat.key_hash)


def set_cut(code: str, key: str, cut: str, *, only_first: bool = False) -> None:
    """Put a text into the shuffle, until the game starts. With `only_first` a cut that is there, or a late one, is left as it is."""
    if not isinstance(cut, str) or not 1 <= len(cut) <= 64 or not cut.isprintable():
        raise Refused("bad_cut", status=400)  # a 0x00 would let one cut pose as two
    with changing(code) as change:
        seat = change.seat_of(key)
        if seat.cut == cut or (only_first and (seat.cut or change.table.status != Status.WAITING)):
            return
        if change.table.status != Status.WAITING:
            raise Refused("cut_fixed")
        seat.cut = cut
        seat.save(update_fields=["cut"])
        if begins := change.table.quick and len(change.seats) > 1:
            _begin(change)
        change.save(lobby=begins)


def start(code: str, key: str) -> None:
    """The leader starts the game. Asking again, once it runs, changes nothing."""
    with changing(code) as change:
        change.leader(key)
        if change.table.status == Status.PLAYING:
            return
        change.require(Status.WAITING)
        if awaited := [seat.number for seat in change.seats if seat.reserved]:
            raise Refused("seats_reserved", {"awaited": awaited})
        low, _high = engine.GAMES[change.table.game].seats
        if len(change.seats) < low:
            raise Refused("too_few", {"low": low})
        _begin(change)
        change.save(lobby=True)


def _begin(change: Change) -> None:
    """Close the gaps between seats, fix cuts and options, draw the first dealer by lot and deal."""
    table, seats = change.table, change.seats
    table.options = change.options()
    for number, seat in enumerate(seats):
        if seat.number != number:
            if table.leader == seat.number:
                table.leader = number
            seat.number = number
            seat.save(update_fields=["number"])
    table.tally = _tally(table, seats)
    table.rules_version = engine.RULES_VERSION
    dealer = shuffle.lot(replay.decks(table, seats).seed, len(seats))
    standing = engine.GAMES[table.game].first_standing(table.options, len(seats), dealer)
    state, _ = engine.start(table.game, table.options, standing, len(seats), table.leader, replay.decks(table, seats))
    now = timezone.now()
    table.status = Status.PLAYING
    table.started_at = now
    _open_round(change, state, now)
    change.schedule()
    change.tell_former()


def _tally(table: Table, seats: list[Seat]) -> dict[str, int]:
    """What earlier games brought to those who sit here now, if the same people want to carry it along."""
    agreed = replay.may_carry(table, seats) and all(seat.carries or seat.is_computer for seat in seats)
    return {str(seat.number): table.tally.get(str(seat.former_number), 0) for seat in seats} if agreed else {}


def _open_round(change: Change, state: State, now: datetime) -> None:
    table = change.table
    opened = Round.objects.create(
        table=table,
        number=state.round,
        standing=state.standing.to_json(),
        leader=state.leader,
        opening=replay.as_json(state.log),
        started_at=now,
    )
    table.round, table.moves = state.round, 0
    change.round_id, change.state = opened.pk, state


# --- During the game ---


def act(code: str, key: str, decision: int, action: Action) -> Present:
    """Answer a decision of one's seat with an action; the table after it.

    The same answer to a decision that has been made is a success and no second move; another answer to it, or an answer to a
    decision not yet due, is too late. Acting takes the seat back from a computer player.
    """
    with playing_on(code) as change:
        seat = change.seat_of(key)
        limits.refuse_fast("moves", seat.pk, "move_often")
        if decision <= seat.decisions:
            made = Move.objects.filter(table=change.table, seat=seat.number, decision=decision).first()
            if made is None or made.action != action.to_json():
                raise Refused("too_late")
            return present(code)
        change.require(Status.PLAYING)
        if decision != seat.decisions + 1:
            raise Refused("too_late")
        absence.come_back(change, seat)
        _move(change, seat, action, Move.By.PERSON)
    return present(code, at_least=change.table.version)


def _move(change: Change, seat: Seat, action: Action, by: Move.By) -> None:
    """Apply an action and store it with all that follows from it."""
    table, before, now = change.table, change.state, timezone.now()
    awaited = change.awaited()
    try:
        after, events = engine.apply(before, seat.number, action)
    except Illegal as illegal:
        refusal = illegal.refusal
        status = 409 if refusal.code in ("not_your_turn", "wrong_phase", "game_over") else 400
        raise Refused(refusal.code, refusal.params, status) from None
    table.moves += 1
    seat.decisions += 1
    if change.round_id is None:
        change.round_id = Round.objects.get(table=table, number=table.round).pk
    made = {
        "table": table.pk,
        "round": change.round_id,
        "number": table.moves,
        "seat": seat.number,
        "decision": seat.decisions,
        "action": action.to_json(),
        "events": replay.as_json(events),
        "by": by,
        "leader": before.leader,
        "at": now,
    }
    rows.insert(change.cursor, Move, made)
    over, next_round = engine.is_over(after), after.round != before.round
    if over:
        table.status, table.finished_at = Status.FINISHED, now
        table.result = {str(each.seat): each.points["total"] for each in engine.view(after, None).seats}
    if over or next_round or len(after.settled) > len(before.settled):
        settled = before.settled if next_round else after.settled
        finished_at = now if over or next_round else None
        played = Round(pk=change.round_id, settlements=[each.to_json() for each in settled], finished_at=finished_at)
        rows.update(change.cursor, played, ("settlements", "finished_at"))
    if over:
        statistics.count_rounds(table, change.seats)
    change.state = after
    if next_round:
        _open_round(change, after, now)
    if by == Move.By.PERSON:
        seat.missed = 0
    elif by == Move.By.CLOCK and not over and _turn_is_over(before, after):
        absence.missed_turn(change, seat)
    rows.update(change.cursor, seat, ("decisions", "missed"))
    change.schedule(awaited)
    change.save(lobby=over)
    transaction.on_commit(metrics.MADE[by])


def _turn_is_over(before: State, after: State) -> bool:
    """Whether a move ended somebody's turn: drawing does not, nor is it anybody's turn in the pauses after which a table goes on."""
    return engine.pause(before) is None and (before.round, before.phase, before.to_act) != (after.round, after.phase, after.to_act)


# --- When the table goes on by itself ---


def step(code: str, version: int, seat: int | None = None, action: Action | None = None) -> bool:
    """Do what is due at a table, if it still is the version thought about: start it, or make the move that was thought out for `seat`.

    Claim and effect are one transaction: of two processes that try, one does it. False: there was nothing to do.
    """
    try:
        with changing(code, skip_locked=True) as change:
            table = change.table
            if table.version != version or table.due_at is None or table.due_at > timezone.now():
                return False
            if table.status == Status.WAITING and any(each.reserved for each in change.seats):
                seating.free_unclaimed(change)
            elif table.status == Status.WAITING and len(change.seats) > 1:
                _begin(change)
                change.save(lobby=True)
            elif seat is not None and action is not None:
                mover = change.seats[seat]
                _move(change, mover, action, Move.By.COMPUTER if mover.bot else Move.By.CLOCK)
            else:
                table.due_at = None
                change.save()
            return True
    except CannotReplay:
        close_unplayable(code)
        return True
    except Refused as refused:
        if refused.code == "unknown_table":  # pruned, or locked by the process that is just doing it
            return False
        raise


def begin_turn_again(code: str, version: int) -> bool:
    """The machine's clock was put back, so that this deadline is farther away than it was meant: whoever it is about has all their time
    again, from now."""
    with changing(code) as change:
        if change.table.version != version or change.table.due_at is None:
            return False
        if change.table.status == Status.PLAYING:
            change.schedule()
        else:
            change.table.due_at = timezone.now() + patience("grace")
        change.save()
        return True


def give_grace(code: str, version: int) -> bool:
    """Nobody watched the clock when this deadline passed (restart, clock jump): the person gets a little time from now."""
    with changing(code) as change:
        if change.table.version != version or change.table.status != Status.PLAYING:
            return False
        change.state  # noqa: B018  so that the present can be kept
        change.table.due_at = timezone.now() + patience("grace")
        change.save()
        return True
