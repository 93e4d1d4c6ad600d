"""Rounds of any game with the cards that a test wants, and what each viewer reads on the table then."""

import re
from dataclasses import replace
from typing import Any

from games import boards, rulebook
from games.rules.state import Standing, State
from tests.games.test_hidden_cards import present


def words_unmarked(page: str) -> str:
    """The HTML without the buttons around words that have a tip."""
    return re.sub(r'<button type="button" class="term"[^>]*>([^<]*)</button>', r"\1", page)


def example(game: str, name: str, moves: int | None = None, **options: Any) -> State:
    """An example of the rules pages, played to its end or for so many moves, perhaps with other options."""
    found = rulebook.of(game).EXAMPLES[name]
    dealt = rulebook.dealt(game, replace(found, options={**found.options, **options}))
    return rulebook.after(dealt, ", ".join(found.moves.split(", ")[:moves]))


def a_round(game: str, hands: tuple[str, ...], moves: str = "", stock: str = "", standing: Standing | None = None, **options: Any) -> State:
    """A round with these hands, in which the seat after the dealer begins: the last seat deals, unless the standing says otherwise."""
    return rulebook.after(rulebook.dealt(game, rulebook.Example(hands, "", stock, options, standing=standing)), moves)


def read(state: State, viewer: int | None, region: str) -> str:
    """What the viewer reads in a region of the table, without tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", words_unmarked(html(state, viewer, region)))).strip()


def html(state: State, viewer: int | None, region: str | None = None) -> str:
    """The region, or the whole board, as it is sent to the viewer."""
    boards._kept.clear()
    now = present(state)
    board = boards.render(now, None if viewer is None else now.seats[viewer])
    return board.regions[region] if region else board.html


def buttons(state: State, viewer: int) -> list[str]:
    """What is written on the viewer's buttons."""
    found = re.findall(r"<button.*?</button>", html(state, viewer, "actions"), re.S)
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]*>|&nbsp;", " ", button)).strip() for button in found]
