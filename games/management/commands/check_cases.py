"""`manage.py check_cases PATH...`: plays rule cases and says which do not hold."""

import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from games.rules.cases import case_files, check_file


class Command(BaseCommand):
    help = "Plays the rule cases in these files and folders; one line for each that fails, then a count. Exits 1 if any failed."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")

    def handle(self, *args: object, **options: list[Path]) -> None:
        passed = failed = 0
        for path in case_files(options["paths"]):
            problem = check_file(path)
            if problem is None:
                passed += 1
            else:
                failed += 1
                self.stdout.write(f"{path}: {problem}")
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed:
            sys.exit(1)
