"""Somebody's first round: tips, one at a time, that stay away once they are shut."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.players import play_now, play_until_offered

# What can be pressed, under the tip
_UNDER = """() => {
    const tip = document.getElementById("tip").getBoundingClientRect();
    return [...document.querySelectorAll("#center button, #actions button, #hand label, #sheets button, #menu-button")]
        .filter((target) => target.checkVisibility({ visibilityProperty: true }))
        .map((target) => [target.textContent.trim(), target.getBoundingClientRect()])
        .filter(([, box]) => box.width && box.left < tip.right && box.right > tip.left && box.top < tip.bottom && box.bottom > tip.top)
        .map(([text]) => text);
}"""


def tip(page: Page):
    return page.get_by_role("status", name="Tip")


def test_a_first_round_is_taught_without_standing_in_the_way(person: Person) -> None:
    for phone in (True, False):
        player = play_now(person(phone=phone), "Ann")
        page = player.page
        expect(tip(page)).to_contain_text("poker")
        assert page.evaluate(_UNDER) == []
        play_until_offered("Draw a card", player)
        expect(tip(page)).to_contain_text("Draw")
        assert page.evaluate(_UNDER) == []


def test_a_tip_that_is_shut_stays_shut(person: Person) -> None:
    player = play_now(person(), "Ann")
    page = player.page
    play_until_offered("Draw a card", player)
    text = tip(page).locator("p").inner_text()
    tip(page).get_by_role("button", name="Got it").click()
    # drawing was explained; the knock is next
    expect(tip(page).locator("p")).not_to_have_text(text)
    tip(page).get_by_role("button", name="Got it").click()
    expect(tip(page)).to_be_hidden()
    page.reload()
    expect(player.hand).to_be_visible()
    expect(tip(page)).to_be_hidden()


def test_no_more_tips_until_they_are_wanted_again(person: Person) -> None:
    player = play_now(person(), "Ann")
    page = player.page
    play_until_offered("Draw a card", player)
    tip(page).get_by_role("button", name="No more tips").click()
    expect(tip(page)).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    page.locator("summary", has_text="Preferences").click()
    page.get_by_label("Tips in the first round").check()
    expect(tip(page)).to_be_visible()


def test_the_second_round_is_played_without(person: Person) -> None:
    player = play_now(person(), "Ann")
    page = player.page
    play_until_offered("Next round", player)
    player.patience = 0
    player.button("Next round").click()
    expect(page.locator("#topbar")).to_contain_text("round 2")
    expect(player.hand).to_be_visible()
    expect(tip(page)).to_be_hidden()
    expect(page.locator("html")).to_have_attribute("data-tips", "false")


def test_other_games_have_none(person: Person) -> None:
    page = person()
    page.get_by_role("group", name="Game", exact=True).get_by_text("Gin", exact=True).click()
    player = play_now(page, "Ann")
    expect(player.hand).to_be_visible()
    assert page.locator("#tip").count() == 0
