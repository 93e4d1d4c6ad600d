"""From codes to sentences, at the edge of the site and in the reader's language.

What the rules say is a code with parameters: an event, a refusal, a payment, a settlement. `common` has the sentences
that games share; a game's own are in the module of its name, which has the same tables and a few functions (see
`bagelsknock`). `names` is always the handles by seat number.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Protocol

from games.rules import engine
from games.rules.state import Event, Payment, Settlement, View
from games.sentences import common, words

Names = Sequence[str]


class Refused(Protocol):
    """A code with parameters: `rules.state.Refusal`, `play.Refused` or `engine.BadOption`."""

    code: str
    params: Any


#: Parameters that are seat numbers.
_SEATS = ("leader", "to_act", "knocker", "seat")


@cache
def _words_of(game: str) -> ModuleType:
    return import_module(f"games.sentences.{engine.GAMES[game].name}")


def _told(params: Mapping[str, Any], names: Names) -> dict[str, str]:
    """The parameters as they are written: seats by handle, cards by sign."""
    told = {}
    for key, value in params.items():
        if key in _SEATS:
            told[key] = names[value]
        elif key in ("winners", "awaited"):
            told[key] = words.people([names[seat] for seat in value])
        elif key == "card":
            told[key] = words.card_sign(str(value))
        elif key == "cards" and not isinstance(value, int):
            told[key] = words.cards(value)
        elif key == "rank":
            told[key] = words.hand(value)
        elif type(value) is int:
            told[key] = words.number(value)
        else:
            told[key] = str(value)
    if "points" in params:
        told["signed"] = words.signed(params["points"])
    return told


def _find(table: str, game: str, code: str) -> Any:
    own = getattr(_words_of(game), table).get(code)
    return getattr(common, table).get(code) if own is None else own


def event(game: str, happened: Event, names: Names) -> str:
    """The event as a sentence of the log; "" for one that has none."""
    sentence = _find("EVENTS", game, happened.code)
    if sentence is None:
        return ""
    if callable(sentence):
        sentence = sentence(happened)
    return str(sentence) % {"name": names[happened.seat] if happened.seat is not None else "", **_told(happened.params, names)}


def deed(game: str, log: Sequence[Event], seat: int) -> str:
    """What the seat did last, in a word or two; "" if it did nothing yet."""
    for happened in reversed(log):
        if happened.code in _words_of(game).FRESH:
            break
        if happened.seat == seat:
            sentence = _find("DEEDS", game, happened.code)
            if sentence is not None:
                return str(sentence) % _told(happened.params, ())
    return ""


def happened(view: View, names: Names) -> str:
    """What happened last, for the viewer: "" when that was their own doing."""
    own = _words_of(view.game)
    told = [event for event in view.log if event.code not in own.QUIET]
    if view.phase in own.TOLD_IN or not told or (told[-1].seat == view.viewer and view.viewer is not None):
        return ""
    last, before = told[-1], told[-2] if len(told) > 1 else None
    if last.code == "discarded" and before is not None and before.seat == last.seat:
        params = {"name": names[last.seat or 0], "card": words.card_sign(last.params["card"])}
        if before.code == "drew_stock":
            return str(common.DREW_AND_DISCARDED) % params
        if before.code == "took_discard":
            return str(common.TOOK_AND_DISCARDED) % {**params, "taken": words.card_sign(before.params["card"])}
    return event(view.game, last, names)


def asked(view: View, names: Names) -> str:
    """What the viewer may do now; or who the table waits for, and for what."""
    own = _words_of(view.game)
    if view.offers:
        return str(own.question(view, names))
    return str(own.waiting(view, names[view.to_act] if view.to_act is not None else ""))


def sentence(view: View, names: Names) -> str:
    """The one sentence in the middle of the table: what happened, and what the viewer may do."""
    what = happened(view, names)
    if view.knocker is not None and view.offers and view.phase == "rummy" and not view.drawn:
        # what matters in a last turn is the number to beat, whoever moved since
        what = event(view.game, next(e for e in view.log if e.code == "knocked"), names)
    return f"{what} {asked(view, names)}".strip()


def refusal(game: str | None, refused: Refused, names: Names = ()) -> str:
    """Why something was refused, by the rules of `game` or by the table; a friendly sentence for a code that has none."""
    sentence = common.TABLE_REFUSALS.get(refused.code)
    if game in engine.GAMES:
        sentence = _find("REFUSALS", str(game), refused.code) or sentence
    try:
        return str(sentence or common.FALLBACK) % _told(refused.params, names)
    except (KeyError, IndexError, TypeError):
        return str(common.FALLBACK)


def payment(game: str, paid: Payment, names: Names) -> str:
    """ "Bo pays Ann 18: 14 loose − 6 loose + 10"."""
    params = {"payer": names[paid.payer], "payee": names[paid.payee], "points": str(paid.points)}
    return str(_words_of(game).PAYMENTS[paid.why]) % {**_told(paid.params, names), **params}


def headline(view: View, settlement: Settlement, names: Names) -> str:
    """What was settled, in a few words."""
    return str(_words_of(view.game).headline(settlement, view, names))


def explanation(view: View, settlement: Settlement, names: Names) -> list[str]:
    """How it was settled: a line for each payment, then the rule."""
    payments = [payment(view.game, paid, names) for paid in settlement.payments]
    return payments + [str(line) for line in _words_of(view.game).explanation(settlement, view, names)]


def phase(game: str, name: str) -> str:
    """The phase by the name that players know."""
    return str(_words_of(game).PHASES.get(name, name))


def is_final(game: str, name: str) -> bool:
    """Whether this phase comes after the last round."""
    return name in _words_of(game).FINAL


def folded_matters(game: str, phase: str) -> bool:
    """Whether a seat that has folded is out of this phase."""
    return phase in _words_of(game).FOLDED_IN


def running(game: str, sums: Sequence[int]) -> int:
    """A seat's total from the sums of its phases."""
    return int(_words_of(game).running(sums))


def options_in_words(game: str, options: Mapping[str, Any]) -> list[str]:
    """The table's house rules, one phrase each."""
    known = _words_of(game).OPTIONS
    return [str(known[name][1].get(value, value)) for name, value in options.items() if name in known]


def option_label(game: str, name: str) -> str:
    """What an option is called in the form that opens a table."""
    return str(_words_of(game).OPTIONS[name][0])


def option_value(game: str, name: str, value: Any) -> str:
    """What one value of an option is called."""
    return str(_words_of(game).OPTIONS[name][1].get(value, value))


def option_hint(game: str, name: str) -> str:
    """What an option means, in one sentence."""
    return str(_words_of(game).OPTION_HINTS[name])


def before_sitting(game: str) -> list[str]:
    """What a player should know before sitting down."""
    return [*(str(line) for line in _words_of(game).BEFORE_SITTING), str(common.SEEN_AFTERWARDS)]
