"""The phases that the games share: a betting round, drawing and discarding, and what a showdown needs.

Refusals: see `engine.refusal` for those that all phases share. Of betting: check_not_free {bet}, nothing_to_call,
bet_stands {bet}, nothing_to_raise, bet_at_maximum {bet}. Of drawing and discarding: draw_first, already_drawn,
pile_empty, stock_empty, card_not_held {card}, card_just_taken {card}.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.rules import melds
from games.rules.cards import DECK, JOKERS, Card, order
from games.rules.game import Phase, log, sheet, shuffled, with_all_seats, with_seat
from games.rules.state import Action, Offer, Payment, Refusal, Settlement, Standing, State, replace

#: The draw that calls for this reshuffle of one round makes the round void (rules, "The stock runs out").
VOID_RESHUFFLE = 5


def split(points: int, sharers: Iterable[int], order: Sequence[int]) -> dict[int, int]:
    """Equal shares of `points`; odd points go one each to the sharers in seat order (rules, "Odd points").

    `order` is all seats starting after the dealer.
    """
    among = [seat for seat in order if seat in set(sharers)]
    share, odd = divmod(points, len(among))
    return {seat: share + (place < odd) for place, seat in enumerate(among)}


def best(strengths: dict[int, Any]) -> tuple[int, ...]:
    """The seats whose strength is the highest, in seat order."""
    highest = max(strengths.values())
    return tuple(seat for seat in sorted(strengths) if strengths[seat] == highest)


class Betting(Phase):
    """One betting round, clockwise: check while nothing is bet, bet, raise, call, fold.

    It ends when one seat is left, or when every seat still in has matched the bet and has had a turn since the last
    raise. A posted blind is a bet whose seat has not acted, so its turn comes back and it may check or raise.
    """

    verbs = ("check", "bet", "call", "raise", "fold")
    #: with fixed limits the points of a bet and of each raise, which then have no amount
    step: int | None = None

    @abstractmethod
    def limits(self, state: State, seat: int) -> tuple[int, int]:
        """Least and most that the seat's bet for this round may become by a bet or a raise; most < least: neither is allowed."""

    @abstractmethod
    def over(self, state: State) -> State:
        """The betting round has ended: pay, and go on."""

    def offers(self, state: State, seat: int) -> Iterator[Offer]:
        if seat != state.to_act:
            return
        standing = max(other.bet for other in state.seats)
        yield Offer("check") if state.seats[seat].bet == standing else Offer("call")
        low, high = self.limits(state, seat)
        if low <= high:
            verb = "raise" if standing else "bet"
            yield Offer(verb) if self.step else Offer(verb, low=low, high=high, suggested=low)
        yield Offer("fold")

    def apply(self, state: State, seat: int, action: Action) -> State:
        standing = max(other.bet for other in state.seats)
        state = with_seat(state, seat, acted=True)
        match action.verb:
            case "check":
                state = log(state, "checked", seat)
            case "call":
                state = log(with_seat(state, seat, bet=standing), "called", seat, to=standing)
            case "fold":
                state = self.folded(log(with_seat(state, seat, folded=True), "folded", seat), seat)
            case _:
                to = standing + self.step if self.step else action.argument
                state = with_seat(with_all_seats(state, acted=False), seat, acted=True, bet=to)
                state = replace(state, raises=state.raises + bool(standing))
                state = log(state, "raised" if standing else "bet", seat, to=to)
        return self._next(state, seat)

    def folded(self, state: State, seat: int) -> State:
        """What else folding means, if anything."""
        return state

    def _next(self, state: State, seat: int) -> State:
        standing = max(other.bet for other in state.seats)
        still_in = [number for number in state.after(seat) if not state.seats[number].folded]
        if len(still_in) > 1:
            for number in still_in:
                if not state.seats[number].acted or state.seats[number].bet < standing:
                    return replace(state, to_act=number)
        return self.over(state)

    def automatic(self, state: State, seat: int) -> Action:
        free = any(offer.verb == "check" for offer in self.offers(state, seat))
        return Action("check" if free else "fold")

    def reason(self, state: State, seat: int, action: Action) -> Refusal | None:
        standing = max(other.bet for other in state.seats)
        match action.verb:
            case "check":
                return Refusal("check_not_free", {"bet": standing})
            case "call":
                return Refusal("nothing_to_call")
            case "bet" if standing:
                return Refusal("bet_stands", {"bet": standing})
            case "raise" if not standing:
                return Refusal("nothing_to_raise")
        return Refusal("bet_at_maximum", {"bet": standing})


