"""Cards that are dragged: a whole game with the mouse, flicks on a phone, a hand in an order of one's own."""

import time

from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.conftest import Person
from tests.browser.players import Player, is_over, open_table, play, play_now, play_until_offered, start
from tests.browser.test_keys import order


def spot(what: Locator, *, side: float = 0.3) -> tuple[float, float]:
    """A point of an element that nothing overlaps: cards of a hand lie on the right side of each other."""
    box = what.bounding_box()
    return box["x"] + min(box["width"] * side, 16), box["y"] + box["height"] * 0.4


def drag(what: Locator, to: tuple[float, float], *, drop: bool = True) -> None:
    mouse = what.page.mouse
    mouse.move(*spot(what))
    mouse.down()
    mouse.move(*to, steps=6)
    if drop:
        mouse.up()


def middle(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def card(page: Page, which: str) -> Locator:
    return page.locator(f'#hand [data-card="{which}"]')


class Mouse:
    """Draws from a pile to the hand and discards from the hand to the pile; the rest by clicks."""

    def __init__(self) -> None:
        self.card: Locator | None = None
        self.drags = 0

    def __call__(self, what: Locator) -> None:
        page, value = what.page, what.get_attribute("value")
        if what.get_attribute("data-card"):
            self.card = what
        elif value == "discard" and what.get_attribute("name") == "do" and self.card:
            drag(self.card, middle(page.locator("[data-drop=discard]")))
            self.drags += 1
        elif what.get_attribute("name") == "from":
            drag(page.locator(f"#center button.{value}"), middle(page.locator("#hand")))
            self.drags += 1
        else:
            what.click()


def test_a_whole_game_by_drag(person: Person) -> None:
    page, mouse = person(), Mouse()
    open_table(page, "Di", seats=2, link_only=True)
    page.get_by_role("button", name="Add computer").click()
    start(page)
    player = Player(page, press=mouse, patience=2)
    expect(player.hand).to_be_visible()
    play([player], until=lambda: is_over(player), seconds=120)
    assert mouse.drags > 4
    expect(page.locator(".places")).to_contain_text("Di")


def test_an_order_of_ones_own_outlives_updates_and_a_reload(person: Person) -> None:
    page = person()
    player = play_now(page, "Di")
    play_until_offered("Draw a card", player)
    by_melds = order(page)
    drag(card(page, by_melds[0]), (spot(card(page, by_melds[4]))[0] - 14, spot(card(page, by_melds[4]))[1]))
    mine = [*by_melds[1:4], by_melds[0], *by_melds[4:]]
    assert order(page) == mine
    pending = player.decides()
    player.button("Draw a card").click()
    pending.wait_for(state="detached")
    drawn = order(page)
    assert drawn[:-1] == mine, "the new card is put at the end"
    page.reload()
    expect(player.button("Discard")).to_be_visible()
    assert order(page) == drawn
    page.get_by_role("button", name="by melds").click()
    assert order(page) != drawn
    page.reload()
    expect(player.button("Discard")).to_be_visible()
    assert order(page) != drawn


def test_an_update_takes_nothing_out_of_the_hand_that_drags(person: Person) -> None:
    page = person()
    player = play_now(page, "Di")
    play_until_offered("Draw a card", player)
    other = Player(page.context.new_page())
    other.page.goto(page.url)
    expect(other.button("Draw a card")).to_be_visible()

    which = order(page)[2]
    page.bring_to_front()
    drag(card(page, which), (400, 420), drop=False)
    pending = player.decides()
    other.button("Draw a card").evaluate("(button) => button.click()")
    pending.wait_for(state="detached")
    expect(page.locator("#dragged")).to_be_visible()
    expect(card(page, which)).to_have_class("held-card lifted")
    page.mouse.move(*middle(page.locator("[data-drop=discard]")), steps=3)
    page.mouse.up()
    expect(page.locator("#dragged")).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("Di discarded")
    assert which not in order(page)


def test_a_card_that_is_let_go_elsewhere_stays(person: Person) -> None:
    page = person()
    player = play_now(page, "Di")
    play_until_offered("Draw a card", player)
    before = order(page)
    drag(card(page, before[1]), (30, 420))
    drag(card(page, before[1]), middle(page.locator("#center .discard")))  # not drawn yet
    drag(card(page, before[1]), spot(card(page, before[5])), drop=False)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert order(page) == before
    expect(player.button("Draw a card")).to_be_visible()


class Finger:
    """A finger on a phone, by the clock of its own."""

    def __init__(self, page: Page) -> None:
        self.screen: CDPSession = page.context.new_cdp_session(page)

    def draw(self, begin: tuple[float, float], end: tuple[float, float], seconds: float) -> None:
        began, steps = time.time(), 6
        self._send("touchStart", [begin], began)
        for step in range(1, steps + 1):
            at = tuple(a + (b - a) * step / steps for a, b in zip(begin, end, strict=True))
            self._send("touchMove", [at], began + seconds * step / steps)
        self._send("touchEnd", [], began + seconds)

    def _send(self, kind: str, points: list[tuple[float, ...]], at: float) -> None:
        self.screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points], "timestamp": at})


def test_fingers_flick_drag_and_tap_onto_the_pile(person: Person) -> None:
    page = person(phone=True, motion=True)
    player = play_now(page, "Di")
    finger = Finger(page)
    page.get_by_role("button", name="Sort").tap()
    page.get_by_role("button", name="by rank").tap()
    expect(page.get_by_role("region", name="Sort the hand")).to_be_hidden()

    def draw() -> tuple[str, tuple[float, float]]:
        """A card that may be discarded, and where it is."""
        play_until_offered("Draw a card", player)
        pending = player.decides()
        page.wait_for_timeout(600)  # a second tap at one place would be half of a double tap
        player.button("Draw a card").tap()
        pending.wait_for(state="detached")
        page.wait_for_timeout(600)  # the card has come to rest
        which = page.locator("#hand label[data-card]").last.get_attribute("data-card")
        return which, spot(card(page, which))

    def discarded(which: str) -> None:
        expect(card(page, which)).to_have_count(0)
        expect(page.locator("#board")).not_to_have_attribute("data-dragging", "card")

    which, (x, y) = draw()
    finger.draw((x, y), (x - 5, y - 40), 0.3)  # neither far nor fast: it stays
    page.wait_for_timeout(200)
    expect(card(page, which)).to_be_visible()
    finger.draw((x, y), (x - 20, y - 160), 0.12)
    discarded(which)
    which, (x, y) = draw()
    finger.draw((x, y), middle(page.locator("[data-drop=discard]")), 0.8)
    discarded(which)
    which, _ = draw()
    card(page, which).tap(position={"x": 8, "y": 30})
    expect(page.locator(f"#card-{which}")).to_be_checked()
    page.locator("[data-drop=discard]").tap()
    discarded(which)
