"""Gin, for 2 players.

A round ("hand" in Gin's own words). Ten cards each and an upcard. `first_turn`: the non-dealer may take the upcard or pass,
then the dealer; after two passes the non-dealer draws from the stock. Then draw and discard. Knock with the discard when
the ten cards kept hold 10 points of deadwood or less; none at all is gin. Unless it is gin, cards are laid off: `standard` the
opponent's loose cards on the knocker's melds, `knocker` the other way round, or `none`; always at the true minimum. Of
equal arrangements the side laid off on shows the one that leaves the other most.
    gin                     25 + the opponent's deadwood to the knocker
    knocker has less        the difference to the knocker
    equal                   nothing
    knocker has more        25 + the difference to the opponent
Two cards left in the stock after a discard without a knock: void; no reshuffle. 100 points are a victory and both counts go back
to zero; `victories` of them win.

Phases: `first_turn`, `play`, `round_over`, `game_over`. Settlements: "gin", "knock", "undercut", "equal", "void", with params {winner,
knocker, knocker_deadwood, other_deadwood, laid_off}.
Events besides the shared ones: dealt, upcard_turned, passed, knocked {card}, gin {card}, laid_off {cards}, knock_settled {winner,
points}, victory, round_void, next_round_chosen, game_ending, game_won {winners}.
Refusals besides the shared ones: first_turn_upcard_only, stock_only, too_much_deadwood {deadwood, most}.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from games.rules import melds
from games.rules.cards import Card
from games.rules.game import Game, Phase, deal_cards, log, with_seat
from games.rules.phases import BetweenRounds, KnockWithDiscard, best, game_over, putting_away
from games.rules.state import Action, Arrangement, Offer, Option, Options, Refusal, Settlement, Standing, State

HAND = 10
KNOCK_AT = 10
GIN = UNDERCUT = 25
VICTORY = 100
LEFT_IN_STOCK = 2


class Play(KnockWithDiscard):
    def most(self, state: State) -> int | None:
        return KNOCK_AT

    def offers(self, state: State, seat: int) -> Iterator[Offer]:
        if seat == state.to_act and state.drawn is None and two_passes(state):
            yield Offer("draw", choices=("stock",))
        else:
            yield from super().offers(state, seat)

    def knocked(self, state: State, seat: int, card: Card) -> State:
        gin = melds.loose_points(state.seats[seat].cards, "low") == 0
        state = replace(state, pile=(*state.pile, card))
        return score(log(state, "gin" if gin else "knocked", seat, card=card), seat)

    def discarded(self, state: State, seat: int) -> State:
        if len(state.stock) <= LEFT_IN_STOCK:
            return self.void(state)
        return replace(state, to_act=1 - seat)

    def void(self, state: State) -> State:
        return round_over(log(state, "round_void"), Settlement("void", (0, 0)))

    def reason(self, state: State, seat: int, action: Action) -> Refusal | None:
        if action.verb == "draw" and state.drawn is None and action.argument == "discard" and two_passes(state):
            return Refusal("stock_only")
        return super().reason(state, seat, action)


class FirstTurn(Play):
    """The upcard is offered to the non-dealer, then to the dealer."""

    verbs = ("pass", "draw")

    def offers(self, state: State, seat: int) -> Iterator[Offer]:
        if seat == state.to_act:
            yield Offer("draw", choices=("discard",))
            yield Offer("pass")

    def apply(self, state: State, seat: int, action: Action) -> State:
        if action.verb == "draw":
            return replace(super().apply(state, seat, action), phase="play")
        state = log(state, "passed", seat)
        return replace(state, to_act=1 - seat, phase="play" if seat == state.dealer else "first_turn")

    def automatic(self, state: State, seat: int) -> Action:
        return Action("pass")

    def reason(self, state: State, seat: int, action: Action) -> Refusal | None:
        return Refusal("first_turn_upcard_only")


def two_passes(state: State) -> bool:
    """Whether this is the draw right after both have passed: from the stock only."""
    return bool(state.log) and state.log[-1].code == "passed"


def lay_off(hand: tuple[Card, ...], onto: tuple[tuple[Card, ...], ...]) -> tuple[Arrangement, tuple[Card, ...]]:
    """The hand at its least together with what it can lay off on another's melds: its own melds and what is still loose, and the
    cards laid off. A card laid off can make room for the next; a set takes its fourth card, a run grows at both ends.
    """
    ways: list[tuple[Card, ...]] = [()]
    for meld in onto:
        ways = [(*way, *more) for way in ways for more in _additions(hand, meld)]
    found = []
    for way in ways:
        rest = melds.best_arrangement([card for card in hand if card not in way], ace="low")
        found.append((rest.points, len(rest.loose), len(way), [list(meld) for meld in rest.melds], rest, way))
    least = min(found, key=lambda item: item[:4])
    return least[4], least[5]


def _additions(hand: tuple[Card, ...], meld: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Every group of cards of the hand that could be added to the meld, the empty one first."""
    if meld[0][0] == meld[1][0]:
        fourth = tuple(card for card in hand if card[0] == meld[0][0])
        return [(), fourth] if fourth else [()]
    below, above = _runs_on(hand, meld)
    return [below[:low] + above[:high] for low in range(len(below) + 1) for high in range(len(above) + 1)]


