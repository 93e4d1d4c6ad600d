"""What every test may use."""

import os
import random
import secrets
import shutil

import pytest

from bagelsknock_site import messages

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Names under which the Makefile looks for the same browser. The first is Chromium without windows: a quarter less work."""


def find_chromium() -> str:
    """The path of a Chromium for browser tests; without one they fail, since skipped in silence they would show nothing."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found, "The browser tests need Chromium; on Debian: apt install chromium-headless-shell"
    return found


def pytest_configure() -> None:
    """Translations are read from compiled catalogues, which are not in the repository."""
    messages.compile_stale()


@pytest.fixture(scope="session")
def chromium() -> str:
    return find_chromium()


@pytest.fixture(autouse=True)
def same_deals_every_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn by chance in this process, the deals above all, depends on the test's name alone: one that passed does not fail
    tomorrow. DEALS=other draws others."""
    drawn = random.Random(request.node.nodeid + os.environ.get("DEALS", ""))
    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: drawn.randbytes(count))
    random.seed(drawn.random())
