"""From what a page or a socket sends to what `games.play` takes. Whatever is no number, card or choice gets a clear refusal."""

import re
from collections.abc import Mapping
from typing import Any

from games.bots import Level
from games.play import Refused
from games.rules.cards import parse_card
from games.rules.state import ARGUMENTS, Action

_BOOLEANS = {"true": True, "1": True, "on": True, "yes": True, "false": False, "0": False, "off": False, "no": False}
_PILES = ("stock", "discard")


def parse_act(data: Mapping[str, Any]) -> tuple[int, Action]:
    """The decision that is answered and the action, from form fields or a socket message: `decision`, `do` and the verb's argument.

    Refused with code bad_decision, bad_action, bad_amount, bad_card, bad_pile or bad_choice. Whether the action is legal, the rules say.
    """
    decision = parse_number(data.get("decision"), "bad_decision")
    verb = data.get("do")
    if not isinstance(verb, str) or not re.fullmatch(r"[a-z_]{1,30}", verb):
        raise Refused("bad_action", status=400)
    name = ARGUMENTS.get(verb)
    value = data.get(name) if name else None
    if name is None or value is None or value == "":
        return decision, Action(verb)
    return decision, Action(verb, _PARSERS[name](value))


def parse_number(value: Any, code: str = "bad_number") -> int:
    """A whole number, as itself or in digits."""
    if type(value) is int and abs(value) < 10**9:
        return value
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}", value.strip(" "), re.ASCII):
        return int(value)
    raise Refused(code, status=400)


def parse_level(value: Any) -> Level:
    """How a computer player is to play; steadily if nothing is said."""
    try:
        return Level(value) if value is not None else Level.STEADY
    except ValueError:
        raise Refused("bad_level", status=400) from None


def parse_choice(value: Any) -> bool:
    """Yes or no."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in _BOOLEANS:
        return _BOOLEANS[value.lower()]
    raise Refused("bad_choice", status=400)


def _amount(value: Any) -> int:
    return parse_number(value, "bad_amount")


def _card(value: Any) -> str:
    try:
        return parse_card(value)
    except ValueError:
        raise Refused("bad_card", status=400) from None


def _pile(value: Any) -> str:
    if value in _PILES:
        return value
    raise Refused("bad_pile", status=400)


_PARSERS = {
    "to": _amount,
    "amount": _amount,
    "from": _pile,
    "card": _card,
    "big_kahuna": parse_choice,
    "big_kahuna_first": parse_choice,
}
