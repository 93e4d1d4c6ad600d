"""Plays a game on a server's own database, as a process beside it: `python -m tests.play_out NAME` prints the code of its table.

For browser tests that need a game which is over, and not the half minute that a browser takes to play one. NAME is a game, or "void".
"""

import os
import sys


def main(name: str) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "bagelsknock_site.settings"
    import django

    django.setup()
    from tests.games import over

    games = {"bagelsknock": over.finished, "void": over.void_round}
    table = games[name]() if name in games else over.two_rounds(name)
    print(table.code)


if __name__ == "__main__":
    main(*sys.argv[1:])
