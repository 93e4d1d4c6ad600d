"""The four questions that the site asks of any game: what may a seat do, why not, what follows, and who sees what.

    >>> from games.rules import engine
    >>> from games.rules.shuffle import SeededDecks
    >>> game, options = engine.GAMES["bagelsknock"], engine.check_options("bagelsknock", {})
    >>> state, events = engine.start("bagelsknock", options, game.first_standing(options, 3, dealer=0), 3, 0, SeededDecks(b"x" * 32))
    >>> [offer.verb for offer in engine.legal_actions(state, state.to_act)]
    ['check', 'bet', 'fold']

Refusals that all phases share: unknown_verb, no_such_seat, game_over, wrong_phase {verb, phase}, leader_only {leader},
not_your_turn {to_act}, amount_needed {low, high}, not_a_whole_number, out_of_range {low, high}, choice_needed {name},
not_a_choice {name}, not_now.
"""

from collections.abc import Mapping
from typing import Any

from games.rules import bagelsknock, gin, knock_poker, knock_rummy
from games.rules.game import Game, empty, log
from games.rules.state import ARGUMENTS, Action, Decks, Event, Illegal, Offer, Options, Refusal, Standing, State, Unbalanced, View, replace

#: The catalogue: every game that can be played.
GAMES: Mapping[str, Game] = {game.name: game for game in (bagelsknock.GAME, knock_poker.GAME, knock_rummy.GAME, gin.GAME)}

#: Grows with every change after which an old round would be played or paid differently.
RULES_VERSION = 1


class BadOption(ValueError):
    """An option or a value that the game does not know. `code` is "unknown_game", "unknown_option", "bad_value" or "bad_seats"."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.params = params


def check_game(game: object) -> Game:
    """The game of this name; BadOption if there is none."""
    found = GAMES.get(game) if isinstance(game, str) else None
    if found is None:
        raise BadOption("unknown_game", game=str(game)[:40])
    return found


def check_options(game: object, options: Mapping[str, Any]) -> dict[str, Any]:
    """The table options complete with the defaults; BadOption names the one that is wrong."""
    known = {option.name: option for option in check_game(game).options}
    for name, value in options.items():
        if name not in known:
            raise BadOption("unknown_option", option=str(name)[:40], game=str(game))
        # `True` would pass for 1: the type must fit too
        if not any(type(value) is type(allowed) and value == allowed for allowed in known[name].values):
            raise BadOption("bad_value", option=name, value=str(value)[:40])
    return {name: options.get(name, option.default) for name, option in known.items()}


def check_seats(game: object, seats: object) -> int:
    """A number of seats that the game can be played with; BadOption otherwise."""
    low, high = check_game(game).seats
    if type(seats) is not int or not low <= seats <= high:
        raise BadOption("bad_seats", seats=str(seats)[:40], low=low, high=high)
    return seats


def start(game: str, options: Options, standing: Standing, seats: int, leader: int, decks: Decks) -> tuple[State, tuple[Event, ...]]:
    """The round of `standing`, dealt. WrongDeck if `decks` has no fitting deck."""
    state = GAMES[game].deal(empty(game, options, standing, seats, leader, decks))
    return state, state.log


def legal_actions(state: State, seat: int) -> tuple[Offer, ...]:
    """What `seat` may do now: draws the buttons, limits the computer players, checks the POST."""
    phase = GAMES[state.game].phase(state)
    return tuple(phase.offers(state, seat)) if phase and 0 <= seat < len(state.seats) else ()


def refusal(state: State, seat: int, action: Action) -> Refusal | None:
    """None for a legal action; else why it is refused, by the first thing that is wrong with it."""
    offers = legal_actions(state, seat)
    if any(offer.allows(action) for offer in offers):
        return None
    game = GAMES[state.game]
    phase = game.phase(state)
    if not 0 <= seat < len(state.seats):
        return Refusal("no_such_seat")
    if not any(action.verb in known.verbs for known in game.phases.values()):
        return Refusal("unknown_verb", {"verb": action.verb[:40]})
    if phase is None:
        return Refusal("game_over")
    if action.verb not in phase.verbs:
        return Refusal("wrong_phase", {"verb": action.verb, "phase": state.phase})
    if not offers and action.verb not in phase.for_others:
        if phase.leads:
            return Refusal("leader_only", {"leader": state.leader})
        if seat != state.to_act and state.to_act is not None and not phase.any_order:
            return Refusal("not_your_turn", {"to_act": state.to_act})
    offered = next((offer for offer in offers if offer.verb == action.verb), None)
    return (offered and _wrong_argument(offered, action)) or phase.reason(state, seat, action) or _fallback(offered, action)


def _wrong_argument(offer: Offer, action: Action) -> Refusal | None:
    """What is wrong with the argument of a verb that is offered, if that can be said without knowing the game."""
    value = action.argument
    name = ARGUMENTS.get(offer.verb, "")
    if offer.low is not None:
        limits = {"low": offer.low, "high": offer.high}
        if value is None:
            return Refusal("amount_needed", limits)
        return Refusal("out_of_range", limits) if type(value) is int else Refusal("not_a_whole_number")
    if value is None:
        return Refusal("choice_needed", {"name": name})
    return None if isinstance(value, (str, bool)) else Refusal("not_a_choice", {"name": name})


def _fallback(offer: Offer | None, action: Action) -> Refusal:
    return Refusal("not_a_choice", {"name": ARGUMENTS.get(action.verb, "")}) if offer else Refusal("not_now")


def apply(state: State, seat: int, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after the action, and what happened. `state` stays as it was. Illegal if the action is refused."""
    refused = refusal(state, seat, action)
    phase = GAMES[state.game].phase(state)
    if refused or phase is None:
        raise Illegal(refused or Refusal("game_over"))
    after = phase.apply(state, seat, action)
    _check_balance(after)
    if is_over(after):
        after = log(after, "game_won", None, winners=winners(after))
    events = after.log[len(state.log) :]
    if after.standing is state.standing:
        return after, events
    dealt, more = start(state.game, state.options, after.standing, len(state.seats), state.leader, state.decks)
    return dealt, events + more


