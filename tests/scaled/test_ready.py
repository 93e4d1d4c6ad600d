"""/readyz of a scaled process, while its Redis and its PostgreSQL go away."""

import contextlib
import os
import signal
import time
from pathlib import Path

import psycopg
import pytest

from tests.scaled import services
from tests.scaled.test_farewell import says_ready
from tests.scaled.wire import Server

pytestmark = pytest.mark.servers


def end_at_once(database):
    """A PostgreSQL that is only asked to end waits until its clients have gone."""
    with contextlib.closing(psycopg.connect(database)) as connection:
        folder = connection.execute("SHOW data_directory").fetchone()[0]
    os.kill(int((Path(folder) / "postmaster.pid").read_text().split()[0]), signal.SIGINT)


def test_what_is_missing_is_said_within_a_second(tmp_path):
    with contextlib.ExitStack() as redis, contextlib.ExitStack() as postgres:
        database, cache = postgres.enter_context(services.postgres()), redis.enter_context(services.redis())
        server = Server(tmp_path, DATABASE_URL=database, REDIS_URL=cache).start()
        try:
            assert says_ready(server) == (200, "ready\n")
            redis.close()
            assert says_ready(server) == (503, "Redis does not answer\n")
            end_at_once(database)
            for _ in range(3):
                began = time.monotonic()
                assert says_ready(server) == (503, "the database does not answer; Redis does not answer\n")
                assert time.monotonic() - began < 5  # a second, on a machine that has time
            assert server.get("/healthz") == "alive\n"
        finally:
            server.stop()
