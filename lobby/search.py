"""What a visitor wants to see of the open tables: said in the address of the page, and the same for the page, its socket and its list."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlencode

from games.handles import MAX_LENGTH, skeleton
from games.rules import engine

LONGEST = 500
"""The most characters of an address's query that are read."""

_LINK = re.compile(r"(?:.*/)?([0-9A-Z]{8,16})/?", re.IGNORECASE)
"""A table's code, or the link that people send each other."""


@dataclass(frozen=True)
class Search:
    """Which tables, and which page of them.

    words   part of the handle of somebody who sits there, or the beginning of the table's code
    game    name of the game; "": any
    free    only tables with a free seat
    page    from 1
    """

    words: str = ""
    game: str = ""
    free: bool = False
    page: int = 1

    @classmethod
    def read(cls, fields: Mapping[str, str]) -> "Search":
        """What was asked. Whatever makes no sense is as if it had not been said."""
        page, game = fields.get("page", ""), fields.get("game", "")
        return cls(
            words=" ".join(fields.get("q", "")[:LONGEST].split())[: 2 * MAX_LENGTH],
            game=game if game in engine.GAMES else "",
            free="free" in fields,
            page=max(1, int(page)) if page.isascii() and page.isdigit() and len(page) < 5 else 1,
        )

    @classmethod
    def parse(cls, query: str) -> "Search":
        """What the query of an address asks, with or without its question mark."""
        return cls.read(dict(parse_qsl(query[:LONGEST].removeprefix("?"), keep_blank_values=True)))

    def __str__(self) -> str:
        """The query of the address, with its question mark."""
        fields = {"q": self.words, "game": self.game, "free": "on" if self.free else "", "page": str(self.page) if self.page > 1 else ""}
        return "?" + urlencode({name: value for name, value in fields.items() if value})

    def at(self, page: int) -> "Search":
        """The same on another page."""
        return replace(self, page=page)

    @property
    def narrows(self) -> bool:
        """Whether it leaves any table out."""
        return bool(self.words or self.game or self.free)

    @property
    def code(self) -> str:
        """The words as the beginning of a code."""
        link = _LINK.fullmatch(self.words)
        return (link[1] if link else self.words).upper()

    @property
    def looks(self) -> str:
        """The words as a part of what a handle looks like."""
        return skeleton(self.words)
