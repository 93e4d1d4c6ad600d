"""A round played again from what is written down of it: what it started from, the shuffles' seed, and the moves.

played = play_round(game, options, standing, seats, leader, decks, moves)
played.states[3]     the table after the third move
played.problem       the first move that these rules do not allow, if there is one
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules import engine
from games.rules.cards import Card
from games.rules.state import Action, Decks, Event, Illegal, Options, Standing, State

Cards = tuple[Card, ...]


class Recorder:
    """Decks (see `state.Decks`) that remember what was shuffled: `orders` by round and number of the shuffle."""

    def __init__(self, decks: Decks) -> None:
        self.decks = decks
        self.orders: dict[tuple[int, int], Cards] = {}

    def shuffle(self, round_number: int, shuffle_number: int, cards: Cards) -> Cards:
        order = self.decks.shuffle(round_number, shuffle_number, cards)
        self.orders[round_number, shuffle_number] = order
        return order


@dataclass(frozen=True, slots=True)
class Made:
    """A move as written down. `leader` is the seat that led; None: not written down, so whoever did what only a leader may do led."""

    seat: int
    action: Action
    leader: int | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a round cannot be played on as written down.

    move        its number, from 1; 0 is the deal
    code        a code of `engine.refusal`; or "no_deal", "broken" (the rules fail at it), "after_the_end"
    """

    move: int
    code: str
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Played:
    """A round played again, as far as it goes.

    states      the deal, then the state after each move; a last move that deals the next round has none of its own
    events      likewise what happened, that last move's included
    shuffles    the deal, then the reshuffles: the cards in dealing order
    following   what the next round starts from, where the last move has dealt it
    """

    states: tuple[State, ...]
    events: tuple[tuple[Event, ...], ...]
    shuffles: tuple[Cards, ...]
    following: Standing | None = None
    problem: Problem | None = None

    @property
    def points(self) -> tuple[int, ...]:
        """What the round's settlements have brought each seat."""
        state = self.states[-1]
        return tuple(sum(settlement.points[seat] for settlement in state.settled) for seat in range(len(state.seats)))

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards dealt to each seat, in the order in which they came."""
        return tuple(seat.cards for seat in self.states[0].seats)

    @property
    def upcard(self) -> Card | None:
        """The card that the deal turned up, in games that turn one."""
        pile = self.states[0].pile
        return pile[-1] if pile else None


def deal_order(state: State) -> Cards:
    """The whole deck of the round that `state` is in, in dealing order."""
    recorder = Recorder(state.decks)
    engine.start(state.game, state.options, state.standing, len(state.seats), state.leader, recorder)
    return recorder.orders[state.round, 0]


def play_round(game: str, options: Options, standing: Standing, seats: int, leader: int, decks: Decks, moves: Sequence[Made]) -> Played:
    """The round of `standing` with these moves. Whatever is wrong with them is in `Played.problem`, and nothing is raised."""
    recorder = Recorder(decks)
    states: list[State] = []
    events: list[tuple[Event, ...]] = []
    following, problem = None, None
    try:
        state, opening = engine.start(game, options, standing, seats, leader, recorder)
    except Exception:  # whatever strange or old data does to the rules, it is what was written down that is at fault
        return Played((), (), (), problem=Problem(0, "no_deal", {}))
    states.append(state)
    events.append(opening)
    for number, made in enumerate(moves, start=1):
        if following or engine.is_over(state):
            problem = Problem(number, "after_the_end", {})
            break
        try:
            state = _led(state, made)
            after, happened = engine.apply(state, made.seat, made.action)
        except Illegal as illegal:
            problem = Problem(number, illegal.refusal.code, illegal.refusal.params)
            break
        except Exception:
            problem = Problem(number, "broken", {})
            break
        events.append(happened)
        if after.round != state.round:
            following = after.standing
        else:
            state = after
            states.append(after)
    shuffles = tuple(cards for (round_number, _), cards in sorted(recorder.orders.items()) if round_number == standing.round)
    return Played(tuple(states), tuple(events), shuffles, following, problem)


def _led(state: State, made: Made) -> State:
    if made.leader is not None:
        return engine.with_leader(state, made.leader)
    refused = engine.refusal(state, made.seat, made.action)
    return engine.with_leader(state, made.seat) if refused and refused.code == "leader_only" else state
