"""Two people at one table, one reads English and the other Spanish: each their own, whoever moves, and a link changes it."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.players import open_table, sit_down, start


def test_each_reads_their_own_language_at_one_table(person: Person) -> None:
    anns = person()
    address = open_table(anns, "Ann", seats=2, game="Gin", options={}, link_only=True)
    bos = person("/")
    sit_down(bos, address, "Bo")
    anns.get_by_text("2 of 2").wait_for()

    # The same page in the other language, with the seat that the browser has
    bos.locator("#menu-button").click()
    bos.locator("#menu").get_by_role("link", name="Español").click()
    bos.wait_for_url("**/es/table/*/")
    expect(bos.locator("html")).to_have_attribute("lang", "es")
    expect(bos.locator("html")).to_have_attribute("data-seated", "")  # known before the first paint
    expect(bos.locator("#waiting")).to_contain_text("Ya tienes asiento. Ann empieza la partida.")

    start(anns)
    hers, his = anns.locator("#sentence"), bos.locator("#sentence")
    expect(hers).to_contain_text(re.compile("Take the upcard, or pass|Waiting for Bo"))
    expect(his).to_contain_text(re.compile("Toma la carta vista, o pasa|Esperando a que Ann"))

    # Whoever begins passes, then the other: both logs tell it, each in its own words
    for _ in range(2):
        mover, word = (anns, "Pass") if "Take the upcard" in hers.inner_text() else (bos, "Pasar")
        turn = mover.locator("#actions [name=decision]").first.get_attribute("value")
        mover.locator("#actions").get_by_role("button", name=word, exact=True).click()
        expect(mover.locator(f'#actions [name=decision][value="{turn}"]')).to_have_count(0)
    logs = {page: page.locator("#log") for page in (anns, bos)}
    for name in ("Ann", "Bo"):
        expect(logs[anns]).to_contain_text(f"{name} passed.")
        expect(logs[bos]).to_contain_text(f"{name} pasó.")
    expect(logs[anns]).not_to_contain_text("pasó")
    expect(logs[bos]).not_to_contain_text("passed")
    assert (anns.title().split(" · ")[0] in ("● Your turn", "Bo to act")) and (
        bos.title().split(" · ")[0] in ("● Es tu turno", "Turno de Ann")
    )

    # A card is drawn: the other hears of it in their words
    drawer, other, draw, told = (
        (anns, bos, "Draw a card", "Ann robó del mazo.")
        if "draw from the stock" in hers.inner_text()
        else (bos, anns, "Robar carta", "Bo drew from the stock.")
    )
    drawer.locator("#actions").get_by_role("button", name=draw).click()
    expect(logs[other]).to_contain_text(told)
    expect(bos.locator("#hand .card").first).to_have_attribute("aria-label", re.compile(" de (tréboles|diamantes|corazones|picas)$"))
    expect(anns.locator("#hand .card").first).to_have_attribute("aria-label", re.compile(" of (clubs|diamonds|hearts|spades)$"))

    # Back to English with a link, the same seat
    bos.locator("#menu-button").click()
    bos.locator("#menu").get_by_role("link", name="English").click()
    expect(bos.locator("#board")).to_have_attribute("data-greeted", "true")
    expect(logs[bos]).to_contain_text("Ann passed.")
    expect(bos.locator("#hand .card").first).to_be_visible()
