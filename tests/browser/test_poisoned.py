"""What others typed is text and nothing else; what is kept in the browser and is not ours breaks no page."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.players import play_now

NAMES = ["<svg onload=alert()>", "\"'><b>x</b>&#60;i", "\u05d0\u05d1\u05d2 \u05d3\u05d4", "\U0001f600" * 20]
KEPT = ["5", '"x"', "{}", "[5]", "null", "<b>", '{"round": "1", "order": 5}', "constructor", "__proto__"]
_KEEP = """(value) => {
    const { code } = document.getElementById("board")?.dataset ?? {};
    for (const name of ["preferences", "tips", "sorting", "handle"]) localStorage.setItem(name, value);
    localStorage.setItem("seat:&codes=<b>,%00", value);
    if (code) sessionStorage.setItem(`hand:${code}`, value);
}"""


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_text(person: Person, name: str) -> None:
    page = play_now(person(), name).page
    page.on("dialog", lambda asked: pytest.fail(asked.message))
    expect(page.locator("#board")).to_contain_text(name)
    assert page.locator("#board b:text-is('x'), #board svg[onload]").count() == 0


@pytest.mark.parametrize("kept", KEPT)
def test_the_table_and_the_front_door_stand_what_is_kept(person: Person, kept: str) -> None:
    page = play_now(person(), "Ann").page
    page.evaluate(_KEEP, kept)
    page.reload()
    expect(page.locator("#hand [data-card]").first).to_be_visible()
    page.keyboard.press("?")
    page.goto("/")
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
