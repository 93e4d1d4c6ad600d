"""What somebody asks for in the lobby, as typed: kept as it is, so that a form which is refused comes back as it was filled in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games import rulebook, sentences
from games.bots import Level
from games.models import Table
from games.play import Refused
from games.rules import engine
from games.rules.game import Game
from games.rules.state import Option
from games.sentences.levels import LEVELS

OPTION = "option_"
"""Fields of this prefix are table options."""


@dataclass(frozen=True)
class Choice:
    """One value of a field: what is sent, what is read, and whether it is chosen."""

    value: str
    text: str
    chosen: bool


@dataclass
class OpenForm:
    """The form that opens a table. Fields hold text, as a browser sends it; `refused` says what is wrong with them."""

    game_name: str = ""
    handle: str = ""
    seats: str = ""
    public: str = "yes"
    level: str = Level.STEADY.value
    turn_clock: str = str(Table.TurnClock.NORMAL)
    phrases: str = "yes"
    options: dict[str, str] = field(default_factory=dict)
    refused: Refused | None = None

    @classmethod
    def read(cls, data: Mapping[str, str]) -> "OpenForm":
        """The form as it was sent; what is missing has its default."""
        fields = {name: data[name] for name in ("handle", "seats", "public", "level", "turn_clock", "phrases") if name in data}
        options = {name.removeprefix(OPTION): value for name, value in data.items() if name.startswith(OPTION)}
        return cls(data.get("game", ""), options=options, **fields)

    def fill_in(self, preset: str) -> None:
        """Choose the options that the game has by this name, if it has."""
        chosen = self.game.presets.get(preset)
        if chosen is not None:
            self.options = {name: _text(value) for name, value in engine.check_options(self.game.name, chosen).items()}

    def asked(self) -> dict[str, Any]:
        """The arguments of `play.open_table`. Refused for a number that is none; what else is wrong is for `open_table` to say."""
        name = self.game_name or self.game.name
        known = {option.name: option for option in self.game.options} if name == self.game.name else {}
        return {
            "game": name,
            "options": {name: _value(known[name], text) if name in known else text for name, text in self.options.items()},
            "seats": _number(self.seats or str(self.game.seats[1]), "bad_seats", {"low": self.game.seats[0], "high": self.game.seats[1]}),
            "turn_clock": _number(self.turn_clock, "bad_turn_clock"),
            "public": self.public != "no",
            "phrases": self.phrases != "no",
            "handle": self.handle,
        }

    # --- for the template ---

    @property
    def game(self) -> Game:
        """The chosen game; the first of the house while none, or an unknown one, is chosen."""
        return engine.GAMES.get(self.game_name) or first_game()

    @property
    def games(self) -> list[Choice]:
        return [Choice(game.name, game.title, game is self.game) for game in engine.GAMES.values()]

    @property
    def seat_choices(self) -> list[Choice]:
        low, high = self.game.seats
        chosen = self.seats if self.seats in map(str, range(low, high + 1)) else str(high)
        return [Choice(str(number), str(number), str(number) == chosen) for number in range(low, high + 1)]

    @property
    def clock_choices(self) -> list[Choice]:
        return [Choice(str(seconds), str(text), str(seconds) == self.turn_clock) for seconds, text in Table.TurnClock.choices]

    @property
    def level_choices(self) -> list[Choice]:
        """How the computer players may play whom a person meets who plays now."""
        return [Choice(level.value, str(text), level == self.level) for level, text in LEVELS.items()]

    @property
    def summary(self) -> str:
        """The game in a sentence."""
        return str(rulebook.of(self.game.name).SUMMARY)

    @property
    def computers(self) -> int:
        """How many computer players a person who plays now meets: the table is half way between the fewest and the most seats."""
        return sum(self.game.seats) // 2 - 1

    @property
    def presets(self) -> list[Choice]:
        """The sets of options that the game has by name."""
        return [
            Choice(name, sentences.preset(self.game.name, name), engine.check_options(self.game.name, preset) == self._complete)
            for name, preset in self.game.presets.items()
        ]

    @property
    def option_fields(self) -> list[dict[str, Any]]:
        """The options of the chosen game, and of no other, as far as they make a difference beside what is chosen."""
        return [self._field(option) for option in self.game.options if option.matters(self._complete)]

    def _field(self, option: Option) -> dict[str, Any]:
        game, chosen = self.game.name, self._complete[option.name]
        return {
            "name": f"{OPTION}{option.name}",
            "label": sentences.option_label(game, option.name),
            "hint": sentences.option_hint(game, option.name),
            "choices": [Choice(_text(value), sentences.option_value(game, option.name, value), value is chosen) for value in option.values],
        }

    @property
    def _complete(self) -> dict[str, Any]:
        """The options as chosen; the default where none, or one that does not exist, is chosen."""
        return {
            option.name: next((value for value in option.values if _text(value) == self.options.get(option.name)), option.default)
            for option in self.game.options
        }

    @property
    def error(self) -> str:
        """What is wrong, in one sentence; "" if nothing is."""
        return sentences.refusal(self.game.name, self.refused) if self.refused else ""

    @property
    def handle_is_wrong(self) -> bool:
        return bool(self.refused and self.refused.code.startswith("handle_"))


def first_game() -> Game:
    """The flagship: the game that a newcomer is offered."""
    return next(iter(engine.GAMES.values()))


def _text(value: Any) -> str:
    """A value of an option as a form carries it."""
    return str(value).lower()


def _value(option: Option, text: str) -> Any:
    """The value that the text stands for; the text itself, which the rules then refuse, if it is none of the option's."""
    return next((value for value in option.values if _text(value) == text), text)


def _number(text: str, code: str, params: Mapping[str, Any] | None = None) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise Refused(code, {"seats": text[:40], **(params or {})}, 400)
    return int(text)
