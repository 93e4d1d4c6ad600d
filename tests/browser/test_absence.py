"""People who go and come back: laptops closed in the middle of the game, seats that move to another device, leaders who vanish."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Person
from tests.browser.line import Line
from tests.browser.players import Player, is_over, open_table, play, sit_down
from tests.scaled.wire import Server

# The pages that are open are written down ten times in the time after which somebody counts as not here, however slow the machine is.
SHORT = "here=4,gone=2,sit_in=4,written=0.4,beat=0.2,told=0.05,reserved=8"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that waits for nobody for long. A turn of 30 seconds has three; a pause ends only by somebody's hand."""
    server = Server(tmp_path_factory.mktemp("absence"), PATIENCE=SHORT, TURN_SCALE="0.1", PAUSE_SCALE="100").start()
    yield server
    server.stop()
    assert "Traceback" not in server.log.read_text()


def seat(page: Page, number: int) -> Locator:
    return page.locator(f'#seats [data-seat="{number}"]')


def absent(page: Page, number: int) -> Locator:
    """What is said at the seat of somebody who is not here, or does not play."""
    return page.locator(f':is(#seats, #waiting) [data-seat="{number}"] .absent:visible')


def crown(page: Page, number: int) -> Locator:
    return seat(page, number).locator(".crown")


def toast(page: Page) -> Locator:
    return page.locator("#toast")


def phase(page: Page) -> str:
    return page.locator("#actions").get_attribute("class").removeprefix("phase-")


def sit_three(person: Person, **opening: str) -> tuple[list[Page], str]:
    """Ann, who leads, Bo and Cy at a table that has not started, and its address."""
    pages = [person(), person(phone=True), person()]
    table = open_table(pages[0], "Ann", seats=3, **opening)
    for page, handle in zip(pages[1:], ("Bo", "Cy"), strict=True):
        sit_down(page, table, handle)
    return pages, table


def start(pages: Sequence[Page]) -> list[Player]:
    pages[0].get_by_role("button", name="Start the game").click()
    players = [Player(page) for page in pages]
    for player in players:
        expect(player.hand).to_be_visible()
    return players


def play_until(players: Sequence[Player], holds: Callable[[], bool]) -> None:
    """Move by move, and never one too many."""
    for player, _ in zip(cycle(players), range(2000), strict=False):
        if holds():
            return
        if not player.play_turn():
            player.page.wait_for_timeout(20)
    raise AssertionError([player.offered() for player in players])


def end_the_game(leader: Player) -> None:
    """After a round, by its leader: one is enough for these tests."""
    decision = leader.decides()
    leader.actions.get_by_role("button", name="final hand at once").click()
    decision.wait_for(state="detached")


def play_one_round_to_the_end(players: Sequence[Player]) -> None:
    play_until(players, lambda: phase(players[0].page) == "round_over")
    end_the_game(players[0])
    play_until(players, lambda: all(map(is_over, players)))


def menu(page: Page) -> Locator:
    sheet = page.get_by_role("region", name="Menu")
    if not sheet.is_visible():
        page.get_by_role("button", name="Menu").click()
    expect(sheet).to_be_visible()
    return sheet


def manage(page: Page, handle: str) -> Locator:
    """What the leader may do about somebody."""
    row = menu(page).get_by_role("listitem").filter(has_text=handle)
    row.locator("summary").first.click()
    return row


def link_for_another_device(page: Page) -> str:
    menu(page).get_by_role("button", name="Move my seat to another device").click()
    link = page.get_by_label("send yourself the link").input_value()
    page.get_by_role("button", name="Close").click()
    return link


def close_the_laptop(page: Page) -> None:
    assert page.context.cookies() == []
    page.context.close()


# --- another device ---


