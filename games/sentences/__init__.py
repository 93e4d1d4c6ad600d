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

from games.remembered import in_each_language
from games.rules import engine
from games.rules.state import Event, Payment, Settlement, View
from games.sentences import common, words
from games.sentences.hints import hint as hint

Names = Sequence[str]

#: How many sentences of a kind a process remembers.
KEPT = 8192


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
        elif key in ("cards", "onto") and not isinstance(value, int):
            told[key] = words.cards(value)
        elif key == "rank":
            told[key] = words.hand(value)
        elif key == "game" and value in engine.GAMES:
            told[key] = engine.GAMES[value].title
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
    return _event(game, happened, tuple(names))


@in_each_language(KEPT)
def _event(game: str, happened: Event, names: Names) -> str:
    sentence = _find("EVENTS", game, happened.code)
    if sentence is None:
        return ""
    if callable(sentence):
        sentence = sentence(happened)
    return str(sentence) % {"name": names[happened.seat] if happened.seat is not None else "", **_told(happened.params, names)}


def deed(game: str, log: Sequence[Event], seat: int) -> str:
    """What the seat did last, in a word or two; "" if it did nothing yet."""
    fresh = _words_of(game).FRESH
    for happened in reversed(log):
        if happened.code in fresh:
            break
        if happened.seat == seat and (did := _deed(game, happened)):
            return did
    return ""


@in_each_language(KEPT)
def _deed(game: str, happened: Event) -> str:
    sentence = _find("DEEDS", game, happened.code)
    if callable(sentence):
        sentence = sentence(happened)
    return "" if sentence is None else str(sentence) % _told(happened.params, ())


def yet_to_come(view: View) -> int:
    """How many phases of the running round, the last ones of its row on the score sheet, are still to be played."""
    return int(_own(view.game, "YET_TO_COME").get(view.phase, 0))


def happened(view: View, names: Names) -> str:
    """What happened last, for the viewer: "" when that was their own doing."""
    own = _words_of(view.game)
    told = (event for event in reversed(view.log) if event.code not in own.QUIET)
    last = next(told, None)
    if view.phase in own.TOLD_IN or last is None or (last.seat == view.viewer and view.viewer is not None):
        return ""
    return turn(view.game, next(told, None), last, names)


def turn(game: str, before: Event | None, last: Event, names: Names) -> str:
    """A whole turn of drawing and discarding in one sentence, where `before` and `last` are one; else `last` alone."""
    return _turn(game, before, last, tuple(names))


@in_each_language(KEPT)
def _turn(game: str, before: Event | None, last: Event, names: Names) -> str:
    if last.code == "discarded" and "card" in last.params and before is not None and before.seat == last.seat:
        params = {"name": names[last.seat or 0], "card": words.card_sign(last.params["card"])}
        if before.code == "drew_stock":
            return str(common.DREW_AND_DISCARDED) % params
        if before.code == "took_discard" and "card" in before.params:
            return str(common.TOOK_AND_DISCARDED) % {**params, "taken": words.card_sign(before.params["card"])}
    return event(game, last, names)


def yours(game: str, happened: Event, names: Names) -> str:
    """The event as it is told to whoever did it."""
    return _yours(game, happened, tuple(names))


@in_each_language(KEPT)
def _yours(game: str, happened: Event, names: Names) -> str:
    try:
        return str(common.YOURS[happened.code]) % _told(happened.params, names)
    except KeyError:  # no words of its own, or a card that may not be named any more
        return event(game, happened, names)


def asked(view: View, names: Names) -> str:
    """What the viewer may do now; or who the table waits for, and for what."""
    own = _words_of(view.game)
    if view.offers:
        return str(own.question(view, names))
    return str(own.waiting(view, names[view.to_act] if view.to_act is not None else ""))


def sentence(view: View, names: Names) -> str:
    """The one sentence in the middle of the table: what happened, and what the viewer may do."""
    what = happened(view, names)
    if view.last_turns and view.offers and not view.drawn:
        # what matters in a last turn is the knock, whoever moved since
        what = event(view.game, next(e for e in view.log if e.code == "knocked"), names)
    return f"{what} {asked(view, names)}".strip()


def refusal(game: str | None, refused: Refused, names: Names = ()) -> str:
    """Why something was refused, by the rules of `game` or by the table; a friendly sentence for a code that has none."""
    sentence = common.TABLE_REFUSALS.get(refused.code)
    if game in engine.GAMES:
        sentence = _find("REFUSALS", str(game), refused.code) or sentence
    try:
        if callable(sentence):
            sentence = sentence(refused.params)
        return str(sentence or common.FALLBACK) % _told(refused.params, names)
    except (KeyError, IndexError, TypeError):
        return str(common.FALLBACK)


