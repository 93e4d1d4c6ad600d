"""No public page sets a cookie or points to another host; the operator's login works all the same."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.testing import WebsocketCommunicator
from django.contrib.auth import get_user_model
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from bagelsknock_site.asgi import application
from tests.factories import SittingFactory

pytestmark = pytest.mark.django_db(transaction=True)

STATIC = Path(__file__).resolve().parents[2] / "bagelsknock_site" / "static"
ADDRESS = re.compile(r"""(?:https?:)?//[\w.-]+\.\w+[^\s"'<>)]*""")
POSTED = ("/open/", "/play-now/", "/contact/check/")
NAMES = ("http://www.w3.org/",)
"""Names of XML vocabularies look like addresses; nobody fetches them."""


def public_paths(code: str) -> Iterator[str]:
    """Every address of the site outside the admin, with a real table's code in it."""

    def walk(patterns: list[URLPattern | URLResolver], before: str) -> Iterator[str]:
        for pattern in patterns:
            path = before + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, path)
            else:
                yield "/" + path.replace("<code:code>", code).replace("<slug:game>", "gin")

    paths = [path for path in walk(get_resolver().url_patterns, "") if not path.startswith("/admin/")]
    assert not [path for path in paths if "<" in path], "say here what stands for this part of an address"
    yield from paths


def foreign(text: str) -> list[str]:
    """The addresses of other hosts in a page, style sheet or script."""
    return [found for found in ADDRESS.findall(text) if not found.startswith(NAMES)]


def test_no_page_sets_a_cookie_or_points_elsewhere(client: Client) -> None:
    waiting, playing = SittingFactory(seats=3), SittingFactory(started=True)
    nowhere = ["/nowhere/", "/nowhere", "/table/ABCDEFGH/", "/sit/ABCDEFGH/", "/favicon.ico", "/robots.txt"]
    seen = 0
    for sitting in (waiting, playing):
        headers = {"X-Seat-Key": sitting.keys["Ann"]}
        for path in [*public_paths(sitting.code), *nowhere]:
            for answer in (client.get(path), client.get(path, headers=headers), client.post(path, headers=headers), client.post(path)):
                assert answer.status_code < 500, path
                assert not answer.cookies, path
                assert "Set-Cookie" not in answer.headers, path
                assert "Cookie" not in answer.headers.get("Vary", ""), path
                assert foreign(answer.content.decode()) == [], path
                seen += 1
    assert seen > 100


@pytest.mark.parametrize("path", ["/", "/nowhere/", "/es/nowhere/", "/admin"])
def test_a_broken_cookie_is_not_mended_where_there_are_none(client: Client, path: str) -> None:
    assert not client.get(path, headers={"Cookie": "csrftoken=ü; sessionid=x"}).cookies


def test_pages_link_and_load_only_what_is_here(client: Client) -> None:
    found = set()
    to_see = {"/"}
    while to_see:
        path = to_see.pop()
        found.add(path)
        answer = client.get(path)
        assert answer.status_code == 200, path
        # The same page in other languages, by its whole address, is for search engines
        html = re.sub(r'<link rel="alternate" hreflang="[\w-]+" href="http://testserver/[^"]*">', "", answer.content.decode())
        for link in re.findall(r'(?:href|src|action|hx-get|hx-post)="([^"]*)"', html):
            target = urljoin(path, link)
            assert not urlsplit(target).netloc, f"{path} points to {target}"
            target = target.split("#")[0]
            if target.startswith("/static/"):
                assert finders.find(target.removeprefix("/static/")), f"{path} loads {target}"
            elif target not in found and "hx-post" not in link and not re.sub("^/[a-z]{2}/", "/", target).startswith(POSTED):
                to_see.add(target)


def test_style_sheets_and_scripts_point_nowhere_else() -> None:
    files = [path for path in STATIC.rglob("*") if path.suffix in (".css", ".js", ".svg")]
    assert len(files) > 4
    ours = [f"{path.name}: {found}" for path in files for found in foreign(path.read_text())]
    assert ours == []


@pytest.mark.parametrize("path", ["/static/site.css", "/static/nowhere.css", "/", "/nowhere/"])
async def test_no_answer_of_the_server_sets_a_cookie(path: str) -> None:
    scope = {"type": "http", "method": "GET", "path": path, "headers": [(b"host", b"localhost")], "query_string": b""}
    server = ApplicationCommunicator(application, scope)
    await server.send_input({"type": "http.request", "body": b""})
    start = await server.receive_output(timeout=5)
    assert b"set-cookie" not in [name.lower() for name, _ in start["headers"]]
    await server.receive_output(timeout=5)
    await server.wait()


@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/table/ABCDEFGH/", "/ws/nowhere/"])
async def test_no_socket_sets_a_cookie(path: str) -> None:
    socket = WebsocketCommunicator(application, path, [(b"host", b"localhost"), (b"origin", b"http://localhost")])
    await socket.send_input({"type": "websocket.connect"})
    answer = await socket.receive_output(timeout=5)
    assert b"set-cookie" not in [name.lower() for name, _ in answer.get("headers", [])]
    await socket.send_input({"type": "websocket.disconnect", "code": 1000})
    await socket.wait()


def test_the_operator_logs_in_with_cookies_of_the_admin_alone(client: Client) -> None:
    get_user_model().objects.create_superuser("operator", password="correct horse battery")
    page = client.get("/admin/login/")
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode())[1]
    login = {"username": "operator", "password": "correct horse battery", "next": "/admin/"}
    answer = client.post("/admin/login/", {**login, "csrfmiddlewaretoken": token})
    assert (answer.status_code, answer["Location"]) == (302, "/admin/")
    assert {cookie["path"] for cookie in answer.cookies.values()} == {"/admin/"}
    assert client.get("/admin/").status_code == 200


def test_the_admin_keeps_its_token() -> None:
    get_user_model().objects.create_superuser("operator", password="correct horse battery")
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/admin/login/", {"username": "operator", "password": "correct horse battery"}).status_code == 403
