"""The values that the rules core works with. All are frozen: a move makes a new state and leaves the old one as it was.

Events, refusals and payments are a code with parameters, never a sentence: sentences are made at the edge of the
site, in the language of whoever reads them. Every event is public: it names no card that was not face up for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from games.rules.cards import Card

#: What a verb's argument is called in forms, stored moves and rule cases. A verb that is not here takes none.
ARGUMENTS: Mapping[str, str] = {
    "bet": "to",
    "raise": "to",
    "draw": "from",
    "discard": "card",
    "splash": "card",
    "knock": "card",
    "next_round": "big_kahuna",
    "end_game": "big_kahuna_first",
    "choose_bet": "amount",
}

Options = Mapping[str, Any]

#: Points by round, seat and phase.
Sheet = tuple[tuple[tuple[int, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat asks for: a verb and its argument, if it has one. The argument may be anything that a client sent."""

    verb: str
    argument: Any = None

    def to_json(self) -> dict[str, Any]:
        """`{"do": "bet", "to": 5}`, the form of rule cases and stored moves."""
        if self.argument is None:
            return {"do": self.verb}
        return {"do": self.verb, ARGUMENTS.get(self.verb, "argument"): self.argument}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Action:
        """The inverse of `to_json`. Keys that are no argument of the verb are ignored."""
        verb = data.get("do")
        name = ARGUMENTS.get(verb) if isinstance(verb, str) else None
        return cls(verb if isinstance(verb, str) else "", data.get(name) if name else None)


@dataclass(frozen=True, slots=True)
class Offer:
    """A verb that a seat may use now, with the arguments that make it legal: `choices`, or whole numbers low..high.

    With `optional` the argument may be left out. `suggested` is what the table preselects.
    """

    verb: str
    choices: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    optional: bool = False
    suggested: Any = None

    def allows(self, action: Action) -> bool:
        if action.verb != self.verb:
            return False
        value = action.argument
        if value is None:
            return self.optional or not (self.choices or self.low is not None)
        if self.low is not None and self.high is not None:
            return type(value) is int and self.low <= value <= self.high
        # `1 == True` in Python; an amount is never a boolean and a boolean never an amount
        return any(type(value) is type(choice) and value == choice for choice in self.choices)

    def actions(self) -> Iterator[Action]:
        """Every action this offer allows."""
        if self.low is not None and self.high is not None:
            yield from (Action(self.verb, number) for number in range(self.low, self.high + 1))
        elif self.choices:
            yield from (Action(self.verb, choice) for choice in self.choices)
        if self.optional or not (self.choices or self.low is not None):
            yield Action(self.verb)


@dataclass(frozen=True, slots=True)
class Event:
    """A public fact: a code in the past tense, the seat it is about (None: the table) and parameters."""

    code: str
    seat: int | None = None
    params: Mapping[str, Any] = field(default_factory=dict)

    def __hash__(self) -> int:
        """Equal events have equal ones, so that what is said of an event can be looked up; parameters as such need not be hashable."""
        card = self.params.get("card")
        return hash((self.code, self.seat, card if isinstance(card, str) else None))

    def to_json(self) -> dict[str, Any]:
        return {"event": self.code, "seat": self.seat, **self.params}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Event:
        params = {key: value for key, value in data.items() if key not in ("event", "seat")}
        return cls(data["event"], data["seat"], params)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is illegal: a code and parameters, which become one sentence that a player can read."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


class Illegal(ValueError):
    """Raised by `engine.apply` for an action that `engine.refusal` refuses."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} {dict(refusal.params)}")
        self.refusal = refusal


class WrongDeck(ValueError):
    """A deck is missing, or holds other cards than the shuffle calls for."""


class Unbalanced(RuntimeError):
    """Points came from nowhere or went nowhere: a fault of a game's module, which never reaches a table."""