def _runs_on(hand: tuple[Card, ...], run: tuple[Card, ...]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards of the hand that continue a run downwards and upwards, the nearest first."""
    row = [Card(name + run[0][1]) for name in "A23456789TJQK"]
    first, last = row.index(run[0]), row.index(run[-1])
    below, above = [], []
    while first > 0 and row[first - 1] in hand:
        first -= 1
        below.append(row[first])
    while last < 12 and row[last + 1] in hand:
        last += 1
        above.append(row[last])
    return tuple(below), tuple(above)


def laid_out(state: State, knocker: int) -> tuple[dict[int, Arrangement], tuple[Card, ...]]:
    """How both hands are laid out at a knock, and the cards laid off."""
    hands = {seat: state.seats[seat].cards for seat in (0, 1)}
    plain = {seat: melds.best_arrangement(hands[seat], ace="low") for seat in hands}
    mode = state.options["lay_off"]
    if mode == "none" or plain[knocker].points == 0:
        return plain, ()
    host = knocker if mode == "standard" else 1 - knocker
    guest = 1 - host
    best_host, best_guest = plain[host], plain[guest]
    best_off: tuple[Card, ...] = ()
    most = -1
    for arrangement in melds.best_arrangements(hands[host], ace="low"):
        laid, off = lay_off(hands[guest], arrangement.melds)
        if laid.points > most:
            most, best_host, best_guest, best_off = laid.points, arrangement, laid, off
    return {host: best_host, guest: best_guest}, best_off


def score(state: State, knocker: int) -> State:
    other = 1 - knocker
    gin = melds.loose_points(state.seats[knocker].cards, "low") == 0
    laid, off = laid_out(state, knocker)
    mine, theirs = laid[knocker].points, laid[other].points
    winner: int | None = knocker
    if gin:
        kind, points = "gin", GIN + theirs
    elif mine < theirs:
        kind, points = "knock", theirs - mine
    elif mine == theirs:
        kind, points, winner = "equal", 0, None
    else:
        kind, points, winner = "undercut", UNDERCUT + mine - theirs, other
    if off:
        state = log(state, "laid_off", other if state.options["lay_off"] == "standard" else knocker, cards=off)
    state = log(state, "knock_settled", knocker, winner=winner, points=points, kind=kind)
    got = tuple(points if seat == winner else 0 for seat in (0, 1))
    params = {"knocker": knocker, "knocker_deadwood": mine, "other_deadwood": theirs, "laid_off": off}
    return round_over(state, Settlement(kind, got, () if winner is None else (winner,), params=params))


def round_over(state: State, settlement: Settlement) -> State:
    state = replace(state, phase="round_over", to_act=state.leader, drawn=None, taken=None, settled=(settlement,))
    for seat in (0, 1):
        state = with_seat(state, seat, shown=len(state.seats[seat].cards))
    points = tuple(before + got for before, got in zip(state.carried["points"], settlement.points, strict=True))
    victories = state.carried["victories"]
    if max(points) >= VICTORY:
        winner = points.index(max(points))
        victories = tuple(count + (seat == winner) for seat, count in enumerate(victories))
        points = (0, 0)
        state = log(state, "victory", winner)
    state = replace(state, carried={"points": points, "victories": victories})
    return game_over(state) if max(victories) >= state.options["victories"] else state


class RoundOver(BetweenRounds):
    def next_standing(self, state: State) -> Standing:
        return Standing(state.round + 1, 1 - state.dealer, "", GAME.sheet(state), carried=state.carried)


class Gin(Game):
    name = "gin"
    title = "Gin"
    seats = (2, 2)
    options = (Option("victories", (1, 2, 3)), Option("lay_off", ("standard", "knocker", "none")))
    phases: Mapping[str, Phase] = {"first_turn": FirstTurn(), "play": Play(), "round_over": RoundOver()}

    def first_standing(self, options: Options, seats: int, dealer: int) -> Standing:
        return Standing(1, dealer, carried={"points": (0, 0), "victories": (0, 0)})

    def deal(self, state: State) -> State:
        state = deal_cards(state, HAND, known=HAND)
        upcard, *stock = state.stock
        state = replace(state, stock=tuple(stock), pile=(upcard,), phase="first_turn", to_act=1 - state.dealer)
        state = log(state, "dealt", state.dealer, round=state.round, kind="")
        return log(state, "upcard_turned", None, card=upcard)

    def points(self, state: State, seat: int) -> Mapping[str, int]:
        return {"total": state.carried["points"][seat]}

    def winners(self, state: State) -> tuple[int, ...]:
        if state.phase != "game_over":
            return ()
        return best({seat: (state.carried["victories"][seat], state.carried["points"][seat]) for seat in (0, 1)})

    def hand(self, state: State, seat: int, viewer: int | None) -> Arrangement | None:
        here = state.seats[seat]
        if here.shown and state.knocker is not None:
            return laid_out(state, state.knocker)[0][seat]
        return melds.best_arrangement(here.cards, ace="low") if here.shown or seat == viewer else None

    def extras(self, state: State, viewer: int | None) -> dict[str, Any]:
        return putting_away(state, viewer)


GAME = Gin()
