"""A game that is over, in a real browser: step by step by keyboard, and checked by the browser itself, which finds whatever is altered."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Person
from tests.browser.players import Player, open_table, play_until_offered, start
from tests.scaled.wire import ROOT, Server

#: A page that came over plain http has no WebCrypto.
NO_WEBCRYPTO = 'Object.defineProperty(Crypto.prototype, "subtle", { get() { return undefined; } });'


def played(house: Server, name: str) -> str:
    command = [sys.executable, "-m", "tests.play_out", name]
    return subprocess.run(command, cwd=ROOT, env=house.environment, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture(scope="module")
def code(house: Server) -> str:
    """The code of a table at which three people have played to the end."""
    return played(house, "bagelsknock")


def check(page: Page) -> list[tuple[str, str]]:
    """Press the button: each finding's result and words."""
    page.get_by_role("button", name="Check this game").click()
    expect(page.locator(".verdict:is([data-result=good], [data-result=bad])")).to_be_visible()
    found = page.locator(".findings li").evaluate_all("(lines) => lines.map((line) => [line.dataset.result, line.textContent])")
    return [(result, words) for result, words in found]


def verdict(page: Page) -> str:
    return page.locator(".verdict").inner_text()


def alter(page: Page, how: Callable[[dict[str, Any]], object]) -> None:
    """The record that the browser loads is an altered one."""

    def answer(route: Route) -> None:
        game = route.fetch().json()
        how(game)
        route.fulfill(json=game)

    page.route("**/history.json", answer)


def where(page: Page) -> str:
    return page.locator(".steps .where").inner_text()


