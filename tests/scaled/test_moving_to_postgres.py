"""A site that moves from SQLite to PostgreSQL, as the README says: games that are over still verify, and a running one goes on."""

import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys

import pytest

from tests.scaled import services
from tests.scaled.lines import Browser, until
from tests.scaled.wire import ROOT, Player, Server

pytestmark = pytest.mark.servers

#: the README's words
DUMP = [
    "dumpdata",
    "--format",
    "jsonl",
    "--natural-foreign",
    "--exclude",
    "contenttypes",
    "--exclude",
    "auth.permission",
    "--exclude",
    "sessions",
]


def manage(server, *command):
    """`manage.py` with the environment of a server."""
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=server.environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextlib.contextmanager
def running(folder, **environment):
    server = Server(folder, **environment)
    try:
        yield server.start()
    finally:
        server.stop()


async def make_moves(server, code, keys, moves):
    """Whoever is asked answers, so many times."""
    pages = [await Browser(code, key).open(server) for key in keys.values()]
    for _ in range(moves):
        await until(lambda: any(page.wish() for page in pages), "somebody's turn")
        assert await next(page for page in pages if page.wish()).act()
    for page in pages:
        await page.close()


async def test_from_sqlite_to_postgres(tmp_path):
    saved, rng = str(tmp_path / "site.jsonl.gz"), random.Random(3)
    with running(tmp_path, PAUSE_SCALE="1") as old:
        running_code, running_keys = old.open_table("Ann", ("Bo",), 1)
        await make_moves(old, running_code, running_keys, 5)
        code, keys = old.open_table("Ann", ("Bo",), 1, option_rounds=3)
        deadline = asyncio.get_running_loop().time() + 60
        await asyncio.gather(*(Player(code, key, rng).play(old, until=deadline) for key in keys.values()))
    verdict = manage(old, "verify", code)
    assert "Everything fits." in verdict
    manage(old, *DUMP, "--output", saved)

    with services.new_database() as database:
        environment = {"DATABASE_URL": database, "REDIS_URL": os.environ["REDIS_URL"], "PAUSE_SCALE": "1"}
        new = Server(tmp_path, **environment)
        manage(new, "migrate")
        manage(new, "loaddata", saved)
        assert manage(new, "verify", code) == verdict
        with running(tmp_path, **environment) as new:
            assert json.loads(new.get(f"/table/{code}/history.json"))["table"] == code
            await make_moves(new, running_code, running_keys, 5)
            new.open_table("Cy", ("Di",))
