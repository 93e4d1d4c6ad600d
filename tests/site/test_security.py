"""Same-origin POSTs, small bodies, strict headers: what keeps the public pages safe."""

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client

from bagelsknock_site.asgi import application
from bagelsknock_site.security import HEADERS, is_own_origin
from games.models import Table

pytestmark = pytest.mark.django_db

KEY = "a" * 32


def open_table(client: Client, **headers: str) -> int:
    """The status of opening a table with these headers."""
    return client.post("/open/", {"handle": "Ann", "game": "bagelsknock"}, headers={"X-Seat-Key": KEY, **headers}).status_code


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),  # a program
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),  # typed by the visitor
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"}, False),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "null"}, True),
        # Browsers on plain http to an address in the local network send no Sec-Fetch-Site.
        ({"Origin": "http://testserver"}, True),
        ({"Origin": "http://testserver:80"}, True),
        ({"Origin": "https://testserver"}, True),  # a proxy in front speaks https, and plain http to us
        ({"Origin": "http://testserver:8001"}, False),
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": "http://testserver.evil.example"}, False),
        ({"Origin": "http://testserver@evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": ""}, False),
        ({"Origin": "file://"}, False),
        ({"Origin": "http://[broken"}, False),
    ],
)
def test_only_our_own_pages_may_post(client: Client, headers: dict[str, str], allowed: bool) -> None:
    assert open_table(client, **headers) == (200 if allowed else 403)
    assert Table.objects.exists() is allowed


def test_a_refused_post_says_why(client: Client) -> None:
    answer = client.post("/open/", headers={"Origin": "http://evil.example"})
    assert "came from another site" in answer.content.decode()


def test_other_sites_may_link_to_us(client: Client) -> None:
    assert client.get("/", headers={"Sec-Fetch-Site": "cross-site", "Origin": "http://evil.example"}).status_code == 200


@pytest.mark.parametrize(
    ("origin", "host", "own"),
    [
        ("http://192.168.1.20:8000", "192.168.1.20:8000", True),
        ("http://192.168.1.20:8000", "192.168.1.20", False),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("HTTP://Cards.Example", "cards.example", True),
        ("https://cards.example", "cards.example:443", True),
        ("https://cards.example.org", "10.0.0.5:8000", True),  # PUBLIC_URL, behind a proxy that names another host
        ("http://cards.example.org", "10.0.0.5:8000", False),
        ("https://other.example.org", "10.0.0.5:8000", False),
        ("", "", False),
    ],
)
def test_an_origin_is_ours_when_host_and_port_are(settings, origin: str, host: str, own: bool) -> None:
    settings.PUBLIC_URL = "https://cards.example.org"
    assert is_own_origin(origin, host) is own


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({"host": "localhost:8000", "origin": "http://localhost:8000"}, True),
        ({"host": "localhost:8000"}, False),  # who does not say where they come from
        ({"host": "localhost:8000", "origin": "null"}, False),
        ({"host": "localhost:8000", "origin": "http://localhost:9000"}, False),
        ({"host": "localhost:8000", "origin": "http://evil.example"}, False),
        ({"host": "evil.example", "origin": "http://evil.example"}, False),  # a name of theirs that leads to this machine
        ({"origin": "http://localhost"}, False),
    ],
)
@pytest.mark.django_db(transaction=True)
async def test_sockets_open_for_our_own_pages_only(headers: dict[str, str], allowed: bool) -> None:
    sent = [(name.encode(), value.encode()) for name, value in headers.items()]
    socket = WebsocketCommunicator(application, "/ws/lobby/", sent)
    connected, _ = await socket.connect()
    assert connected is allowed
    if connected:
        await socket.disconnect()


async def test_an_unknown_socket_is_closed() -> None:
    socket = WebsocketCommunicator(application, "/ws/nowhere/", [(b"host", b"localhost"), (b"origin", b"http://localhost")])
    connected, _ = await socket.connect()
    assert not connected


