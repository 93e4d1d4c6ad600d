"""A browser that stores nothing: the seat lives as long as its tab, and the page says so."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.players import Player, open_table, play, play_now, sit_down, start

NOTHING_STORED = "This browser stores nothing: your seat lasts until you close this tab."


@pytest.mark.parametrize("blocked", [["localStorage"], ["localStorage", "sessionStorage"]])
def test_one_can_play_as_long_as_the_tab_is_open(person: Person, blocked: list[str]) -> None:
    page = person(blocked=blocked)
    player = play_now(page, "Di")
    expect(page.get_by_role("alert")).to_have_text(NOTHING_STORED)
    play([player], until=lambda: len(player.made) >= 2)
    hand = player.cards()
    page.reload()
    expect(page.get_by_role("alert")).to_have_text(NOTHING_STORED)
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
    expect(bos.get_by_role("alert")).to_have_text(NOTHING_STORED)
    start(anns)
    expect(Player(bos).hand).to_be_visible()
