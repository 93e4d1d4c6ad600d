"""What a game is: one object that declares its seats, options and phases, and says how it deals and pays.

A phase offers actions, applies them and says why it refuses the others. `games.rules.engine` runs any game by these.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate
from typing import Any

from games.rules.cards import Card, deck
from games.rules.state import (
    Action,
    Arrangement,
    Decks,
    Event,
    Offer,
    Option,
    Options,
    PokerRank,
    Refusal,
    Seat,
    SeatView,
    Sheet,
    Standing,
    State,
    View,
    WrongDeck,
    replace,
)


def log(state: State, code: str, seat: int | None = None, **params: Any) -> State:
    """The state with one more event in its log."""
    return replace(state, log=(*state.log, Event(code, seat, params)))


def with_seat(state: State, number: int, **changes: Any) -> State:
    """The state with one seat changed."""
    seats = list(state.seats)
    seats[number] = replace(seats[number], **changes)
    return replace(state, seats=tuple(seats))


def with_all_seats(state: State, **changes: Any) -> State:
    """The state with every seat changed alike."""
    return replace(state, seats=tuple(replace(seat, **changes) for seat in state.seats))


def shuffled(state: State, number: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards in the order that shuffle `number` of this round gives them; WrongDeck if they are not the same cards."""
    order = state.decks.shuffle(state.round, number, cards)
    if sorted(order) != sorted(cards):
        raise WrongDeck(f"shuffle {number} of round {state.round} needs {len(cards)} other cards")
    return order


class Phase(ABC):
    """A stretch of a round with one kind of decision. `verbs` are those it knows."""

    verbs: tuple[str, ...]
    #: whether it is the leader who decides
    leads = False
    #: verbs that are nevertheless not the leader's alone
    for_others: tuple[str, ...] = ()
    #: whether seats may act in any order, not only the one that is waited for
    any_order = False

    @abstractmethod
    def offers(self, state: State, seat: int) -> Iterable[Offer]:
        """What `seat` may do now; nothing when it is not its turn."""

    @abstractmethod
    def apply(self, state: State, seat: int, action: Action) -> State:
        """The state after an action that was offered, with what happened in its log. With another standing, the engine deals that."""

    @abstractmethod
    def automatic(self, state: State, seat: int) -> Action:
        """What the table plays for the seat to act when its time is up (rules, "The absent player")."""

    def reason(self, state: State, seat: int, action: Action) -> Refusal | None:
        """Why an action of the seat to act, whose verb is not offered, is refused; None for no special reason."""
        return None

    def pause(self, state: State) -> int | None:
        """Seconds after which the table goes on by itself here, with or without a turn clock; None for ordinary turns."""
        return None


