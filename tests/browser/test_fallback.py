"""A table without its socket: moves go by POST, the page asks now and then, and says that the line is down only while it is."""

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Person
from tests.browser.line import Line
from tests.browser.players import open_table, play, play_now, play_until_offered, start


def posted(page: Page) -> list[str]:
    """The moves that the page posts from now on."""
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" and request.url.endswith("/act/") else None)
    return posts


def test_the_game_goes_on_by_post_while_the_socket_is_down(person: Person) -> None:
    page = person()
    line = Line(page)
    player = play_now(page, "Di")
    sign, posts = page.locator("#connection"), posted(page)
    play([player], until=lambda: len(player.made) == 2)
    expect(sign).to_have_text("")
    assert posts == []

    line.cut()
    expect(sign).to_contain_text("The quick connection is down. Nothing is lost: moves still work")
    expect(sign).to_be_visible()
    play([player], until=lambda: len(player.made) == 6)
    assert len(posts) == 4
    expect(sign).to_be_visible()

    line.mend()
    expect(sign).to_have_attribute("data-is", "")
    play([player], until=lambda: len(player.made) == 8)
    assert len(posts) == 4


def test_a_move_whose_answer_is_lost_is_made_once(person: Person, complaints: list[str]) -> None:
    page = person()
    line = Line(page)
    player = play_now(page, "Di")
    play_until_offered("Draw a card", player)
    line.cut()
    expect(page.locator("#connection")).to_be_visible()

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/act/", lose, times=1)
    pending = player.decides()
    player.button("Draw a card").click()
    if pending.is_visible():  # unless the page has asked in the meantime
        player.button("Draw a card").click()
    pending.wait_for(state="detached")
    assert len(player.cards()) == 8
    expect(page.get_by_role("region", name="Log").get_by_text("Di drew from the stock.")).to_have_count(1)
    complaints[:] = [each for each in complaints if not each.startswith(("htmx:", "Failed to load resource: net::ERR_FAILED"))]


def test_a_reply_that_is_slower_than_the_socket(person: Person) -> None:
    page = person()
    open_table(page, "Ann", seats=3, link_only=True)

    def slow(route: Route) -> None:
        reply = route.fetch()
        expect(page.get_by_text("2 of 3")).to_be_visible()
        route.fulfill(response=reply)

    page.route("**/add-computer/", slow)
    with page.expect_response("**/add-computer/"):
        page.get_by_role("button", name="Add computer").first.click()
    start(page)
    expect(page.get_by_role("region", name="Your hand")).to_be_visible()


def until_dealt(leader: Page) -> Callable[[Route], None]:
    """An answer that comes when the game has begun, and the frame that said so has taken away the form that asked."""

    def slow(route: Route) -> None:
        reply = route.fetch()
        leader.locator("#board:not([data-busy])").wait_for()
        leader.get_by_role("button", name="Start the game").click()
        expect(route.request.frame.page.locator("#waiting")).to_be_empty()
        route.fulfill(response=reply)

    return slow


def test_a_cut_whose_answer_comes_after_the_deal_is_remembered(person: Person) -> None:
    page = person()
    open_table(page, "Ann", seats=2, link_only=True)
    page.get_by_role("button", name="Add computer").click()
    page.route("**/cut/", until_dealt(page))
    page.get_by_label("Cut the cards").fill("seven times around the table")
    with page.expect_response("**/cut/"):
        page.get_by_role("button", name="Cut", exact=True).click()
    kept = page.evaluate("Seats.get(document.getElementById('board').dataset.code)")
    assert kept["cut"] == "seven times around the table"


def test_a_seat_whose_answer_comes_after_the_deal_is_no_ghost(person: Person) -> None:
    anns, bos = person(), person()
    bos.goto(open_table(anns, "Ann", seats=2, link_only=True))
    bos.get_by_label("Your name at the table").fill("Bo")
    bos.route("**/sit/*/", until_dealt(anns))
    bos.get_by_role("button", name="Sit down").click()
    expect(bos.get_by_role("region", name="Your hand")).to_be_visible()
    expect(bos.locator("#board")).to_have_attribute("data-me", "1")


def test_what_is_bad_is_said_and_what_it_means(person: Person, complaints: list[str]) -> None:
    page = person()
    line = Line(page)
    open_table(page, "Ann", seats=2, link_only=True, clock="60 seconds")
    sign = page.locator("#connection")
    expect(page.locator("#board")).to_have_attribute("data-me", "0")
    expect(sign).to_have_text("")

    line.cut()
    expect(sign).to_have_text(
        "The quick connection is down. Nothing is lost: moves still work, and the table is asked for every 3 seconds. "
    )
    page.route("**/board/**", lambda route: route.abort())
    clock = "The turn clock may run on: after 2 missed turns a computer player sits in until you are back."
    expect(sign).to_have_text(f"The table does not answer. Nothing is lost: this page keeps trying. {clock}")
    page.context.set_offline(True)
    expect(sign).to_have_text(f"You are offline. Nothing is lost: the table comes back when you are online. {clock}")

    # That it is well again is said once, to who listens, and not shown
    line.mend()
    page.unroute("**/board/**")
    page.context.set_offline(False)
    expect(sign).to_have_text("Connected again.")
    expect(sign).to_have_css("clip-path", "inset(50%)")
    expect(sign).to_have_text("")
    complaints[:] = [each for each in complaints if not each.startswith(("htmx:", "Failed to load resource: net::ERR_"))]


def test_the_lobby_says_that_its_list_is_old(person: Person, complaints: list[str]) -> None:
    page = person("/rules/")
    up = False
    page.route_web_socket("**/ws/lobby/", lambda line: line.connect_to_server() if up else line.close())
    page.goto("/es/")
    sign = page.locator("#connection")
    expect(sign).to_have_text("La conexión rápida falla: la lista de mesas llega con unos segundos de retraso.")
    page.context.set_offline(True)
    expect(sign).to_have_text("No tienes conexión. La lista de mesas puede estar anticuada.")
    page.context.set_offline(False)
    up = True
    expect(sign).to_have_text("De nuevo hay conexión.")
    complaints[:] = [each for each in complaints if not each.startswith(("htmx:", "Failed to load resource: net::ERR_"))]
