"""A browser that stores nothing: the seat lives as long as its tab, and the page says so."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.players import Player, open_table, play, play_now, sit_down, start

NOTHING_STORED = "This browser stores nothing: your seat lasts until you close this tab."


def is_told(page: Page) -> None:
    """For some seconds the page says so by itself, and then in its menu."""
    expect(page.locator("#toast")).to_have_text(NOTHING_STORED)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("region", name="Menu").get_by_text(NOTHING_STORED)).to_be_visible()
    page.keyboard.press("Escape")


@pytest.mark.parametrize("blocked", [["localStorage"], ["localStorage", "sessionStorage"]])
def test_one_can_play_as_long_as_the_tab_is_open(person: Person, blocked: list[str]) -> None:
    page = person(blocked=blocked)
    player = play_now(page, "Di")
    is_told(page)
    play([player], until=lambda: len(player.made) >= 2)
    hand = player.cards()
    page.reload()
    is_told(page)
    expect(page.locator("#board")).to_have_attribute("data-greeted", "true")
    assert player.cards() == hand
    play([player], until=lambda: len(player.made) >= 4)

    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_text("You are watching this table.")).to_be_visible()


def test_sitting_down_with_an_invitation(person: Person) -> None:
    anns, bos = person(), person(blocked=["localStorage", "sessionStorage"])
    invitation = open_table(anns, "Ann", seats=2, link_only=True)
    sit_down(bos, invitation, "Bo")
    is_told(bos)
    start(anns)
    expect(Player(bos).hand).to_be_visible()
