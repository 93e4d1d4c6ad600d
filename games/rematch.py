"""Play again: one new table for the people of a finished one. Their seats there are kept for half a minute, and nobody else gets them.

Codes of `Refused`, besides those of `games.play`: not_over, nothing_to_carry.
"""

from django.db import IntegrityError
from django.utils import timezone

from games import seating
from games.change import Change, Refused, changing, complete_options, hash_key
from games.devices import give
from games.models import Seat, Table
from games.patience import patience
from games.replay import may_carry

Status = Table.Status


def again(code: str, key: str | None, new_key: str) -> Seat:
    """The seat at the rematch for whoever has a seat at this table; `new_key` opens it. The first to ask makes the new table, and leads it.

    Asking again is asking once; with another new key, that one opens the seat from now on.
    """
    try:
        new_hash = hash_key(new_key)
    except Refused:
        raise Refused("bad_form", status=400) from None
    try:
        with changing(code) as old:
            me = old.seat_of(key)
            if old.table.status in (Status.WAITING, Status.PLAYING):
                raise Refused("not_over")
            old.require(Status.FINISHED)
            new = Table.objects.filter(rematch_of=old.table).first()
            if new and new.status == Status.CLOSED:
                # Given up before it came to anything: they may try once more
                Table.objects.filter(pk=new.pk).update(rematch_of=None)
                new = None
            seat, is_new = _claim(new or _set_up(old, me), me, new_hash)
            if is_new:
                old.save()  # who has gone ahead can be seen at the old table
            return seat
    except IntegrityError:
        raise Refused("key_elsewhere", status=403) from None


def _set_up(old: Change, first: Seat) -> Table:
    """A table like the old one, with computer players, and seats kept for the people who played to the end."""
    table, now = old.table, timezone.now()
    kept = [seat for seat in old.seats if seat.is_computer or (seat.has_owner and not seat.left_at) or seat is first]
    alone = all(seat.is_computer or seat is first for seat in kept)
    persons = sum(not seat.is_computer for seat in kept)
    new = seating.new_table(
        game=table.game,
        options=complete_options(table.game, table.asked, persons, len(kept) - persons),
        asked=table.asked,
        seats_wanted=table.seats_wanted,
        public=table.public,
        turn_clock=table.turn_clock,
        quick=table.quick and alone,
        phrases=table.phrases,
        now=now,
        leader=first.number,
        rematch_of=table,
        tally={number: table.tally.get(number, 0) + points for number, points in table.result.items()},
    )
    new.save(force_insert=True)
    for seat in kept:
        seating.new_seat(
            new,
            seat.number,
            seat.handle,
            is_computer=seat.is_computer,
            bot=seat.is_computer,
            level=seat.level,
            former_number=seat.number,
            reserved_until=None if seat.is_computer else now + patience("reserved"),
        ).save(force_insert=True)
    return new


def _claim(new: Table, me: Seat, key_hash: str) -> tuple[Seat, bool]:
    """My seat at the new table, and whether I have just come there."""
    with changing(new.code) as change:
        seat = next((seat for seat in change.seats if seat.former_number == me.number and not seat.is_computer), None)
        if seat and seat.key_hash == key_hash:
            return seat, False
        if Seat.objects.filter(key_hash=key_hash).exists():
            raise Refused("key_elsewhere", status=403)
        if seat is None:
            # Too late, or left before the end: any free seat
            change.require(Status.WAITING)
            seat = seating.person_seat(change, me.handle, key_hash, former_number=me.number)
            seating.add(change, seat)
            return seat, True
        if seat.removed_at:
            raise Refused("removed", status=403)
        is_new, seat.reserved_until = seat.reserved, None
        give(seat, key_hash)
        seat.save(update_fields=["reserved_until"])
        if is_new:
            seating.await_reserved(change)
        change.save(lobby=is_new)
        return seat, is_new


def carry(code: str, key: str | None, on: bool) -> None:
    """Say whether one wants to carry the scores along. They are, if all do."""
    with changing(code) as change:
        seat = change.seat_of(key)
        change.require(Status.WAITING)
        if not may_carry(change.table, change.seats):
            raise Refused("nothing_to_carry")
        if seat.carries != on:
            seat.carries = on
            seat.save(update_fields=["carries"])
            change.save()
