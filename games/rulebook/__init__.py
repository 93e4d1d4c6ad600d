"""What the rules pages of a game are made of, besides their text in `templates/games/NAME/rules.html`.

Each game has a module of its name here: `SUMMARY`, a sentence; `HOUSE`, what this house has decided where the usual rules are
silent or differ; `EXAMPLES`, worked examples; `TERMS`, the words of the glossary that its page explains.

An example is no text: it is a round that the rules themselves play, and its page shows what came of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any
from unicodedata import normalize

from django.utils.translation import gettext as _

from games import sentences
from games.rules import engine
from games.rules.cards import Card, deck, parse_card, parse_cards
from games.rules.state import ARGUMENTS, Action, Options, Standing, State, View
from games.sentences import glossary

#: Who plays in the examples, in seat order.
PEOPLE = ("Ann", "Bo", "Cy", "Di", "Ed")


@dataclass(frozen=True)
class Example:
    """A round from its deal to a settlement.

    hands       the cards dealt to Ann, Bo ..; "" for a seat that is out
    moves       what whoever is to act does, one after the other: "draw stock, knock KS". The card "-" is the one just drawn
    stock       the cards that come next: the upcard, where the game turns one, then those that are drawn
    dealer      its seat; without one the last, so that Ann begins
    standing    what the round starts from, where that is not the first round of a game
    """

    hands: tuple[str, ...]
    moves: str
    stock: str = ""
    options: Options = field(default_factory=dict)
    dealer: int | None = None
    standing: Standing | None = None


@dataclass(frozen=True)
class Stacked:
    """The decks of an example: one, in this order."""

    order: tuple[Card, ...]

    def shuffle(self, round_number: int, shuffle_number: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return self.order


@cache
def of(game: str) -> ModuleType:
    """The module of the game."""
    return import_module(f"games.rulebook.{engine.GAMES[game].name}")


def house(game: str) -> Mapping[str, Any]:
    """What this house has decided, by a key that the page refers to it with."""
    decided: Mapping[str, Any] = of(game).HOUSE
    return decided


def book(game: str) -> dict[str, str]:
    """A game as the rules pages present it."""
    low, high = engine.GAMES[game].seats
    players = _("for %(low)s to %(high)s players") if low < high else _("for %(low)s players")
    return {
        "name": game,
        "title": engine.GAMES[game].title,
        "summary": str(of(game).SUMMARY),
        "players": players % {"low": low, "high": high},
    }


def context(game: str) -> dict[str, Any]:
    """What the text of a game's rules is written with."""
    found = engine.GAMES[game]
    options = [
        {
            "label": sentences.option_label(game, option.name),
            "values": [sentences.option_value(game, option.name, value) for value in option.values],
            "hint": sentences.option_hint(game, option.name),
        }
        for option in found.options
    ]
    more: Mapping[str, Any] = getattr(of(game), "context", dict)()
    return {
        "game": found,
        "body": f"games/{game}/rules.html",
        **book(game),
        "options": options,
        "presets": [sentences.preset(game, name) for name in found.presets],
        "house": house(game),
        "terms": terms(game),
        **more,
    }


def terms(game: str) -> dict[str, glossary.Term]:
    """The words that the game's page explains, in alphabetical order; an accent does not make another letter of one."""
    found = {key: glossary.TERMS[key] for key in of(game).TERMS}
    return dict(sorted(found.items(), key=lambda item: normalize("NFKD", str(item[1].word).casefold())))


@cache
def played(game: str, name: str) -> tuple[View, View]:
    """The example of this name as everybody sees it when it is dealt, and when it is settled."""
    example: Example = of(game).EXAMPLES[name]
    state = dealt(game, example)
    return engine.view(state, None), engine.view(after(state, example.moves), None)


def dealt(game: str, example: Example) -> State:
    """The example before anybody has done anything."""
    seats = len(example.hands)
    dealer = seats - 1 if example.dealer is None else example.dealer
    options = engine.check_options(game, example.options)
    standing = example.standing or engine.GAMES[game].first_standing(options, seats, dealer)
    hands = [parse_cards(example.hands[(dealer + place) % seats]) for place in range(1, seats + 1)]
    order = [card for row in zip(*filter(None, hands), strict=True) for card in row] + list(parse_cards(example.stock))
    rest = [card for card in deck(jokers=options.get("jokers", False)) if card not in order]
    return engine.start(game, options, standing, seats, 0, Stacked((*order, *rest)))[0]


def after(state: State, moves: str) -> State:
    """The state after moves that are written as in an example."""
    for words in filter(None, moves.split(", ")):
        assert state.to_act is not None, words
        state = engine.apply(state, state.to_act, _action(state, words))[0]
    return state


def _action(state: State, words: str) -> Action:
    verb, *rest = words.split(" ")
    if not rest:
        return Action(verb)
    hand: Sequence[Card] = state.seats[state.to_act or 0].cards
    argument: Any = rest[0]
    if ARGUMENTS[verb] == "card":
        argument = hand[-1] if argument == "-" else parse_card(argument)
    elif argument.isdigit():
        argument = int(argument)
    return Action(verb, argument)
