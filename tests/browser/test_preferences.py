"""Light or dark, two colours or four, still or moving: chosen in the menu or at the front door, kept in this browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.players import play_now

_COLOUR = "(element) => getComputedStyle(element).backgroundColor"
_BAR = """() => [...document.querySelectorAll("meta[name=theme-color]")].find((bar) => matchMedia(bar.media).matches).content"""


def background(page: Page) -> str:
    return page.locator("body").evaluate(_COLOUR)


def prefer(page: Page, group: str, choice: str) -> None:
    summary = page.locator("summary", has_text="Preferences")
    if not page.get_by_role("group", name=group).is_visible():
        summary.click()
    page.get_by_role("group", name=group).locator("label", has_text=choice).click()


def suit_colour(page: Page, suit: str) -> str:
    return page.locator(f".card-{suit}").first.evaluate("(card) => getComputedStyle(card).color")


def test_the_theme_follows_the_system_until_it_is_chosen(person: Person) -> None:
    page = person()
    body = page.locator("body")
    light = background(page)
    page.emulate_media(color_scheme="dark")
    expect(body).not_to_have_css("background-color", light)
    dark = background(page)
    prefer(page, "Light or dark", "Light")
    expect(body).to_have_css("background-color", light)
    bar = page.evaluate(_BAR)
    prefer(page, "Light or dark", "Dark")
    page.emulate_media(color_scheme="light")
    expect(body).to_have_css("background-color", dark)
    assert page.evaluate(_BAR) != bar
    page.reload()
    expect(body).to_have_css("background-color", dark)
    page.goto("/rules/gin/")
    expect(body).to_have_css("background-color", dark)


def test_four_suits_in_four_colours_on_every_page(person: Person) -> None:
    page = person("/rules/bagelsknock/")
    two = {suit_colour(page, suit) for suit in "CDHS"}
    assert len(two) == 2
    page.goto("/")
    prefer(page, "Suits", "Four colours")
    page.goto("/rules/bagelsknock/")
    assert len({suit_colour(page, suit) for suit in "CDHS"}) == 4


def test_preferences_at_the_table(person: Person) -> None:
    player = play_now(person(phone=True), "Ann")
    page = player.page
    page.get_by_role("button", name="Menu").click()
    prefer(page, "Light or dark", "Dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_label("Ask before folding a good hand").uncheck()
    expect(page.locator("html")).to_have_attribute("data-confirm-fold", "false")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-confirm-fold", "false")


def test_another_tab_follows(person: Person) -> None:
    page = person()
    other = page.context.new_page()
    other.goto("/rules/")
    prefer(page, "Light or dark", "Dark")
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("blocked", [["localStorage"], ["localStorage", "sessionStorage"]])
def test_where_nothing_can_be_stored_they_hold_for_the_tab(person: Person, blocked: list[str]) -> None:
    page = person(blocked=blocked)
    prefer(page, "Light or dark", "Dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto("/rules/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    other = page.context.new_page()
    other.goto("/rules/")
    expect(other.locator("html")).to_have_attribute("data-theme", "system")
