"""Writing one row by a statement that is put together once. A move writes three rows, and Django compiles a statement for each write
anew, which takes several times as long as the database takes to carry it out.

Values go through the model's fields, as everywhere. No signals are sent, and a new row is not told its primary key.
"""

from collections.abc import Sequence
from functools import cache

from django.db import connection
from django.db.models import Field, Model


def insert(row: Model) -> None:
    """Store a new row."""
    statement, fields = _insert(type(row), connection.vendor)
    _execute(statement, row, fields)


def update(row: Model, names: Sequence[str]) -> None:
    """Store these fields of a row that is there."""
    statement, fields = _update(type(row), tuple(names), connection.vendor)
    _execute(statement, row, fields)


def _execute(statement: str, row: Model, fields: Sequence[Field]) -> None:
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


@cache
def _insert(model: type[Model], vendor: str) -> tuple[str, list[Field]]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(_quoted(field.column) for field in fields)
    return f"INSERT INTO {_quoted(model._meta.db_table)} ({columns}) VALUES ({', '.join(['%s'] * len(fields))})", fields


@cache
def _update(model: type[Model], names: tuple[str, ...], vendor: str) -> tuple[str, list[Field]]:
    fields = [model._meta.get_field(name) for name in names]
    changes, key = ", ".join(f"{_quoted(field.column)} = %s" for field in fields), model._meta.pk
    return f"UPDATE {_quoted(model._meta.db_table)} SET {changes} WHERE {_quoted(key.column)} = %s", [*fields, key]


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
