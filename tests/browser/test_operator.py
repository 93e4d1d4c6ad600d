"""The operator with a real browser: finds a running game, replays and checks it, and closes it under the eyes of its players."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.players import play_now, play_until_offered


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
    expect(operator.locator("#as-0")).to_have_attribute("aria-current", "true")
    expect(operator.locator(".open-hands .me").get_by_role("img").first).to_be_visible()

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