class Game(ABC):
    """One game. The rules are in the docstring of its module."""

    name: str
    title: str
    #: fewest and most seats
    seats: tuple[int, int]
    #: whether every settlement's points sum to zero
    zero_sum = True
    options: tuple[Option, ...]
    #: options that differ from the default where one person plays with computer players
    solo_options: Options = {}
    #: sets of options that go together, by name
    presets: Mapping[str, Options] = {}
    phases: Mapping[str, Phase]
    #: poker hands, by category, that nobody folds on purpose without having been asked whether they mean it
    good_hands: frozenset[str] = frozenset()

    @abstractmethod
    def first_standing(self, options: Options, seats: int, dealer: int) -> Standing:
        """What the first round starts from."""

    @abstractmethod
    def deal(self, state: State) -> State:
        """A state in which the round of `state.standing` has been dealt."""

    def sheet(self, state: State) -> Sheet:
        """The points by round, seat and phase, what is settled of the running round included."""
        return sheet(state)

    @abstractmethod
    def points(self, state: State, seat: int) -> Mapping[str, int]:
        """A seat's points in the game so far, by name; always with "total"."""

    def totals(self, state: State) -> tuple[tuple[int, ...], ...]:
        """After each round of the sheet, every seat's total."""
        return running(self.sheet(state), (0,) * len(state.seats))

    @abstractmethod
    def winners(self, state: State) -> tuple[int, ...]:
        """The seats that won the game; nobody before it is over."""

    def hand(self, state: State, seat: int, viewer: int | None) -> Arrangement | None:
        """How a seat's cards are laid out for a viewer who sees them all; None where that is not done."""
        return None

    def rank(self, state: State, seat: int, viewer: int | None) -> PokerRank | None:
        """The poker hand that the viewer sees a seat hold; None where that is not done."""
        return None

    def extras(self, state: State) -> dict[str, Any]:
        """The fields of the View that only this game fills; all see them alike."""
        return {}

    def after(self, state: State, viewer: int) -> Mapping[Card, int]:
        """`View.after` for a seat: what would be left after each card that it may put away now."""
        return {}

    def public_log(self, state: State) -> tuple[Event, ...]:
        """The events of this round as people may still read them."""
        return state.log

    def phase(self, state: State) -> Phase | None:
        """The running phase; None when the game is over."""
        return self.phases.get(state.phase)

    def view(self, state: State, viewer: int | None, offers: tuple[Offer, ...], public: View | None) -> View:
        public = self._public(state) if public is None else public
        if viewer is None:
            return public
        seats = list(public.seats)  # others show a seat no more than they show everybody
        seats[viewer] = self._seat_view(state, viewer, viewer, seats[viewer].points)
        return replace(public, viewer=viewer, seats=tuple(seats), offers=offers, after=self.after(state, viewer))

    def _public(self, state: State) -> View:
        """What all see of a table."""
        seats = range(len(state.seats))
        return View(
            game=self.name,
            options=state.options,
            viewer=None,
            phase=state.phase,
            round=state.round,
            dealer=state.dealer,
            leader=state.leader,
            first_player=state.after(state.dealer)[0],
            to_act=state.to_act,
            seats=tuple(self._seat_view(state, number, None, self.points(state, number)) for number in seats),
            offers=(),
            stock=len(state.stock),
            discard_top=state.pile[-1] if state.pile else None,
            pile=len(state.pile),
            drawn=state.drawn is not None,
            taken=state.taken,
            pot=state.pot + sum(seat.bet for seat in state.seats),
            bet=max(seat.bet for seat in state.seats),
            knocker=state.knocker,
            last_turns=state.last_turns,
            settlement=state.settled[-1] if state.settled else None,
            sheet=self.sheet(state),
            totals=self.totals(state),
            winners=self.winners(state),
            log=self.public_log(state),
            carried=state.carried,
            **self.extras(state),
        )

    def _seat_view(self, state: State, number: int, viewer: int | None, points: Mapping[str, int]) -> SeatView:
        seat = state.seats[number]
        seen = max(seat.known, seat.shown) if number == viewer else seat.shown
        return SeatView(
            seat=number,
            cards=tuple(card if place < seen else None for place, card in enumerate(seat.cards)),
            points=points,
            bet=seat.bet,
            folded=seat.folded,
            knocked=state.knocker == number,
            shown=seat.shown,
            hand=self.hand(state, number, viewer),
            rank=self.rank(state, number, viewer),
            out=seat.out,
        )


def sheet(state: State) -> Sheet:
    """The score sheet of a game whose rounds have one phase."""
    rows = [settlement.points for settlement in state.settled]
    return (*state.standing.sheet, *(tuple((points,) for points in row) for row in rows))


def running(rows: Sheet, start: tuple[int, ...], worth: Callable[[tuple[int, ...]], int] = sum) -> tuple[tuple[int, ...], ...]:
    """After each row, what each seat started with and the rounds brought; `worth` is what the phases of a round come to."""
    brought = (tuple(map(worth, row)) for row in rows)
    return tuple(accumulate(brought, added, initial=start))[1:]


def added(numbers: Iterable[int], more: Iterable[int]) -> tuple[int, ...]:
    """Two rows of numbers by seat, added."""
    return tuple(one + other for one, other in zip(numbers, more, strict=True))


def empty(game: str, options: Options, standing: Standing, seats: int, leader: int, decks: Decks) -> State:
    """A table before the deal of the standing's round."""
    out = standing.carried.get("out", ())
    places = tuple(Seat(out=number in out) for number in range(seats))
    return State(game, options, decks, standing, leader, phase="", to_act=None, seats=places, carried=standing.carried)


def deal_cards(state: State, each: int, *, known: int, shown: int = 0, jokers: bool = False, event: str = "dealt") -> State:
    """A fresh shuffle; `each` cards to every seat, one at a time from the first player, who is to act; the rest is the stock."""
    order = shuffled(state, 0, deck(jokers=jokers))
    players = state.after(state.dealer)
    for place, number in enumerate(players):
        hand = order[place : each * len(players) : len(players)]
        state = with_seat(state, number, cards=hand, known=known, shown=shown)
    state = replace(state, stock=order[each * len(players) :], to_act=players[0])
    return log(state, event, state.dealer, round=state.round, kind=state.standing.kind)


def turn_upcard(state: State) -> State:
    """The top of the stock begins the discard pile."""
    upcard, *stock = state.stock
    return log(replace(state, stock=tuple(stock), pile=(upcard,)), "upcard_turned", None, card=upcard)
