"""Cards travel, and never in anybody's way."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.players import Player, play_now, play_until_offered
from tests.scaled.wire import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Computer players give one time to look: a card that is taken at once never lies on the pile."""
    server = Server(tmp_path_factory.mktemp("motion"), COMPUTER_PAUSE="0.3,0.3", PAUSE_SCALE="1").start()
    yield server
    server.stop()


# Whatever flies: which card, from where, to where, and for how long
_WATCH = """() => {
    window.flights = [];
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    new MutationObserver((changes) => {
        for (const copy of changes.flatMap((change) => [...change.addedNodes])) {
            const [animation] = copy.getAnimations();
            const from = middle(copy.getBoundingClientRect());
            const to = middle({ x: parseFloat(copy.style.left), y: parseFloat(copy.style.top),
                                width: parseFloat(copy.style.width), height: parseFloat(copy.style.height) });
            const { duration, delay } = animation.effect.getTiming();
            flights.push({ what: copy.dataset.flies, from, to, lasts: duration + delay });
        }
    }).observe(document.getElementById("sky"), { childList: true });
}"""
_AT = """(element) => { const { x, y, width, height } = element.getBoundingClientRect(); return [x, y, x + width, y + height]; }"""

# The region that a finger on the middle of what flies would touch, after this is pressed; asked as soon as it flies
_PRESS_AND_TOUCH = """(button) => new Promise((answer) => {
    button.click();
    const look = () => {
        const copy = document.querySelector("#sky > *");
        if (!copy) return requestAnimationFrame(look);
        const { x, y, width, height } = copy.getBoundingClientRect();
        answer(document.elementFromPoint(x + width / 2, y + height / 2).closest("#board > *").id);
    };
    look();
})"""


def flights(page: Page) -> list[dict[str, Any]]:
    return page.evaluate("flights")


def is_in(point: list[float], box: list[float]) -> bool:
    return box[0] - 4 <= point[0] <= box[2] + 4 and box[1] - 4 <= point[1] <= box[3] + 4


def at_the_stock(person: Person, *, motion: bool) -> Player:
    player = play_now(person(motion=motion), "Ann")
    play_until_offered("Draw a card", player)
    player.page.wait_for_timeout(600)
    player.page.evaluate(_WATCH)
    return player


def test_a_drawn_card_travels_to_the_hand_and_a_discard_to_the_pile(person: Person) -> None:
    player = at_the_stock(person, motion=True)
    page = player.page
    stock, hand = page.locator("#center .deck").evaluate(_AT), page.locator("#hand").evaluate(_AT)
    player.button("Draw a card").click()
    new = page.locator("#hand .held-card.new .card")
    expect(new).to_be_visible()
    drawn = flights(page)[0]
    assert is_in(drawn["from"], stock) and is_in(drawn["to"], hand)
    assert is_in(drawn["to"], new.evaluate(_AT))
    assert drawn["lasts"] <= 400

    player.choose_card()
    page.wait_for_timeout(600)
    pile = page.locator("#center .top").evaluate(_AT)
    thrown = player.hand.locator("label:has(:checked) .card use").get_attribute("href").split("#card-")[1]
    pending = player.decides()
    player.button("Discard").click()
    pending.wait_for(state="detached")
    discard = next(flight for flight in flights(page) if flight["what"] == thrown and flight is not drawn and is_in(flight["to"], pile))
    assert is_in(discard["from"], hand)
    expect(page.locator("#sky > *")).to_have_count(0)


def test_a_click_while_a_card_flies_counts(person: Person) -> None:
    player = at_the_stock(person, motion=True)
    page = player.page
    # The finger is quicker than the card: each step is pressed as soon as the frame that brings it is drawn
    page.evaluate("""() => {
        const board = document.getElementById("board");
        board.addEventListener("table:shown", () => requestAnimationFrame(() => setTimeout(() => {
            const label = board.querySelector("#hand label.held-card:not(.new)");
            if (!label || window.inTheAir !== undefined) return;
            window.inTheAir = document.querySelectorAll("#sky > *").length;
            label.click();
            board.querySelector("#discard button").click();
        })));
    }""")
    pending = player.decides()
    player.button("Draw a card").click()
    pending.wait_for(state="detached")
    expect(page.locator("#log")).to_contain_text("Ann discarded")
    assert page.evaluate("inTheAir") > 0


def test_what_flies_catches_no_click(person: Person) -> None:
    player = at_the_stock(person, motion=True)
    assert player.button("Draw a card").evaluate(_PRESS_AND_TOUCH) != "sky"


def test_nothing_moves_for_whoever_wants_it_still(person: Person) -> None:
    player = at_the_stock(person, motion=False)
    player.button("Draw a card").click()
    expect(player.page.locator("#hand .held-card.new")).to_be_visible()
    assert flights(player.page) == []


def test_nothing_moves_where_it_is_switched_off(person: Person) -> None:
    player = at_the_stock(person, motion=True)
    player.page.evaluate("Preferences.set('motion', 'off')")
    player.button("Draw a card").click()
    expect(player.page.locator("#hand .held-card.new")).to_be_visible()
    assert flights(player.page) == []
