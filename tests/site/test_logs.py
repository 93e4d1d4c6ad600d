"""What the server writes down of its visitors: nothing."""

import contextlib
import json
import logging
import re
import secrets
import socket
import sqlite3
import sys
import urllib.error
import urllib.request
from datetime import datetime
from pathlib import Path

import pytest
from django.db import OperationalError
from django.test import Client
from redis.exceptions import RedisError

from bagelsknock_site import logs
from bagelsknock_site.logs import Calm, Discreet, DiscreetJson, blot
from tests.scaled.wire import Server

FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("from 192.0.2.7 again", "from [address] again"),
        ("client=['192.0.2.7', 5123]", "client=['[address]', 5123]"),
        ("192.0.2.7:5123", "[address]:5123"),
        ("2001:db8::1 and ::1.", "[address] and [address]."),
        ("[2001:db8:0:1:2:3:4:5]:80", "[[address]]:80"),
        ("::ffff:192.0.2.7", "[address]"),
        ("key 0123456789abcdef0123456789abcdef!", "key [key]!"),
        ("at 12:30:45,123 version 4.3.2", "at 12:30:45,123 version 4.3.2"),
        ("Django 5.2.19.1234", "Django 5.2.19.1234"),
        ("table ABCDEFGH0123ABCD, move 17", "table ABCDEFGH0123ABCD, move 17"),
        ('File "/srv/games/play.py", line 12, in act', 'File "/srv/games/play.py", line 12, in act'),
    ],
)
def test_addresses_and_keys_are_blotted_out(text, written):
    assert blot(text) == written


def test_in_tracebacks_too():
    try:
        raise ConnectionError("192.0.2.7 has gone")
    except ConnectionError:
        record = logging.LogRecord("daphne", logging.ERROR, "", 0, "lost %s", ("::1",), sys.exc_info())
    written = Discreet("{levelname} {message}", style="{").format(record)
    assert "192.0.2.7" not in written
    assert "lost [address]" in written
    assert "ConnectionError" in written


def test_as_json_one_object_a_line_and_as_discreet():
    try:
        raise ConnectionError("192.0.2.7 has\ngone")
    except ConnectionError:
        record = logging.LogRecord("daphne", logging.ERROR, "", 0, 'lost "%s"', ("::1",), sys.exc_info())
    record.key = "0123456789abcdef0123456789abcdef"
    line = DiscreetJson().format(record)
    assert "\n" not in line
    written = json.loads(line)
    assert written.pop("traceback").endswith("ConnectionError: [address] has\ngone")
    assert datetime.fromisoformat(written.pop("time"))
    assert written == {"level": "ERROR", "logger": "daphne", "message": 'lost "[address]"', "key": "[key]"}


def test_a_server_that_was_visited_has_written_nothing_of_it(tmp_path: Path) -> None:
    """Pages, refusals, broken requests, sockets and an error of the database: none leaves an address, a key, a name or a message."""
    server = Server(tmp_path).start()
    key = secrets.token_hex(16)
    try:
        ask(server, "GET", "/")
        ask(server, "GET", "/nowhere/")
        ask(server, "POST", "/open/", f"game=bagelsknock&handle=Annabella&seats=2&key={key}", key)
        ask(server, "POST", "/contact/", "name=Annabella&email=ann%40example.org&text=Hello")
        ask(server, "POST", "/contact/check/", "email=ann%40example.org")
        ask(server, "POST", "/table/ABCDEFGH/report/", "seat=1&reason=handle", key)
        ask(server, "GET", "/admin/login/")
        raw(server, b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        raw(server, b"\x16\x03\x01 nonsense\r\n\r\n")
        raw(server, f"POST /open/ HTTP/1.1\r\nHost: {server.host}\r\nX-Seat-Key: {key}\r\nContent-Length: 999\r\n\r\nhalf".encode())
        upgrade = (
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
        )
        for path in ("/ws/lobby/", "/ws/table/ABCDEFGH/", "/ws/nowhere/"):
            raw(
                server,
                f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\nOrigin: http://{server.host}\r\n{upgrade}\r\n".encode() + b"\xff\xff\xff",
            )
        # An error of our own, with a traceback
        with sqlite3.connect(tmp_path / "bagelsknock.sqlite3") as database:
            database.execute("DROP TABLE games_seat")
        ask(server, "POST", "/open/", "game=bagelsknock&handle=Annabella&seats=2", key)
    finally:
        server.stop()
    written = server.log.read_text()
    told = written.split("Stop it with Ctrl-C.")[1]
    assert "Traceback" in told
    for secret in (key, "127.0.0.1", "Annabella", "ann@example", "ann%40example", "evil.example"):
        assert secret not in told
    assert not re.search(r"\b\d{1,3}(\.\d{1,3}){3}\b", told)
    assert "GET /" not in told
    assert "POST /" not in told


def ask(server: Server, method: str, path: str, body: str = "", key: str = "") -> None:
    headers = {"Content-Type": FORM, **({"X-Seat-Key": key} if key else {})}
    request = urllib.request.Request(f"http://{server.host}{path}", body.encode() or None, headers, method=method)
    with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(request, timeout=10) as answer:
        answer.read()


def raw(server: Server, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as line:
        line.sendall(sent)
        line.settimeout(0.3)
        with contextlib.suppress(TimeoutError, ConnectionError):
            line.recv(1000)


def test_a_visitor_cannot_fill_the_log(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    """What is refused is no news, and a traceback for each would be much of it."""
    assert client.get("/?" + "a=1&" * 300).status_code == 400
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert caplog.text == ""


def test_a_database_that_is_away_is_written_once_a_minute_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    now, calm, written = [0.0], Calm(), []
    monkeypatch.setattr(logs.time, "monotonic", lambda: now[0])

    def error(text: str, kind: type[Exception], *args: object) -> None:
        record = logging.LogRecord("games", logging.ERROR, __file__, 1, text, args, (kind, kind("no"), None))
        if calm.filter(record):
            written.append(record.getMessage())

    for code in "ABC":
        error("a message to table %s", OperationalError, code)
        error("a message to table %s", RuntimeError, code)
        error("could not tell %s", RedisError, code)
    assert written == [
        "a message to table A", "a message to table A", "could not tell A", "a message to table B", "a message to table C",
    ]  # fmt: skip
    now[0] = 61.0
    error("a message to table %s", OperationalError, "D")
    assert written[-1] == "a message to table D (and 2 times more since this was written)"
