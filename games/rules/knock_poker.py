"""Knock Poker, for 3 to 5 players: draw poker played like rummy, for chips and a pot.

A round. Everybody antes 1; five cards each, no upcard. On a turn a player draws the top of the stock or the last discard
and discards one. After drawing a player may knock with the discard: every other seat has one last turn, in which it
draws and then folds (1 chip to the knocker) or discards and stays in. Showdown of five-card hands:
    the knocker alone best          the pot, and 2 from every other seat in
    the knocker and others tie      pot and 2 from every other seat in that did not tie, divided among the tied
    somebody else best              the pot; the knocker pays 2 to every other seat in
    everybody else folded           the knocker takes the pot and shows nothing

The game ends after `rounds` rounds or after one that leaves a seat without chips. Most chips win.

Options. `bonuses`: a sole winner of the showdown is paid for a royal flush, straight flush, four of a kind, and (classic)
for knocking without ever having drawn; classic lets a player knock instead of drawing on the first turn. `betting`: two
betting rounds with bets of 1, at most three raises each. `knock` quick: the showdown follows a knock at once and only the
pot is paid. `pay_to_draw`: each card drawn costs 1 into the pot. `circuit` one: every seat has one turn, or passes; then
the showdown.

Standing.carried: "chips", by seat.
Phases: `betting`, `play`, `betting_again`, `round_over`, `game_over`.
Settlements: "last_in" and "showdown", with params {pot, put: what each seat put into it, knocker, prize: the pot with what else the
winners divide, shares, and at a showdown rank}; "void". Payments why: fold, knocker_folded, knock_won, knock_lost, knock_tied (to the
winners), bonus {for}.
Events besides the shared ones: dealt, antes_paid {pot}, paid_to_draw, passed, knocked {drawn, card if so}, paid_knocker {points},
knocker_paid {points, seats}, pot_won {winners, pot, shown, rank}, knock_settled {won, points, seats}, bonus_won {bonuses, points},
round_void, next_round_chosen, game_ending, game_won {winners}.
Refusals besides the shared ones: draw_before_knock, knock_without_card, knock_needs_card, already_knocked {knocker}, no_passing,
already_drawn_pass, fold_in_last_turn, draw_before_fold.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.rules import poker
from games.rules.cards import Card, in_order
from games.rules.game import Game, Phase, added, deal_cards, log, running, with_all_seats, with_seat
from games.rules.phases import Betting, BetweenRounds, DrawAndDiscard, best, game_over, round_over, settle, show, split, void
from games.rules.state import Action, Event, Offer, Option, Options, Payment, PokerRank, Refusal, Settlement, Standing, State, replace

HAND = 5
ANTE = 1
FOLD = 1
KNOCK = 2
MOST_RAISES = 3
#: Chips from everybody else for winning the showdown with such a hand, by the option `bonuses`.
BONUSES: Mapping[str, Mapping[str, int]] = {
    "off": {},
    "classic": {"royal_flush": 4, "straight_flush": 2, "four_of_a_kind": 1, "no_draw": 2},
    "small": {"royal_flush": 2, "straight_flush": 2, "four_of_a_kind": 1},
}


def still_in(state: State) -> list[int]:
    return [seat for seat in state.after(state.dealer) if not state.seats[seat].folded]


def first_in(state: State) -> int:
    """The first seat after the dealer still in."""
    return still_in(state)[0]


def gain(state: State, seat: int, chips: int) -> State:
    return with_seat(state, seat, net=state.seats[seat].net + chips)


def into_pot(state: State, seat: int, chips: int) -> State:
    return replace(gain(state, seat, -chips), pot=state.pot + chips)


def pay(state: State, payments: Iterable[Payment]) -> State:
    """Chips from seat to seat; what the winners will divide waits in the pot."""
    for payment in payments:
        if payment.payee is None:
            state = into_pot(state, payment.payer, payment.points)
        else:
            state = gain(gain(state, payment.payer, -payment.points), payment.payee, payment.points)
        state = replace(state, paid=(*state.paid, payment))
    return state


def knock_pays(state: State) -> bool:
    """Whether the knocker still in settles with the others: not with `quick`, nor where nobody knocked."""
    return state.knocker is not None and state.options["knock"] == "last_turns" and not state.seats[state.knocker].folded


class FixedBetting(Betting):
    """A betting round of bets and raises of one chip, before the play (`again` false) or before the showdown."""

    step = 1

    def __init__(self, *, again: bool) -> None:
        self.again = again

    def limits(self, state: State, seat: int) -> tuple[int, int]:
        standing = max(other.bet for other in state.seats)
        return standing + 1, standing + 1 if state.raises < MOST_RAISES else standing

    def folded(self, state: State, seat: int) -> State:
        others = still_in(state)
        # a last seat in never gets the 2
        if seat != state.knocker or state.options["knock"] == "quick" or len(others) < 2:
            return state
        state = pay(state, (Payment(seat, other, KNOCK, "knocker_folded") for other in others))
        return log(state, "knocker_paid", seat, points=KNOCK, seats=len(others))

    def over(self, state: State) -> State:
        for number, seat in enumerate(state.seats):
            state = into_pot(with_seat(state, number, bet=0, acted=False), number, seat.bet)
        state = replace(state, raises=0)
        if len(still_in(state)) == 1:
            return last_in(state)
        return showdown(state) if self.again else replace(state, phase="play", to_act=first_in(state))


class Play(DrawAndDiscard):
    """Drawing, discarding, knocking; and the last turns after a knock."""

    verbs = ("draw", "discard", "knock", "pass", "fold")

    def offers(self, state: State, seat: int) -> Iterator[Offer]:
        yield from super().offers(state, seat)
        if seat != state.to_act:
            return
        if state.drawn is None and state.knocker is None:
            if self._may_knock_undrawn(state, seat):
                yield Offer("knock")
            if state.options["circuit"] == "one":
                yield Offer("pass")
        elif state.drawn is not None:
            yield Offer("knock", choices=self.spare(state, seat)) if state.knocker is None else Offer("fold")

    @staticmethod
    def _may_knock_undrawn(state: State, seat: int) -> bool:
        first = state.seats[seat].turns == 0
        return state.options["knock"] == "quick" or (state.options["bonuses"] == "classic" and first)

    def apply(self, state: State, seat: int, action: Action) -> State:
        match action.verb:
            case "draw" if state.options["pay_to_draw"]:
                drawn = super().apply(state, seat, action)
                return log(into_pot(drawn, seat, 1), "paid_to_draw", seat) if drawn.phase == "play" else drawn
            case "knock":
                return self._knock(state, seat, action.argument)
            case "pass":
                state = with_seat(state, seat, turns=state.seats[seat].turns + 1)
                return self.discarded(log(state, "passed", seat), seat)
            case "fold":
                state = replace(with_seat(state, seat, folded=True), drawn=None, taken=None)
                assert state.knocker is not None
                state = pay(log(state, "folded", seat), [Payment(seat, state.knocker, FOLD, "fold")])
                return self.discarded(log(state, "paid_knocker", seat, points=FOLD), seat)
        return super().apply(state, seat, action)

    def _knock(self, state: State, seat: int, card: Card | None) -> State:
        if card is None:
            state = log(with_seat(state, seat, turns=state.seats[seat].turns + 1), "knocked", seat, drawn=False)
        else:
            state = self.put_away(state, seat, card)
            state = log(replace(state, pile=(*state.pile, card)), "knocked", seat, drawn=True, card=card)
        state = replace(state, knocker=seat)
        if state.options["knock"] == "quick":
            return after_play(state)
        others = tuple(other for other in state.after(seat)[:-1] if not state.seats[other].folded)
        return replace(state, last_turns=others, to_act=others[0])

    def discarded(self, state: State, seat: int) -> State:
        if state.knocker is not None:
            left = state.last_turns[1:]
            state = replace(state, last_turns=left)
            return replace(state, to_act=left[0]) if left else after_play(state)
        waiting = [other for other in state.after(seat) if not state.seats[other].folded]
        if state.options["circuit"] == "one":
            waiting = [other for other in waiting if state.seats[other].turns == 0]
        return replace(state, to_act=waiting[0]) if waiting else after_play(state)

    def void(self, state: State) -> State:
        state = replace(with_all_seats(log(state, "round_void"), net=0), pot=0)
        return settled(show(state, still_in(state)), void(state))

    def unwanted(self, state: State, seat: int) -> Card:
        """Of the cards that may go, the one without which the hand is strongest."""
        hand = state.seats[seat].cards
        return max(self.spare(state, seat), key=lambda card: poker.best_five([held for held in hand if held != card]))

    def automatic(self, state: State, seat: int) -> Action:
        if state.drawn is None and state.knocker is None and state.options["circuit"] == "one":
            return Action("pass")
        return super().automatic(state, seat)

    def reason(self, state: State, seat: int, action: Action) -> Refusal | None:
        match action.verb:
            case "knock" if state.knocker is not None:
                return Refusal("already_knocked", {"knocker": state.knocker})
            case "knock" if state.drawn is None:
                return Refusal("knock_without_card" if self._may_knock_undrawn(state, seat) else "draw_before_knock")
            case "knock":
                return Refusal("knock_needs_card") if action.argument is None else self.reason_card(state, seat, action.argument)
            case "pass" if state.options["circuit"] == "one" and state.knocker is None:
                return Refusal("already_drawn_pass")
            case "pass":
                return Refusal("no_passing")
            case "fold":
                return Refusal("fold_in_last_turn" if state.knocker is None else "draw_before_fold")
        return super().reason(state, seat, action)


def after_play(state: State) -> State:
    """The second betting round where there is one, then the showdown."""
    if len(still_in(state)) == 1:
        return last_in(state)
    if state.options["betting"]:
        return replace(state, phase="betting_again", to_act=first_in(state))
    return showdown(state)


def last_in(state: State) -> State:
    """One seat left: it takes the pot and shows nothing."""
    winner = first_in(state)
    params = {"pot": state.pot, "put": put(state), "knocker": state.knocker, "prize": state.pot, "shares": [state.pot]}
    state = log(replace(gain(state, winner, state.pot), pot=0), "pot_won", None, winners=(winner,), pot=state.pot, shown=False)
    return settled(state, Settlement("last_in", nets(state), (winner,), state.paid, params))


def showdown(state: State) -> State:
    """The hands still in are shown; see the module's docstring for who pays whom."""
    strengths = {seat: poker.best_five(state.seats[seat].cards) for seat in still_in(state)}
    winners = best(strengths)
    category = strengths[winners[0]].rank.category
    params = {"pot": state.pot, "put": put(state), "knocker": state.knocker, "rank": category}
    payments = _knock_payments(state, strengths, winners)
    state = pay(show(state, strengths), payments)
    shares = split(state.pot, winners, state.after(state.dealer))
    params |= {"prize": state.pot, "shares": [shares[seat] for seat in winners]}
    for winner, share in shares.items():
        state = gain(state, winner, share)
    state = log(state, "pot_won", None, winners=winners, pot=state.pot, shown=True, rank=category)
    if payments:
        state = log(state, "knock_settled", state.knocker, won=state.knocker in winners, points=KNOCK, seats=len(payments))
    state = _bonuses(replace(state, pot=0), winners, category)
    return settled(state, Settlement("showdown", nets(state), winners, state.paid, params))