class DrawAndDiscard(Phase):
    """Turns of rummy: draw the top of the stock or of the discard pile, then discard face up.

    The card taken from the pile may not be put away in the same turn. An empty stock is made again from the pile when
    somebody draws from it; the draw that calls for the fifth reshuffle makes the round void.
    """

    verbs: tuple[str, ...] = ("draw", "discard")

    @abstractmethod
    def void(self, state: State) -> State:
        """The fifth reshuffle has been made: the round is void."""

    @abstractmethod
    def discarded(self, state: State, seat: int) -> State:
        """The seat has discarded: whose turn is it, or is it over?"""

    def offers(self, state: State, seat: int) -> Iterator[Offer]:
        if seat != state.to_act:
            return
        sources = tuple(self._sources(state))
        if state.drawn is None and sources:
            yield Offer("draw", choices=sources)
        elif state.drawn is not None:
            yield Offer("discard", choices=self.spare(state, seat))

    def _sources(self, state: State) -> Iterator[str]:
        if state.stock or len(state.pile) > 1:
            yield "stock"
        if state.pile:
            yield "discard"

    @staticmethod
    def spare(state: State, seat: int) -> tuple[Card, ...]:
        """The cards that may be put away: all but the one taken from the pile in this turn."""
        return tuple(card for card in state.seats[seat].cards if card != state.taken)

    def apply(self, state: State, seat: int, action: Action) -> State:
        if action.verb == "draw":
            return self._draw(state, seat, action.argument)
        state = self.put_away(state, seat, action.argument)
        state = replace(state, pile=(*state.pile, action.argument))
        return self.discarded(log(state, "discarded", seat, card=action.argument), seat)

    def _draw(self, state: State, seat: int, source: str) -> State:
        if source == "discard":
            card = state.pile[-1]
            state = replace(state, pile=state.pile[:-1], taken=card)
            state = log(state, "took_discard", seat, card=card)
        else:
            if not state.stock:
                state = self._reshuffle(state)
                if state.shuffles == VOID_RESHUFFLE:
                    return self.void(state)
            card = state.stock[0]
            state = log(replace(state, stock=state.stock[1:]), "drew_stock", seat)
        hand = (*state.seats[seat].cards, card)
        state = with_seat(state, seat, cards=hand, known=len(hand), draws=state.seats[seat].draws + 1)
        return replace(state, drawn=source)

    @staticmethod
    def _reshuffle(state: State) -> State:
        number = state.shuffles + 1
        below = set(state.pile[:-1])
        stock = shuffled(state, number, tuple(card for card in DECK + JOKERS if card in below))
        state = replace(state, stock=stock, pile=state.pile[-1:], shuffles=number)
        return log(state, "reshuffled", None, cards=len(stock), number=number)

    @staticmethod
    def put_away(state: State, seat: int, card: Card) -> State:
        """The card leaves the hand, and the turn's drawing is forgotten."""
        hand = tuple(held for held in state.seats[seat].cards if held != card)
        state = with_seat(state, seat, cards=hand, known=len(hand), turns=state.seats[seat].turns + 1)
        return replace(state, drawn=None, taken=None)

    @abstractmethod
    def unwanted(self, state: State, seat: int) -> Card:
        """The card that the table throws for somebody who had taken the discard: of those that may go, the one that is missed the least."""

    def automatic(self, state: State, seat: int) -> Action:
        if state.drawn is None:
            return Action("draw", next(self._sources(state)))
        if state.drawn == "stock":
            return Action("discard", state.seats[seat].cards[-1])
        return Action("discard", self.unwanted(state, seat))

    def reason(self, state: State, seat: int, action: Action) -> Refusal | None:
        if action.verb == "draw":
            if state.drawn is not None:
                return Refusal("already_drawn")
            if action.argument == "discard":
                return Refusal("pile_empty")
            return Refusal("stock_empty") if action.argument == "stock" else None
        if state.drawn is None:
            return Refusal("draw_first")
        return self.reason_card(state, seat, action.argument)

    @staticmethod
    def reason_card(state: State, seat: int, card: Any) -> Refusal | None:
        """Why this card cannot be put away, if it is one."""
        if card not in DECK + JOKERS:
            return Refusal("not_a_choice", {"name": "card"})
        if card not in state.seats[seat].cards:
            return Refusal("card_not_held", {"card": card})
        return Refusal("card_just_taken", {"card": card}) if card == state.taken else None


