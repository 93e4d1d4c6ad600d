"""Quick phrases at a table: each reads them in their own language, at the seat of whoever says them, and can mute that seat."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Person
from tests.browser.line import Line
from tests.browser.players import open_table, play_now, sit_down, start

_PLACES = """(board) => [...board.querySelectorAll("#topbar, #seats, .seat, #center, #sentence, #actions, #hand, #sheets, #sheets .button")]
    .map((place) => Object.values(place.getBoundingClientRect().toJSON()).join())"""
_BUBBLE = """(place) => getComputedStyle(place, "::after").content.split('"')[1]"""


#: What is to go after some seconds stays, however slow the machine is.
_STAYS = """(() => {
    const usual = window.setTimeout;
    window.setTimeout = (call, delay, ...more) => usual(call, delay === 6000 ? 600_000 : delay, ...more);
})()"""


def say(page: Page, words: str) -> None:
    page.keyboard.press("q")
    page.locator("#phrases").get_by_role("button", name=words, exact=True).click()
    expect(page.locator("#phrases")).to_be_hidden()


def seat(page: Page, number: int) -> Locator:
    return page.locator(f"#seats [data-seat='{number}']")


def says(place: Locator, words: str) -> None:
    expect(place).to_have_attribute("data-said", words)
    assert place.evaluate(_BUBBLE) == words


def is_silent(place: Locator) -> None:
    expect(place).not_to_have_attribute("data-said", re.compile("."))


def two(person: Person) -> tuple[Page, Page, str]:
    """Ann reads English, Bo Spanish, on a phone; the game runs."""
    anns, bos = person(), person(phone=True)
    for page in (anns, bos):
        page.context.add_init_script(_STAYS)
    address = open_table(anns, "Ann", seats=2, link_only=True)
    sit_down(bos, address, "Bo")
    bos.goto(address.replace("/table/", "/es/table/"))
    expect(bos.locator("#board")).to_have_attribute("data-me", "1")
    return anns, bos, address


def test_each_reads_them_in_their_own_language(person: Person) -> None:
    anns, bos, address = two(person)
    say(anns, "Hello!")
    says(bos.locator("#waiting [data-seat='0']"), "¡Hola!")
    says(anns.locator("#waiting [data-seat='0']"), "Hello!")
    start(anns)
    seat(bos, 0).wait_for()
    watcher = person(address)
    expect(watcher.get_by_text("You are watching this table.")).to_be_visible()
    expect(watcher.locator("#phrases-button")).to_be_hidden()

    before = anns.locator("#board").evaluate(_PLACES)
    bos.locator("#phrases-button").click()
    for button in bos.locator("#phrases [data-phrase]").all():
        box = button.bounding_box()
        assert box and box["height"] >= 44
    bos.get_by_role("button", name="Un momento, por favor.").click()
    says(seat(anns, 1), "One moment, please.")
    assert anns.locator("#board").evaluate(_PLACES) == before, "nothing moves for it"
    says(seat(watcher, 1), "One moment, please.")
    says(bos.locator("#sentence"), "Un momento, por favor.")
    expect(anns.locator("#said")).to_have_text(re.compile("Bo.*: One moment, please."))

    # It outlives a frame, and stands with those before it where phrases are chosen
    anns.locator("#menu-button").click()
    anns.locator("#people [data-seat='1'] summary").first.click()
    anns.get_by_role("button", name="Let Bo lead").click()
    expect(anns.locator("#leads")).to_contain_text("Bo")
    says(seat(anns, 1), "One moment, please.")
    anns.keyboard.press("q")
    expect(anns.locator("#heard li")).to_have_text([re.compile("Bo.*: One moment, please."), re.compile("Ann.*: Hello!")])


def test_a_seat_is_muted_here_and_nowhere_else(person: Person) -> None:
    anns, bos, address = two(person)
    start(anns)
    seat(bos, 0).wait_for()
    watcher = person(address)
    expect(watcher.get_by_text("You are watching this table.")).to_be_visible()
    say(anns, "Nice hand!")
    says(seat(bos, 0), "¡Buena mano!")
    bos.locator("#menu-button").click()
    bos.get_by_role("button", name="Silenciar").click()
    is_silent(seat(bos, 0))
    say(anns, "Sorry!")
    says(seat(watcher, 0), "Sorry!")
    is_silent(seat(bos, 0))
    bos.reload()
    bos.locator("#menu-button").click()
    bos.get_by_role("button", name="Volver a oír").click()
    expect(bos.get_by_role("button", name="Silenciar")).to_be_visible()
    say(anns, "Well played!")
    says(seat(bos, 0), "¡Bien jugado!")

    # All of them, by a preference
    bos.locator(".preferring summary").click()
    bos.get_by_label("Mostrar lo que dicen los demás").uncheck()
    say(anns, "Ouch!")
    says(seat(watcher, 0), "Ouch!")
    expect(seat(bos, 0)).not_to_have_attribute("data-said", "¡Ay!")

    # The fifth at once is one too many
    say(anns, "Hello!")
    expect(anns.locator("#toast")).to_have_text("That was a lot at once. You can say more in a few seconds.")
    says(seat(watcher, 0), "Ouch!")


def test_while_the_socket_is_down_they_go_by_post(person: Person) -> None:
    anns, bos, _ = two(person)
    line = Line(anns)
    anns.reload()
    start(anns)
    seat(bos, 0).wait_for()
    line.cut()
    expect(anns.locator("#connection")).to_contain_text("The quick connection is down.")
    say(anns, "I'm back.")
    says(seat(bos, 0), "Aquí estoy otra vez.")
    says(anns.locator("#sentence"), "I'm back.")


def test_who_plays_with_computers_alone_has_nobody_to_talk_to(person: Person) -> None:
    page = person()
    open_table(page, "Ann", seats=2, link_only=True)
    page.get_by_role("button", name="Add computer").click()
    start(page)
    page.locator("#hand").wait_for()
    expect(page.locator("#phrases-button")).to_be_hidden()
    watcher = person(page.url)
    watcher.clock.install()
    expect(page.locator("#phrases-button")).to_be_visible()
    say(page, "Good luck!")
    says(seat(watcher, 0), "Good luck!")

    watcher.clock.fast_forward(6_000)
    is_silent(seat(watcher, 0))

    watcher.goto("/")
    alone = play_now(watcher, "Bo")
    expect(alone.page.locator("#phrases-button")).to_have_count(0)
