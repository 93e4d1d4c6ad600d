"""`manage.py backup FILE`: a copy of the SQLite database of one moment, while the site is running."""

import contextlib
import os
import sqlite3
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection


class Command(BaseCommand):
    help = (
        "Copies the SQLite database into a new file, whole and of one moment, while the site is running. The README says how to restore it."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *args: object, file: Path, **options: object) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(f"This database is {connection.display_name}: use its own tools, for PostgreSQL pg_dump.")
        source = Path(connection.settings_dict["NAME"])
        if not source.exists():
            raise CommandError(f"There is no database at {source}.")
        # What appears under the name that was asked for is whole. It holds messages and secrets, and is its owner's alone.
        half = file.with_name(f"{file.name}.{os.getpid()}")
        try:
            half.touch(mode=0o600, exist_ok=False)
            try:
                self._copy(source, half)
                os.link(half, file)  # unlike a rename it takes no other file's place
            finally:
                half.unlink()
        except FileExistsError:
            raise CommandError(f"{file} is there already, and is not overwritten.") from None
        except (OSError, sqlite3.Error) as error:
            raise CommandError(f"No backup was made: {error}") from None
        self.stdout.write(f"{file}: {file.stat().st_size} bytes.")

    def _copy(self, source: Path, target: Path) -> None:
        """All pages in one step: with a write-ahead log no writer waits for it, and none can make it begin anew."""
        with (
            contextlib.closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as running,
            contextlib.closing(sqlite3.connect(target)) as copy,
        ):
            running.backup(copy)
            # One file without a log beside it; the site sets its own way when it opens it
            copy.execute("PRAGMA journal_mode=DELETE")
            if (found := copy.execute("PRAGMA quick_check").fetchone()[0]) != "ok":
                raise sqlite3.DatabaseError(f"the copy is damaged: {found}")
