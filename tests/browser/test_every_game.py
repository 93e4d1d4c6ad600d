"""Knock Poker, Knock Rummy and Gin, each played to its end on a phone against computer players, from a table opened by the form."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.players import Player, is_over, open_table, play, start
from tests.browser.test_phone_taps import Thumb, look_at

#: Game, seats, options by what the page calls them, and what the top line says of the goal.
TABLES = [
    ("Knock Poker", 3, {"How many rounds": "5 rounds"}, "5 rounds"),
    (
        "Knock Rummy",
        3,
        {"How the game is won": "a pool: the last with a bankroll wins", "Bankroll in a pool": "a bankroll of 50"},
        "the last with a bankroll wins",
    ),
    ("Gin", 2, {"Victories to win the game": "one victory wins"}, "to 100 points"),
]


@pytest.mark.parametrize(("game", "seats", "options", "goal"), TABLES, ids=[game for game, *_ in TABLES])
def test_a_whole_game(person: Person, game: str, seats: int, options: dict[str, str], goal: str) -> None:
    page = person(phone=True)
    open_table(page, "Di", seats=seats, game=game, options=options, link_only=True)
    for value in options.values():
        expect(page.locator("#waiting .options")).to_contain_text(value.removeprefix("a pool: "))
    for free in range(seats - 1, 0, -1):
        page.get_by_role("button", name="Add computer").first.tap()
        expect(page.get_by_role("button", name="Add computer")).to_have_count(free - 1)
    start(page)
    player = Player(page, press=Thumb(), patience=6)
    expect(page.locator("#topbar")).to_contain_text(goal)  # the hand may be over by now: somebody may knock at once

    page.get_by_role("button", name="Rules").tap()
    rules = page.get_by_role("region", name="Rules")
    expect(rules.get_by_role("heading", name=re.compile("deal", re.IGNORECASE)).first).to_be_visible()
    assert page.url.endswith("/") and "/table/" in page.url
    page.touchscreen.tap(195, 60)
    expect(rules).to_be_hidden()

    seen = set()

    def looked() -> bool:
        now = page.locator("#topbar small").inner_text(), tuple(re.sub(r"[^A-Za-z ]", "", words)[:9] for words in player.offered())
        if now not in seen:
            seen.add(now)
            look_at(page)
        return is_over(player)

    play([player], until=looked, seconds=480)
    places = page.locator(".places li")
    expect(places).to_have_count(seats)
    expect(page.locator(".places .wins").first).to_be_visible()
    expect(page.locator("#sentence")).to_contain_text(re.compile("win|share"))  # a tie is a victory of several
    page.get_by_role("button", name="Score").tap()
    expect(page.get_by_role("region", name="Score").locator("tbody tr").first).to_be_visible()
    page.touchscreen.tap(195, 60)
    look_at(page)