def test_a_laptop_is_closed_in_each_phase_and_its_owner_goes_on_with_another(person: Person) -> None:
    (anns, bos, cys), table = sit_three(person, clock="no clock")
    others = anns, cys
    address = re.search(r"/table/.*", table)[0]

    def change_devices(bo: Player, *, until: str = "reconnecting") -> Player:
        """Bo's device has just been there; now it is another one, which has nothing but the link."""
        link, hand, offered = link_for_another_device(bo.page), bo.cards(), bo.offered()
        close_the_laptop(bo.page)
        for page in others:
            expect(absent(page, 1)).to_have_text(until)
        new = Player(person(link[link.index(address) :], phone=True))
        expect(new.page.locator("#board")).to_have_attribute("data-me", "1")
        assert new.page.url == table
        assert (new.cards(), new.offered()) == (hand, offered)
        for page in others:
            expect(absent(page, 1)).to_be_hidden()
        return new

    bos = change_devices(Player(bos), until="away").page
    expect(bos.locator("#waiting").get_by_text("Bo you")).to_be_visible()
    ann, bo, cy = start([anns, bos, cys])

    def go_on_until(holds: Callable[[], bool]) -> None:
        play_until([ann, bo, cy], holds)

    bo = change_devices(bo)
    go_on_until(lambda: phase(anns) == "betting_over")
    bo = change_devices(bo)
    go_on_until(lambda: phase(anns) == "rummy")
    bo = change_devices(bo)
    go_on_until(lambda: any(words.startswith("Discard") for words in bo.offered()))
    bo = change_devices(bo)
    go_on_until(lambda: phase(anns) == "round_over")
    bo = change_devices(bo)
    end_the_game(ann)
    assert phase(anns) == "final_bet"
    bo = change_devices(bo)
    go_on_until(lambda: phase(anns) == "final_hand")
    bo = change_devices(bo)
    go_on_until(lambda: all(map(is_over, (ann, bo, cy))))
    for page in (bo.page, *others):
        expect(page.locator(".places")).to_contain_text("Bo")


def test_the_old_device_is_told_and_can_have_the_seat_back(person: Person) -> None:
    pages, table = sit_three(person, clock="no clock")
    old = start(pages)[1].page
    hand = Player(old).cards()
    link = link_for_another_device(old)
    new = person()
    new.goto(link)
    expect(new.locator("#board")).to_have_attribute("data-me", "1")

    expect(old.get_by_role("heading", name="Your seat is on another device now")).to_be_visible()
    old.get_by_role("button", name="To the table").tap()
    expect(old.get_by_text("You are watching this table.")).to_be_visible()
    assert old.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('seat:'))") == []
    old.reload()
    expect(old.get_by_text("You are watching this table.")).to_be_visible()

    # the link works once
    late = person()
    late.goto(link)
    expect(late.get_by_role("heading", name="This link has been used, or is too old")).to_be_visible()
    assert late.url == table
    late.get_by_role("button", name="To the table").click()
    expect(late.get_by_text("You are watching this table.")).to_be_visible()
    expect(new.locator("#board")).to_have_attribute("data-me", "1")

    old.goto(link_for_another_device(new))
    expect(old.locator("#board")).to_have_attribute("data-me", "1")
    assert Player(old).cards() == hand
    expect(new.get_by_role("heading", name="Your seat is on another device now")).to_be_visible()


def test_a_page_without_its_socket_learns_that_its_seat_has_moved(person: Person) -> None:
    pages, _ = sit_three(person, clock="no clock")
    bos = start(pages)[1].page
    line, link = Line(bos), link_for_another_device(bos)
    bos.reload()
    expect(bos.locator("#board")).to_have_attribute("data-me", "1")
    line.cut()
    new = person(link[link.index("/table/") :])
    expect(new.locator("#board")).to_have_attribute("data-me", "1")
    expect(bos.get_by_role("heading", name="Your seat is on another device now")).to_be_visible()
    line.mend()
    expect(bos.locator("#connection")).to_have_attribute("data-is", "")
    expect(bos.locator("#board")).to_have_attribute("data-me", "")


