"""The list of open tables when it is long: searched and leafed through, on a phone, while it changes."""

import re
import secrets
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import LAPTOP, Person
from tests.scaled.wire import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A house with more tables than fit on a page: Ann and others wait at 34, two of them at Gin."""
    server = Server(tmp_path_factory.mktemp("full"), PAUSE_SCALE="20").start()
    for number in range(32):
        open_table(server, f"Ann {number + 1}")
    for handle in ("Zoë", "Bo"):
        open_table(server, handle, game="gin")
    yield server
    server.stop()


def open_table(server: Server, handle: str, game: str = "bagelsknock") -> str:
    """A table that waits: its code."""
    fields = {"handle": handle.replace(" ", "+").replace("ë", "%C3%AB"), "game": game}
    return server.post("/open/", secrets.token_hex(16), **fields)[1]["X-Table-Code"]


def shown(page: Page) -> list[str]:
    """The tables on the page, from the top."""
    return page.locator("#tables li").evaluate_all("rows => rows.map(row => row.id)")


def top(page: Page, row: str | None) -> float:
    """Where on the screen a row is."""
    return page.locator(f"#{row}").evaluate("row => row.getBoundingClientRect().top")


def live(person: Person, server: Server) -> Page:
    """The lobby on a phone, once its line has brought something: from then on rows come one by one, not all anew."""
    page, new = person(phone=True), open_table(server, "Ed")
    expect(page.locator(f"#table-{new}")).to_have_count(1)
    return page


def test_a_search_on_a_phone_finds_somebody_and_stays_live(person: Person, server: Server) -> None:
    page = person(phone=True)
    rows = page.locator("#tables li")
    expect(rows).to_have_count(30)
    page.get_by_role("searchbox").fill("zoe")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Zoë")
    expect(page.locator("#heard")).to_have_text("1 table")
    assert page.url.endswith("/?q=zoe")

    other, found = open_table(server, "Di"), open_table(server, "Zoë B")
    expect(page.locator(f"#table-{found}")).to_be_visible()
    expect(page.locator(f"#table-{other}")).to_have_count(0)
    expect(rows).to_have_count(2)
    expect(page.get_by_role("searchbox")).to_be_focused()

    page.get_by_role("combobox", name="Game").select_option("bagelsknock")
    expect(rows).to_have_count(1)
    page.reload()
    expect(rows).to_have_count(1)
    expect(page.get_by_role("searchbox")).to_have_value("zoe")
    page.get_by_role("searchbox").fill("zebra")
    expect(page.get_by_text("No open table is like that.")).to_be_visible()
    page.get_by_role("searchbox").fill(found.lower())
    expect(page.locator(f"#table-{found}")).to_be_visible()


def test_pages_on_a_phone_and_the_way_back(person: Person, server: Server) -> None:
    page = person(phone=True)
    page.get_by_role("searchbox").fill("ann")
    expect(page.locator("#heard")).to_have_text("32 tables")
    expect(page.get_by_text("Page 1 of 2")).to_be_visible()
    first = shown(page)
    page.get_by_role("link", name="More tables").tap()
    expect(page.get_by_text("Page 2 of 2")).to_be_visible()
    expect(page.locator("#tables li").first).to_be_in_viewport()
    assert page.url.endswith("/?q=ann&page=2")
    second = shown(page)
    assert len(second) == 2 and not set(first) & set(second)

    # The page that one is on is live, too: a new table pushes another one over
    open_table(server, "Anna")
    expect(page.locator("#tables li")).to_have_count(3)
    assert shown(page) == [first[-1], *second]

    page.go_back()
    expect(page.get_by_text("Page 1 of 2")).to_be_visible()
    assert page.url.endswith("/?q=ann")
    assert len(shown(page)) == 30
    page.go_forward()
    expect(page.get_by_text("Page 2 of 2")).to_be_visible()


def test_nothing_moves_under_a_finger(person: Person, server: Server) -> None:
    page = live(person, server)
    row = page.locator("#tables li").nth(3)
    row.scroll_into_view_if_needed()
    name = row.get_attribute("id")
    before = top(page, name)
    row.dispatch_event("pointerdown")
    new = open_table(server, "Cy")
    # The list for somebody else has it by now: so had this page's
    other = person()
    expect(other.locator(f"#table-{new}")).to_be_visible()
    assert page.locator(f"#table-{new}").count() == 0
    assert top(page, name) == before
    row.dispatch_event("pointerup")
    expect(page.locator(f"#table-{new}")).to_have_count(1)


def test_who_has_scrolled_into_the_list_stays_there(person: Person, server: Server) -> None:
    page = live(person, server)
    row = page.locator("#tables li").nth(9)
    row.evaluate("row => row.scrollIntoView()")
    name = row.get_attribute("id")
    before = top(page, name)
    new = open_table(server, "Cy")
    expect(page.locator(f"#table-{new}")).to_have_count(1)
    assert abs(top(page, name) - before) < 2


def test_search_and_pages_while_the_socket_is_down(person: Person) -> None:
    page = person("/rules/")
    page.route_web_socket("**/ws/lobby/**", lambda socket: socket.close())
    page.goto("/es/")
    expect(page.locator("#tables li")).to_have_count(30)
    page.get_by_role("searchbox").fill("ann")  # and on at once: what was typed counts, though the list has not come yet
    page.get_by_role("link", name="Más mesas").click()
    expect(page.get_by_text("Página 2 de 2")).to_be_visible()
    page.wait_for_url("**/es/?q=ann&page=2")
    page.get_by_role("searchbox").fill("zoe")
    expect(page.locator("#tables li").first).to_contain_text("Zoë")
    expect(page.get_by_text("Página")).to_have_count(0)


def test_search_and_pages_without_javascript(browser: Browser, server: Server) -> None:
    with browser.new_context(base_url=f"http://{server.host}", viewport=LAPTOP, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto("/")
        page.get_by_role("searchbox").fill("ann")
        page.get_by_role("button", name="Show").click()
        page.get_by_role("link", name="More tables").click()
        expect(page.get_by_text("Page 2 of 2")).to_be_visible()
        expect(page.get_by_role("searchbox")).to_have_value("ann")
        assert re.search(r"/\?.*q=ann.*page=2", page.url)
        page.get_by_role("link", name="Previous").click()
        expect(page.get_by_text("Page 1 of 2")).to_be_visible()