def _knock_payments(state: State, strengths: Iterable[int], winners: tuple[int, ...]) -> list[Payment]:
    knocker = state.knocker
    if knocker is None or not knock_pays(state):
        return []
    others = [seat for seat in strengths if seat != knocker]
    if knocker not in winners:
        return [Payment(knocker, other, KNOCK, "knock_lost") for other in others]
    if winners == (knocker,):
        return [Payment(other, knocker, KNOCK, "knock_won") for other in others]
    return [Payment(other, None, KNOCK, "knock_tied") for other in others if other not in winners]


def _bonuses(state: State, winners: tuple[int, ...], category: str) -> State:
    """What everybody else, folded or not, pays a sole winner."""
    winner, table = winners[0], BONUSES[state.options["bonuses"]]
    undrawn = winner == state.knocker and state.seats[winner].draws == 0
    won = [name for name in (category, "no_draw" if undrawn else "") if name in table]
    if len(winners) > 1 or not won:
        return state
    others = state.after(winner)[:-1]
    state = pay(state, (Payment(payer, winner, table[name], "bonus", {"for": name}) for name in won for payer in others))
    return log(state, "bonus_won", winner, bonuses=won, points=sum(table[name] for name in won))


def nets(state: State) -> tuple[int, ...]:
    """What the round has brought each seat so far."""
    return tuple(seat.net for seat in state.seats)