def test_a_claim_whose_answer_is_lost_is_asked_again(person: Person, complaints: list[str]) -> None:
    pages, table = sit_three(person, clock="no clock")
    ann, *_ = start(pages)
    link, hand = link_for_another_device(ann.page), ann.cards()
    new = person()

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    new.route("**/claim/", lose, times=1)
    new.goto(link)
    expect(new.locator("#board")).to_have_attribute("data-me", "0")
    assert (new.url, Player(new).cards()) == (table, hand)
    complaints[:] = [each for each in complaints if not each.startswith(("htmx:", "Failed to load resource: net::ERR_FAILED"))]


def test_a_link_opened_where_the_seat_is_changes_nothing(person: Person) -> None:
    pages, _ = sit_three(person, clock="no clock")
    player = start(pages)[0]
    link = link_for_another_device(player.page)
    other = player.page.context.new_page()
    other.goto(link)
    expect(other.get_by_role("heading", name="This browser has a seat at this table")).to_be_visible()
    for page in (other, player.page):
        expect(page.locator("#board")).to_have_attribute("data-me", "0")
        assert Player(page).cards() == player.cards()


def test_both_tabs_of_a_seat_play(person: Person) -> None:
    pages, table = sit_three(person, clock="no clock")
    ann, bo, cy = start(pages)
    tab = ann.page.context.new_page()
    tab.goto(table)
    other = Player(tab)
    expect(other.hand).to_be_visible()
    play_until([ann, bo, cy], lambda: "Draw a card" in ann.offered())
    other.press(other.button("Draw a card"))
    expect(ann.button("Discard")).to_be_visible()
    assert ann.cards() == other.cards()
    ann.play_turn()
    expect(other.button("Discard")).to_be_hidden()


# --- computer players sit in ---


def test_the_leader_lets_a_computer_player_sit_in_until_the_person_is_back(person: Person) -> None:
    pages, _ = sit_three(person, clock="no clock")
    ann, bo, cy = start(pages)
    play_until([ann, bo, cy], lambda: bool(bo.offered()))
    link = link_for_another_device(bo.page)
    close_the_laptop(bo.page)
    offer = ann.button("Bo is away: let a computer sit in")
    expect(absent(cy.page, 1)).to_have_text("away")
    expect(offer).to_be_visible()
    assert cy.offered() == []
    offer.click()
    for page in (ann.page, cy.page):
        expect(absent(page, 1)).to_have_text("computer for Bo")
    play_until([ann, cy], lambda: phase(ann.page) == "rummy")

    bo = Player(person(link[link.index("/table/") :], phone=True))
    for page in (ann.page, cy.page):
        expect(absent(page, 1)).to_be_hidden()
    expect(bo.hand).to_be_visible()
    expect(bo.button("A computer player has your seat")).to_have_count(0)
    play_until([ann, bo, cy], lambda: bool(bo.made))


def test_a_page_left_open_is_played_for_after_two_turns_and_back_at_a_touch(person: Person) -> None:
    pages, _ = sit_three(person, clock="30 seconds")
    ann, bo, cy = start(pages)
    # seconds left are seen in time to act on them
    play_until([ann, cy], lambda: bool(bo.offered()))
    expect(bo.page.locator("#sentence .left")).to_have_text(re.compile(r"^[123] s$"))
    expect(seat(ann.page, 1).locator(".left")).to_have_text(re.compile(r"^[0123] s$"))
    play([ann, cy], until=lambda: absent(ann.page, 1).count() == 1)
    expect(absent(ann.page, 1)).to_have_text("computer for Bo")
    expect(bo.button("A computer player has your seat: take it back")).to_be_visible()
    bo.page.touchscreen.tap(195, 250)
    expect(bo.button("A computer player has your seat")).to_be_hidden()
    expect(absent(ann.page, 1)).to_be_hidden()


def test_the_seconds_left_are_right_where_the_clock_is_wrong(person: Person) -> None:
    ann = person()
    ann.context.add_init_script("const right = Date.now; Date.now = () => right() - 3_600_000;")
    ann.goto("/")
    open_table(ann, "Ann", seats=2, clock="2 minutes")
    ann.get_by_role("button", name="Add computer").click()
    start([ann])
    player = Player(ann)
    # not at a computer player's fold, which leaves time to look
    play_until([player], lambda: phase(ann) in ("betting", "rummy") and bool(player.offered()))
    expect(ann.locator("#topbar time")).to_have_text(re.compile(r"^0:(0\d|1[012])$"))


