"""`python -m tests.scaled.verify`: checks the history of every table in the database, and prints what is wrong."""

import sys

import django

django.setup()

from games import check, history  # noqa: E402
from games.models import Table  # noqa: E402
from games.rules.verify import is_good, verify  # noqa: E402


def main() -> int:
    """How many tables do not verify."""
    wrong = 0
    for table in Table.objects.exclude(round=0):
        findings = check.check(table)
        if history.is_over(table):
            findings += verify(check.plain(history.document(table)))
        if not is_good(findings):
            wrong += 1
            print(table.code, table.game, [found for found in findings if not is_good([found])])
    print(f"{Table.objects.exclude(round=0).count()} tables checked")
    return wrong


if __name__ == "__main__":
    sys.exit(min(main(), 1))
