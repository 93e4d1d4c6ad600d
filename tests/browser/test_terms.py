"""A word of the table and its tip, in a real browser: by keyboard and by tap, and nothing on the table moves for it."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.players import play_now
from tests.browser.test_still import _TOLD, _WATCH


@pytest.mark.parametrize("phone", [False, True], ids=["keyboard", "tap"])
def test_a_word_tells_what_it_means_and_is_silent_again(person: Person, phone: bool) -> None:
    page = person(phone=phone)
    player = play_now(page, "Ann")
    expect(player.hand).to_be_visible()
    word = page.locator("#center .term").first
    expect(word).to_be_visible()
    tip = page.locator(f"#{word.get_attribute('popovertarget')}")
    expect(tip).to_be_hidden()
    page.locator("#sentence.yours").wait_for()
    said = page.locator("#sentence").text_content()
    page.evaluate(_WATCH)
    cards = player.cards()

    if phone:
        word.tap()
        expect(tip).to_be_visible()
        expect(tip).to_be_in_viewport(ratio=1)
        # Elsewhere: what lies open is shut, and nothing else happens
        page.locator("#hand").tap(position={"x": 4, "y": 4})
    else:
        page.locator("#rules-button").focus()
        word.focus()
        page.keyboard.press("Enter")
        expect(tip).to_be_visible()
        expect(tip).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")
        expect(word).to_be_focused()
    expect(tip).to_be_hidden()
    assert [moved for moved in page.evaluate(_TOLD) if moved["said"] == said] == [], "what came by a move is another matter"
    assert player.cards() == cards


def test_escape_shuts_the_tip_and_leaves_the_sheet_open(person: Person) -> None:
    page = person(phone=True)
    play_now(page, "Ann")
    page.locator("#rules-button").tap()
    word = page.locator("#rules .term-words .term").first
    word.tap()
    tip = page.locator(f"#{word.get_attribute('popovertarget')}")
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    expect(page.locator("#rules")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator("#rules")).not_to_be_in_viewport()