def test_who_leaves_comes_back_by_a_button(person: Person) -> None:
    pages, table = sit_three(person, clock="no clock")
    ann, _bo, cy = start(pages)
    menu(cy.page).locator("summary", has_text="Leave the table").click()
    cy.page.get_by_role("button", name="Yes, leave the table").click()
    expect(absent(ann.page, 2)).to_have_text("computer for Cy")
    cy.page.goto(table)
    cy.button("A computer player has your seat: take it back").click()
    expect(absent(ann.page, 2)).to_be_hidden()


def test_who_is_removed_is_told_and_watches(person: Person) -> None:
    pages, _ = sit_three(person, clock="no clock")
    ann, bo, cy = start(pages)
    row = manage(ann.page, "Cy")
    expect(row.get_by_role("button", name="Yes, remove Cy")).to_be_hidden()
    row.locator("summary", has_text="Remove Cy").click()
    row.get_by_role("button", name="Yes, remove Cy").click()
    for page in (ann.page, bo.page):
        expect(absent(page, 2)).to_have_text("no longer Cy")
    expect(cy.page.get_by_role("heading", name="You are out of this game")).to_be_visible()
    cy.page.get_by_role("button", name="To the table").click()
    expect(cy.page.get_by_text("You are watching this table.")).to_be_visible()
    cy.page.reload()
    expect(cy.page.get_by_text("You are watching this table.")).to_be_visible()
    expect(toast(cy.page)).to_be_hidden()


def test_who_is_removed_is_told_though_the_game_goes_on_at_once(person: Person) -> None:
    pages, _ = sit_three(person, clock="no clock")
    ann, bo, cy = start(pages)
    line = Line(cy.page)
    cy.page.reload()
    play_until([ann, bo], lambda: bool(cy.offered()))
    line.hold()
    row = manage(ann.page, "Cy")
    row.locator("summary", has_text="Remove Cy").click()
    row.get_by_role("button", name="Yes, remove Cy").click()
    expect(ann.page.get_by_role("region", name="Log").get_by_text(re.compile("^Cy (bet|called|raised|checked|folded)"))).to_be_visible()
    line.let_go()
    expect(cy.page.get_by_role("heading", name="You are out of this game")).to_be_visible()
    expect(cy.page.get_by_text("You are watching this table.")).to_be_visible()
    expect(cy.page.get_by_role("heading", name="You are out of this game")).to_be_visible()


def test_back_and_a_bookmark_lead_to_the_present(person: Person) -> None:
    pages, table = sit_three(person, clock="no clock")
    ann, bo, cy = start(pages)
    play_until([ann, bo, cy], lambda: bool(cy.offered()))
    cy.page.goto("/")
    cy.page.go_back()
    expect(cy.button("Fold")).to_be_visible()
    cy.page.goto("/")
    before = ann.page.locator("#board").get_attribute("data-version")
    cy.page.goto(table)
    expect(cy.button("Fold")).to_be_visible()
    cy.play_turn()
    expect(ann.page.locator("#board")).not_to_have_attribute("data-version", before)


# --- the lead, the pause ---


def test_a_leader_who_vanishes_is_succeeded_and_gets_the_crown_back_by_hand_alone(person: Person) -> None:
    pages, table = sit_three(person, clock="no clock")
    ann, bo, cy = start(pages)
    context = ann.page.context
    ann.page.close()
    expect(toast(bo.page)).to_have_text("You lead this table.")
    expect(toast(cy.page)).to_have_text("Bo leads this table.")
    expect(crown(cy.page, 1)).to_be_visible()
    expect(bo.hand.get_by_role("img", name="you lead the table")).to_be_visible()

    anns = context.new_page()
    anns.goto(table)
    expect(absent(bo.page, 0)).to_be_hidden()
    expect(crown(anns, 1)).to_be_visible()
    manage(bo.page, "Ann").get_by_role("button", name="Let Ann lead").click()
    expect(toast(anns)).to_have_text("You lead this table.")
    expect(crown(cy.page, 0)).to_be_visible()