def _check_balance(state: State) -> None:
    """Every transfer is from one seat to another: what is settled sums to zero (rules, "Points")."""
    for settlement in state.settled if GAMES[state.game].zero_sum else ():
        if sum(settlement.points):
            raise Unbalanced(f"{state.game}, round {state.round}: {settlement.kind} {settlement.points}")


def view(state: State, viewer: int | None, public: View | None = None) -> View:
    """What a seat, or a spectator (None), may see: built from nothing up, never a state with parts taken out.

    `public` is a spectator's view of the same state, if there is one already: what all see is taken from it and not worked out again.
    """
    offers = () if viewer is None else legal_actions(state, viewer)
    return GAMES[state.game].view(state, viewer, offers, public)


def automatic(state: State) -> tuple[int, Action] | None:
    """What the table plays by itself, and for which seat, when time is up; None when the game is over."""
    phase = GAMES[state.game].phase(state)
    if phase is None or state.to_act is None:
        return None
    return state.to_act, phase.automatic(state, state.to_act)


def pause(state: State) -> int | None:
    """Seconds after which the table goes on by itself here, turn clock or not; None in ordinary turns and when the game is over."""
    phase = GAMES[state.game].phase(state)
    return phase.pause(state) if phase else None


def with_leader(state: State, seat: int) -> State:
    """The state with another leader, who is then the one that is waited for between rounds."""
    phase = GAMES[state.game].phase(state)
    return replace(state, leader=seat, to_act=seat if phase and phase.leads else state.to_act)


def is_over(state: State) -> bool:
    return GAMES[state.game].phase(state) is None


def winners(state: State) -> tuple[int, ...]:
    """The seats that won the game; nobody before it is over."""
    return GAMES[state.game].winners(state)
