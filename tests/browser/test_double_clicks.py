"""Fast fingers and late clicks: what is pressed twice is done once, and what comes too late is refused with a sentence."""

import time

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Person
from tests.browser.line import Line
from tests.browser.players import Player, play, play_now, play_until_offered


def double_click(button: Locator) -> None:
    button.dblclick()


def slow_double_click(button: Locator) -> None:
    """The table has answered the first click when the second one comes."""
    box, mouse = button.bounding_box(), button.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for count in (1, 2):
        mouse.down(click_count=count)
        mouse.up(click_count=count)
        button.page.wait_for_timeout(150)


def tap_twice(button: Locator, wait: float) -> None:
    """A double tap by the clock of the finger, however long the machine takes; the page gets `wait` milliseconds after each tap."""
    box, screen, began = button.bounding_box(), button.page.context.new_cdp_session(button.page), time.time()
    spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    for tap in (0, 0.15):
        for event, points, at in (("touchStart", [spot], tap), ("touchEnd", [], tap + 0.05)):
            screen.send("Input.dispatchTouchEvent", {"type": event, "touchPoints": points, "timestamp": began + at})
        button.page.wait_for_timeout(wait)
    screen.detach()


def double_tap(button: Locator) -> None:
    tap_twice(button, 0)


def slow_double_tap(button: Locator) -> None:
    tap_twice(button, 150)


@pytest.mark.parametrize("press", [double_click, slow_double_click, double_tap, slow_double_tap])
def test_a_button_pressed_twice_is_one_move(person: Person, press) -> None:
    page = person(phone="tap" in press.__name__)
    line = Line(page)
    player = play_now(page, "Di")
    player.press = lambda what: press(what) if what.get_attribute("class").startswith("button") else what.click()
    play([player], until=lambda: "Draw a card" in player.made[-2:] and player.made[-1].startswith("Discard"))
    page.wait_for_timeout(200)
    assert [move["do"] for move in line.moves] == [_verb(words) for words in player.made]


def _verb(words: str) -> str:
    first = words.split()[0]
    return {"Start": "start_rummy", "Next": "next_round", "Big": "next_round", "Take": "draw"}.get(first, first.lower())


def test_enter_and_a_click_are_one_move(person: Person) -> None:
    page = person()
    line = Line(page)
    player = play_now(page, "Di")
    play_until_offered("Draw a card", player)
    before, pending = len(line.moves), player.decides()
    line.hold()
    player.button("Draw a card").focus()
    page.keyboard.press("Enter")
    player.button("Draw a card").click()
    page.keyboard.press("Enter")
    line.let_go()
    pending.wait_for(state="detached")
    assert len(line.moves) == before + 1
    assert len(player.cards()) == 8


@pytest.mark.parametrize("socket", ["held", "down"])
def test_a_late_click_is_refused_and_changes_nothing(person: Person, socket: str) -> None:
    page = person()
    player = play_now(page, "Di")
    play_until_offered("Draw a card", player)
    other = page.context.new_page()
    line = Line(other)
    other.goto(page.url)
    late = Player(other)
    expect(late.button("Take")).to_be_visible()

    # the other tab does not hear of the move, neither by its socket nor by asking
    other.route("**/board/**", lambda route: route.fulfill(status=204))
    line.hold() if socket == "held" else line.cut()
    pending = player.decides()
    player.button("Draw a card").click()
    pending.wait_for(state="detached")
    late.button("Take").click()
    line.let_go()
    expect(other.get_by_role("alert")).to_have_text("That was decided already. Here is the table as it is now.")
    expect(late.button("Discard")).to_be_visible()
    for each in (player, late):
        assert len(each.cards()) == 8
        expect(each.page.locator("#log")).not_to_contain_text("Di took")
