"""People who go and come back, for tests: time is not waited for but put back in the database."""

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from games import absence, clock, play
from games.models import Seat, Table
from games.patience import patience
from games.play import Refused
from tests.factories import Sitting


def gone(table: Sitting, *handles: str, seconds: float) -> None:
    """These people were not here for so long."""
    seats = Seat.objects.filter(table__code=table.code, handle__in=handles)
    assert seats.update(seen_at=timezone.now() - patience("here") - timedelta(seconds=seconds)) == len(handles)


def sat_in_for(table: Sitting, handle: str) -> None:
    """A computer player sits in for somebody who is absent."""
    gone(table, handle, seconds=121)
    leader = table.present.seats[table.table.leader].handle
    absence.sit_in(table.code, table.keys[leader], seat(table, handle).number)


def seat(table: Sitting, handle: str) -> Seat:
    """Somebody's seat as it is stored."""
    return Seat.objects.get(table__code=table.code, handle=handle)


def time_is_up(table: Sitting) -> None:
    """Nobody has moved until the deadline: the table does what is due."""
    Table.objects.filter(code=table.code).update(due_at=timezone.now() - timedelta(seconds=1))
    present = table.present
    assert play.step(table.code, present.table.version, *(clock.think(present, random.Random(1)) or ()))


def refusal(call, *args, **kwargs) -> Refused:
    """Why something is refused."""
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return caught.value
