"""Knock Rummy, for 2 to 5 players: sets and runs; knock when your deadwood seems the lowest at the table.

A round. Ten cards each for 2 players, 7 for 3 or 4, 6 for 5, and an upcard. Draw from the stock or the pile; discard, or knock
with the discard, which goes face down. A knock ends the round at once. D is the deadwood of a hand:
    rummy       the knocker has 0: every other seat pays its D + 25
    lowest      the knocker is strictly lowest: every other seat pays the difference
    undercut    somebody else is lower, or equal at the lowest: the knocker pays it the difference + 10, everybody else the
                difference; several such seats divide all that the others pay

Scoring `cumulative`: `rounds` rounds, highest total, a tie plays on. `pool`: bankrolls; at 0 or below a seat is out, may buy in
again once with `re_entry`; the last seat standing wins. `match`: first to `target`, if alone at the top.
Options `hand`, `knock_at` (ten: the kept cards count 10 or less), `no_knock` (only with nothing left: a rummy), `jokers`.

Phases: `play`, `round_over`, `game_over`. Settlements: "rummy", "lowest", "undercut", "void"; payments why: rummy
{deadwood}, lowest {payer, winner}, undercut_knocker {payer, winner}, undercut {payer, winner}.
Events besides the shared ones: dealt, upcard_turned, knocked, went_out, rummy_settled, lowest_settled, undercut_settled
{winners}, eliminated, re_entered, round_void, next_round_chosen, game_ending, game_won {winners}.
Refusals besides the shared ones: draw_first, too_much_deadwood {deadwood, most}, cannot_re_enter, one_seat_left.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from games.rules import melds
from games.rules.cards import Card
from games.rules.game import Game, Phase, deal_cards, log, with_seat
from games.rules.phases import BetweenRounds, KnockWithDiscard, best, game_over, putting_away, settle, split
from games.rules.state import Action, Arrangement, Offer, Option, Options, Payment, Refusal, Settlement, Standing, State

RUMMY = 25
UNDERCUT = 10
KNOCK_AT_TEN = 10
RE_ENTRIES = 1
#: Cards dealt to each seat, by number of players.
CARDS: Mapping[int, int] = {2: 10, 3: 7, 4: 7, 5: 6}


def deadwood(state: State, seat: int) -> int:
    return melds.loose_points(state.seats[seat].cards, "low")


def eliminated(state: State) -> tuple[int, ...]:
    return state.carried.get("out", ())


def may_re_enter(state: State) -> tuple[int, ...]:
    """The seats that this round eliminated and that have a buy-in left."""
    if state.phase != "round_over" or not state.options["re_entry"] or state.options["scoring"] != "pool":
        return ()
    return tuple(seat for seat in eliminated(state) if not state.seats[seat].out and state.carried["buy_ins"][seat] <= RE_ENTRIES)


def standing_seats(state: State) -> list[int]:
    return [seat for seat in range(len(state.seats)) if seat not in eliminated(state)]


class Play(KnockWithDiscard):
    def most(self, state: State) -> int | None:
        if state.options["no_knock"]:
            return 0
        return KNOCK_AT_TEN if state.options["knock_at"] == "ten" else None

    def knocked(self, state: State, seat: int, card: Card) -> State:
        state = log(replace(state, aside=(card,)), "went_out" if state.options["no_knock"] else "knocked", seat)
        return self._settle(state, seat)

    def _settle(self, state: State, knocker: int) -> State:
        count = {seat: deadwood(state, seat) for seat in state.after(state.dealer)}
        others = [seat for seat in count if seat != knocker]
        if count[knocker] == 0:
            payments = [Payment(seat, knocker, count[seat] + RUMMY, "rummy", {"deadwood": count[seat]}) for seat in others]
            return self._over(state, settle("rummy", payments, len(state.seats), knocker=knocker), (knocker,))
        lowest = min(count[seat] for seat in others)
        if count[knocker] < lowest:
            payments = [self._pays(seat, knocker, count, "lowest") for seat in others]
            return self._over(state, settle("lowest", payments, len(state.seats), knocker=knocker), (knocker,))
        winners = tuple(seat for seat in others if count[seat] == lowest)
        payments = [self._pays(seat, winners[0], count, "undercut") for seat in others if seat not in winners]
        payments.insert(0, self._pays(knocker, winners[0], count, "undercut_knocker", UNDERCUT))
        settlement = settle("undercut", payments, len(state.seats), knocker=knocker)
        if len(winners) > 1:
            settlement = self._divided(state, settlement, winners)
        return self._over(state, settlement, winners)

    @staticmethod
    def _pays(payer: int, winner: int, count: Mapping[int, int], why: str, more: int = 0) -> Payment:
        params = {"payer": count[payer], "winner": count[winner]}
        return Payment(payer, winner, count[payer] - count[winner] + more, why, params)

    @staticmethod
    def _divided(state: State, settlement: Settlement, winners: tuple[int, ...]) -> Settlement:
        """What the others pay to the first of equal winners, shared among them."""
        prize = settlement.points[winners[0]]
        shares = split(prize, winners, state.after(state.dealer))
        points = tuple(shares.get(seat, got) for seat, got in enumerate(settlement.points))
        params = {**settlement.params, "prize": prize, "shares": [shares[seat] for seat in winners]}
        return replace(settlement, points=points, winners=winners, params=params)

    def _over(self, state: State, settlement: Settlement, winners: tuple[int, ...]) -> State:
        state = log(state, f"{settlement.kind}_settled", settlement.params["knocker"], winners=winners)
        return round_over(state, replace(settlement, winners=winners))

    def discarded(self, state: State, seat: int) -> State:
        return replace(state, to_act=state.after(seat)[0])

    def void(self, state: State) -> State:
        return round_over(log(state, "round_void"), Settlement("void", (0,) * len(state.seats)))


def round_over(state: State, settlement: Settlement) -> State:
    state = replace(state, phase="round_over", to_act=state.leader, drawn=None, taken=None, settled=(settlement,))
    for seat in state.after(state.dealer):
        state = with_seat(state, seat, shown=len(state.seats[seat].cards))
    had = state.carried["points"]
    points = tuple(before + got for before, got in zip(had, settlement.points, strict=True))
    state = replace(state, carried={**state.carried, "points": points})
    if state.options["scoring"] == "pool":
        for seat in state.after(state.dealer):
            if points[seat] <= 0:
                state = replace(state, carried={**state.carried, "out": (*eliminated(state), seat)})
                state = log(state, "eliminated", seat)
    return game_over(state) if finished(state) else state


def finished(state: State) -> bool:
    """Whether the game ends by itself with the round just settled."""
    points = state.carried["points"]
    alone = points.count(max(points)) == 1
    match state.options["scoring"]:
        case "pool":
            return len(standing_seats(state)) == 1 and not may_re_enter(state)
        case "match":
            return max(points) >= state.options["target"] and alone
    return state.round >= state.options["rounds"] and alone


class RoundOver(BetweenRounds):
    verbs = ("next_round", "end_game", "re_enter")

    def offers(self, state: State, seat: int) -> Iterator[Offer]:
        if seat == state.leader:
            if len(standing_seats(state)) > 1:
                yield Offer("next_round")
            yield Offer("end_game")
        if seat in may_re_enter(state):
            yield Offer("re_enter")

    def apply(self, state: State, seat: int, action: Action) -> State:
        if action.verb == "re_enter":
            carried = {
                **state.carried,
                "out": tuple(other for other in eliminated(state) if other != seat),
                "points": _with(state.carried["points"], seat, state.options["bankroll"]),
                "buy_ins": _with(state.carried["buy_ins"], seat, state.carried["buy_ins"][seat] + 1),
            }
            return log(replace(state, carried=carried), "re_entered", seat)
        return super().apply(state, seat, action)

    def next_standing(self, state: State) -> Standing:
        seats = len(state.seats)
        playing = standing_seats(state)
        dealer = next(seat % seats for seat in range(state.dealer + 1, state.dealer + seats + 1) if seat % seats in playing)
        return Standing(state.round + 1, dealer, "", GAME.sheet(state), carried=state.carried)

    def automatic(self, state: State, seat: int) -> Action:
        return Action("next_round" if len(standing_seats(state)) > 1 else "end_game")

    def pause(self, state: State) -> int | None:
        return 20 if len(standing_seats(state)) > 1 else 60

    def reason(self, state: State, seat: int, action: Action) -> Refusal | None:
        return Refusal("one_seat_left") if action.verb == "next_round" else Refusal("cannot_re_enter")


def _with(numbers: tuple[int, ...], seat: int, number: int) -> tuple[int, ...]:
    return (*numbers[:seat], number, *numbers[seat + 1 :])


class KnockRummy(Game):
    name = "knock_rummy"
    title = "Knock Rummy"
    seats = (2, 5)
    options = (
        Option("scoring", ("cumulative", "pool", "match")),
        Option("rounds", (10, 5, 20)),
        Option("target", (200, 100, 300)),
        Option("bankroll", (100, 50, 200)),
        Option("re_entry", (False, True)),
        Option("hand", ("by_players", "seven")),
        Option("knock_at", ("any", "ten")),
        Option("no_knock", (False, True)),
        Option("jokers", (False, True)),
    )
    phases: Mapping[str, Phase] = {"play": Play(), "round_over": RoundOver()}

    def first_standing(self, options: Options, seats: int, dealer: int) -> Standing:
        if options["scoring"] != "pool":
            return Standing(1, dealer, carried={"points": (0,) * seats})
        return Standing(1, dealer, carried={"points": (options["bankroll"],) * seats, "buy_ins": (1,) * seats, "out": ()})

    def deal(self, state: State) -> State:
        each = 7 if state.options["hand"] == "seven" else CARDS[len(standing_seats(state))]
        state = deal_cards(state, each, known=each, jokers=state.options["jokers"])
        upcard, *stock = state.stock
        state = replace(state, stock=tuple(stock), pile=(upcard,), phase="play", to_act=state.after(state.dealer)[0])
        state = log(state, "dealt", state.dealer, round=state.round, kind="")
        return log(state, "upcard_turned", None, card=upcard)

    def points(self, state: State, seat: int) -> Mapping[str, int]:
        return {"total": state.carried["points"][seat]}

    def winners(self, state: State) -> tuple[int, ...]:
        if state.phase != "game_over":
            return ()
        return best({seat: state.carried["points"][seat] for seat in standing_seats(state)})

    def hand(self, state: State, seat: int, viewer: int | None) -> Arrangement | None:
        here = state.seats[seat]
        return melds.best_arrangement(here.cards, ace="low") if here.cards and (here.shown or seat == viewer) else None

    def extras(self, state: State, viewer: int | None) -> dict[str, Any]:
        extras = {"may_re_enter": may_re_enter(state), **putting_away(state, viewer)}
        if state.phase == "game_over" and state.options["scoring"] == "pool":
            extras["results"] = self._results(state)
        return extras

    def _results(self, state: State) -> tuple[int, ...]:
        """Every buy-in goes to the winner: each other seat stands at minus its own."""
        paid = [count * state.options["bankroll"] for count in state.carried["buy_ins"]]
        winners = self.winners(state)
        shares = split(sum(paid[seat] for seat in range(len(paid)) if seat not in winners), winners, range(len(paid)))
        return tuple(shares.get(seat, -paid[seat]) for seat in range(len(paid)))


GAME = KnockRummy()
