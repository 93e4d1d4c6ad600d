"""The lobby and the doors of a table, as they change before somebody's eyes."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.players import Player, open_table, play_now, play_until_offered, sit_down, start
from tests.browser.received import Received

OTHER_TABLES = re.compile("See (the open|other) tables|Other tables")


def way_on(page: Page) -> None:
    """There is a link to the lobby, and it works."""
    page.get_by_role("link", name=OTHER_TABLES).click()
    expect(page.get_by_role("heading", name="Open tables")).to_be_visible()


def test_a_table_comes_fills_begins_and_can_be_watched(person: Person) -> None:
    cys, anns, bos = person(), person(), person()
    table = open_table(anns, "Ann", seats=3)
    row = cys.locator(f"#table-{table.rstrip('/').rsplit('/', 1)[1]}")
    expect(row).to_contain_text("2 free seats")
    expect(row).to_contain_text("Ann")
    sit_down(bos, table, "Bo")
    expect(row).to_contain_text("1 free seat")
    expect(row).to_contain_text("Bo")
    anns.get_by_role("button", name="Add computer").click()
    expect(row).to_contain_text("full, about to start")
    expect(row.get_by_role("link", name="Sit down")).to_have_count(0)
    start(anns)
    expect(row).to_contain_text("playing")

    heard = Received(cys)
    row.get_by_role("link", name="Watch").click()
    watcher, ann, bo = Player(cys), Player(anns), Player(bos)
    expect(cys.get_by_text("You are watching this table.")).to_be_visible()
    expect(watcher.hand).to_be_hidden()
    expect(cys.get_by_text("Leave the table", exact=True)).to_be_hidden()
    assert watcher.offered() == []
    play_until_offered("Draw a card", ann, bo)
    expect(cys.locator("#log")).to_contain_text("Phase 2 begins")
    assert len(ann.cards()) == len(bo.cards()) == 7
    for moment in heard.moments:
        assert moment.shown <= moment.told, "a watcher sees what the log tells, and no hand"


def test_doors_that_are_shut_have_a_way_on(person: Person) -> None:
    anns, bos, cys = person(), person(), person()
    table = open_table(anns, "Ann", seats=2)
    sit_down(bos, table, "Bo")
    door = table.replace("/table/", "/sit/")

    cys.goto(table)
    expect(cys.get_by_text("All seats are taken. You can watch from here.")).to_be_visible()
    cys.goto(door)
    expect(cys.get_by_role("heading", name="All seats are taken")).to_be_visible()
    cys.get_by_role("link", name="Watch this game").click()
    expect(cys).to_have_url(table)

    start(anns)
    cys.goto(door)
    expect(cys.get_by_role("heading", name="They have started already")).to_be_visible()
    way_on(cys)


def test_a_table_that_closes_says_so_to_whoever_looks(person: Person) -> None:
    anns, cys = person(), person()
    table = open_table(anns, "Ann", seats=2)
    cys.goto(table)
    anns.get_by_role("button", name="Menu").click()
    anns.get_by_text("Leave the table", exact=True).click()
    anns.get_by_role("button", name="Yes, leave the table").click()
    for page in (anns, cys):
        expect(page.get_by_role("heading", name="This table is closed")).to_be_visible()
    way_on(cys)
    cys.goto(table)
    expect(cys.get_by_role("heading", name="This table is closed")).to_be_visible()
    cys.goto(table.replace("/table/", "/sit/"))
    expect(cys.get_by_role("heading", name="This table is closed")).to_be_visible()
    way_on(cys)


def test_an_unknown_table_has_a_way_on(person: Person) -> None:
    page = person()
    for path in ("/table/ABCDEFGH/", "/sit/ABCDEFGH/"):
        page.goto(path)
        expect(page.get_by_role("heading", name="There is no such table")).to_be_visible()
        way_on(page)


def test_back_to_the_game_after_closing_the_tab(person: Person) -> None:
    page = person()
    player = play_now(page, "Di")
    play_until_offered("Draw a card", player)
    table, hand = page.url, player.cards()
    page.close()
    again = page.context.new_page()
    again.goto("/")
    again.get_by_role("link", name="Back to the table").click()
    expect(again).to_have_url(table)
    expect(again.locator("#board")).to_have_attribute("data-greeted", "true")
    assert Player(again).cards() == hand
