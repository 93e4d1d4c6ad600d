"""The site's server for the benchmark of moves, and tables for it.

python -m tests.bench.our_server tables 50      started tables of four in the database of BAGELSKNOCK_VAR; prints codes and keys
python -m tests.bench.our_server serve          what `make play` runs
"""

import json
import os
import secrets
import sys

import django


def _tables(count: int) -> None:
    from django.core.management import call_command

    from games import play, updates

    call_command("migrate", interactive=False, verbosity=0)
    updates._send = lambda *told: None  # nobody watches yet, and to tell nobody takes half the time
    made = []
    for _ in range(count):
        keys = [secrets.token_hex(16) for _ in range(4)]
        table = play.open_table(game="bagelsknock", options={}, seats=4, public=False, turn_clock=0, handle="Ann", key=keys[0])
        for key, handle in zip(keys[1:], ("Bo", "Cy", "Di"), strict=True):
            play.sit(table.code, key, handle)
        play.start(table.code, keys[0])
        made.append((table.code, keys))
    json.dump(made, sys.stdout)


def _serve() -> None:
    from bagelsknock_site import serve

    serve.main()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bagelsknock_site.settings")
    django.setup()
    _tables(int(sys.argv[2])) if sys.argv[1] == "tables" else _serve()
