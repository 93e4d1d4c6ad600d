"""Spanish takes more room than English: on a narrow phone, no text may run out of its box on any page or in any phase of a round."""

from random import Random
from urllib.parse import urlsplit

import pytest
from django.utils.translation import override
from playwright.sync_api import Page, expect

from games import boards
from tests.browser.conftest import Person
from tests.browser.players import Player, open_table, play, start
from tests.browser.test_axe import SHOW
from tests.games.test_hidden_cards import present
from tests.random_games import states

NARROW = {"width": 360, "height": 740}

# Every text that shows, and sticks out of its block, is cut off, or leaves the window. Cards are drawings, and what scrolls may be wide.
_OUTSIDE = """() => {
    const wrong = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const style = (element) => getComputedStyle(element);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!node.textContent.trim() || parent.closest("svg, script, noscript, option, .hush, .card")) continue;
        if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        let block = parent;
        while (style(block).display === "inline" && block.parentElement) block = block.parentElement;
        if (style(block).position === "absolute" && block.getBoundingClientRect().width <= 1) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = block.getBoundingClientRect();
        let scrolls = false;
        for (let around = block; around; around = around.parentElement) scrolls ||= /auto|scroll/.test(style(around).overflowX);
        const cut = block.scrollWidth > block.clientWidth + 1 && /hidden|clip/.test(style(block).overflowX);
        for (const { left, right, width } of range.getClientRects())
            if (width && (cut || (!scrolls && (left < box.left - 1.5 || right > Math.min(box.right, innerWidth) + 1.5))))
                wrong.add(`${block.className || block.id || block.nodeName}: ${node.textContent.trim()}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) wrong.add("the page is wider than the window");
    return [...wrong];
}"""


def outside(page: Page) -> list[str]:
    return page.evaluate(_OUTSIDE)


def narrow(person: Person, path: str) -> Page:
    page = person(phone=True)
    page.set_viewport_size(NARROW)
    page.goto(path)
    return page


def test_every_page_fits(person: Person) -> None:
    page = narrow(person, "/es/")
    rules = [f"/es/rules/{game}/" for game in ("bagelsknock", "gin", "knock_poker", "knock_rummy")]
    for path in ("/es/", "/es/open/", "/es/rules/", *rules, "/es/fairness/", "/es/privacy/", "/es/contact/", "/es/table/ABCDE/"):
        page.goto(path)
        assert outside(page) == [], path


@pytest.mark.parametrize(
    ("game", "seats", "until"),
    [("BagelsKnock", 4, "round_over"), ("Knock Poker", 5, "round_over"), ("Knock Rummy", 5, "round_over"), ("Gin", 2, "play")],
)
def test_every_phase_of_a_round_fits(person: Person, game: str, seats: int, until: str) -> None:
    """Played in English, and looked at in Spanish, in another tab of the same seat."""
    plays = narrow(person, "/")
    open_table(plays, "Di", seats=seats, game=game, options={}, link_only=True)
    for free in range(seats - 1, 0, -1):
        plays.get_by_role("button", name="Add computer").first.tap()
        expect(plays.get_by_role("button", name="Add computer")).to_have_count(free - 1)
    page = plays.context.new_page()
    page.set_viewport_size(NARROW)
    page.goto("/es" + urlsplit(plays.url).path)
    expect(page.get_by_role("button", name="Empezar la partida")).to_be_visible()
    assert outside(page) == []
    start(plays)
    seen: dict[str, list[str]] = {}

    def look() -> bool:
        state = page.evaluate("() => document.getElementById('board').className + document.getElementById('sentence').textContent")
        if state not in seen:
            seen[state] = outside(page)
        return f"phase-{until}" in state

    play([Player(plays, patience=0)], until=look, seconds=120)
    assert {state: found for state, found in seen.items() if found} == {}
    for sheet in page.locator("#sheets button:visible, #menu-button").all():
        sheet.click()
        assert outside(page) == [], sheet.inner_text()
        page.keyboard.press("Escape")


def test_the_number_of_the_final_bet_can_be_read(person: Person) -> None:
    """The sentence below it is long, and takes nothing from its field."""
    page = narrow(person, "/")
    open_table(page, "Ann", seats=2)
    state = next(
        state for seed in range(99) for state in states(Random(seed), "bagelsknock") if (state.phase, state.to_act) == ("final_bet", 0)
    )
    now = present(state)
    for language in ("es", "en"):
        with override(language):
            board = boards.render(now, now.seats[0])
        page.evaluate(SHOW, {"version": 1000, "base": None, "me": 0, "lost": None, "title": "", "html": board.html})
        field = page.locator("#actions [type=number]")
        field.fill("1000")
        assert field.evaluate("(field) => field.scrollWidth <= field.clientWidth")
