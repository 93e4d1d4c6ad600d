"""Whoever looks elsewhere learns that it is their turn: by the tab's title and icon, and if they ask for it by a sound or a notification.

What browsers cannot do without a person is stubbed: `heard` counts the tones, `notes` keeps the notifications, `hide` looks elsewhere.
"""

import json
import re
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import Person
from tests.browser.players import Player, open_table, play, play_now, sit_down, start

_STUBS = """(() => {
    const told = (name, value) => { if (document.documentElement) document.documentElement.dataset[name] = value; };
    window.tones = 0;
    window.notes = [];
    window.AudioContext = class {
        state = "running";
        currentTime = 0;
        destination = {};
        createOscillator() { return { frequency: {}, connect() {}, stop() {}, start() { told("tones", ++window.tones); } }; }
        createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} }; }
    };
    window.Notification = class {
        static permission = ANSWER === "granted" ? "granted" : "default";
        static requestPermission() { return Promise.resolve(Notification.permission = ANSWER); }
        constructor(title, options) { this.note = { title, ...options }; notes.push(this.note); told("notes", notes.length); }
        close() { this.note.closed = true; told("closed", notes.filter(({ closed }) => closed).length); }
    };
    let hidden = false;
    Object.defineProperty(document, "hidden", { get: () => hidden });
    window.hide = (is) => {
        hidden = is;
        document.dispatchEvent(new Event("visibilitychange"));
    };
})()"""

# What this tab is to be alerted to it hears half a second late
_LATE = """() => addEventListener("table:alert", (event) => {
    if (event.late) return;
    event.stopImmediatePropagation();
    const again = new CustomEvent("table:alert", { detail: event.detail });
    again.late = true;
    setTimeout(() => document.getElementById("board").dispatchEvent(again), 500);
}, true)"""


def stubbed(context: BrowserContext, answer: str = "granted") -> None:
    """Every page of this browser has the stubs from its next load on. `answer`: what its owner says when asked for notifications."""
    context.add_init_script(_STUBS.replace("ANSWER", json.dumps(answer)))


def hide(page: Page, hidden: bool = True) -> None:
    page.evaluate("(hidden) => hide(hidden)", hidden)


def notes(page: Page) -> list[dict[str, Any]]:
    return page.evaluate("() => notes")


def told(page: Page, name: str, count: int) -> None:
    """So many tones, notes or closed notes there have been."""
    expect(page.locator("html")).to_have_attribute(f"data-{name}", str(count))


def prefer(page: Page, *names: str) -> None:
    """Tick preferences in the table's menu."""
    page.locator("#menu-button").click()
    page.locator(".preferring summary").click()
    for name in names:
        page.locator(f"[name={name}]").check()
    page.keyboard.press("Escape")


def icon(page: Page) -> Locator:
    return page.locator("link[rel=icon]")


class Quiet(Player):
    """Plays on, and never ends a round."""

    def _wants(self, words: str) -> bool:
        return not words.startswith(("Knock", "Go out"))

    @property
    def yours(self) -> Locator:
        return self.page.locator("#sentence.yours")

    def play_until_others_turn(self) -> None:
        self.yours.wait_for()
        while self.yours.count():
            self.play_turn()


def gin(person: Person, language: str = "") -> tuple[Quiet, Quiet]:
    """Ann, and Bo who reads another language, at a table of Gin that waits for its start."""
    anns, bos = person(), person()
    stubbed(bos.context)
    address = open_table(anns, "Ann", seats=2, game="Gin", options={}, link_only=True)
    sit_down(bos, address, "Bo")
    bos.goto(address.replace("/table/", f"{language}/table/"))
    expect(bos.locator("#board")).to_have_attribute("data-me", "1")
    return Quiet(anns), Quiet(bos)


def until_ann_plays(ann: Quiet, bo: Quiet) -> None:
    """Ann is to act, and Bo after her."""
    ann.yours.or_(ann.page.locator("#sentence", has_text="Bo")).wait_for()
    if not ann.yours.count():
        bo.play_until_others_turn()
    ann.yours.wait_for()


def test_title_icon_sound_and_notification_once_for_a_turn(person: Person) -> None:
    ann, bo = gin(person)
    anns, bos = ann.page, bo.page
    start(anns)
    until_ann_plays(ann, bo)
    expect(bos).to_have_title("Ann to act · Gin")
    expect(icon(bos)).to_have_attribute("href", re.compile(r"mark\.(\w+\.)?svg$"))
    prefer(bos, "turn_sound", "notify")
    told(bos, "tones", 2)  # what it sounds like is heard when it is chosen
    hide(bos)

    ann.play_until_others_turn()
    expect(bos).to_have_title("● Your turn · Gin")
    expect(icon(bos)).to_have_attribute("href", re.compile(r"mark-turn\.(\w+\.)?svg$"))
    told(bos, "tones", 4)
    told(bos, "notes", 1)
    note, code = notes(bos)[0], bos.url.rstrip("/").rsplit("/", 1)[1]
    assert (note["title"], note["body"], note["lang"]) == ("Your turn · Gin", f"Table {code}", "en")

    # Another frame of the same turn is no news
    anns.locator("#menu-button").click()
    anns.locator("#people [data-seat='1'] summary").first.click()
    anns.get_by_role("button", name="Let Bo lead").click()
    expect(bos.locator("#leads")).to_have_text("You lead this table.")

    # Bo looks, and the note is not needed any more
    hide(bos, False)
    told(bos, "closed", 1)
    bo.play_until_others_turn()
    expect(bos).to_have_title("Ann to act · Gin")
    expect(icon(bos)).to_have_attribute("href", re.compile(r"mark\.(\w+\.)?svg$"))
    assert (len(notes(bos)), bos.evaluate("() => tones")) == (1, 4)


