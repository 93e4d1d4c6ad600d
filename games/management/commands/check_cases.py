"""`manage.py check_cases PATH...`: plays rule cases and says which do not hold."""

import sys
from collections.abc import Iterator
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from games.rules import cases


def case_files(paths: list[Path]) -> Iterator[Path]:
    """The files named, and every JSON file below the folders named, in order."""
    for path in paths:
        if path.is_dir():
            # a link to nowhere is a file that cannot be read
            yield from sorted(found for found in path.rglob("*.json") if found.is_file() or not found.exists())
        else:
            yield path


def check_file(path: Path) -> str | None:
    """None when the case in the file holds; else what is wrong."""
    try:
        text = path.read_bytes()
    except (OSError, ValueError) as problem:
        return f"cannot be read: {problem}"
    return cases.check(text)


def one_line(text: str, encoding: str) -> str:
    """The text without line breaks and without characters that cannot be printed: a case may hold any of them."""
    return " ".join(text.splitlines()).encode(encoding, "backslashreplace").decode(encoding)


class Command(BaseCommand):
    help = "Plays the rule cases in these files and folders; one line for each that fails, then a count. Exits 1 if any failed."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")

    def handle(self, *args: object, **options: list[Path]) -> None:
        passed = failed = 0
        encoding = getattr(self.stdout, "encoding", None) or "utf-8"
        for path in case_files(options["paths"]):
            problem = check_file(path)
            if problem is None:
                passed += 1
            else:
                failed += 1
                self.stdout.write(one_line(f"{path}: {problem}", encoding))
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed:
            sys.exit(1)
