"""An address that asks for too much: 429 before anything is looked up, in words, and nobody else notices."""

import json
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from bagelsknock_site import overload
from bagelsknock_site.asgi import application
from bagelsknock_site.security import HEADERS
from games import limits
from tests.limits import limit

pytestmark = pytest.mark.django_db(transaction=True)

TOO_MUCH = "Too much came from your connection at once."


@pytest.fixture(autouse=True)
def three_at_once(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SLOWLY", 0)
    limits._paces.clear()
    limit(settings, pages=3)


async def ask(path: str, method: str = "GET", client: str = "192.0.2.1", **headers: str) -> tuple[int, dict[str, str], str]:
    """Status, headers and body of the answer to this address."""
    sent = [(b"host", b"localhost"), *((name.replace("_", "-").encode(), value.encode()) for name, value in headers.items())]
    scope = {"type": "http", "method": method, "path": path, "headers": sent, "query_string": b"", "client": [client, 5000]}
    server = ApplicationCommunicator(application, scope)
    await server.send_input({"type": "http.request", "body": b"", "more_body": False})
    start = await server.receive_output(timeout=5)
    body = (await server.receive_output(timeout=5))["body"]
    await server.wait(timeout=5)
    return start["status"], {name.decode().lower(): value.decode() for name, value in start["headers"]}, body.decode()


async def ask_too_much(path: str = "/rules/", **headers: str) -> None:
    for _ in range(3):
        assert (await ask(path, **headers))[0] == 200


async def test_who_asks_for_too_much_is_told_so_on_a_page_of_ours_and_nobody_else_is() -> None:
    await ask_too_much()
    status, headers, page = await ask("/rules/")
    assert status == 429
    assert headers["retry-after"] == "10"
    assert TOO_MUCH in page
    assert "site-header" in page
    assert "it is still there" in page
    assert headers.items() >= {(name.lower(), value) for name, value in HEADERS.items()}
    assert headers["cache-control"] == "no-store"
    assert "set-cookie" not in headers
    assert (await ask("/rules/", client="192.0.2.2"))[0] == 200


async def test_in_the_language_of_the_address() -> None:
    await ask_too_much("/es/rules/")
    _, headers, page = await ask("/es/rules/")
    assert headers["content-language"] == "es"
    assert '<html lang="es"' in page
    assert TOO_MUCH not in page


async def test_a_form_that_htmx_sent_stays_as_it_is_and_a_sentence_is_shown() -> None:
    await ask_too_much()
    status, headers, body = await ask("/open/", "POST", hx_request="true")
    assert (status, body) == (429, "")
    assert headers["hx-reswap"] == "none"
    assert json.loads(headers["hx-trigger"])["refused"]["text"].startswith(TOO_MUCH)


async def test_a_program_reads_json() -> None:
    await ask_too_much()
    status, headers, body = await ask("/table/ABCDEFGH/history.json")
    assert (status, headers["content-type"]) == (429, "application/json")
    assert json.loads(body)["error"].startswith(TOO_MUCH)


async def test_health_and_static_files_are_always_answered() -> None:
    await ask_too_much()
    for path in ("/healthz", "/readyz", "/static/mark.svg"):
        assert (await ask(path))[0] == 200


async def test_when_too_many_wait_whoever_comes_is_asked_to_come_again(settings: Any) -> None:
    limit(settings, pages_in_all=0)
    status, headers, page = await ask("/rules/")
    assert (status, headers["retry-after"]) == (503, "10")
    assert "Very many people are here just now." in page
    assert (await ask("/healthz"))[0] == 200
    limit(settings, pages_in_all=1)
    for _ in range(2):
        assert (await ask("/rules/"))[0] == 200
    assert overload._in_work == 0