def test_the_lead_passes_on_in_the_waiting_room_too(person: Person) -> None:
    (anns, bos, cys), _ = sit_three(person)
    close_the_laptop(anns)
    expect(absent(cys, 0)).to_have_text("away")
    expect(bos.get_by_role("button", name="Start the game")).to_be_visible()
    manage(bos, "Cy").get_by_role("button", name="Let Cy lead").click()
    cys.get_by_role("button", name="Remove Ann").click()
    expect(cys.get_by_text("free seat")).to_be_visible()
    cys.get_by_role("button", name="Start the game").click()
    expect(Player(bos).hand).to_be_visible()


def test_a_game_that_nobody_is_at_pauses_until_somebody_is_back(person: Person) -> None:
    pages, table = sit_three(person, clock="30 seconds")
    ann, *_ = start(pages)
    watcher = person()
    watcher.goto(table)
    expect(ann.page.locator(".watchers")).to_have_text("watching: 1")
    context = ann.page.context
    for page in pages:
        page.close()
    expect(watcher.locator("#sentence", has_text="Paused until somebody is back.")).to_be_visible()
    assert watcher.title().startswith("Paused")
    back = context.new_page()
    back.goto(table)
    expect(watcher.locator("#sentence", has_text="Paused until somebody is back.")).to_be_hidden()
    expect(Player(back).hand).to_be_visible()


# --- play again ---


def test_two_play_again_and_carry_the_scores_along(person: Person) -> None:
    anns, bos = person(), person(phone=True)
    table = open_table(anns, "Ann", seats=2, clock="no clock")
    sit_down(bos, table, "Bo")
    ann, bo = players = start([anns, bos])
    play_one_round_to_the_end(players)
    totals = anns.locator("#score .sum td").all_inner_texts()

    ann.button("Play again").click()
    anns.locator("#waiting").get_by_text("kept for Bo", exact=True).wait_for()
    rematch = anns.url
    stranger = person(re.search(r"/table/.*", rematch)[0])
    expect(stranger.get_by_role("button", name="Sit down")).to_have_count(0)
    expect(bo.actions.get_by_text("Ann is at the new table.")).to_be_visible()
    bo.button("Play again with Ann").tap()
    bos.locator("#waiting").get_by_text("Bo you").wait_for()
    assert bos.url == rematch

    for page in (anns, bos):
        page.get_by_role("checkbox", name="Carry the scores along").check()
    for page in (anns, bos):
        expect(page.get_by_text("carries scores")).to_have_count(2)
    again = start([anns, bos])
    expect(anns.locator("#score tr", has_text="Before").locator("td")).to_have_text(totals)
    play_until(again, lambda: phase(anns) == "rummy")

    # the table before, in the browser's history, leads back to this one
    anns.goto(table)
    ann.button("Play again with Bo").click()
    anns.wait_for_url(rematch)
    expect(Player(anns).hand).to_be_visible()
    anns.goto("/")
    anns.get_by_role("link", name="Back to the table").click()
    expect(anns).to_have_url(rematch)


def test_a_seat_that_nobody_claims_is_free_after_a_while(person: Person) -> None:
    anns, bos = person(), person()
    table = open_table(anns, "Ann", seats=2, clock="no clock")
    sit_down(bos, table, "Bo")
    players = start([anns, bos])
    play_one_round_to_the_end(players)
    players[0].button("Play again").click()
    expect(anns.locator("#waiting").get_by_text("kept for Bo", exact=True)).to_be_visible()
    expect(anns.get_by_text("free seat")).to_be_visible()
    expect(anns.get_by_role("checkbox")).to_have_count(0)
    cys = person()
    sit_down(cys, anns.url, "Cy")
    # who comes too late is told so
    players[1].button("Play again").click()
    expect(toast(bos)).to_have_text("All seats at this table are taken. You can watch.")
