"""What a proxy asks a process: /healthz and /readyz."""

import asyncio
import threading
import time

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.test import override_settings

from bagelsknock_site import farewell, health
from tests.site.test_asgi import ask

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_process_that_is_well():
    assert await ask("/healthz") == (200, b"alive\n")
    assert await ask("/readyz") == (200, b"ready\n")
    assert (await ask("/readyz", "POST"))[0] == 405


async def test_a_database_that_fails(monkeypatch):
    def fails():
        raise OperationalError("could not connect to 192.0.2.7")

    monkeypatch.setattr("games.models.Table.objects.exists", fails)
    assert await ask("/readyz") == (503, b"the database does not answer\n")
    assert (await ask("/healthz"))[0] == 200


async def test_a_database_thread_that_hangs(monkeypatch):
    """The answer does not wait for it, and the questions do not pile up before it."""
    monkeypatch.setattr(health, "AT_MOST", 0.05)
    hang, asked = threading.Event(), []
    monkeypatch.setattr("games.models.Table.objects.exists", lambda: asked.append(True))
    hanging = sync_to_async(hang.wait)

    task = asyncio.create_task(hanging(20))
    await asyncio.sleep(0)
    began = time.monotonic()
    for _ in range(3):
        assert await ask("/readyz") == (503, b"the database does not answer\n")
    assert time.monotonic() - began < 3
    hang.set()
    await task
    assert (await ask("/readyz"))[0] == 200
    assert len(asked) == 1


@override_settings(REDIS_URL="redis://127.0.0.1:1/0")
async def test_redis_that_is_away():
    assert await ask("/readyz") == (503, b"Redis does not answer\n")


async def test_a_process_that_ends(monkeypatch):
    monkeypatch.setattr(farewell, "leaving", lambda: True)
    assert await ask("/readyz") == (503, b"this process is shutting down\n")
    assert (await ask("/healthz"))[0] == 200
