"""`manage.py verify FILE_OR_CODE`: checks a game, from its history document or as this site has stored it."""

import json
import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from games import check, history
from games.models import Table
from games.rules.verify import Finding, Result, Unreadable, is_good, verify
from games.sentences import checks

_SIGNS = {Result.GOOD: "ok", Result.BAD: "WRONG", Result.UNKNOWN: "?"}


class Command(BaseCommand):
    help = "Checks shuffle and moves of a game that is over: a history.json, or the code of a table here. Exits 1 if anything is wrong."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="FILE_OR_CODE")

    def handle(self, *args: object, game: str, **options: object) -> None:
        names, findings = self._of_file(Path(game)) if Path(game).is_file() else self._of_table(game)
        for found in findings:
            self.stdout.write(f"{_SIGNS[found.result]:5} {checks.finding(found, names)}")
        good = is_good(findings)
        judged = all(found.result is not Result.UNKNOWN for found in findings)
        fits = "Everything fits." if judged else "Nothing is wrong, as far as it can be judged here."
        self.stdout.write(fits if good else "This game does not fit.")
        if not good:
            sys.exit(1)

    def _of_file(self, path: Path) -> tuple[list[str], list[Finding]]:
        try:
            document = json.loads(path.read_bytes())
            return document["seats"], verify(document)
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
            what = str(error) if isinstance(error, Unreadable) else type(error).__name__
            raise CommandError(f"{path} is no history.json: {what}") from None

    def _of_table(self, code: str) -> tuple[list[str], list[Finding]]:
        try:
            table = Table.objects.filter(code=code.upper()).first()
        except DatabaseError as error:
            raise CommandError(f"There is no file {code}, and no database: {error}") from None
        if table is None:
            raise CommandError(f"There is no file and no table {code}.")
        if not history.is_over(table):
            raise CommandError("This game is not over: its history is published then.")
        names = [seat.handle for seat in table.seats.order_by("number")]
        # what everybody can check, then what only this site has stored
        return names, [*verify(json.loads(json.dumps(history.document(table)))), *check.check(table)]
