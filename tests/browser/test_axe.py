"""axe-core finds nothing on any page, nor does a look at contrasts over gradients, which it leaves out: on a laptop by day and on a phone
by night, tables in every phase of every game.

States of a table need no game that is played for them: an open page is shown frames, as its server would send them.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils.translation import override
from playwright.sync_api import Page

from games import boards
from games.play import Refused
from games.rules import engine
from games.rules.state import State
from tests.browser.conftest import LAPTOP, PHONE, Person
from tests.browser.contrast import faint
from tests.browser.players import open_table, play_now, play_until_offered, sit_down, start
from tests.games.test_hidden_cards import present
from tests.random_games import states
from tests.scaled.wire import ROOT, Server

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
LIGHT, DARK = (LAPTOP, "light", "two"), (PHONE, "dark", "four")
# Without motion a colour still takes a frame to become another, then what inherits it one more, and so on, with a still frame in between
WEAR = """async ([theme, suits]) => {
    if (typeof Preferences === "undefined") document.documentElement.dataset.theme = theme; // the admin
    else { Preferences.set("theme", theme); Preferences.set("suits", suits); }
    const changes = (each) => each.constructor === CSSTransition && each.playState === "running";
    for (let still = 0; still < 3; still = document.getAnimations().some(changes) ? 0 : still + 1) await new Promise(requestAnimationFrame);
}"""
SHOW = """(frame) => document.getElementById("board").dispatchEvent(new CustomEvent("table:frame", { detail: frame }))"""

Check = Callable[..., None]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An empty house, in which nothing goes on by itself."""
    server = Server(tmp_path_factory.mktemp("axe"), PAUSE_SCALE="100").start()
    yield server
    server.stop()


@pytest.fixture
def check(complaints: list[str]) -> Iterator[Check]:
    """Look at a page: `check(page, "the lobby")`. What is found is told at the end of the test, all of it."""
    found: dict[str, list[str]] = {}
    axe = Axe()

    def look(page: Page, what: str, dresses: Sequence[tuple] = (LIGHT, DARK)) -> None:
        for size, theme, suits in dresses:
            page.set_viewport_size(size)
            page.evaluate(WEAR, [theme, suits])
            for broken in axe.run(page, options=RULES).response["violations"]:
                for node in broken["nodes"]:
                    why = "; ".join(each["message"] for each in [*node["any"], *node["all"], *node["none"]])
                    fault = f"{broken['id']}: {node['target'][0]} {node['html'][:160]} ({why})"
                    found.setdefault(fault, []).append(f"{what}, {theme}")
            for fault in faint(page):
                found.setdefault(fault, []).append(f"{what}, {theme}")

    yield look
    # What axe tries for itself, our policy forbids
    complaints[:] = [complaint for complaint in complaints if not complaint.startswith("Applying inline style")]
    assert not found, "\n".join(f"{fault}\n    on {len(where)}: {', '.join(where[:4])}" for fault, where in found.items())


# --- pages ---


def test_the_front_door(person: Person, check: Check) -> None:
    page = person()
    check(page, "an empty lobby")
    page.locator(".preferring summary").click()
    for game in engine.GAMES.values():
        page.get_by_role("group", name="Game", exact=True).get_by_text(game.title, exact=True).click()
        page.get_by_role("link", name=f"The rules of {game.title}").wait_for()
        if not page.get_by_role("button", name="Open the table").is_visible():
            page.locator("summary", has_text="Open a table").click()
        check(page, f"a table of {game.title} to be opened")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_text("Please choose a name").first.wait_for()
    check(page, "a name is missing")

    address = open_table(person(), "Ann", seats=3)
    page.goto("/")
    page.get_by_role("link", name="Sit down").wait_for()
    check(page, "a lobby with a table")
    code = address.split("/")[-2]
    page.goto(f"/sit/{code}/")
    check(page, "a seat to be had")
    page.goto("/es/")
    check(page, "the lobby in Spanish")


@pytest.mark.parametrize("language", ["", "/es"])
def test_pages_to_read(person: Person, check: Check, language: str) -> None:
    page = person(f"{language}/contact/")
    for path in ("contact/", "contact/thanks/", "privacy/", "fairness/", "rules/", "nothing/", "table/ABCD2345/", "sit/ABCD2345/"):
        page.goto(f"{language}/{path}")
        check(page, path)
    for game in engine.GAMES if not language else ("bagelsknock",):
        page.goto(f"{language}/rules/{game}/")
        check(page, f"rules of {game}")


def test_a_message_that_cannot_be_sent(person: Person, check: Check) -> None:
    page = person("/contact/")
    page.get_by_role("button", name="Send").click()
    page.get_by_text("We could not send that yet").wait_for()
    check(page, "errors of the contact form")


def test_a_game_that_is_over(person: Person, check: Check, server: Server) -> None:
    for game in ("bagelsknock", "gin"):
        command = [sys.executable, "-m", "tests.play_out", game]
        code = subprocess.run(command, cwd=ROOT, env=server.environment, check=True, capture_output=True, text=True).stdout.strip()
        page = person(f"/table/{code}/history/")
        check(page, f"history of {game}, at the deal")
        page.goto(f"/table/{code}/history/?round=1&step=9999&as=0")
        page.get_by_role("button", name="Check this game").click()
        page.get_by_text("Everything fits").wait_for()
        check(page, f"history of {game}, at the end of a round")


