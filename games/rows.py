"""Locking and writing one row by a statement that is put together once. A move locks one row and writes three, and Django compiles a
statement for each of them anew, which takes ten times as long as the database takes to carry it out.

All go over a cursor of Django's, so errors and the log of queries are as everywhere. No signals are sent, and a new row's primary key
is not told.
"""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from django.db import connection, models
from django.db.backends.utils import CursorWrapper
from django.db.models import Field, Model

#: Fields whose values, as this site sets them, are what the database is given. Others change them on the way.
_AS_THEY_ARE = (models.IntegerField, models.CharField, models.BooleanField, models.ForeignKey)


def lock(cursor: CursorWrapper, row: Model, names: Collection[str], *, skip_locked: bool = False) -> bool:
    """Whether these fields of a row are still as they are stored; it is then locked until the transaction ends.

    On SQLite the transaction itself is the lock. With `skip_locked` a row that somebody else has locked is none.
    """
    given = {name: value for name in names if (value := getattr(row, name)) is not None}
    statement, fields = _lock(type(row), tuple(given), tuple(name for name in names if name not in given), skip_locked)
    cursor.execute(statement, _prepared(cursor, fields, given.values()))
    return bool(cursor.fetchall())


def insert(cursor: CursorWrapper, model: type[Model], values: Mapping[str, Any]) -> None:
    """Store a new row. There are no defaults: `values` are all that it has."""
    statement, fields = _insert(model, tuple(values))
    cursor.execute(statement, _prepared(cursor, fields, values.values()))


def update(cursor: CursorWrapper, row: Model, names: Collection[str]) -> None:
    """Store these fields of a row that is there."""
    statement, fields = _update(type(row), tuple(names))
    cursor.execute(statement, [*_prepared(cursor, fields, [getattr(row, name) for name in names]), row.pk])


def _prepared(cursor: CursorWrapper, fields: tuple[Field | None, ...], values: Collection[Any]) -> list[Any]:
    database = cursor.db
    return [field.get_db_prep_save(value, database) if field else value for field, value in zip(fields, values, strict=True)]


@cache
def _lock(model: type[Model], given: tuple[str, ...], empty: tuple[str, ...], skip_locked: bool) -> tuple[str, tuple]:
    conditions = [f"{column} = %s" for column in _columns(model, given)] + [f"{column} IS NULL" for column in _columns(model, empty)]
    statement = f"SELECT 1 FROM {_table(model)} WHERE {' AND '.join(conditions)}"
    if connection.features.has_select_for_update:
        statement += " " + connection.ops.for_update_sql(skip_locked=skip_locked)
    return statement, _through(model, given)


@cache
def _insert(model: type[Model], names: tuple[str, ...]) -> tuple[str, tuple]:
    columns, places = ", ".join(_columns(model, names)), ", ".join(["%s"] * len(names))
    return f"INSERT INTO {_table(model)} ({columns}) VALUES ({places})", _through(model, names)


@cache
def _update(model: type[Model], names: tuple[str, ...]) -> tuple[str, tuple]:
    changes = ", ".join(f"{column} = %s" for column in _columns(model, names))
    return f"UPDATE {_table(model)} SET {changes} WHERE {_quoted(model._meta.pk.column)} = %s", _through(model, names)


def _table(model: type[Model]) -> str:
    return _quoted(model._meta.db_table)


def _columns(model: type[Model], names: tuple[str, ...]) -> list[str]:
    return [_quoted(model._meta.get_field(name).column) for name in names]


def _through(model: type[Model], names: tuple[str, ...]) -> tuple[Field | None, ...]:
    fields = [model._meta.get_field(name) for name in names]
    return tuple(None if isinstance(field, _AS_THEY_ARE) else field for field in fields)


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
