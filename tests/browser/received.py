"""Everything that a browser was sent about a table, and which cards are named in it."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from playwright.sync_api import Page, Response, WebSocket

_RANKS = {
    "ace": "A", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "T", "jack": "J", "queen": "Q", "king": "K",
}  # fmt: skip
_SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_CODE = re.compile(r"(?<![0-9A-Za-z])([2-9TJQKA])([CDHS])(?![0-9A-Za-z])")
_SIGN = re.compile(r"(10|[2-9JQKA])([♣♦♥♠])")
_NAME = re.compile(rf"\b({'|'.join(_RANKS)}) of (clubs|diamonds|hearts|spades)")
_REGION = re.compile(r'(?=<\w+ id="[\w-]+" [^>]*hx-swap-oob="true")')


def cards_in(text: str) -> set[str]:
    """The cards that a text names, by picture, code, sign or word."""
    codes = {rank + suit for rank, suit in _CODE.findall(text)}
    signs = {("T" if rank == "10" else rank) + _SUITS[suit] for rank, suit in _SIGN.findall(text)}
    names = {_RANKS[rank] + suit[0].upper() for rank, suit in _NAME.findall(text)}
    return codes | signs | names


@dataclass
class Moment:
    """What was sent at a version of the table, and all that the page showed then, by region."""

    version: int
    sent: str
    regions: dict[str, str]

    @property
    def round(self) -> str:
        """The number of the round; "" before the game and in the final hand."""
        found = re.search(r"round (\d+)", self.regions.get("topbar", ""))
        return found[1] if found else ""

    @property
    def in_betting(self) -> bool:
        return "three-card poker" in self.regions.get("topbar", "")

    @property
    def held(self) -> set[str]:
        """The cards that were shown as the viewer's own."""
        return cards_in(self.regions.get("hand", ""))

    @property
    def told(self) -> set[str]:
        """The cards that the log names: whatever lay open in this round is there."""
        return cards_in(self.regions.get("log", ""))

    @property
    def shown(self) -> set[str]:
        return cards_in("".join(self.regions.values()))


@dataclass
class Received:
    """What a page is sent, from now on: frames of its socket, and pages and boards over HTTP."""

    page: Page
    moments: list[Moment] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("websocket", lambda socket: self._listen(socket))
        self.page.on("response", self._read)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self._frame(json.loads(payload)) if "/ws/table/" in socket.url else None)

    def _frame(self, message: dict) -> None:
        if message["type"] == "frame":
            self._add(message["version"], message["html"])

    def _read(self, response: Response) -> None:
        if response.request.resource_type in ("document", "xhr", "fetch") and "/table/" in response.url and response.ok:
            text = response.text()
            version = response.headers.get("x-table-version") or re.search(r'data-version="(\d+)"', text)[1]
            self._add(int(version), text)

    def _add(self, version: int, html: str) -> None:
        found = {re.search(r'id="([\w-]+)"', part)[1]: part for part in _REGION.split(html) if "hx-swap-oob" in part[:200]}
        before = self.moments[-1].regions if self.moments else {}
        self.moments.append(Moment(version, html, before | found))


def secrets(owner: Received, other: Received) -> Iterator[tuple[Moment, set[str]]]:
    """Whatever `other` was sent in the middle of a round, with the cards that `owner` alone knew then.

    Those are the cards that the owner held before and after, and of which the log of the round says nothing.
    """
    for moment in other.moments:
        same = [each for each in owner.moments if each.round == moment.round]
        before = [each for each in same if each.version <= moment.version]
        after = [each for each in same if each.version >= moment.version]
        if moment.round and before and after:
            told = set().union(*(each.told for each in [*before, after[0]]))
            yield moment, (before[-1].held & after[0].held) - told