class KnockWithDiscard(DrawAndDiscard):
    """Rummy with aces low in which a player may knock with the discard, if the cards kept count little enough."""

    verbs: tuple[str, ...] = ("draw", "discard", "knock")

    @abstractmethod
    def most(self, state: State) -> int | None:
        """The most deadwood that a knock may leave; None for any."""

    @abstractmethod
    def knocked(self, state: State, seat: int, card: Card) -> State:
        """The seat has knocked, and `card` has left its hand."""

    def offers(self, state: State, seat: int) -> Iterator[Offer]:
        yield from super().offers(state, seat)
        if seat == state.to_act and state.drawn is not None:
            most, left = self.most(state), deadwood_after(state, seat)
            low = tuple(card for card in self.spare(state, seat) if most is None or left[card] <= most)
            if low:
                yield Offer("knock", choices=low)

    def apply(self, state: State, seat: int, action: Action) -> State:
        if action.verb != "knock":
            return super().apply(state, seat, action)
        state = replace(self.put_away(state, seat, action.argument), knocker=seat)
        return self.knocked(state, seat, action.argument)

    def unwanted(self, state: State, seat: int) -> Card:
        left, spare = deadwood_after(state, seat), self.spare(state, seat)
        least = min(left[card] for card in spare)
        loose = melds.best_arrangement(state.seats[seat].cards, ace="low").loose
        # with nothing loose to spare, whatever leaves the least
        cards = [card for card in loose if card in spare] or [card for card in spare if left[card] == least]
        return max(cards, key=lambda card: (melds.POINTS[card], order(card)))

    def reason(self, state: State, seat: int, action: Action) -> Refusal | None:
        if action.verb != "knock" or state.drawn is None:
            return super().reason(state, seat, action)
        if action.argument is None:
            return Refusal("choice_needed", {"name": "card"})
        refused = self.reason_card(state, seat, action.argument)
        if refused:
            return refused
        return Refusal("too_much_deadwood", {"deadwood": deadwood_after(state, seat)[action.argument], "most": self.most(state)})


def deadwood_after(state: State, seat: int) -> dict[Card, int]:
    """For each card of the hand, the deadwood that putting it away would leave (aces low)."""
    return melds.least_after_discard(state.seats[seat].cards, "low")


def after_putting_away(state: State, viewer: int) -> dict[Card, int]:
    """The View's `after`, for the seat that has drawn and must put a card away."""
    if viewer != state.to_act or state.drawn is None:
        return {}
    return {card: points for card, points in deadwood_after(state, viewer).items() if card != state.taken}


class BetweenRounds(Phase):
    """The leader deals the next round or ends the game; after 20 seconds the table deals by itself."""

    verbs: tuple[str, ...] = ("next_round", "end_game")
    leads = True

    def next_dealer(self, state: State) -> int:
        """The seat that deals the next round: the one after the dealer."""
        return state.after(state.dealer)[0]

    def offers(self, state: State, seat: int) -> Iterator[Offer]:
        if seat == state.leader:
            yield Offer("next_round")
            yield Offer("end_game")

    def apply(self, state: State, seat: int, action: Action) -> State:
        if action.verb == "next_round":
            standing = Standing(state.round + 1, self.next_dealer(state), "", sheet(state), carried=state.carried)
            return replace(log(state, "next_round_chosen", seat), standing=standing)
        return game_over(log(state, "game_ending", seat))

    def automatic(self, state: State, seat: int) -> Action:
        return Action("next_round")

    def pause(self, state: State) -> int | None:
        return 20


def round_over(state: State, settlement: Settlement) -> State:
    """The round is settled; its showdown stays on the table until the leader goes on."""
    state = replace(state, phase="round_over", to_act=state.leader, drawn=None, taken=None, last_turns=())
    return replace(state, settled=(*state.settled, settlement))


def game_over(state: State) -> State:
    """The game is over, its last showdown still on the table."""
    return replace(state, phase="game_over", to_act=None)


def show(state: State, seats: Iterable[int]) -> State:
    """The hands of these seats lie open."""
    for seat in seats:
        state = with_seat(state, seat, shown=len(state.seats[seat].cards))
    return state


def settle(state: State, kind: str, payments: Sequence[Payment], winners: tuple[int, ...] = (), **params: Any) -> Settlement:
    """A settlement whose points are its payments'; who gained won, if not said. What is paid to nobody in particular the winners divide."""
    points = [0] * len(state.seats)
    prize = 0
    for payment in payments:
        points[payment.payer] -= payment.points
        if payment.payee is None:
            prize += payment.points
        else:
            points[payment.payee] += payment.points
    if prize:
        shares = split(prize, winners, state.after(state.dealer))
        params |= {"prize": prize, "shares": [shares[seat] for seat in winners]}
        for seat, share in shares.items():
            points[seat] += share
    winners = winners or tuple(seat for seat, got in enumerate(points) if got > 0)
    return Settlement(kind, tuple(points), winners, tuple(payments), params)


def void(state: State) -> Settlement:
    """No points change."""
    return Settlement("void", (0,) * len(state.seats))
