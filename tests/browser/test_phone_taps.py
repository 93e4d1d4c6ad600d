"""A whole game on a phone, by taps alone: everything fits, everything offered can be hit with a thumb."""

import time
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Person
from tests.browser.players import Player, is_over, play

TARGET = 44  # CSS pixels that a thumb needs

# The size of the page and of the window, and whatever can be pressed with its height and whether it lies in the window
_LOOK = """() => ({
    page: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
    window: [innerWidth, innerHeight],
    targets: [...document.querySelectorAll("#board :is(a, button, input:not([type=hidden]), summary, label)")]
        .filter((target) => !target.disabled && target.checkVisibility({ visibilityProperty: true, opacityProperty: false }))
        .map((target) => [target, target.getBoundingClientRect()])
        // A word of a text with its tip is as high as its line, which WCAG 2.5.8 allows; no move needs one
        .filter(([target, box]) => target.id !== "veil" && !target.matches(".term") && box.width && box.height)
        .map(([target, box]) => ({
            what: (target.innerText || target.ariaLabel || target.id).trim() || target.outerHTML,
            height: box.height,
            inside: box.top >= 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
        })),
})"""


def look_at(page: Page) -> dict[str, Any]:
    """Nothing scrolls, and every target is large enough and in sight."""
    seen = page.evaluate(_LOOK)
    assert seen["page"] == seen["window"], page.title()
    for target in seen["targets"]:
        assert target["height"] >= TARGET - 0.5 and target["inside"], (page.title(), target)
    return seen


class Thumb:
    """Taps as fast as thumbs are: two taps on one place in less than half a second are a double tap, and a double tap is one move."""

    def __init__(self) -> None:
        self.tapped_a_button_at = 0.0

    def __call__(self, what: Locator) -> None:
        is_button = what.evaluate("(element) => element.localName") == "button"
        if is_button:
            what.page.wait_for_timeout(max(0, self.tapped_a_button_at + 0.6 - time.monotonic()) * 1000)
        what.tap()
        self.tapped_a_button_at = time.monotonic() if is_button else 0


def raise_by_taps(player: Player) -> None:
    """The control of a bet, tapped: more, more, less, then somewhere on the scale."""
    page = player.page
    verb = "Raise to" if any(words.startswith("Raise to") for words in player.offered()) else "Bet"
    scale = player.actions.get_by_role("slider", name="Your bet")
    low, high = int(scale.get_attribute("min")), int(scale.get_attribute("max"))
    # from the middle, so that there is room for all of it
    box = scale.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    middle = int(scale.input_value())
    assert low <= middle <= high
    for step, amount in (("more", min(middle + 1, high)), ("less", middle if middle < high else high - 1), ("less", None)):
        player.actions.get_by_role("button", name=step).tap()
        if amount is not None and low < high:
            expect(player.button(verb)).to_have_text(f"{verb} {amount}")
    amount = scale.input_value()
    before = player.decides()
    player.press(player.button(verb))
    before.wait_for(state="detached")
    expect(page.locator("#log")).to_contain_text(f"raised to {amount}." if verb == "Raise to" else f"bet {amount}.")


def test_a_whole_game_by_taps(person: Person) -> None:
    page = person(phone=True, motion=True)
    page.get_by_label("Your name at the table").tap()
    page.keyboard.type("Di")
    page.get_by_role("button", name="Play now").tap()
    page.wait_for_url("**/table/*/")
    player = Player(page, press=Thumb(), patience=1)
    expect(player.hand).to_be_visible()
    raised = 0

    def looked() -> bool:
        nonlocal raised
        look_at(page)
        if not raised and any(words.startswith(("Bet", "Raise to")) for words in player.offered()) and "Fold" in player.offered():
            raise_by_taps(player)
            raised += 1
        return is_over(player)

    play([player], until=looked)
    assert raised
    expect(page.locator(".places")).to_contain_text("Di")
    expect(page.get_by_role("region", name="How it was counted")).to_be_visible()
    look_at(page)
    for sheet in ("Log", "Score", "Rules"):
        page.get_by_role("button", name=sheet).tap()
        expect(page.get_by_role("region", name=sheet)).to_be_visible()
        page.touchscreen.tap(195, 60)
        expect(page.get_by_role("region", name=sheet)).to_be_hidden()
    player.actions.get_by_role("link", name="To the lobby").tap()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
