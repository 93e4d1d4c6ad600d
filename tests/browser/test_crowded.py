"""More pages than the site takes from one address: they are told so, and everything still works; only more slowly."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Person
from tests.browser.players import Player, play_now, play_until_offered
from tests.scaled.wire import Server

# Whether the line is there; if not, the page tries now
_ASKS_AGAIN = "() => document.getElementById('connection').dataset.is === '' || !dispatchEvent(new Event('online'))"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One socket for each address is all that there is."""
    server = Server(tmp_path_factory.mktemp("crowded"), PAUSE_SCALE="1", LIMITS="sockets=1,moves=1000/10").start()
    yield server
    server.stop()


def test_a_page_without_a_socket_plays_on_and_has_one_when_there_is_room(person: Person) -> None:
    page = person()
    player = play_now(page, "Di")
    play_until_offered("Draw a card", player)
    other = page.context.new_page()
    other.goto(page.url)
    sign = other.locator("#connection")
    expect(sign).to_have_attribute("data-is", "full")
    expect(sign).to_have_text("Very many pages are open: this one is updated only every 3 seconds. Moves still work. ")
    again = Player(other)
    again.button("Draw a card").click()
    expect(page.get_by_role("region", name="Log").get_by_text("Di drew from the stock.")).to_have_count(1)

    page.close()
    # The server may hear of the closed page after this one has asked again
    other.wait_for_function(
        "() => document.getElementById('connection').dataset.is === '' || !dispatchEvent(new Event('online'))", polling=2_000
    )
    expect(sign).to_have_attribute("data-is", "")


def test_a_lobby_without_a_socket_asks_for_its_list(person: Person) -> None:
    page = person()
    play_now(page, "Di")
    lobby = page.context.new_page()
    lobby.goto("/")
    sign = lobby.locator("#connection")
    expect(sign).to_have_text("Very many pages are open just now: the list of tables is a few seconds behind.")
    expect(sign).to_be_visible()


def test_what_is_too_much_is_said_over_the_page_which_stays_as_it_is(person: Person) -> None:
    page = person()
    told = {"HX-Reswap": "none", "HX-Trigger": json.dumps({"refused": {"text": "Too much came from your connection."}})}

    def refuse(route: Route) -> None:
        route.fulfill(status=429, headers=told, content_type="text/html")

    page.route("**/play-now/", refuse, times=1)
    page.get_by_label("Your name").fill("Di")
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("alert").filter(has_text="Too much came")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Di")
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
