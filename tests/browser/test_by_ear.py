"""A whole game by keyboard and by ear: what is known of it comes from the accessibility tree; what is read aloud is enough to play by."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Person
from tests.browser.ear import Listener, Thing
from tests.browser.received import cards_in
from tests.scaled.wire import Server

#: A button that begins with these words is pressed if it is there and can be, the first of them; with what was said of it.
LIKED = {
    "Splash!": "splash", "Knock": "knock", "Draw a card": "draw a card", "Discard": "discard", "Check": "check", "Call": "call",
    "Fold": "fold", "Start the rummy": "Start the rummy", "Next round": "What comes next?", "Big Kahuna": "What comes next?",
    "Bet": "bet", "Turn over a card": "Turn over",
}  # fmt: skip
WORTH_A_KNOCK = 20  # loose points
_RANKS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")

# What is read aloud, each time that something is
RECORD = """addEventListener("DOMContentLoaded", () => {
    window.said = [];
    const says = document.getElementById("says");
    if (says) new MutationObserver((changes) => {
        for (const { addedNodes } of changes) said.push(...[...addedNodes].map((node) => node.textContent));
    }).observe(says, { childList: true });
});"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that goes on by itself only after half an hour: who listens takes their time."""
    server = Server(tmp_path_factory.mktemp("by-ear"), PAUSE_SCALE="100").start()
    yield server
    server.stop()


class Ann:
    """Plays with care, and remembers what she has heard and read."""

    def __init__(self, page: Page) -> None:
        self.ear = Listener(page)
        self.turns = 0
        self.held: set[str] = set()  # every card that was ever in her hand, or open in the middle
        self.logs: dict[str, list[str]] = {}  # of each round, the oldest line first

    def open_a_table(self) -> None:
        """Three seats and three rounds, with computer players."""
        ear = self.ear
        ear.reach("textbox", "Your name at the table")
        ear.page.keyboard.type("Ann")
        ear.reach("DisclosureTriangle", "Open a table")
        ear.press("Enter")
        ear.reach("radio", "3")
        ear.reach("combobox", "How many rounds")
        ear.page.keyboard.type("3 ")
        ear.reach("button", "Open the table")
        ear.press("Enter")
        ear.wait(lambda tree: tree.find("heading", "Waiting for players"), "the waiting room")
        for free in (2, 1):
            ear.wait(lambda tree, free=free: len(tree.find("button", "Add computer")) == free, "free seats")
            ear.reach("button", "Add computer")
            ear.press("Enter")
        ear.wait(lambda tree: " free" not in (line := " ".join(ear.heard(tree)[-1:])) and "You can start" in line, "that she can start")
        ear.reach("button", "Start the game")
        ear.press("Enter")

    def plays_a_turn(self) -> bool:
        """Hears that it is her turn and for what, and makes a move. False when the game is over."""
        tree = self.ear.wait(lambda tree: self.choice(tree) or self.over(tree), "my turn")
        self.reads(tree)
        if self.over(tree):
            return False
        words = self.choice(tree)
        tree = self.ear.wait(lambda tree: LIKED[words].lower() in " ".join(self.ear.heard(tree)[-2:]).lower(), f"word of {words}")
        if words in ("Discard", "Splash!"):
            self.chooses_a_card(tree)
        button = next(button for button in self.ear.offered() if button.name.startswith(words))
        assert button.enabled, button
        before = self.ear.heard()
        self.ear.press(button.keys.replace("Plus", "+").lower())
        self.ear.wait(lambda tree: self.ear.heard(tree) != before, f"what {words} comes to")
        self.turns = self.turns + 1 if words == "Draw a card" else 0 if words.startswith(("Knock", "Start")) else self.turns
        return True

    def choice(self, tree: Thing) -> str:
        """The words of the button that she would press."""
        offered = [button.name for button in self.ear.offered(tree)]
        return next((liked for liked in LIKED for name in offered if name.startswith(liked) and self.wants(name, tree)), "")

    def wants(self, name: str, tree: Thing) -> bool:
        loose = re.match(r"Knock\D*(\d+)", name)
        if loose:
            return self.turns >= 2 or int(loose[1]) <= WORTH_A_KNOCK
        return not name.startswith("Splash") or bool(self.cards(tree, closing=True))

    def cards(self, tree: Thing, *, closing: bool = False) -> list[Thing]:
        """The cards that she can choose from; `closing`, the one that is chosen for her because it ends the round."""
        held = self.ear.region("Your hand", tree).find("radio")
        return [card for card in held if card.properties.get("checked") == "true"] if closing else held

    def chooses_a_card(self, tree: Thing) -> None:
        """The highest of the loose ones, with the arrows, if none is chosen."""
        if self.cards(tree, closing=True):
            return
        cards = self.cards(tree)
        best = max(cards, key=lambda card: ("loose" in card.name, _RANKS.index(card.name.split()[0])))
        self.ear.press(*["ArrowRight"] * (cards.index(best) + 1))
        if self.ear.focused().name != best.name:  # the focus was on another card before
            self.ear.reach("radio", best.name)
        self.ear.press("Enter")
        name = best.name.split(",")[0]
        self.ear.wait(lambda tree: any(button.name.startswith(f"Discard {name}") for button in self.ear.offered(tree)), f"Discard {name}")

    def reads(self, tree: Thing) -> None:
        """Goes through her hand, the middle of the table, and the log."""
        for name in ("Your hand", "The middle of the table"):
            self.held |= cards_in(" ".join(thing.name for thing in self.ear.region(name, tree).all()))
        log = self.ear.region("Log", tree)
        if heading := log.find("heading"):
            self.logs[heading[0].text] = [item.text for item in log.find("listitem")][::-1]

    def over(self, tree: Thing) -> bool:
        return any(button.name.startswith("Play again") for button in self.ear.offered(tree))


def discards(lines: list[str]) -> list[tuple[str, str]]:
    """Who discarded which card, in the order in which it is told."""
    told = re.findall(r"(\w+) (?:drew and |took [\w ]+ and )?discarded (\w+ of \w+)\.", " ".join(lines))
    return [("Ann" if who == "You" else who, card) for who, card in told]


def test_a_whole_game_by_keyboard_and_by_ear(person: Person) -> None:
    page = person()
    page.context.add_init_script(RECORD)
    ann = Ann(page)
    ann.open_a_table()
    while ann.plays_a_turn():
        pass
    page.wait_for_timeout(300)  # what is said last is gathered first
    said = page.evaluate("said")
    print(*said, sep="\n")

    assert all(one != next for one, next in pairwise(said)), "nothing is said twice"
    logs = [line for lines in ann.logs.values() for line in lines]
    assert discards(said) == discards(logs), "nothing is lost, and all of it is told in order"
    assert cards_in(" ".join(said)) <= ann.held | cards_in(" ".join(logs)), "no card is told that she may not see"
    for number in (1, 2, 3):
        assert any(re.search(rf"Round {number}, dealt by \w+\. Your cards: ", line) for line in said), "her cards are told at the deal"
    assert sum("Phase 2 begins" in line for line in said) == 3
    assert re.search(r"The final hand, dealt by \w+: .*Your cards: .*2 face-down cards", " ".join(said))
    assert sum(bool(re.search(r"(knock|splash) brings \w+ [+−]?\d+\. (\w+ [+−]?\d+(, |\.))+", line, re.IGNORECASE)) for line in said) == 3
    assert re.search(r"(wins the game!|share the victory\.)$", said[-1]), said[-1]
