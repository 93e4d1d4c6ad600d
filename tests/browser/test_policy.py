"""The strict policy, by a browser that keeps it: no page of the site breaks it, the desk's and those of refusals included.

Whatever the policy forbids is a complaint on the console, which the people of `conftest` do not bear.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.players import play_now
from tests.scaled.wire import Server
from tests.site.test_cookies import public_paths


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that soon has enough of guesses, and of pages."""
    running = Server(tmp_path_factory.mktemp("strict"), LIMITS="logins=3/300").start()
    yield running
    running.stop()


def test_every_public_page_keeps_to_the_policy(person: Person, server: Server) -> None:
    ann = person()
    play_now(ann, "Ann")
    code = ann.url.split("/")[-2]
    refused = ["/nowhere/", "/table/ABCDEFGH/", "/sit/ABCDEFGH/", "/es/nada/", "/?" + "a=1&" * 300, "/static/nowhere.js", "/rules/poker/"]
    shown = 0
    for path in [*dict.fromkeys(public_paths(code)), *refused, "/static/cards.svg", "/static/site.css", "/static/mark.svg"]:
        answer = ann.goto(path)
        assert answer
        shown += answer.headers.get("content-type", "").startswith("text/html")
    assert shown > 25
    ann.goto("/")
    ann.evaluate("fetch('/open/', {method: 'POST', body: 'a'.repeat(70000)}).then((answer) => answer.text())")


def test_every_page_of_the_desk_keeps_to_the_policy(operator: Page, person: Person, complaints: list[str]) -> None:
    play_now(person(), "Ann")
    for model in ("games/table", "games/seat", "games/round", "games/move", "games/report", "games/notice", "contact/message", "auth/user"):
        operator.goto(f"/admin/{model}/?q=Ann")
    for path in ("table/1/change", "table/1/replay", "table/1/check", "table/1/close", "table/1/history", "seat/1/change", "notice/add"):
        operator.goto(f"/admin/games/{path}/")
    for path in ("auth/user/add", "auth/user/1/change", "auth/user/1/delete", "password_change", "nowhere"):
        operator.goto(f"/admin/{path}/")
    operator.goto("/admin/logout/")
    assert complaints == []


def test_too_many_guesses_are_told_so(person: Person) -> None:
    ed = person("/robots.txt")
    for number in range(4):
        ed.goto("/admin/login/")
        ed.get_by_label("Username").fill(f"guess{number}")
        ed.get_by_label("Password").fill("guess")
        ed.get_by_role("button", name="Log in").click()
    expect(ed.get_by_role("alert")).to_contain_text("Too many tries to log in.")
    expect(ed.get_by_role("link", name="Back to the login")).to_be_visible()
    ed.context.clear_cookies()
