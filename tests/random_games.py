"""Random whole games of any kind, and states in which a viewer could not tell that cards were exchanged."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from games.rules import engine
from games.rules.cards import deck
from games.rules.melds import least_after_discard
from games.rules.shuffle import SeededDecks
from games.rules.state import Action, Event, State

#: How willing players are to use a verb, a value drawn for each round: where nobody knocks, a round runs until it is void. With
#: "collect" they throw what leaves the fewest loose points, so that hands grow together.
WILLING = {
    "knock": (0, 0.1, *[1] * 40),
    "collect": (0, 0, 0, 1),
    "splash": (0, 1),
    "fold": (0.2, 1),
    "end_game": (0.05, 0.05, 1),
    "raise": (0.3, 2),
    "re_enter": (0, 3),
}
#: In these, hands must grow together before anybody can knock, or before a knock pays.
COLLECTED = ("gin", "knock_rummy")


@dataclass(frozen=True)
class Step:
    """One move of a random game: what was, who did what, what came of it."""

    before: State
    seat: int
    action: Action
    after: State
    events: tuple[Event, ...]


def deal(rng: Random, name: str, seats: int | None = None, **fixed: Any) -> State:
    """The first round of a game with random options (the default more often) and, if not said, a random number of seats."""
    game = engine.GAMES[name]
    options = engine.check_options(name, {option.name: rng.choice(option.values) for option in game.options if rng.random() < 0.7} | fixed)
    seats = seats or rng.randint(*game.seats)
    standing = game.first_standing(options, seats, rng.randrange(seats))
    return engine.start(name, options, standing, seats, rng.randrange(seats), SeededDecks(rng.randbytes(32)))[0]


def pick(rng: Random, state: State, seat: int, willing: dict[str, float]) -> Action:
    offers = engine.legal_actions(state, seat)
    weights = [willing.get(offer.verb, 1) for offer in offers]
    offer = rng.choices(offers, weights if any(weights) else None)[0]
    if offer.low is not None and offer.high is not None:
        return Action(offer.verb, rng.choice([offer.low, offer.high, rng.randint(offer.low, offer.high), offer.suggested]))
    if willing["collect"] and offer.verb in ("discard", "knock") and offer.choices:
        left = least_after_discard(state.seats[seat].cards, "low")
        left = {card: left[card] for card in offer.choices}
        return Action(offer.verb, min(left, key=lambda card: left[card]))
    return rng.choice(list(offer.actions()))


def play(rng: Random, name: str, seats: int | None = None, **fixed: Any) -> Iterator[Step]:
    """A game from the first deal to its end, by players who take any action that is offered. `fixed` are options that it must have."""
    state = deal(rng, name, seats, **fixed)
    willing: dict[str, float] = {}
    dealt = 0
    while not engine.is_over(state):
        if dealt != state.round:
            dealt = state.round
            willing = {verb: rng.choice(values) for verb, values in WILLING.items()}
            if name in COLLECTED:
                willing["collect"] = rng.random() < 0.9
            elif willing["collect"]:
                willing["knock"] = min(willing["knock"], 0.1)
        may_act = [seat for seat in range(len(state.seats)) if engine.legal_actions(state, seat)]
        seat = rng.choice(may_act)
        action = pick(rng, state, seat, willing)
        after, events = engine.apply(state, seat, action)
        yield Step(state, seat, action, after, events)
        state = after


def whole_deck(state: State) -> list[str]:
    """All cards that the game is played with, sorted."""
    return sorted(deck(jokers=state.options.get("jokers", False)))


def open_aside(state: State) -> list[str]:
    """Cards out of play that lie face up: in the Splash box; a card that went away with a knock lies face down."""
    return [card for card in state.aside if any(event.code == "splashed" for event in state.log)]


def states(rng: Random, name: str, seats: int | None = None) -> Iterator[State]:
    """Every state of a random game."""
    state = None
    for step in play(rng, name, seats):
        yield step.before
        state = step.after
    if state:
        yield state


def exchanged(rng: Random, state: State, viewer: int | None) -> State:
    """The state with the cards that do not lie open to the viewer exchanged among their places.

    The one thing that the table says about hidden cards is kept: the announced loose points of a knocker.
    """
    rows = {number: list(seat.cards) for number, seat in enumerate(state.seats)}
    rows[-1], rows[-2], rows[-3] = list(state.stock), list(state.pile), list(state.aside)
    hidden = [(-1, place) for place in range(len(state.stock))] + [(-2, place) for place in range(len(state.pile) - 1)]
    hidden += [(-3, place) for place, card in enumerate(state.aside) if card not in open_aside(state)]
    of_knocker = []
    for number, seat in enumerate(state.seats):
        seen = max(seat.shown, seat.known if number == viewer else 0)
        places = [(number, place) for place in range(seen, len(seat.cards))]
        (of_knocker if number == state.knocker else hidden).extend(places)

    cards = [rows[row][place] for row, place in hidden]
    rng.shuffle(cards)
    for (row, place), card in zip(hidden, cards, strict=True):
        rows[row][place] = card
    announced = engine.view(state, None).knock_loose
    for row, place in of_knocker:
        other, elsewhere = rng.choice(hidden)
        rows[row][place], rows[other][elsewhere] = rows[other][elsewhere], rows[row][place]
        if engine.view(_with_rows(state, rows), None).knock_loose != announced:
            rows[row][place], rows[other][elsewhere] = rows[other][elsewhere], rows[row][place]
    return _with_rows(state, rows)


def _with_rows(state: State, rows: dict[int, list]) -> State:
    seats = tuple(replace(seat, cards=tuple(rows[number])) for number, seat in enumerate(state.seats))
    return replace(state, seats=seats, stock=tuple(rows[-1]), pile=tuple(rows[-2]), aside=tuple(rows[-3]))
