"""Plays a whole game on a server's own database, as a process beside it: `python -m tests.play_out GAME PEOPLE ROUNDS` prints its code.

For browser tests that need a game which is over, and not the half minute that a browser takes to play one.
"""

import os
import sys


def main(game: str, people: str, rounds: str) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "bagelsknock_site.settings"
    import django

    django.setup()
    from games import play
    from tests.factories import SittingFactory

    table = SittingFactory(game=game, people=int(people), options={"rounds": int(rounds)}, public=False)
    for handle, key in table.keys.items():
        play.set_cut(table.code, key, f"{handle} cuts ♠")
    play.start(table.code, table.keys["Ann"])
    table.play_until("game_over")
    print(table.code)


if __name__ == "__main__":
    main(*sys.argv[1:])