class Decks(Protocol):
    """Where shuffled cards come from: the table's seed, or the stacked decks of a rule case."""

    def shuffle(self, round_number: int, shuffle_number: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """`cards` (in unshuffled order) in dealing order, for shuffle 0 (the deal), 1.. (reshuffles) of a round."""


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule that a table chooses: its name and values, the default first.

    `given` is another option and the value with which alone this one makes a difference; None: it always does.
    """

    name: str
    values: tuple[Any, ...]
    given: tuple[str, Any] | None = None

    @property
    def default(self) -> Any:
        return self.values[0]

    def matters(self, options: Options) -> bool:
        """Whether it makes a difference beside these others."""
        return self.given is None or options[self.given[0]] == self.given[1]


@dataclass(frozen=True, slots=True)
class Standing:
    """What carries over from round to round; small and JSON-able. It is what a stored round starts from.

    round       number of the round that is dealt, from 1
    dealer      the seat that deals it
    kind        what sort of round it is, in the game's own words ("" is the ordinary one)
    sheet       for every settled round, for every seat, the points of each of its phases
    bet         a bet that was chosen before the deal
    carried     other numbers by seat that the game carries over, by name: chips, bankrolls, buy-ins, victories, who is out
    """

    round: int
    dealer: int
    kind: str = ""
    sheet: Sheet = ()
    bet: int | None = None
    carried: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "dealer": self.dealer,
            "kind": self.kind,
            "sheet": self.sheet,
            "bet": self.bet,
            "carried": dict(self.carried),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Standing:
        sheet = tuple(tuple(tuple(points) for points in row) for row in data["sheet"])
        return cls(
            data["round"],
            data["dealer"],
            data["kind"],
            sheet,
            data["bet"],
            {name: tuple(numbers) for name, numbers in data["carried"].items()},
        )


@dataclass(frozen=True, slots=True)
class Payment:
    """One transfer of a settlement: `payer` pays `payee`; `why` and `params` carry the arithmetic.

    payee None: what is paid goes to the winners, who divide it.
    """

    payer: int
    payee: int | None
    points: int
    why: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"payer": self.payer, "payee": self.payee, "points": self.points, "why": self.why, "params": dict(self.params)}


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a phase or a round was settled.

    kind        in the game's own words; "void" in all of them
    points      what each seat got (negative: paid), by seat; sums to zero but in Gin
    winners     the seats that won it
    payments    the transfers behind the points, where they are from seat to seat
    params      what else the explanation needs (the pot, the loose points, whether a splash was royal), as the game's module says;
                "shares": what each of `winners` got of what they divided
    """

    kind: str
    points: tuple[int, ...]
    winners: tuple[int, ...] = ()
    payments: tuple[Payment, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """As it is stored with its round."""
        return {
            "kind": self.kind,
            "points": self.points,
            "winners": self.winners,
            "payments": [payment.to_json() for payment in self.payments],
            "params": dict(self.params),
        }


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand laid out: its melds and the cards in none, with their points."""

    melds: tuple[tuple[Card, ...], ...]
    loose: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class PokerRank:
    """A poker hand's name for people: category ("high_card" .. "straight_flush", "royal_flush") and the cards that make it."""

    category: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Seat:
    """A seat within a round.

    cards       the hand, in the order in which its cards came
    known       how many of them, from the front, their owner sees
    shown       how many of them, from the front, everybody sees
    bet         points put in during the running betting round
    acted       had a turn since the last bet or raise
    folded      out of the pot
    out         takes no part in this round: no cards, no turn
    net         chips that came in (negative: went out) in this round, without the bets of the running betting round
    turns       turns of drawing and discarding that the seat has ended in this round
    draws       cards that it has drawn in this round
    """

    cards: tuple[Card, ...] = ()
    known: int = 0
    shown: int = 0
    bet: int = 0
    acted: bool = False
    folded: bool = False
    out: bool = False
    net: int = 0
    turns: int = 0
    draws: int = 0


@dataclass(frozen=True)
class State:
    """Everything about a running round. Never leaves the server: people, pages and computer players get a `View`.

    decks       where shuffles come from
    standing    what the round started from
    phase       name of the phase, from the game's list
    to_act      the seat whose action the table waits for; between rounds the leader; None when the game is over
    stock       face-down cards, the next one first
    pile        discard pile, its top (the upcard) last
    aside       cards out of play: the Splash box, a knock's face-down discard
    shuffles    reshuffles of the discard pile in this round
    pot         points or chips in the pot, without the bets of the running betting round
    drawn       where the card came from that the seat to act has drawn this turn: "stock", "discard" or None
    taken       the card it took from the discard pile, which may not be put away in this turn
    last_turns  after a knock: the seats that still have a last turn, next one first
    raises      raises in the running betting round, the opening bet not counted
    blind       the seat whose posted blind still gives it the right to check or raise
    paid        transfers of this round that were made before it is settled
    carried     what the next round's standing will carry over
    settled     the settlements of this round so far, the newest last
    log         the public events of this round
    """

    game: str
    options: Options
    decks: Decks
    standing: Standing
    leader: int
    phase: str
    to_act: int | None
    seats: tuple[Seat, ...]
    stock: tuple[Card, ...] = ()
    pile: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = ()
    shuffles: int = 0
    pot: int = 0
    drawn: str | None = None
    taken: Card | None = None
    knocker: int | None = None
    last_turns: tuple[int, ...] = ()
    raises: int = 0
    blind: int | None = None
    paid: tuple[Payment, ...] = ()
    carried: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    settled: tuple[Settlement, ...] = ()
    log: tuple[Event, ...] = ()

    @property
    def round(self) -> int:
        return self.standing.round

    @property
    def dealer(self) -> int:
        return self.standing.dealer

    def after(self, seat: int) -> tuple[int, ...]:
        """All seats that play this round, clockwise, starting after `seat` and ending with it."""
        count = len(self.seats)
        around = ((seat + step) % count for step in range(1, count + 1))
        return tuple(number for number in around if not self.seats[number].out)


@dataclass(frozen=True, slots=True)
class SeatView:
    """What a viewer may know of a seat. `cards` keeps the places of the hand; None is a card whose face is hidden.

    points      the seat's points in the game so far, by name: {"p1", "p2", "p3", "total"} in BagelsKnock
    hand        how the cards are best laid out, where the viewer sees them all in a rummy phase
    rank        the poker hand that they make, where it is shown
    """

    seat: int
    cards: tuple[Card | None, ...]
    points: Mapping[str, int]
    bet: int = 0
    folded: bool = False
    knocked: bool = False
    shown: int = 0
    hand: Arrangement | None = None
    rank: PokerRank | None = None
    out: bool = False


@dataclass(frozen=True)
class View:
    """What one viewer (a seat, or a spectator: None) may see: built from nothing up, the only thing that leaves the core.

    to_act      as in `State`
    offers      the legal actions of this viewer, now
    drawn       whether the seat to act has drawn (public)
    taken       the face-up card that it took, if so (public)
    pile        cards in the discard pile, of which only the top is seen
    pot         with the bets of the running betting round
    bet         the highest bet of the running betting round
    last_turns  seats that still have a last turn after the knock, next one first
    settlement  of the phase or round just settled, as long as it is on the table
    sheet       points by round, seat and phase, the running round's settled phases included
    totals      every seat's total after each round of the sheet
    winners     seats that won the game, once it is over
    log         the public events of this round, as far as they may still be read
    carried     numbers by seat that the game carries over, by name; a round's own points are added when it is settled

    Fields that not every game fills:

    after       own turn with a card to put away: for each card that may go, the loose points that would be left (rummy)
    raises_left raises that the running betting round still allows (Knock Poker)
    may_re_enter  eliminated seats that may still buy in again before the next deal (Knock Rummy, a pool)
    results     what the finished game brought each seat, where that is not its points (Knock Rummy, a pool)
    upcard_value    what a blind on the upcard would be (BagelsKnock, and all below)
    splash_box      the card that somebody splashed with
    big_kahuna      whether this round is one
    big_kahuna_due  between rounds: whether the next one should be
    next_kahuna     the next round that should be
    last_round      whether the final hand follows this round
    knock_loose     the announced loose points of the knocker
    neutral_bet     the bet that can bring the chooser to zero, while the final bet is chosen
    final_bet       the bet on the final hand, once it is chosen
    """

    game: str
    options: Options
    viewer: int | None
    phase: str
    round: int
    dealer: int
    leader: int
    first_player: int
    to_act: int | None
    seats: tuple[SeatView, ...]
    offers: tuple[Offer, ...]
    stock: int
    discard_top: Card | None
    pile: int
    drawn: bool
    taken: Card | None
    pot: int
    bet: int
    knocker: int | None
    last_turns: tuple[int, ...]
    settlement: Settlement | None
    sheet: Sheet
    totals: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    log: tuple[Event, ...]
    carried: Mapping[str, tuple[int, ...]]
    after: Mapping[Card, int] = field(default_factory=dict)
    raises_left: int | None = None
    may_re_enter: tuple[int, ...] = ()
    results: tuple[int, ...] = ()
    upcard_value: int | None = None
    splash_box: Card | None = None
    big_kahuna: bool = False
    big_kahuna_due: bool | None = None
    next_kahuna: int | None = None
    last_round: bool = False
    knock_loose: int | None = None
    neutral_bet: int | None = None
    final_bet: int | None = None


Changing = TypeVar("Changing", Seat, State, View)


def replace(value: Changing, /, **changes: Any) -> Changing:
    """The value with these fields changed. Does what `dataclasses.replace` does, in a sixth of the time: a move changes its state five
    times. So these classes have no slots, and nothing is computed when they are made. TypeError if there is no such field."""
    changed = object.__new__(type(value))
    changed.__dict__.update(value.__dict__, **changes)
    if len(changed.__dict__) != len(value.__dict__):
        raise TypeError(f"{type(value).__name__} has no {', '.join(changes.keys() - value.__dict__.keys())}")
    return changed
