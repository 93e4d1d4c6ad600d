"""Statements that are put together once store what Django would store, and what others look at stays as it is."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games import play, replay, rows
from games.models import Move, Round, Table
from games.rules.state import Action

pytestmark = pytest.mark.django_db


def test_a_new_row_is_what_django_would_have_stored(table):
    stored = Move.objects.create(
        table=table.table,
        round=Round.objects.get(table=table.table),
        number=4000,
        seat=1,
        decision=70_000,
        action={"do": "bet", "to": 5},
        events=[{"event": "bet", "seat": 1, "to": 5, "said": "¿qué?"}],
        by=Move.By.CLOCK,
        leader=0,
        at=timezone.now(),
    )
    columns = "table_id, round_id, number, seat, decision, action, events, by, leader, at"
    with connection.cursor() as cursor:
        values = {field.name: getattr(stored, field.attname) for field in Move._meta.concrete_fields if not field.primary_key}
        rows.insert(cursor, Move, values | {"number": 4001, "decision": 70_001})
        cursor.execute(f"SELECT {columns} FROM games_move WHERE number >= 4000 ORDER BY number")
        by_django, by_us = map(list, cursor.fetchall())
    assert by_us[:2] + by_us[5:] == by_django[:2] + by_django[5:]
    assert by_us[2:5] == [4001, 1, 70_001]
    assert Move.objects.get(number=4001).by == "clock"


def test_a_row_is_changed_in_these_fields_and_no_others(table):
    row = table.table
    due_at, other = timezone.now(), Table.objects.create(code="OTHER", rules_version=1, seats_wanted=2, created_at=timezone.now())
    changed = Table(pk=row.pk, tally={"0": -3}, due_at=due_at, status=Table.Status.FINISHED)
    with connection.cursor() as cursor:
        rows.update(cursor, changed, ("tally", "due_at", "status"))
    row.tally, row.due_at, row.status = {"0": -3}, due_at, "finished"
    for before in (row, other):
        now = Table.objects.get(pk=before.pk)
        assert {name: value for name, value in vars(now).items() if name != "_state"} == {
            name: value for name, value in vars(before).items() if name != "_state"
        }


@pytest.mark.parametrize("due_at", [None, timezone.now()])
def test_a_row_is_locked_only_as_it_is_stored(table, due_at):
    row = table.table
    Table.objects.filter(pk=row.pk).update(due_at=due_at)
    with connection.cursor() as cursor:
        for stored_due, version, found in (
            (due_at, row.version, True),
            (due_at, row.version + 1, False),
            (due_at and due_at + timedelta(microseconds=1), row.version, due_at is None),
            (None if due_at else timezone.now(), row.version, False),
        ):
            known = Table(code=row.code, version=version, due_at=stored_due)
            assert rows.lock(cursor, known, ("code", "version", "due_at")) is found, (stored_due, version)


def test_what_others_look_at_stays_as_it_is_while_somebody_moves(table):
    before = table.present
    looked_at = [before.table, *before.seats]
    was = [dict(vars(row)) for row in looked_at]
    table.act("draw", "stock")
    assert [dict(vars(row)) for row in looked_at] == was
    assert all(seat.table is before.table for seat in before.seats)
    after = table.present
    assert after.table.version == before.table.version + 1
    assert all(seat.table is after.table for seat in after.seats)


def test_a_move_that_another_process_has_made_meanwhile_is_seen(table):
    """What this process remembers is then no longer the present, and a move goes by what is stored."""
    seat, decision, behind = table.turn, table.decision(table.turn), table.present
    table.act("draw", "stock")
    replay._kept[table.code] = behind
    with pytest.raises(play.Refused, match="too_late"):
        play.act(table.code, table.key(seat), decision, Action("draw", "discard"))
    card = table.state.seats[seat].cards[0]
    replay._kept[table.code] = behind
    now = play.act(table.code, table.key(seat), decision + 1, Action("discard", card))
    assert now.state.pile[-1] == card