def test_who_waits_learns_in_their_language_that_the_game_has_begun(person: Person) -> None:
    ann, bo = gin(person, "/es")
    bos = bo.page
    prefer(bos, "notify")
    hide(bos)
    start(ann.page)
    told(bos, "notes", 1)
    assert notes(bos)[0]["title"] in ("La partida ha empezado · Gin", "Es tu turno · Gin")
    assert notes(bos)[0]["body"].startswith("Mesa ")
    expect(bos).to_have_title(re.compile("^● "))
    hide(bos, False)
    expect(bos).to_have_title(re.compile("^(● Es tu turno|Turno de Ann) · Gin$"))


def test_several_tabs_of_one_browser_are_one(person: Person) -> None:
    ann, bo = gin(person)
    start(ann.page)
    until_ann_plays(ann, bo)
    prefer(bo.page, "turn_sound", "notify")
    told(bo.page, "tones", 2)
    second = Quiet(bo.page.context.new_page())
    second.page.goto(bo.page.url)
    expect(second.page).to_have_title("Ann to act · Gin")
    tabs = (bo.page, second.page)

    def both() -> tuple[int, int]:
        return sum(len(notes(tab)) for tab in tabs), sum(tab.evaluate("() => tones") for tab in tabs)

    for tab in tabs:
        hide(tab)
    ann.play_until_others_turn()
    for tab in tabs:
        expect(tab).to_have_title("● Your turn · Gin")
    while both() == (0, 2):
        ann.page.wait_for_timeout(20)
    hide(second.page, False)
    bo.play_until_others_turn()
    assert both() == (1, 4)
    assert all(note["closed"] for tab in tabs for note in notes(tab)), "the turn is over"

    # Of one that is looked at and one that is not, the first sounds, and that is enough, though it hears late
    second.page.evaluate(_LATE)
    before = second.page.evaluate("() => tones")
    ann.play_until_others_turn()
    told(second.page, "tones", before + 2)
    bo.play_until_others_turn()
    assert both() == (1, 6)


def test_a_browser_whose_tabs_cannot_agree_rings_in_each(person: Person) -> None:
    ann, bo = gin(person)
    bo.page.context.add_init_script(
        "LockManager.prototype.request = LockManager.prototype.query = () => Promise.reject(new DOMException('', 'SecurityError'))"
    )
    bo.page.reload()
    prefer(bo.page, "turn_sound")
    told(bo.page, "tones", 2)
    start(ann.page)
    until_ann_plays(ann, bo)
    before = bo.page.evaluate("() => tones")
    ann.play_until_others_turn()
    told(bo.page, "tones", before + 2)


def test_a_knock_is_heard_if_it_is_chosen(person: Person) -> None:
    page = person()
    stubbed(page.context)
    player = play_now(page, "Ann")
    prefer(page, "knock_sound")
    told(page, "tones", 2)
    logs = []

    def heard() -> bool:
        logs.append(page.locator("#log").text_content())
        return page.locator("html").get_attribute("data-tones") != "2"

    play([player], until=heard)
    assert any("knocked" in log for log in logs)


def test_what_a_browser_refuses_is_said_and_not_chosen(person: Person) -> None:
    page = person()
    stubbed(page.context, "denied")
    page.reload()
    page.locator("summary", has_text="Preferences").click()
    choice = page.get_by_label("A notification at my turn")
    choice.click()
    expect(page.get_by_text("This browser does not allow notifications for this site.")).to_be_visible()
    expect(choice).not_to_be_checked()
    # and what it cannot do at all
    page.evaluate("() => { delete window.Notification; window.Notification = undefined; }")
    choice.click()
    expect(page.get_by_text("This browser shows no notifications for this page.")).to_be_visible()
    expect(choice).not_to_be_checked()

    # Chosen once, and taken back in the browser's settings
    page.evaluate("() => localStorage.setItem('preferences', JSON.stringify({ notify: true }))")
    play_now(page, "Ann")
    expect(page.locator("#toast")).to_contain_text("This browser does not allow notifications for this site.")
    assert page.evaluate("() => JSON.parse(localStorage.preferences).notify") is False


def test_a_browser_that_can_do_nothing_and_keeps_nothing(person: Person) -> None:
    page = person(blocked=["localStorage", "sessionStorage"])
    page.context.add_init_script(
        "for (const name of %s) delete window[name]; delete Navigator.prototype.locks;"
        % ["AudioContext", "webkitAudioContext", "Notification"]
    )
    page.reload()
    page.locator("summary", has_text="Preferences").click()
    sound = page.get_by_label("A soft sound at my turn")
    sound.click()
    expect(page.get_by_text("This browser cannot play that sound.")).to_be_visible()
    expect(sound).not_to_be_checked()
    page.get_by_label("Tips in the first round").uncheck()
    player = play_now(page, "Ann")
    expect(player.page.locator("html")).to_have_attribute("data-tips", "false")  # as long as the tab
    play([player], until=lambda: len(player.made) == 2)
    page.locator("#sentence.yours").wait_for()
    expect(page).to_have_title(re.compile("^● Your turn"))
