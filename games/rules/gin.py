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

Standing.carried: "points" and "victories", by seat.
Phases: `first_turn`, `play`, `round_over`, `game_over`. Settlements: "gin", "knock", "undercut", "equal", "void", with params {knocker,
deadwood by seat, host: whose melds were laid off on, laid_off: the cards that joined each of the host's melds}.
Events besides the shared ones: dealt, upcard_turned, passed, knocked {card}, gin {card}, laid_off {cards, onto}, gin_settled,
knock_settled, undercut_settled, equal_settled {points}, victory {points, victories}, round_void, next_round_chosen, game_ending,
game_won {winners}.
Refusals besides the shared ones: first_turn_upcard_only, stock_only, too_much_deadwood {deadwood, most}.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product, takewhile

from games.rules import melds
from games.rules.cards import RANKS, Card, in_order, order
from games.rules.game import Game, Phase, added, deal_cards, log, turn_upcard
from games.rules.phases import BetweenRounds, KnockWithDiscard, after_putting_away, best, game_over, round_over, show, void
from games.rules.state import Action, Arrangement, Offer, Option, Options, Refusal, Settlement, Standing, State, replace

Cards = tuple[Card, ...]

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
        return score(log(state, "gin" if gin else "knocked", seat, card=card), seat, gin=gin)

    def discarded(self, state: State, seat: int) -> State:
        if len(state.stock) <= LEFT_IN_STOCK:
            return self.void(state)
        return replace(state, to_act=1 - seat)

    def void(self, state: State) -> State:
        return settled(log(state, "round_void"), void(state))

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


def _additions(hand: Cards, meld: Cards) -> list[Cards]:
    """Every group of cards of the hand that could be added to the meld, the empty one first."""
    if meld[0][0] == meld[1][0]:
        fourth = tuple(card for card in hand if card[0] == meld[0][0])
        return [(), fourth] if fourth else [()]
    below, above = _runs_on(hand, meld)
    return [below[:low] + above[:high] for low in range(len(below) + 1) for high in range(len(above) + 1)]


def _runs_on(hand: Cards, run: Cards) -> tuple[Cards, Cards]:
    """The cards of the hand that continue a run downwards and upwards, the nearest first."""
    row = [Card(name + run[0][1]) for name in RANKS]
    below = takewhile(hand.__contains__, reversed(row[: row.index(run[0])]))
    above = takewhile(hand.__contains__, row[row.index(run[-1]) + 1 :])
    return tuple(below), tuple(above)


def lay_off(hand: Cards, melds_laid: tuple[Cards, ...]) -> tuple[Arrangement, tuple[Cards, ...]]:
    """The hand at its least together with what it can lay off: how its other cards are laid out, and the cards laid off on each meld.

    Of equal ways the one with the fewest loose cards, then the fewest laid off, then the first in card order.
    """
    found = []
    for off in product(*(_additions(hand, meld) for meld in melds_laid)):
        gone = [card for cards in off for card in cards]
        if len(gone) == len(set(gone)):  # a card fits a set and a run, but joins one
            rest = melds.best_arrangement([card for card in hand if card not in gone], ace="low")
            shown = [[order(card) for card in meld] for meld in rest.melds]
            found.append(((rest.points, len(rest.loose), len(gone), shown), rest, tuple(map(in_order, off))))
    _, rest, off = min(found, key=lambda way: way[0])
    return rest, off


@lru_cache(maxsize=1024)
def lay_down(host: Cards, guest: Cards) -> tuple[Arrangement, Arrangement, tuple[Cards, ...]]:
    """Both hands where `guest` lays off on the melds of `host`, and the cards laid off on each of these.

    Of its arrangements with the fewest points the host shows the one that leaves the guest most.
    """
    best = sorted(melds.best_arrangements(host, ace="low"), key=lambda laid: len(laid.loose))
    ways = [(laid, *lay_off(guest, laid.melds)) for laid in best]
    return max(ways, key=lambda way: way[1].points)


def laid_out(state: State, knocker: int) -> tuple[dict[int, Arrangement], int, tuple[Cards, ...]]:
    """How both hands are laid out at a knock, the seat whose melds are laid off on, and the cards that join each of them."""
    mode = state.options["lay_off"]
    host = 1 - knocker if mode == "knocker" else knocker
    here, there = state.seats[host].cards, state.seats[1 - host].cards
    if mode == "none" or melds.loose_points(state.seats[knocker].cards, "low") == 0:
        laid, other = (melds.best_arrangement(cards, ace="low") for cards in (here, there))
        return {host: laid, 1 - host: other}, host, ((),) * len(laid.melds)
    laid, other, off = lay_down(here, there)
    return {host: laid, 1 - host: other}, host, off


def score(state: State, knocker: int, *, gin: bool) -> State:
    other = 1 - knocker
    laid, host, laid_off = laid_out(state, knocker)
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
    for meld, cards in zip(laid[host].melds, laid_off, strict=True):
        if cards:
            state = log(state, "laid_off", 1 - host, cards=cards, onto=meld)
    state = log(state, f"{kind}_settled", winner, points=points)
    got = tuple(points if seat == winner else 0 for seat in (0, 1))
    params = {"knocker": knocker, "deadwood": [laid[seat].points for seat in (0, 1)], "host": host, "laid_off": laid_off}
    return settled(state, Settlement(kind, got, () if winner is None else (winner,), params=params))


def settled(state: State, settlement: Settlement) -> State:
    """The hands lie open and the points are written down; enough of them are a victory."""
    state = round_over(show(state, (0, 1)), settlement)
    points = added(state.carried["points"], settlement.points)
    victories = state.carried["victories"]
    if max(points) >= VICTORY:
        winner = points.index(max(points))
        victories = added(victories, (int(seat == winner) for seat in (0, 1)))
        state = log(state, "victory", winner, points=points[winner], victories=victories[winner])
        points = (0, 0)
    state = replace(state, carried={"points": points, "victories": victories})
    return game_over(state) if max(victories) >= state.options["victories"] else state


class Gin(Game):
    name = "gin"
    title = "Gin"
    seats = (2, 2)
    zero_sum = False
    options = (Option("victories", (1, 2, 3)), Option("lay_off", ("standard", "knocker", "none")))
    phases: Mapping[str, Phase] = {"first_turn": FirstTurn(), "play": Play(), "round_over": BetweenRounds()}

    def first_standing(self, options: Options, seats: int, dealer: int) -> Standing:
        return Standing(1, dealer, carried={"points": (0, 0), "victories": (0, 0)})

    def deal(self, state: State) -> State:
        return turn_upcard(replace(deal_cards(state, HAND, known=HAND), phase="first_turn"))

    def points(self, state: State, seat: int) -> Mapping[str, int]:
        return {"total": state.carried["points"][seat]}

    def totals(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Those that reached a victory too, before it set them to zero."""
        totals: list[tuple[int, ...]] = []
        had: tuple[int, ...] = (0, 0)
        for row in self.sheet(state):
            totals.append(added(had, map(sum, row)))
            had = (0, 0) if max(totals[-1]) >= VICTORY else totals[-1]
        return tuple(totals)

    def winners(self, state: State) -> tuple[int, ...]:
        if state.phase != "game_over":
            return ()
        return best({seat: (state.carried["victories"][seat], state.carried["points"][seat]) for seat in (0, 1)})

    def hand(self, state: State, seat: int, viewer: int | None) -> Arrangement | None:
        here = state.seats[seat]
        if here.shown and state.knocker is not None:
            return laid_out(state, state.knocker)[0][seat]
        return melds.best_arrangement(here.cards, ace="low") if here.shown or seat == viewer else None

    def after(self, state: State, viewer: int) -> Mapping[Card, int]:
        return after_putting_away(state, viewer)


GAME = Gin()