def test_the_operators_desk(operator: Page, person: Person, check: Check) -> None:
    anns = person()
    play_until_offered("Draw a card", play_now(anns, "Ann"))
    code = anns.url.split("/")[-2]
    check(operator, "the desk")
    operator.get_by_role("link", name="tables playing").click()
    check(operator, "all tables")
    operator.get_by_role("link", name=code).click()
    check(operator, "an audit")
    operator.get_by_role("link", name="Replay").click()
    check(operator, "a replay")
    operator.get_by_role("link", name="back to the audit").click()
    operator.get_by_role("link", name="Check").click()
    check(operator, "a check")
    operator.go_back()
    operator.get_by_role("link", name="Close").click()
    check(operator, "a table to be closed")
    operator.goto("/admin/contact/message/")
    check(operator, "messages")


# --- tables ---


def test_a_waiting_room_and_all_that_opens(person: Person, check: Check) -> None:
    anns, bos, cys = person(), person(), person()
    address = open_table(anns, "Ann", seats=2)
    cys.goto(address)
    cys.get_by_role("button", name="Sit down").wait_for()
    check(cys, "a waiting room for somebody who may sit down")
    sit_down(bos, address, "Bo")
    bos.get_by_role("button", name="Quick phrases").wait_for()  # which is there once somebody else is
    check(bos, "a waiting room of a guest")
    anns.get_by_text("2 of 2").wait_for()
    anns.get_by_role("button", name="Quick phrases").wait_for()
    check(anns, "a waiting room of its leader")
    start(anns)
    anns.get_by_role("region", name="Your hand").wait_for()
    check(cys, "a table that is watched")
    for key, sheet in (("l", "log"), ("o", "score"), ("i", "rules"), ("a", "sorting"), ("?", "keys"), ("m", "menu")):
        anns.set_viewport_size(PHONE)
        anns.keyboard.press(key)
        anns.locator(f"#{sheet}").wait_for()
        if sheet == "rules":
            anns.locator("#rules section").first.wait_for()
        anns.locator(f"#{sheet} details").evaluate_all("(all) => { for (const details of all) details.open = true; }")
        check(anns, f"with the sheet {sheet}")
        anns.keyboard.press("Escape")
    for button in ("Move my seat to another device", "Report somebody"):
        anns.keyboard.press("Escape")
        anns.get_by_role("button", name="Menu").click()
        anns.get_by_role("button", name=button).click()
        anns.get_by_role("heading", name="Move your seat" if "Move" in button else button).wait_for()
        check(anns, button)
    anns.locator("#report [name=reason]").first.check()
    anns.get_by_role("button", name="Send the report").click()
    anns.locator("#report [role=status]").wait_for()
    check(anns, "a report that was sent")
    anns.keyboard.press("Escape")
    anns.evaluate("Line.renew = () => {}; document.getElementById('connection').hidden = false")
    anns.evaluate("const sign = document.getElementById('connection'); sign.textContent = sign.dataset.text; Table.say(sign.dataset.text)")
    check(anns, "the connection is lost, with a notice")
    anns.evaluate("document.getElementById('sure').showModal()")
    check(anns, "a question before a fold")
    for why in ("seat_moved", "removed", "move_over", "seat_here"):
        bos.evaluate(
            "(why) => { for (const part of document.querySelectorAll('[data-why]')) part.hidden = part.dataset.why !== why; }", why
        )
        bos.evaluate("Table.slide(''); Table.slide('lost')")
        check(bos, f"why there is no seat: {why}")


def moments(game: str) -> dict[tuple, tuple[State, int | None]]:
    """A state of each kind that looks different, and a viewer of it."""
    found: dict[tuple, tuple[State, int | None]] = {}
    for seed in range(6 if game in ("gin", "knock_rummy") else 12):
        for state in states(Random(f"axe {game} {seed}"), game):
            for viewer in (0, None):
                offers = {offer.verb for offer in engine.legal_actions(state, 0)} if viewer == 0 else set()
                kahuna = engine.view(state, None).big_kahuna and state.phase in ("betting", "rummy")
                settled = state.settled[-1].kind if state.phase.endswith("over") and state.settled else ""
                kind = (state.phase, viewer, bool(offers), "draw" in offers, state.knocker is not None, kahuna, settled)
                if viewer == 0 or (state.phase, viewer) not in {each[:2] for each in found}:
                    found.setdefault(kind, (state, viewer))
    return found


@pytest.mark.parametrize("game", engine.GAMES)
def test_a_table_in_every_phase(person: Person, check: Check, game: str) -> None:
    page = person()
    open_table(page, "Ann", seats=engine.GAMES[game].seats[0], game=engine.GAMES[game].title, options={})
    page.locator("#board[data-greeted]").wait_for()
    seen = moments(game)
    assert {kind[0] for kind in seen} == set(engine.GAMES[game].phases) | {"game_over"}
    for number, (kind, (state, viewer)) in enumerate(seen.items()):
        boards._kept.clear()
        now = present(state, bots=(1,))
        with override("es" if number % 4 == 3 else "en"):
            notice = Refused("not_your_turn", {"to_act": 0}) if number == 2 else None
            board = boards.render(now, None if viewer is None else now.seats[viewer], notice)
        frame = {"version": 1000 + number, "base": None, "me": viewer, "lost": None, "title": board.title, "html": board.html}
        page.evaluate(SHOW, frame)
        new = kind[0] not in {each[0] for each in list(seen)[:number]}
        check(page, f"{game}: {kind}", (LIGHT, DARK) if new else (LIGHT,) if number % 2 else (DARK,))
