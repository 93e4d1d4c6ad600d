"""The board never jumps: over a round of each game, by the browser's own measure of what changed its place, pressed for or not."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.players import Player, open_table, play, start
from tests.browser.test_phone_taps import Thumb

# What moved, from where to where, and what the table said then
_WATCH = """() => {
    window.moved = [];
    const what = (node) => node?.id || node?.className?.baseVal || node?.className || node?.nodeName;
    const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(",");
    new PerformanceObserver((list) => moved.push(...list.getEntries().map((entry) => ({
        by: entry.value,
        said: document.getElementById("sentence").textContent,
        what: entry.sources.filter(({ previousRect, currentRect }) => place(previousRect) !== place(currentRect))
            .map(({ node, previousRect, currentRect }) => `${what(node)} ${place(previousRect)} -> ${place(currentRect)}`),
    })).filter(({ what }) => what.length))).observe({ type: "layout-shift" });
}"""

# Two frames later every shift of what was drawn before is told
_TOLD = "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(moved)))))"

#: Game and seats.
TABLES = [("BagelsKnock", 3), ("Knock Poker", 4), ("Knock Rummy", 3), ("Gin", 2)]


def round_of(page: Page) -> str | None:
    return page.locator("#topbar").get_attribute("data-round")


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=[game for game, _ in TABLES])
def test_nothing_jumps_over_a_round(person: Person, game: str, seats: int) -> None:
    page = person(phone=True, motion=True)
    open_table(page, "Di", seats=seats, game=game, options={}, link_only=True)
    for free in range(seats - 1, 0, -1):
        page.get_by_role("button", name="Add computer").first.tap()
        expect(page.get_by_role("button", name="Add computer")).to_have_count(free - 1)
    start(page)
    player = Player(page, press=Thumb(), patience=4)
    expect(page.locator("#topbar[data-round='1']")).to_be_visible()
    page.wait_for_timeout(500)  # somebody may have knocked by now: then a round's end is all there is to see
    page.evaluate(_WATCH)
    play([player], until=lambda: round_of(page) != "1", seconds=120)
    assert page.evaluate(_TOLD) == []
    page.evaluate("() => { document.getElementById('board').style.marginTop = '9px'; }")
    page.wait_for_function("() => moved.length")  # it would have been seen


#: A hand of eleven cards in groups of these sizes, and how high it is
_GROUPED = """(sizes) => {
    const hand = document.getElementById("hand"), cards = hand.querySelector(".cards"), held = cards.querySelector(".held-card");
    cards.className = "cards count-11";
    cards.replaceChildren(...sizes.map((size) => {
        const group = document.createElement("div");
        group.className = `group n${size} meld`;
        group.append(...Array.from({ length: size }, () => held.cloneNode(true)));
        return group;
    }));
    return hand.getBoundingClientRect().height;
}"""


def test_a_hand_of_eleven_is_as_high_as_ever_however_its_melds_fall(person: Person) -> None:
    page = person(phone=True)
    open_table(page, "Di", seats=2, game="Gin", options={}, link_only=True)
    page.get_by_role("button", name="Add computer").tap()
    expect(page.get_by_role("button", name="Add computer")).to_have_count(0)
    start(page)
    page.locator("#hand .held-card").first.wait_for()
    before = page.locator("#hand").evaluate("(hand) => hand.getBoundingClientRect().height")
    for sizes in ([3, 3, 3, 2], [11], [4, 7], [3, 4, 4], [3, 3, 5], [10, 1], [5, 3, 2, 1]):
        assert page.evaluate(_GROUPED, sizes) == before, sizes
