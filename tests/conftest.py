"""What every test may use."""

import inspect
import os
import random
import secrets
import shutil

import pytest
from django.conf import settings

from bagelsknock_site import messages

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Names under which the Makefile looks for the same browser. The first is Chromium without windows: a quarter less work."""

_REAL = ("browser", "scaled")
"""Where tests drive browsers and servers in other processes, which share a machine with all other tests. One that fails there, or a
coroutine anywhere, which may have to be on time, is run again, twice at most, and what failed is printed. All others have no second try."""


def find_chromium() -> str:
    """The path of a Chromium for browser tests; without one they fail, since skipped in silence they would show nothing."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found, "The browser tests need Chromium; on Debian: apt install chromium-headless-shell"
    return found


def pytest_configure() -> None:
    """Translations are read from compiled catalogues, which are not in the repository."""
    messages.compile_stale()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """`make test-scaled` is about PostgreSQL and Redis: a test that asks neither would only say again what it says in `make test`."""
    if os.environ.get("FAULTS"):  # `make test-faults` has servers of its own, and judges at once
        chosen = items
    elif settings.REDIS_URL:
        chosen = [item for item in items if not item.get_closest_marker("embedded") and _asks_a_server(item)]
    else:
        chosen = [item for item in items if not item.get_closest_marker("servers")]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen
    for item in items:
        may_be_late = item.path.parent.name in _REAL or inspect.iscoroutinefunction(getattr(item, "function", None))
        if may_be_late and not os.environ.get("FAULTS"):
            item.add_marker(pytest.mark.flaky(reruns=2))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What failed and was run again is told as well."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.section(f"{report.nodeid} failed, and was run again")
        terminalreporter.line(report.longreprtext)
        for name, text in report.sections:
            terminalreporter.section(name, sep="-")
            terminalreporter.line(text)


def _asks_a_server(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(fixtures & {"db", "transactional_db"}) or any(map(item.get_closest_marker, ("django_db", "redis", "servers")))


@pytest.fixture(scope="session")
def chromium() -> str:
    return find_chromium()


@pytest.fixture(autouse=True)
def same_deals_every_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn by chance in this process, the deals above all, depends on the test's name alone: one that passed does not fail
    tomorrow. DEALS=other draws others, and so does a second try at servers that know the keys of the first."""
    again = getattr(request.node, "execution_count", 1) - 1 if request.node.path.parent.name in _REAL else 0
    drawn = random.Random(request.node.nodeid + os.environ.get("DEALS", "") + "again" * again)
    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: drawn.randbytes(count))
    random.seed(drawn.random())
