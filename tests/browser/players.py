"""What people do at a table, by its buttons and cards, for tests that play."""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from playwright.sync_api import Locator, Page

#: The first of these that a page offers is what a player does: careful, but somebody has to knock.
_LIKED = (
    "Splash!",
    "Go out",
    "Knock",
    "Draw a card",
    "Stay in",
    "Discard",
    "Pass",
    "Check",
    "Call",
    "Start the rummy",
    "Buy in again",
    "Next round",
    "Big Kahuna",
    "Bet",
    "Turn over a card",
)

# What can be pressed now; and Discard, for which a card must be chosen first
_WORDS = """(actions) => [...actions.querySelectorAll("button:enabled, button[value=discard], a")]
    .filter((button) => button.checkVisibility())
    .map((button) => button.innerText.replace(/\\s+/g, " ").trim())"""
_LEFT = "(cards) => cards.map((card) => Number(card.dataset.left))"


#: Options of a short game of BagelsKnock.
BRIEF = MappingProxyType({"How many rounds": "3 rounds"})


class Player:
    """Somebody who looks at a table.

    press       how: `Locator.click`, or a tap on a phone
    patience    turns after which this player knocks, whatever it costs
    daring      loose points with which this player knocks at once
    """

    def __init__(self, page: Page, press: Callable[[Locator], None] = Locator.click, *, patience: int = 2, daring: int = 20) -> None:
        self.page = page
        self.press = press
        self.patience = patience
        self.daring = daring
        self.actions = page.get_by_role("region", name="What you can do")
        self.hand = page.get_by_role("region", name="Your hand")
        self.turns = 0
        self.made: list[str] = []

    def offered(self) -> list[str]:
        """The words on what can be pressed now."""
        return self.page.locator("#actions").evaluate(_WORDS)

    def cards(self) -> list[str]:
        """The hand, in the words that are read aloud."""
        return sorted(self.hand.locator(".card").evaluate_all("(cards) => cards.map((card) => card.ariaLabel)"))

    def button(self, words: str) -> Locator:
        """The button that begins with these words."""
        return self.actions.get_by_role("button", name=re.compile(f"^{re.escape(words)}"))

    def decides(self) -> Locator:
        """What is there as long as the decision that the page now asks for is not made."""
        decision = self.page.locator("#actions [name=decision]").first.get_attribute("value")
        return self.page.locator(f'#actions [name=decision][value="{decision}"]').first

    def play_turn(self, *, but: str | None = None) -> str | None:
        """Make a move if it is my turn, and see it made: the words of the button. `but` those are only looked at."""
        offered = self.offered()
        if but in offered:
            return but
        if any(words.startswith(("Discard", "Stay in")) for words in offered):
            self.choose_card()
            offered = self.offered()
        found = ((liked, words) for liked in _LIKED for words in offered if words.startswith(liked) and self._wants(words))
        name, words = next(found, (None, None))
        if name and words:
            pending = self.decides()
            self.press(self.button(name))
            pending.wait_for(state="detached")
            self._count(words)
        return words

    def choose_card(self) -> None:
        """Of the cards that may be discarded, choose the one that leaves the fewest loose points. Chosen again, it would be discarded."""
        left = self.hand.get_by_role("radio").evaluate_all(_LEFT)
        best = self.hand.locator("label").nth(left.index(min(left)))
        if not best.get_by_role("radio").is_checked():
            self.press(best)

    def _wants(self, words: str) -> bool:
        if not words.startswith("Knock"):
            return True
        loose = re.search(r"\d+", words)
        return self.turns >= self.patience or "Gin" in words or (loose is not None and int(loose[0]) <= self.daring)

    def _count(self, words: str) -> None:
        self.made.append(words)
        if words == "Draw a card":
            self.turns += 1
        elif words.startswith(("Knock", "Start")):
            self.turns = 0


def play(players: Sequence[Player], until: Callable[[], bool], *, seconds: float = 180) -> None:
    """All play, whoever is asked, until something holds."""
    deadline = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < deadline, [(player.offered(), player.page.locator("#sentence").inner_text()) for player in players]
        moves = [player.play_turn() for player in players]
        if not any(moves):
            players[0].page.wait_for_timeout(20)


def play_until_offered(words: str, *players: Player) -> None:
    """All play until one of them has this button to press."""
    deadline = time.monotonic() + 180
    while words not in [player.play_turn(but=words) for player in players]:
        assert time.monotonic() < deadline, [player.offered() for player in players]
        players[0].page.wait_for_timeout(20)


def is_over(player: Player) -> bool:
    """Whether the page shows the end of the game."""
    return any(words.startswith("Play again") for words in player.offered())


def play_now(page: Page, handle: str) -> Player:
    """One click at the front door, and the cards are dealt."""
    page.get_by_label("Your name at the table").fill(handle)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*/")
    player = Player(page)
    player.hand.wait_for()
    return player


def open_table(
    page: Page,
    handle: str,
    *,
    seats: int,
    game: str = "BagelsKnock",
    options: Mapping[str, str] = BRIEF,
    link_only: bool = False,
    clock: str = "",
) -> str:
    """Open a table by the form of the front door; its address. `options` are chosen by what the page calls them, one after the other."""
    page.get_by_label("Your name at the table").fill(handle)
    page.get_by_role("group", name="Game", exact=True).get_by_text(game, exact=True).click()
    page.locator("summary", has_text="Open a table").click()
    page.get_by_role("group", name="Seats").get_by_text(str(seats), exact=True).click()
    for label, value in options.items():
        page.get_by_label(label).select_option(value)
    if link_only:
        page.get_by_text("Only with the link").click()
    if clock:
        page.get_by_role("group", name="Turn clock").get_by_text(clock, exact=True).click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*/")
    return page.url


def sit_down(page: Page, invitation: str, handle: str) -> None:
    """Follow an invitation and take a seat."""
    page.goto(invitation)
    page.get_by_label("Your name at the table").fill(handle)
    page.get_by_role("button", name="Sit down").click()
    page.locator("#waiting").get_by_text(f"{handle} you").wait_for()


def start(page: Page) -> None:
    """The leader starts the game, once what was pressed before is answered."""
    page.locator("#board:not([data-busy])").wait_for()
    page.get_by_role("button", name="Start the game").click()