def test_forward_and_back_by_keyboard_and_nothing_jumps(person: Person, code: str) -> None:
    page = person(f"/table/{code}/history/")
    expect(page.locator(".steps .where")).to_have_text("0 of " + where(page).split(" of ")[1])
    last = int(where(page).split(" of ")[1])

    def places() -> list[Any]:
        return [page.locator(part).bounding_box() for part in (".steps", ".moment-board", ".open-hands", ".moves", "#check")]

    before = places()
    for step in range(1, last):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".steps .where")).to_have_text(f"{step} of {last}")
        assert places() == before
    assert f"step={last - 1}" in page.url, "the address is of what is shown"
    page.reload()
    assert where(page) == f"{last - 1} of {last}"
    page.keyboard.press('"')  # no key of ours, and none of a selector
    page.keyboard.press("End")
    expect(page.locator(".settled h2")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#round-2")).to_have_attribute("aria-current", "true")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".steps .where")).to_have_text(f"{last} of {last}")
    page.keyboard.press("Home")
    expect(page.locator(".steps .where")).to_have_text(f"0 of {last}")


def test_as_a_seat_saw_it_on_a_phone(person: Person, code: str) -> None:
    page = person(f"/table/{code}/history/", phone=True)
    hands = page.locator(".open-hands li")
    expect(hands.locator(".card-back")).to_have_count(0)
    page.get_by_role("link", name="Bo", exact=True).tap()
    expect(hands.nth(0).locator(".card-back")).to_have_count(7)
    expect(hands.nth(1).locator(".card-back")).to_have_count(5)
    page.get_by_role("link", name="one step on").tap()
    expect(page.locator(".steps .where")).to_contain_text("1 of")
    expect(hands.nth(1).locator(".card-back")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_without_a_script_the_links_lead_through_the_game(person: Person, code: str, browser: Any, server: Server) -> None:
    page = browser.new_context(base_url=f"http://{server.host}", java_script_enabled=False).new_page()
    page.goto(f"/table/{code}/history/")
    page.get_by_role("link", name="one step on").click()
    assert where(page).startswith("1 of ")
    assert not page.get_by_role("button", name="Check this game").is_visible()
    page.context.close()


@pytest.mark.parametrize("webcrypto", [True, False], ids=["webcrypto", "without webcrypto"])
def test_the_check_finds_a_good_game_good(person: Person, code: str, webcrypto: bool) -> None:
    page = person("/")
    if not webcrypto:
        page.context.add_init_script(NO_WEBCRYPTO)
    page.goto(f"/table/{code}/history/")
    assert page.evaluate("Boolean(crypto.subtle)") == webcrypto
    asked: list[str] = []
    # the browser itself may still ask for the icon
    page.on("request", lambda request: asked.append(request.url) if request.resource_type != "other" else None)
    found = check(page)
    assert verdict(page) == "Everything fits: 4 decks follow from the promised secret and the cuts."
    assert [result for result, _ in found] == ["good", "unsure", *["good"] * 9]
    assert [url.rsplit("/", 1)[1] for url in asked] == ["history.json"], "and the server was asked for nothing else"


@pytest.mark.parametrize("name", ["knock_poker", "knock_rummy", "gin"])
def test_games_of_every_kind(person: Person, server: Server, name: str) -> None:
    page = person(f"/table/{played(server, name)}/history/", phone=True)
    assert {result for result, _ in check(page)} == {"good", "unsure"}
    assert verdict(page) == "Everything fits: 2 decks follow from the promised secret and the cuts."
    page.keyboard.press("End")
    expect(page.locator(".settled h2")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    inside = page.locator(".moment-board").evaluate("(board) => board.scrollWidth <= board.clientWidth")
    assert inside, "all cards of all hands lie on the felt"


def test_reshuffles_are_checked_too(person: Person, server: Server) -> None:
    page = person(f"/table/{played(server, 'void')}/history/")
    assert ("good", "Round 1: reshuffle 5 fits, too.") in check(page)
    assert verdict(page).startswith("Everything fits: 7 decks")
    alter(page, lambda game: game["rounds"][0]["shuffles"][2].reverse())
    assert ("bad", "Round 1: reshuffle 2 does not follow from the secret and the cuts.") in check(page)
    alter(page, lambda game: game["rounds"][0]["shuffles"].pop())
    assert [words for result, words in check(page) if result == "bad" and "move" in words]


def other_move(game: dict[str, Any]) -> None:
    each = game["rounds"][1]
    move = next(move for move in each["moves"] if move["action"]["do"] == "discard")
    move["action"]["card"] = next(card for card in each["shuffles"][0] if not any(card in hand for hand in each["hands"]))


def other_deck(game: dict[str, Any]) -> None:
    deck = game["rounds"][0]["shuffles"][0]
    deck[0], deck[51] = deck[51], deck[0]


def other_secret(game: dict[str, Any]) -> None:
    game["secret"] = "5a" * 32


def other_cut(game: dict[str, Any]) -> None:
    game["cuts"][1] += "!"


def other_promise(game: dict[str, Any]) -> None:
    import hashlib

    other_secret(game)
    game["commitment"] = hashlib.sha256(bytes.fromhex(game["secret"])).hexdigest()


@pytest.mark.parametrize(
    ("how", "words"),
    [
        (other_move, "Round 2: move "),
        (other_deck, "Round 1: the deck does not follow"),
        (other_secret, "The secret is not the one that was promised"),
        (other_cut, "Round 1: the deck does not follow"),
        (other_promise, "Round 1: the deck does not follow"),
        (lambda game: game["rounds"].pop(0), "Rounds are missing"),
        (lambda game: game["rounds"][0]["hands"].reverse(), "Round 1: the hands were not dealt from the top"),
        (lambda game: game.update(first_dealer=(game["first_dealer"] + 1) % 3), "The lot would have made"),
    ],
    ids=["move", "deck", "secret", "cut", "promise", "round", "hands", "dealer"],
)
def test_the_check_finds_what_is_altered(person: Person, code: str, how: Callable[[dict[str, Any]], object], words: str) -> None:
    page = person(f"/table/{code}/history/")
    alter(page, how)
    bad = [said for result, said in check(page) if result == "bad"]
    assert [said for said in bad if said.startswith(words)], bad
    assert verdict(page).startswith("Something does not fit")


@pytest.mark.parametrize("junk", ["", "[]", "{}", '{"secret": 5}'])
def test_a_record_that_is_none(person: Person, code: str, junk: str) -> None:
    page = person(f"/table/{code}/history/")
    page.route("**/history.json", lambda route: route.fulfill(body=junk, content_type="application/json"))
    check(page)
    assert "The record of the game" in verdict(page)


def test_somebody_who_played_finds_their_own_cut_and_the_promise_that_they_saw(person: Person) -> None:
    anns = person()
    open_table(anns, "Ann", seats=2, options={"How many rounds": "as many rounds as the leader likes"})
    anns.get_by_role("button", name="Add computer").click()
    anns.get_by_label("Cut the cards").fill("seven times around the table")
    anns.get_by_role("button", name="Cut", exact=True).click()
    expect(anns.locator(".cut code")).to_have_text("seven times around the table")
    start(anns)
    ann = Player(anns)
    play_until_offered("End the game final hand at once", ann)
    at_once = anns.get_by_role("button", name="End the game final hand at once")
    at_once.click()
    expect(at_once).to_have_count(0)
    play_until_offered("Play again", ann)
    anns.get_by_role("link", name="History and check").first.click()
    anns.wait_for_url("**/history/")
    said = [words for result, words in check(anns) if result == "good"]
    assert "The commitment is the one that this browser saw and kept when you sat down." in said
    assert "The cut that this browser made is among the cuts." in said
    assert verdict(anns).startswith("Everything fits: 2 decks")

    # An operator who exchanges the secret afterwards, and with it the commitment and all decks, meets a browser that remembers
    kept = json.loads(anns.evaluate("localStorage.getItem(`seat:${document.getElementById('check').dataset.code}`)"))
    assert kept["cut"] == "seven times around the table"
    alter(anns, other_promise)
    anns.reload()
    assert ("bad", "The commitment is not the one that this browser saw when you sat down.") in check(anns)
    alter(anns, lambda game: game["cuts"].__setitem__(0, "mine, said the operator"))
    assert ("bad", "The cut that this browser made is not among the cuts.") in check(anns)