def payment(game: str, paid: Payment, names: Names, *, also: Sequence[int] = ()) -> str:
    """ "Bo pays Ann 18: 14 loose − 6 loose + 10". `also` are other seats that pay the same."""
    sentence = _own(game, "PAYMENTS_OF_SEVERAL" if also else "PAYMENTS")[paid.why]
    payee = str(common.THE_WINNERS) if paid.payee is None else names[paid.payee]
    payer = words.people([names[seat] for seat in (paid.payer, *also)])
    params = {"payer": payer, "payee": payee, "points": str(paid.points)}
    return str(sentence(paid) if callable(sentence) else sentence) % {**_told(paid.params, names), **params}


def headline(view: View, settlement: Settlement, names: Names) -> str:
    """What was settled, in a few words."""
    return str(_words_of(view.game).headline(settlement, view, names))


def payments(game: str, settlement: Settlement, names: Names) -> list[str]:
    """A line for each payment; where several seats pay the same for the same reason, one for all of them if the game has words for it."""
    alike: dict[tuple[Any, ...], list[Payment]] = {}
    for number, paid in enumerate(settlement.payments):
        together = paid.why in _own(game, "PAYMENTS_OF_SEVERAL")
        key = (paid.payee, paid.points, paid.why, repr(paid.params)) if together else (number,)
        alike.setdefault(key, []).append(paid)
    return [payment(game, some[0], names, also=[paid.payer for paid in some[1:]]) for some in alike.values()]


def explanation(view: View, settlement: Settlement, names: Names) -> list[str]:
    """How it was settled: who paid whom, then the rule."""
    lines = _words_of(view.game).explanation(settlement, view, names)
    return payments(view.game, settlement, names) + [str(line) for line in lines]


@in_each_language(256)
def phase(game: str, name: str) -> str:
    """The phase by the name that players know."""
    return str(_words_of(game).PHASES.get(name, name))


def told_in(game: str, phase: str) -> bool:
    """Whether something has been settled in this phase, and the table waits until somebody goes on."""
    return phase in _words_of(game).TOLD_IN


def is_final(game: str, name: str) -> bool:
    """Whether this phase comes after the last round."""
    return name in _words_of(game).FINAL


def folded_matters(game: str, phase: str) -> bool:
    """Whether a seat that has folded is out of this phase."""
    return phase in _words_of(game).FOLDED_IN


def options_in_words(game: str, options: Mapping[str, Any]) -> list[str]:
    """The table's house rules, one phrase each, as far as they make a difference beside each other."""
    complete = engine.check_options(game, {}) | options
    known = _words_of(game).OPTIONS
    return [
        str(known[option.name][1].get(complete[option.name], complete[option.name]))
        for option in engine.GAMES[game].options
        if option.matters(complete)
    ]


def option_label(game: str, name: str) -> str:
    """What an option is called in the form that opens a table."""
    return str(_words_of(game).OPTIONS[name][0])


def option_value(game: str, name: str, value: Any) -> str:
    """What one value of an option is called."""
    return str(_words_of(game).OPTIONS[name][1].get(value, value))


def option_hint(game: str, name: str) -> str:
    """What an option means, in one sentence."""
    return str(_words_of(game).OPTION_HINTS[name])


def preset(game: str, name: str) -> str:
    """What a set of options is called."""
    return str(_words_of(game).PRESETS[name])


def _own(game: str, name: str) -> Any:
    """What the game's module says, else what all games say."""
    return getattr(_words_of(game), name, None) or getattr(common, name)


@in_each_language(1024)
def left_over(game: str, points: int) -> str:
    """ "12 loose": what counts against a hand."""
    return str(_own(game, "LEFT_OVER")["count"] % {"points": points})


@in_each_language(1024)
def best_left(game: str, points: int) -> str:
    """ "best discard leaves 12 loose"."""
    return str(_own(game, "LEFT_OVER")["best"] % {"points": points})


def left_over_words(game: str) -> Mapping[str, Any]:
    """The same in other phrases, by name."""
    phrases: Mapping[str, Any] = _own(game, "LEFT_OVER")
    return phrases


def unit(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """What a total is a number of at this table: its name, its label, what is read aloud before it, whether it has a sign."""
    return _unit(_own(game, "unit")(options))


@in_each_language(64)
def _unit(name: str) -> dict[str, Any]:
    label, aloud, signed = common.UNITS[name]
    return {"name": name, "label": str(label), "aloud": str(aloud), "signed": signed}


def goal(view: View) -> str:
    """How far the game goes, in a few words; "" where that is open."""
    return str(_own(view.game, "goal")(view))


def badge(view: View, seat: int) -> str:
    """What a seat has won or paid besides its points, in a word or two; "" for nothing."""
    return str(_own(view.game, "badge")(view, seat))


def result(view: View, seat: int) -> tuple[Any, str]:
    """A seat's final result: to compare it by, and as it is written."""
    compared, written = _own(view.game, "result")(view, seat)
    return compared, str(written)


def before_sitting(game: str) -> list[str]:
    """What a player should know before sitting down."""
    return [*(str(line) for line in _words_of(game).BEFORE_SITTING), str(common.SEEN_AFTERWARDS)]
