"""The server process: one database thread on SQLite, bounded bodies, the clock."""

import threading
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.db.backends.sqlite3.base import DatabaseWrapper

from bagelsknock_site.asgi import Lifespan, application

pytestmark = pytest.mark.django_db(transaction=True)


def posting(**headers: str) -> ApplicationCommunicator:
    """Somebody who opens a table, and whose form has yet to come."""
    sent = [(b"host", b"localhost"), (b"content-type", b"application/x-www-form-urlencoded")]
    sent += [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return ApplicationCommunicator(application, {"type": "http", "method": "POST", "path": "/open/", "headers": sent, "query_string": b""})


async def ask(path: str, method: str = "GET", body: list[bytes] | None = None, **headers: str) -> tuple[int, bytes]:
    """The answer of the whole application: status and body."""
    sent = [(b"host", b"localhost"), *((name.replace("_", "-").encode(), value.encode()) for name, value in headers.items())]
    scope = {"type": "http", "method": method, "path": path, "headers": sent, "query_string": b""}
    server = ApplicationCommunicator(application, scope)
    chunks = body or [b""]
    for number, chunk in enumerate(chunks, start=1):
        await server.send_input({"type": "http.request", "body": chunk, "more_body": number < len(chunks)})
    start: dict[str, Any] = await server.receive_output(timeout=5)
    content = b""
    while True:
        part = await server.receive_output(timeout=5)
        content += part.get("body", b"")
        if not part.get("more_body"):
            break
    await server.wait()
    return start["status"], content


@pytest.mark.embedded
async def test_pages_and_consumers_share_one_database_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = set()
    real = DatabaseWrapper.cursor

    def cursor(self: DatabaseWrapper) -> Any:
        threads.add(threading.get_ident())
        return real(self)

    monkeypatch.setattr(DatabaseWrapper, "cursor", cursor)
    for _ in range(3):
        assert (await ask("/"))[0] == 200
    assert threads == {await sync_to_async(threading.get_ident)()}, "consumers and the clock use the same"


async def test_a_body_without_a_length_is_bounded_too() -> None:
    status, content = await ask("/open/", "POST", body=[b"A" * 8192] * 20, content_type="application/x-www-form-urlencoded")
    assert status == 413
    assert b"more than this site takes" in content


async def test_of_a_body_that_is_too_long_nothing_is_waited_for() -> None:
    headers = [(b"host", b"localhost"), (b"content-length", b"150000000"), (b"content-type", b"application/x-www-form-urlencoded")]
    server = ApplicationCommunicator(
        application, {"type": "http", "method": "POST", "path": "/open/", "headers": headers, "query_string": b""}
    )
    assert (await server.receive_output(timeout=5))["status"] == 413, "answered before any of it came"
    assert b"more than this site takes" in (await server.receive_output(timeout=5))["body"]


async def test_of_a_body_without_a_length_what_is_too_much_is_not_waited_for() -> None:
    headers = [(b"host", b"localhost"), (b"content-type", b"application/x-www-form-urlencoded")]
    server = ApplicationCommunicator(
        application, {"type": "http", "method": "POST", "path": "/open/", "headers": headers, "query_string": b""}
    )
    for _ in range(9):
        await server.send_input({"type": "http.request", "body": b"x" * 8192, "more_body": True})
    assert (await server.receive_output(timeout=5))["status"] == 413


async def test_a_body_of_the_allowed_size_is_read() -> None:
    body = [b"handle=Ann&game=bagelsknock&seats=2&pad=", b"x" * 8000]
    key, form = "a" * 32, "application/x-www-form-urlencoded"
    assert (await ask("/open/", "POST", body=body, content_type=form, x_seat_key=key))[0] == 200


async def test_a_server_with_lifespan_starts_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []
    monkeypatch.setattr("games.clock.start", lambda: started.append(True))
    server = ApplicationCommunicator(Lifespan(), {"type": "lifespan"})
    await server.send_input({"type": "lifespan.startup"})
    assert (await server.receive_output())["type"] == "lifespan.startup.complete"
    await server.send_input({"type": "lifespan.shutdown"})
    assert (await server.receive_output())["type"] == "lifespan.shutdown.complete"
    await server.wait()
    assert started == [True]


async def test_no_visitor_can_put_the_site_elsewhere() -> None:
    sent = [(b"host", b"localhost")]
    scope = {"type": "http", "method": "GET", "path": "/", "headers": sent, "query_string": b"", "root_path": "https://cards.example.org"}
    server = ApplicationCommunicator(application, scope)
    await server.send_input({"type": "http.request", "body": b"", "more_body": False})
    assert (await server.receive_output(timeout=5))["status"] == 200
    assert b"cards.example.org" not in (await server.receive_output(timeout=5))["body"]
    await server.wait()


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        (b"\xff", b""),  # no browser sends that as it is
        (b"a=1&" * 300, b"application/x-www-form-urlencoded; charset=hex"),  # Django reads the query before any middleware, and raises
        (b"", b"application/x-www-form-urlencoded; charset=\0"),
    ],
)
async def test_an_address_that_cannot_be_read_is_a_bad_request_in_our_headers(query: bytes, kind: bytes) -> None:
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/open/",
        "query_string": query,
        "headers": [(b"host", b"localhost"), (b"content-type", kind)],
    }
    server = ApplicationCommunicator(application, scope)
    await server.send_input({"type": "http.request", "body": b"handle=Ann"})
    start = await server.receive_output(timeout=5)
    assert start["status"] == 400
    assert b"default-src 'self'" in dict(start["headers"])[b"Content-Security-Policy"]
    await server.receive_output(timeout=5)
    await server.wait()
