"""A computer player of a level one likes, and a hint at its table."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.players import BRIEF, Player, open_table, play_until_offered, start


def test_a_level_is_chosen_shown_and_kept_and_a_hint_moves_nothing(person: Person) -> None:
    page = person(phone=True)
    open_table(page, "Ann", seats=3, options=BRIEF)
    levels = page.get_by_label("How the computer plays")
    levels.last.select_option("gentle")
    levels.first.select_option("sharp")
    page.get_by_role("button", name="Add computer").first.tap()
    expect(page.locator("#waiting").get_by_text("computer, sharp")).to_be_visible()
    expect(levels).to_have_value("gentle")  # what was chosen for the other seat outlives the news
    page.get_by_role("button", name="Add computer").tap()
    expect(levels).to_have_count(0)
    start(page)
    expect(page.locator(".seat .level")).to_have_text(["sharp", "gentle"])

    ann = Player(page)
    hint = page.locator("#sentence").get_by_role("button", name="Hint")
    places = "() => [...document.querySelectorAll('#board > *:not(#toast)')].map((each) => JSON.stringify(each.getBoundingClientRect()))"
    play_until_offered("Draw a card", ann)
    expect(hint).to_be_enabled()
    decision, before = ann.decides(), page.evaluate(places)
    for ask in (hint.tap, lambda: page.keyboard.press("h")):
        page.evaluate("() => { document.getElementById('toast').hidden = true; }")
        ask()
        expect(page.get_by_role("alert")).to_have_text(re.compile(r"^(Draw a card|Take .+|Knock): .+\.$"))
    assert page.evaluate(places) == before
    expect(decision).to_be_attached()  # it was no move
