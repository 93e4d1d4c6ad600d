"""People with a real browser, in front of a real server: Chromium by Playwright, the site as a process of its own on an empty database.

The ORM cannot be used beside Playwright; these tests know what people know.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.scaled.wire import ROOT, Server

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}
# It runs as root in containers, without a screen, and is to ask nobody but the server for anything.
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 15_000  # milliseconds until something that should appear counts as missing
expect.set_options(timeout=PATIENCE)

#: What browsers report as an error, and is none: a refusal, and a request that a page no longer waited for when it was left.
NORMAL = re.compile("status of 4|htmx:sendAbort|htmx:afterRequest")

Person = Callable[..., Page]

#: What a script finds in a browser that lets pages store nothing.
BLOCKED = """for (const name of %s) Object.defineProperty(window, name, {
    get() { throw new DOMException("The operation is insecure.", "SecurityError"); },
});"""


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """One for each module, not for the whole session: while Playwright runs, no other test could have an event loop."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of most tests. Its computer players think no time; its pauses are as long as ever, so that people end them."""
    server = Server(tmp_path_factory.mktemp("site"), PAUSE_SCALE="1").start()
    yield server
    server.stop()
    log = server.log.read_text()
    assert "Traceback" not in log, log[log.index("Traceback") - 200 :][:4000]


@pytest.fixture
def server(house: Server) -> Server:
    """A server, with the tables of other tests on it. A module that needs an empty house has one of its own of this name."""
    return house


@pytest.fixture
def complaints() -> list[str]:
    """What browsers have to complain of: a script that fails, something the policy forbids, a request to another host."""
    return []


@pytest.fixture
def person(browser: Browser, server: Server, complaints: list[str]) -> Iterator[Person]:
    """Somebody with a browser of their own: `person()` on a laptop, `person(phone=True)` on a phone. Returns the open front door.

    blocked     the storage that the browser refuses: names like "localStorage"
    motion      whether things move; without, they are where they belong at once

    A complaint of any browser fails the test, and so does a cookie.
    """
    contexts: list[BrowserContext] = []

    def listen(page: Page) -> None:
        page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" and not NORMAL.search(said.text) else None)
        page.on("request", lambda asked: complaints.append(f"asked {asked.url}") if server.host not in asked.url else None)

    def new(path: str = "/", *, phone: bool = False, motion: bool = False, blocked: Sequence[str] = ()) -> Page:
        context = browser.new_context(
            base_url=f"http://{server.host}",
            viewport=PHONE if phone else LAPTOP,
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="no-preference" if motion else "reduce",
        )
        context.set_default_timeout(PATIENCE)
        if blocked:
            context.add_init_script(BLOCKED % list(blocked))
        context.on("page", listen)
        contexts.append(context)
        context.on("close", lambda closed: contexts.remove(closed))
        page = context.new_page()
        page.goto(path)
        return page

    yield new
    cookies = [cookie for context in contexts for cookie in context.cookies()]
    for context in list(contexts):
        context.close()
    assert cookies == []
    assert complaints == []


@pytest.fixture
def operator(browser: Browser, server: Server, complaints: list[str]) -> Iterator[Page]:
    """The operator, logged in. The one person here who has cookies."""
    login = {"DJANGO_SUPERUSER_PASSWORD": "ann's secret", "DJANGO_SUPERUSER_USERNAME": "di", "DJANGO_SUPERUSER_EMAIL": "di@example.org"}
    command = [sys.executable, "manage.py", "createsuperuser", "--noinput"]
    subprocess.run(command, cwd=ROOT, env=server.environment | login, check=True, capture_output=True)
    context = browser.new_context(base_url=f"http://{server.host}", viewport=LAPTOP, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" and not NORMAL.search(said.text) else None)
    page.on("request", lambda asked: complaints.append(f"asked {asked.url}") if server.host not in asked.url else None)
    page.goto("/admin/")
    page.get_by_label("Username").fill("di")
    page.get_by_label("Password").fill("ann's secret")
    page.get_by_role("button", name="Log in").click()
    yield page
    context.close()
