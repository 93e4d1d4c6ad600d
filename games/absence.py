"""People who go and come back: absence, leaving, succession, pause. Verbs, like those of `games.play`, each in one transaction.

*Absent* is who was not heard of for a while, or let two turns in a row run out: a computer player plays for them until they are heard
of again. Who has *left* asks for the seat to get it back; who was *removed* does not get it back.

Codes of `Refused`, besides those of `games.play`: still_here {seat}, not_here {seat}, not_a_person.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.change import Change, Refused, playing_on
from games.models import Seat, Table
from games.patience import MISSED_TURNS, patience
from games.presence import NEVER
from games.rules import engine

Status = Table.Status


# --- Signs of life ---


def seen(seat: Seat, *, active: bool = True, hello: bool = False) -> None:
    """The owner of the seat was heard of.

    active  by something that they did. Not so when it was the page alone: a page that lies open in an empty room does not take a seat
            back, nor go on with a paused game
    hello   they were not here before: it is written down at once, else now and then
    """
    now = timezone.now()
    table = seat.table
    if hello or seat.seen_at is None or now - seat.seen_at > patience("written"):
        seat.seen_at = now
        Seat.objects.filter(pk=seat.pk).update(seen_at=now)
    if active and seat.left_at is None and table.status == Status.PLAYING and (seat.away or table.paused_at):
        with playing_on(table.code) as change:
            mine = next((each for each in change.seats if each.pk == seat.pk), None)
            if mine and mine.left_at is None and mine.has_owner and come_back(change, mine):
                change.save(lobby=True)


def come_back(change: Change, seat: Seat) -> bool:
    """Whoever plays for the owner gives the seat back, and a paused game goes on. Whether that changed anything."""
    table = change.table
    if table.status != Status.PLAYING or not (seat.bot or table.paused_at):
        return False
    awaited = change.awaited()
    if seat.bot:
        seat.bot, seat.away, seat.left_at, seat.missed = False, False, None, 0
        seat.save(update_fields=["bot", "away", "left_at", "missed"])
    if table.paused_at:
        table.paused_at = None
        change.schedule()
    else:
        change.reschedule(awaited)
    return True


# --- By one's own will ---


def leave(code: str, key: str | None) -> None:
    """Get up: before the start the seat is free, later a computer player takes it over. A leader is succeeded, an empty table closes."""
    with playing_on(code) as change:
        seat = change.seat_of(key)
        change.require(Status.WAITING, Status.PLAYING)
        if change.table.status == Status.WAITING:
            change.seats.remove(seat)
            seat.delete()
            settle(change)
        elif seat.left_at:
            return
        else:
            awaited = change.awaited()
            seat.bot, seat.away, seat.left_at = True, False, timezone.now()
            seat.save(update_fields=["bot", "away", "left_at"])
            settle(change)
            change.reschedule(awaited)
        change.save(lobby=True)


def return_to(code: str, key: str | None) -> None:
    """Take one's seat back from the computer player that sits in for it."""
    with playing_on(code) as change:
        seat = change.seat_of(key)
        change.require(Status.PLAYING)
        if come_back(change, seat):
            change.save(lobby=True)


# --- By the leader's will ---


def sit_in(code: str, key: str | None, number: int) -> None:
    """The leader lets a computer player sit in for somebody who has been gone for two minutes."""
    with playing_on(code) as change:
        change.leader(key)
        change.require(Status.PLAYING)
        seat = _person_at(change, number)
        if seat.bot:
            return
        if change.absence(seat) < patience("sit_in"):
            raise Refused("still_here", {"seat": number})
        awaited = change.awaited()
        _sit_in(change, seat)
        change.reschedule(awaited)
        change.save(lobby=True)


def remove_from_game(change: Change, number: int) -> None:
    """The leader takes a seat from its owner for good: a computer player plays on, and the key opens it no more."""
    seat = change.seat_at(number)
    if seat is None or seat.removed_at:
        return
    if seat.is_computer:
        raise Refused("not_a_person", status=400)
    awaited = change.awaited()
    seat.bot, seat.away, seat.removed_at = True, False, timezone.now()
    seat.key_hash, seat.former_hash, seat.move_hash = None, seat.key_hash or "", ""
    seat.save(update_fields=["bot", "away", "removed_at", "key_hash", "former_hash", "move_hash"])
    settle(change)
    change.reschedule(awaited)
    change.save(lobby=True)


def hand_over(code: str, key: str | None, number: int) -> None:
    """The leader lets somebody else lead, who is here."""
    with playing_on(code) as change:
        me = change.seat_of(key)
        if change.table.leader == number:
            return
        change.leader(key)
        change.require(Status.WAITING, Status.PLAYING)
        seat = _person_at(change, number)
        if seat.bot or change.absence(seat) >= patience("gone"):
            raise Refused("not_here", {"seat": number})
        assert seat is not me
        _lead(change, seat)
        change.save(lobby=True)