def put(state: State) -> list[int]:
    """What each seat has put into the pot, before anybody takes it."""
    paid = settle(state, "", state.paid).points
    return [points - net for points, net in zip(paid, nets(state), strict=True)]


def settled(state: State, settlement: Settlement) -> State:
    """The chips are counted; a seat without any ends the game, as does the last round."""
    chips = added(state.standing.carried["chips"], settlement.points)
    state = replace(round_over(state, settlement), carried={"chips": chips})
    return game_over(state) if state.round == state.options["rounds"] or min(chips) <= 0 else state


class KnockPoker(Game):
    name = "knock_poker"
    title = "Knock Poker"
    seats = (3, 5)
    options = (
        Option("chips", (50, 20, 100)),
        Option("rounds", (10, 5, 20, "leader")),
        Option("bonuses", ("off", "classic", "small")),
        Option("betting", (False, True)),
        Option("knock", ("last_turns", "quick")),
        Option("pay_to_draw", (False, True)),
        Option("circuit", ("until_knock", "one")),
    )
    presets: Mapping[str, Options] = {
        "kitchen_table": {},
        "with_betting": {"betting": True, "bonuses": "classic", "circuit": "one"},
        "showdown": {"knock": "quick", "bonuses": "small"},
    }
    good_hands = poker.from_category("two_pair")
    phases: Mapping[str, Phase] = {
        "betting": FixedBetting(again=False),
        "play": Play(),
        "betting_again": FixedBetting(again=True),
        "round_over": BetweenRounds(),
    }

    def first_standing(self, options: Options, seats: int, dealer: int) -> Standing:
        return Standing(1, dealer, carried={"chips": (options["chips"],) * seats})

    def deal(self, state: State) -> State:
        state = deal_cards(state, HAND, known=HAND)
        for seat in range(len(state.seats)):
            state = into_pot(state, seat, ANTE)
        state = log(state, "antes_paid", None, pot=state.pot)
        return replace(state, phase="betting" if state.options["betting"] else "play")

    def points(self, state: State, seat: int) -> Mapping[str, int]:
        here = state.seats[seat]
        return {"total": state.standing.carried["chips"][seat] + here.net - here.bet}

    def totals(self, state: State) -> tuple[tuple[int, ...], ...]:
        return running(self.sheet(state), (state.options["chips"],) * len(state.seats))

    def winners(self, state: State) -> tuple[int, ...]:
        return best(dict(enumerate(state.carried["chips"]))) if state.phase == "game_over" else ()

    def rank(self, state: State, seat: int, viewer: int | None) -> PokerRank | None:
        here = state.seats[seat]
        return poker.best_five(in_order(here.cards)).rank if seat == viewer or here.shown else None

    def extras(self, state: State) -> dict[str, Any]:
        return {"raises_left": MOST_RAISES - state.raises if state.phase.startswith("betting") else None}

    def public_log(self, state: State) -> tuple[Event, ...]:
        """The pile below the last discard is closed, and so is the memory of it (rules, "What the log says")."""
        discards = [place for place, event in enumerate(state.log) if event.code in ("discarded", "knocked") and "card" in event.params]
        if not discards:
            return state.log
        card = state.log[discards[-1]].params["card"]
        return tuple(
            event if "card" not in event.params or (place >= discards[-1] and event.params["card"] == card) else _closed(event)
            for place, event in enumerate(state.log)
        )


def _closed(event: Event) -> Event:
    return Event(event.code, event.seat, {name: value for name, value in event.params.items() if name != "card"})


GAME = KnockPoker()
