"""People with a real browser, in front of a real server: Chromium by Playwright, the site as a process of its own on an empty database.

The ORM cannot be used beside Playwright; these tests know what people know.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.scaled.wire import Server

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

Person = Callable[..., Page]


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """One for each module, not for the whole session: while Playwright runs, no other test could have an event loop."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with no tables yet."""
    server = Server(tmp_path_factory.mktemp("site")).start()
    yield server
    server.stop()


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[Person]:
    """Somebody with a browser of their own: `person()` on a laptop, `person(phone=True)` on a phone. Returns the open front door.

    Whatever a browser has to complain of (a script that fails, something the policy forbids) or asks of another host, fails the test.
    """
    complaints: list[str] = []
    contexts = []

    def new(path: str = "/", *, phone: bool = False) -> Page:
        size = PHONE if phone else LAPTOP
        context = browser.new_context(
            base_url=f"http://{server.host}", viewport=size, has_touch=phone, is_mobile=phone, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" and "status of 4" not in said.text else None)
        page.on("request", lambda asked: complaints.append(f"asked {asked.url}") if server.host not in asked.url else None)
        page.goto(path)
        return page

    yield new
    cookies = [cookie for context in contexts for cookie in context.cookies()]
    for context in contexts:
        context.close()
    assert cookies == []
    assert complaints == []
