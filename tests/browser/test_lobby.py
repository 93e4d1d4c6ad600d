"""From the front door to a seat, in a real browser."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.players import open_table
from tests.scaled.wire import Server

TABLE = re.compile(r"/table/[0-9A-Z]{8,16}/$")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A house in which no table is open yet."""
    server = Server(tmp_path_factory.mktemp("empty")).start()
    yield server
    server.stop()


def test_one_tap_on_a_phone_and_the_cards_are_dealt(person: Person) -> None:
    page = person(phone=True)
    page.get_by_role("button", name="Play now").tap()
    page.wait_for_url(TABLE)
    expect(page.locator("#hand .card")).to_have_count(7)


def test_a_friend_finds_the_table_live_and_sits_down(person: Person) -> None:
    ann, bo = person(), person(phone=True)
    expect(bo.get_by_text("No table is open right now")).to_be_visible()
    open_table(ann, "Ann", seats=2)
    expect(bo.locator("#tables")).to_contain_text("Ann")
    bo.get_by_role("link", name="Sit down").tap()
    expect(bo.get_by_text("Phase 1 points count four times")).to_be_visible()
    bo.get_by_label("Your name at the table").fill("Bo")
    bo.get_by_role("button", name="Sit down").tap()
    bo.wait_for_url(TABLE)
    expect(ann.locator("#board")).to_contain_text("Bo")


def test_back_to_your_table(person: Person) -> None:
    ann = person()
    table = open_table(ann, "Ann", seats=3)
    ann.goto("/")
    ann.get_by_role("link", name="Back to the table").click()
    assert ann.url == table
    expect(ann.locator("#board")).to_have_attribute("data-me", "0")


def test_who_has_a_seat_is_not_asked_for_a_name_again(person: Person) -> None:
    ann = person()
    table = open_table(ann, "Ann", seats=3)
    ann.goto(table.replace("/table/", "/sit/"))
    expect(ann.get_by_role("heading", name="You already sit here as Ann")).to_be_visible()


def test_the_name_is_remembered(person: Person) -> None:
    ann = person()
    open_table(ann, "Ann", seats=3)
    ann.goto("/")
    expect(ann.get_by_label("Your name at the table")).to_have_value("Ann")


def test_a_refused_form_keeps_what_was_typed_and_can_be_mended(person: Person) -> None:
    page = person()
    page.locator("summary", has_text="Open a table").click()
    page.locator("#options label").get_by_text("3", exact=True).click()
    page.get_by_label("How many rounds").select_option("10")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert").filter(has_text="Please choose a name")).to_be_visible()
    expect(page.get_by_label("How many rounds")).to_have_value("10")
    expect(page.locator('input[name=seats][value="3"]')).to_be_checked()
    expect(page.get_by_label("Your name at the table")).to_be_focused()
    page.get_by_label("Your name at the table").fill("Ann")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(TABLE)


def test_the_list_is_asked_for_while_the_socket_is_down(person: Person, server: Server) -> None:
    watcher = person("/nowhere/")
    watcher.route_web_socket("**/ws/lobby/", lambda socket: socket.close())
    watcher.goto("/")
    code, _ = server.open_table("Di", computers=1, seats=2)
    expect(watcher.locator(f"#table-{code}")).to_be_visible()