@pytest.mark.parametrize("path", ["/", "/nowhere/", "/sit/ABCDEFGH/", "/table/ABCDEFGH/", "/admin/login/"])
def test_every_page_has_the_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self';")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "no-store" in headers["Cache-Control"] or "no-cache" in headers["Cache-Control"]


@pytest.mark.parametrize(
    ("status", "asked"),
    [
        (400, {"path": "/", "headers": {"Host": "evil.example"}}),
        (400, {"path": "/open/", "method": "POST", "data": b"--x\r\nnonsense", "content_type": "multipart/form-data; boundary="}),
        (403, {"path": "/open/", "method": "POST", "headers": {"Origin": "http://evil.example"}}),
        (404, {"path": "/nowhere/"}),
        (302, {"path": "/admin/nowhere/"}),
        (405, {"path": "/open/", "method": "DELETE"}),
        (413, {"path": "/open/", "method": "POST", "data": b"A" * 70_000}),
        (301, {"path": "/your-tables"}),
    ],
)
def test_every_refusal_has_the_headers(client: Client, status: int, asked: dict) -> None:
    answer = client.generic(**{"method": "GET", **asked})
    assert answer.status_code == status
    assert answer.headers.items() >= HEADERS.items()


@pytest.mark.parametrize("proxy", [False, True])
def test_a_host_that_somebody_made_up_is_on_no_page(client: Client, settings, proxy: bool) -> None:
    """Neither for the visitor, nor for a cache on the way that would show it to others."""
    settings.USE_X_FORWARDED_HOST = settings.BEHIND_PROXY = proxy
    made_up = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Port": "99", "Forwarded": "host=evil.example"}
    for path in ("/", "/rules/", "/nowhere/"):
        answer = client.get(path, headers=made_up)
        assert answer.status_code == (400 if proxy else 404 if path == "/nowhere/" else 200)
        assert "evil.example" not in answer.content.decode()
        assert answer["Cache-Control"] in ("private, no-cache", "no-store")


@pytest.mark.parametrize(("url", "told"), [("", False), ("http://192.168.1.20:8000", False), ("https://cards.example.org", True)])
def test_who_was_here_by_https_does_not_come_back_by_http(client: Client, settings, url: str, told: bool) -> None:
    settings.PUBLIC_URL = url
    for path in ("/", "/nowhere/", "/admin/login/"):
        assert ("Strict-Transport-Security" in client.get(path).headers) is told


def test_a_page_that_a_seat_sees_is_not_kept(client: Client) -> None:
    assert client.get("/", headers={"X-Seat-Key": KEY})["Cache-Control"] == "no-store"


def test_a_missing_slash_is_added(client: Client) -> None:
    answer = client.get("/your-tables?codes=ABCDEFGH")
    assert (answer.status_code, answer["Location"]) == (301, "/your-tables/?codes=ABCDEFGH")


def test_another_host_name_is_refused_in_words(client: Client) -> None:
    answer = client.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "could not make sense" in answer.content.decode()


@pytest.mark.parametrize("content_type", ["application/x-www-form-urlencoded", "application/json"])
def test_a_large_body_is_refused_in_words(client: Client, content_type: str) -> None:
    answer = client.post("/open/", "handle=" + "A" * 70_000, content_type=content_type)
    assert answer.status_code == 413
    assert "more than this site takes" in answer.content.decode()
    assert not Table.objects.exists()


def test_a_broken_form_is_refused_in_words(client: Client) -> None:
    answer = client.post("/open/", b"--x\r\nnonsense", content_type="multipart/form-data; boundary=")
    assert answer.status_code == 400
    assert "could not make sense" in answer.content.decode()


def test_an_error_of_ours_is_a_friendly_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr("lobby.listing.open_tables", lambda: 1 / 0)
    answer = client.get("/")
    assert answer.status_code == 500
    assert "not your fault" in answer.content.decode()
    assert "ZeroDivisionError" not in answer.content.decode()
    assert "Content-Security-Policy" in answer.headers
