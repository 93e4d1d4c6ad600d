"""Processes that start at once on an empty PostgreSQL, as an operator's service manager starts them."""

import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.scaled import services
from tests.scaled.wire import Server


@pytest.mark.servers
def test_the_database_is_made_once_and_all_of_them_serve(tmp_path):
    with services.new_database() as database:
        servers = [Server(tmp_path, DATABASE_URL=database, REDIS_URL=os.environ["REDIS_URL"]) for _ in range(3)]
        try:
            with ThreadPoolExecutor() as threads:
                list(threads.map(Server.start, servers))
            assert all("Traceback" not in server.log.read_text() for server in servers)
        finally:
            for server in servers:
                server.stop()