def _person_at(change: Change, number: int) -> Seat:
    seat = change.seat_at(number)
    if seat is None or not seat.has_owner or seat.key_hash is None:
        raise Refused("not_a_person", status=400)
    return seat


# --- By nobody's will ---


def missed_turn(change: Change, seat: Seat) -> None:
    """The clock has played a turn of this person. After the second one in a row a computer player does."""
    seat.missed += 1
    if seat.missed >= MISSED_TURNS:
        _sit_in(change, seat)


def _sit_in(change: Change, seat: Seat) -> None:
    seat.bot = seat.away = True
    seat.save(update_fields=["bot", "away", "missed"])
    settle(change)


def settle(change: Change, watched: timedelta = NEVER) -> bool:
    """See that a table which people have left or been absent from has a leader, or pauses, or closes. Whether that changed anything.

    watched     for how long it can be said who was here: nobody counts as absent for longer
    """
    table, owners = change.table, change.owners()
    away = {seat.pk: NEVER if seat.bot else min(change.absence(seat), watched) for seat in owners}
    if not owners:
        change.close(Table.CloseReason.EMPTY)
    elif _is_abandoned(change, away.values(), watched):
        change.close(Table.CloseReason.ABANDONED)
    else:
        pauses = table.status == Status.PLAYING and not table.paused_at and all(gone >= patience("gone") for gone in away.values())
        if pauses:
            table.paused_at, table.due_at = timezone.now(), None
        # A paused game, too, is led by somebody who may come back to it
        return _pass_lead_on(change, owners, away) or pauses
    return True


def _is_abandoned(change: Change, away: Iterable[timedelta], watched: timedelta) -> bool:
    table = change.table
    if table.status == Status.WAITING:
        return all(gone >= patience("close") for gone in away)
    return table.paused_at is not None and min(timezone.now() - table.paused_at, watched) >= patience("close")


def _pass_lead_on(change: Change, owners: list[Seat], away: dict[int, timedelta]) -> bool:
    """Let the next person clockwise lead who is here, if the leader is not. Whether that changed anything.

    A leader who has gone for good is succeeded in any case, by who comes nearest to being here.
    """
    leads = next((seat for seat in owners if seat.number == change.table.leader), None)
    if leads and away[leads.pk] < patience("gone"):
        return False
    best = min(owners, key=lambda seat: (away[seat.pk], (seat.number < change.table.leader, seat.number)))
    if leads and away[best.pk]:
        return False
    _lead(change, best)
    return True


def _lead(change: Change, seat: Seat) -> None:
    table = change.table
    if table.status == Status.PLAYING:
        awaited = change.awaited()
        change.state = engine.with_leader(change.state, seat.number)
        table.leader = seat.number
        change.reschedule(awaited)
    table.leader = seat.number


def unattended(watched: timedelta) -> list[str]:
    """The tables at which something is due because people are absent: by code, as far as can be told without a closer look.

    watched     for how long this process has seen who was here. What has become due while nobody could be seen, is nobody's fault
    """
    here = timezone.now() - patience("here")
    owners = Seat.objects.filter(table=OuterRef("pk"), is_computer=False, removed_at=None, left_at=None)
    playing = owners.filter(bot=False)
    due = Q(pk=None)
    if watched >= patience("gone"):
        around = playing.filter(seen_at__gt=here - patience("gone"))
        led, anybody = Exists(around.filter(number=OuterRef("leader"))), Exists(playing.filter(seen_at__gt=here))
        due |= Q(~led) & Q(anybody)
        due |= Q(status=Status.PLAYING, paused_at=None) & Q(~Exists(around))
    if watched >= patience("close"):
        lately = Exists(owners.filter(seen_at__gt=here - patience("close")))
        due |= Q(status=Status.WAITING) & Q(~lately) | Q(status=Status.PLAYING, paused_at__lt=timezone.now() - patience("close"))
    still_open = Table.objects.filter(status__in=[Status.WAITING, Status.PLAYING])
    return list(still_open.filter(due).values_list("code", flat=True))


def attend(code: str, watched: timedelta = NEVER) -> bool:
    """Do what is due at a table because people are absent. Several processes may try: one does it. False: there was nothing to do."""
    try:
        with playing_on(code, skip_locked=True) as change:
            if change.table.status not in (Status.WAITING, Status.PLAYING) or not settle(change, watched):
                return False
            change.save(lobby=True)
            return True
    except Refused:
        return False  # pruned, closed, or locked by a process that is doing something with it
