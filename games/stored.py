"""What is stored of a table, its seats and the moves of its round, read by one statement that is put together once.

Each process reads so what others have done at a table, with every move. Django would take three statements, and compile each of them
anew. One statement is also of one moment.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model

from games.models import Move, Round, Seat, Table


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it is stored.

    seats       by number; None: the table is no newer than what was known of it, and neither its seats nor its moves were asked for
    moves       of its round, those after the known ones
    round_id    row of its round; None before the first
    """

    table: Table
    seats: list[Seat] | None = None
    moves: list[Move] = field(default_factory=list)
    round_id: int | None = None


def read(code: str, version: int = 0, round: int = 0, moves: int = 0) -> Stored:
    """The table of this code; Table.DoesNotExist. What is known of it already: its version, and so many moves of a round."""
    columns, statement = _columns(connection.vendor), _statement(connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(statement, (version, round, moves, code))
        found = cursor.fetchall()
    if not found:
        raise Table.DoesNotExist(code)
    of_table, of_seat, of_move = columns
    table, round_id = of_table.row(found[0]), found[0][-1]
    if table.version <= version:
        return Stored(table)
    # A seat without moves has nothing in the place of a move; seat 0 comes once for each, and so does nobody at a table without seats
    seats = {seat.number: seat for each in found if (seat := of_seat.row(each))}
    for seat in seats.values():
        seat.table = table
    return Stored(table, list(seats.values()), [move for each in found if (move := of_move.row(each))], round_id)


class _Columns:
    """The fields of a model, from one place on in the rows of the statement."""

    def __init__(self, model: type[Model], alias: str, first: int) -> None:
        fields: tuple[Field, ...] = model._meta.concrete_fields
        self._model, self._first, self.last = model, first, first + len(fields)
        self._names = [field.attname for field in fields]
        self._converted = []
        for place, each in enumerate(fields):
            column = each.get_col(alias)
            # The database's own converters ask no connection for more than the time zone of the settings
            converters = [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]
            self._converted += [(place, column, convert) for convert in converters]
        self.key = [each.primary_key for each in fields].index(True) + first
        self.names = ", ".join(f"{alias}.{connection.ops.quote_name(each.column)}" for each in fields)

    def row(self, values: tuple[Any, ...]) -> Any:
        """The model's instance; None where the join has found none."""
        if values[self.key] is None:
            return None
        own = list(values[self._first : self.last])
        for place, column, convert in self._converted:
            own[place] = convert(own[place], column, connection)
        return self._model.from_db(connection.alias, self._names, own)


@cache
def _columns(vendor: str) -> tuple[_Columns, _Columns, _Columns]:
    of_table = _Columns(Table, "t", 0)
    of_seat = _Columns(Seat, "s", of_table.last)
    return of_table, of_seat, _Columns(Move, "m", of_seat.last)


@cache
def _statement(vendor: str) -> str:
    """All moves come with seat 0, which somebody has at every table that plays."""
    names = ", ".join(each.names for each in _columns(vendor))
    return (
        f"SELECT {names}, r.id FROM {_name(Table)} t"
        f" LEFT JOIN {_name(Seat)} s ON s.table_id = t.id AND t.version > %s"
        f" LEFT JOIN {_name(Round)} r ON r.table_id = t.id AND r.number = t.round"
        f" LEFT JOIN {_name(Move)} m ON m.round_id = CASE WHEN s.number = 0 THEN r.id END"
        " AND m.number > CASE WHEN t.round = %s THEN %s ELSE 0 END"
        " WHERE t.code = %s ORDER BY s.number, m.number"
    )


def _name(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)
