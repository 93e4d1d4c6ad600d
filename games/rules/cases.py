"""Rule cases: whole games as JSON files, with stacked decks, what the players do and what must hold along the way.

`tests/cases/README.md` describes the format. `run_case` plays one and says the first thing that does not hold.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules import engine
from games.rules.cards import Card, parse_card
from games.rules.state import Action, Illegal, State, View, WrongDeck


class CaseFailed(Exception):
    """A case that cannot be read, or that does not hold: what was wrong, and at which step (from 1; None: before the first)."""

    def __init__(self, problem: str, step: int | None = None) -> None:
        super().__init__(problem if step is None else f"step {step}: {problem}")


@dataclass
class StackedDecks:
    """The decks of a case, handed out one for each shuffle in the order in which they happen."""

    decks: list[tuple[Card, ...]]
    given: dict[tuple[int, int], tuple[Card, ...]] = field(default_factory=dict)

    def shuffle(self, round_number: int, shuffle_number: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        key = (round_number, shuffle_number)
        if key not in self.given:
            if len(self.given) == len(self.decks):
                raise WrongDeck(f"no deck left for shuffle {shuffle_number} of round {round_number}")
            self.given[key] = self.decks[len(self.given)]
        return self.given[key]


@dataclass(frozen=True)
class Case:
    game: str
    options: Mapping[str, Any]
    seats: list[str]
    leader: int
    dealer: int
    decks: list[tuple[Card, ...]]
    steps: list[Mapping[str, Any]]


def check(text: str | bytes) -> str | None:
    """None when the case written as `text` holds; else what is wrong with the text or with the game."""
    try:
        run_case(read_case(json.loads(text)))
    except CaseFailed as failed:
        return str(failed)
    except (ValueError, RecursionError) as problem:
        return f"cannot be read: {problem}"[:300]
    return None


def read_case(data: object) -> Case:
    """A case from its JSON; CaseFailed says what is missing or wrong."""
    if not isinstance(data, dict):
        raise CaseFailed("a case is a JSON object")
    try:
        options = engine.check_options(data.get("game"), _typed(data, "options", dict, {}))
        seats = _names(_typed(data, "seats", list))
        engine.check_seats(data["game"], len(seats))
    except engine.BadOption as bad:
        raise CaseFailed(str(bad)) from None
    steps = _typed(data, "steps", list)
    for number, step in enumerate(steps, start=1):
        _check_step(step, seats, number)
    decks = [_deck(deck) for deck in _typed(data, "decks", list)]
    return Case(data["game"], options, seats, _seat(data, "leader", seats), _seat(data, "dealer", seats), decks, steps)


def _typed(data: Mapping[str, Any], key: str, kind: type, default: Any = None) -> Any:
    value = data.get(key, default)
    if not isinstance(value, kind):
        raise CaseFailed(f"{key!r} is missing or no {kind.__name__}")
    return value


def _names(seats: list[Any]) -> list[str]:
    if not all(isinstance(name, str) and name for name in seats) or len(set(seats)) != len(seats):
        raise CaseFailed("'seats' must be different names")
    return seats


def _seat(data: Mapping[str, Any], key: str, seats: list[str]) -> int:
    if data.get(key) not in seats:
        raise CaseFailed(f"{key!r} is no seat: {data.get(key)!r:.40}")
    return seats.index(data[key])


def _deck(deck: object) -> tuple[Card, ...]:
    if not isinstance(deck, list):
        raise CaseFailed("a deck is a list of cards")
    try:
        cards = tuple(parse_card(card) for card in deck)
    except ValueError as problem:
        raise CaseFailed(f"in 'decks': {problem}") from None
    if len(set(cards)) != len(cards):
        raise CaseFailed("in 'decks': a card twice")
    return cards


def _check_step(step: object, seats: list[str], number: int) -> None:
    if not isinstance(step, dict) or ("do" in step) == ("expect" in step):
        raise CaseFailed("a step has either 'do' or 'expect'", number)
    if "do" in step and step.get("seat") not in seats:
        raise CaseFailed(f"no seat: {step.get('seat')!r:.40}", number)
    if "do" in step and not isinstance(step["do"], str):
        raise CaseFailed("'do' is a verb", number)
    if not isinstance(step.get("refused", False), bool):
        raise CaseFailed("'refused' is true or false", number)
    if "expect" in step:
        unknown = set(_typed(step, "expect", dict)) - set(EXPECTATIONS)
        if unknown:
            raise CaseFailed(f"unknown in 'expect': {', '.join(sorted(unknown))}", number)


def run_case(case: Case) -> None:
    """Play the case; CaseFailed at the first step that does not hold."""
    game = engine.GAMES[case.game]
    step = 0
    try:
        standing = game.first_standing(case.options, len(case.seats), case.dealer)
        state, _ = engine.start(case.game, case.options, standing, len(case.seats), case.leader, StackedDecks(case.decks))
        for step, what in enumerate(case.steps, start=1):
            if "do" in what:
                state = _do(case, state, what, step)
            else:
                _expect(case, state, what["expect"], step)
    except WrongDeck as wrong:
        raise CaseFailed(f"wrong deck: {wrong}", step or None) from None


def _do(case: Case, state: State, what: Mapping[str, Any], step: int) -> State:
    action = Action.from_json(what)
    said = f"{what['seat']} {json.dumps(action.to_json())}"
    try:
        after, _ = engine.apply(state, case.seats.index(what["seat"]), action)
    except Illegal as illegal:
        if what.get("refused"):
            return state
        raise CaseFailed(f"expected {said} to be legal, found it refused: {illegal}", step) from None
    if what.get("refused"):
        raise CaseFailed(f"expected {said} to be refused, found it legal", step)
    return after


def _expect(case: Case, state: State, expected: Mapping[str, Any], step: int) -> None:
    for key, value in expected.items():
        found = EXPECTATIONS[key](case, state, value)
        wanted = _normal(key, value)
        if not _same(_normal(key, found), wanted):
            raise CaseFailed(f"expected {key} {json.dumps(wanted)}, found {json.dumps(found)}", step)


def _same(found: Any, wanted: Any) -> bool:
    """Equality that tells true from 1."""
    return json.dumps(found, sort_keys=True) == json.dumps(wanted, sort_keys=True)


def _normal(key: str, value: Any) -> Any:
    """The value with everything sorted whose order does not matter."""
    if key in ("hands", "sees", "melds") and isinstance(value, dict):
        return {name: _sorted(cards) for name, cards in value.items()}
    return _sorted(value) if key in ("winners", "actions") else value


def _sorted(value: Any) -> Any:
    """Lists sorted all the way down; a case file may hold anything, so not by the values themselves."""
    return sorted((_sorted(item) for item in value), key=json.dumps) if isinstance(value, list) else value


def _by_name(case: Case, wanted: Any, values: Mapping[str, Any]) -> Any:
    """`values` of the seats that the case asks about: every key that says something by seat may leave seats out."""
    return {name: values.get(name) for name in wanted} if isinstance(wanted, dict) else values


def _named(case: Case, values: Any) -> dict[str, Any]:
    return dict(zip(case.seats, values, strict=True))


def _name(case: Case, seat: int | None) -> str | None:
    return None if seat is None else case.seats[seat]


def _actions(case: Case, state: State, wanted: Any) -> list[str]:
    return [] if state.to_act is None else sorted({offer.verb for offer in engine.legal_actions(state, state.to_act)})


def _arrangements(case: Case, state: State) -> dict[str, Any]:
    return _named(case, (seat.hand for seat in engine.view(state, None).seats))


def _melds(case: Case, state: State, wanted: Any) -> Any:
    shown = _arrangements(case, state)
    return _by_name(case, wanted, {name: hand and [list(meld) for meld in hand.melds] for name, hand in shown.items()})


def _loose(case: Case, state: State, wanted: Any) -> Any:
    return _by_name(case, wanted, {name: hand and hand.points for name, hand in _arrangements(case, state).items()})


def faces(view: View) -> set[Card]:
    """Every card face that a view shows on the table (not in the log)."""
    shown = {card for seat in view.seats for card in seat.cards}
    return {card for card in shown | {view.discard_top, view.splash_box} if card is not None}


def _sees(case: Case, state: State, wanted: Any) -> Any:
    viewers: dict[str, int | None] = {"": None, **{name: seat for seat, name in enumerate(case.seats)}}
    asked = wanted if isinstance(wanted, dict) else viewers
    return {name: sorted(faces(engine.view(state, viewers[name]))) if name in viewers else None for name in asked}


def _points(case: Case, state: State, wanted: Any) -> Any:
    points = [dict(engine.GAMES[case.game].points(state, seat)) for seat in range(len(case.seats))]
    plain = [number["total"] if list(number) == ["total"] else number for number in points]
    return _by_name(case, wanted, _named(case, plain))


def _round_points(case: Case, state: State, wanted: Any) -> Any:
    return _by_name(case, wanted, _named(case, state.settled[-1].points)) if state.settled else None


def _view(name: str) -> Any:
    return lambda case, state, wanted: getattr(engine.view(state, None), name)


#: For each key of `expect`, what is found in the state.
EXPECTATIONS: Mapping[str, Any] = {
    "phase": lambda case, state, wanted: state.phase,
    "to_act": lambda case, state, wanted: _name(case, state.to_act),
    "actions": _actions,
    "hands": lambda case, state, wanted: _by_name(case, wanted, _named(case, (list(seat.cards) for seat in state.seats))),
    "melds": _melds,
    "loose": _loose,
    "sees": _sees,
    "stock": lambda case, state, wanted: len(state.stock),
    "discard_top": _view("discard_top"),
    "pot": _view("pot"),
    "bet": _view("bet"),
    "bets": lambda case, state, wanted: _by_name(case, wanted, _named(case, (seat.bet for seat in state.seats))),
    "round": lambda case, state, wanted: state.round,
    "big_kahuna": _view("big_kahuna"),
    "big_kahuna_due": _view("big_kahuna_due"),
    "round_points": _round_points,
    "points": _points,
    "neutral_bet": _view("neutral_bet"),
    "victories": lambda case, state, wanted: _by_name(case, wanted, _named(case, state.carried.get("victories", ()))),
    "winners": lambda case, state, wanted: [case.seats[seat] for seat in engine.winners(state)],
}
