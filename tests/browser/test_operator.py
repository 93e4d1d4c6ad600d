"""The operator with a real browser: finds a running game, replays and checks it, and closes it under the eyes of its players."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import LAPTOP, NORMAL, PATIENCE, Person
from tests.browser.players import play_now, play_until_offered
from tests.scaled.wire import ROOT, Server


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


def test_replay_check_and_close(operator: Page, person: Person) -> None:
    anns = person()
    ann = play_now(anns, "Ann")
    play_until_offered("Draw a card", ann)
    code = anns.url.split("/")[-2]

    operator.get_by_role("link", name="tables playing").click()
    operator.get_by_role("link", name=code).click()
    expect(operator.get_by_text("cards are here as somebody who watches sees them")).to_be_visible()
    operator.get_by_role("link", name="Look at the hidden hands of round 1").click()
    expect(operator.get_by_text("The deck, in the order in which it was dealt")).to_be_visible()

    operator.get_by_role("link", name="Replay").click()
    expect(operator.locator("#as-watcher")).to_have_attribute("aria-current", "true")
    operator.locator("#history .where").get_by_text("0 of").wait_for()
    operator.keyboard.press("ArrowRight")
    operator.locator("#history .where").get_by_text("1 of").wait_for()
    operator.locator("#as-0").click()
    expect(operator.locator(".open-hands .me .card-back")).to_have_count(0)

    operator.get_by_role("link", name="back to the audit").click()
    operator.get_by_role("link", name="Check").click()
    expect(operator.get_by_role("status")).to_contain_text("Everything that is stored follows")

    operator.get_by_role("link", name="Close").click()
    operator.get_by_label("Reason").fill("The site moves house at noon.")
    operator.get_by_role("button", name="Close the table").click()
    expect(operator.get_by_text("The table is closed, and its players read why.")).to_be_visible()
    expect(anns.get_by_text("The person who runs this site has closed it: “The site moves house at noon.”")).to_be_visible()
    expect(anns.locator("#actions")).to_be_hidden()
    anns.goto("/")
    expect(anns.locator("#your-tables")).to_contain_text("The site moves house at noon.")

    operator.get_by_role("link", name="History").click()
    recorded = operator.locator("#change-history")
    for line in ("Looked at hidden hands of round 1.", "move 1, as Ann.", "Closed: “The site moves house at noon.”"):
        expect(recorded).to_contain_text(line)
