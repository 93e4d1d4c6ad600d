"""Knock Rummy, for 2 to 5 players: sets and runs; knock when your deadwood seems the lowest at the table.

A round. Ten cards each for 2 players, 7 for 3 or 4, 6 for 5, and an upcard. Draw from the stock or the pile; discard, or knock
with the discard, which goes face down. A knock ends the round at once. D is the deadwood of a hand:
    rummy       the knocker has 0: every other seat pays its D + 25
    lowest      the knocker is strictly lowest: every other seat pays the difference
    undercut    somebody else is lower, or equal at the lowest: the knocker pays it the difference + 10, everybody else the
                difference; several such seats divide all that the others pay

Scoring `cumulative`: `rounds` rounds, highest total, a tie plays on. `pool`: bankrolls; at 0 or below a seat is out, may buy in
again once with `re_entry`; the last seat standing wins and takes every buy-in. `match`: first to `target`, if alone at the top.
Options `hand`, `knock_at` (ten: the kept cards count 10 or less), `no_knock` (only with nothing left: a rummy), `jokers`.

Standing.carried: "points" (in a pool the bankrolls); in a pool "buy_ins" by seat and "out", the eliminated seats.
Phases: `play`, `round_over`, `game_over`. Settlements: "rummy", "lowest", "undercut", "void", with params {knocker, deadwood by seat,
and where winners divide: prize, shares}; payments why: rummy {deadwood}; lowest, undercut, undercut_knocker {mine, lowest}.
Events besides the shared ones: dealt, upcard_turned, knocked, went_out, rummy_settled, lowest_settled, undercut_settled
{winners}, eliminated, re_entered {bankroll}, round_void, next_round_chosen, game_ending, game_won {winners}.
Refusals besides the shared ones: too_much_deadwood {deadwood, most}, cannot_re_enter, one_seat_left.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.rules import melds
from games.rules.cards import Card
from games.rules.game import Game, Phase, added, deal_cards, log, running, turn_upcard
from games.rules.phases import BetweenRounds, KnockWithDiscard, after_putting_away, best, game_over, round_over, settle, show, split, void
from games.rules.state import Action, Arrangement, Offer, Option, Options, Payment, Refusal, Settlement, Standing, State, replace

RUMMY = 25
UNDERCUT = 10
KNOCK_AT_TEN = 10
RE_ENTRIES = 1
#: Cards dealt to each seat, by number of players.
CARDS: Mapping[int, int] = {2: 10, 3: 7, 4: 7, 5: 6}


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
        settlement = self._settle(state, seat)
        return settled(log(state, f"{settlement.kind}_settled", seat, winners=settlement.winners), settlement)

    @staticmethod
    def _settle(state: State, knocker: int) -> Settlement:
        count = {seat: melds.loose_points(here.cards, "low") for seat, here in enumerate(state.seats) if not here.out}
        others = [seat for seat in count if seat != knocker]
        params = {"knocker": knocker, "deadwood": [count.get(seat) for seat in range(len(state.seats))]}
        if count[knocker] == 0:
            payments = [Payment(seat, knocker, count[seat] + RUMMY, "rummy", {"deadwood": count[seat]}) for seat in others]
            return settle(state, "rummy", payments, (knocker,), **params)
        lowest = min(count.values())
        # the knocker does not win a tie
        winners = tuple(seat for seat in others if count[seat] == lowest) or (knocker,)
        payee = winners[0] if len(winners) == 1 else None

        def pays(payer: int, why: str, more: int = 0) -> Payment:
            return Payment(payer, payee, count[payer] - lowest + more, why, {"mine": count[payer], "lowest": lowest})

        if winners == (knocker,):
            return settle(state, "lowest", [pays(seat, "lowest") for seat in others], winners, **params)
        rest = [pays(seat, "undercut") for seat in others if seat not in winners]
        return settle(state, "undercut", [pays(knocker, "undercut_knocker", UNDERCUT), *rest], winners, **params)

    def discarded(self, state: State, seat: int) -> State:
        return replace(state, to_act=state.after(seat)[0])

    def void(self, state: State) -> State:
        return settled(log(state, "round_void"), void(state))


def settled(state: State, settlement: Settlement) -> State:
    """The hands lie open, points change hands, and seats without a bankroll are out."""
    state = round_over(show(state, state.after(state.dealer)), settlement)
    points = added(state.carried["points"], settlement.points)
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
    for_others = ("re_enter",)

    def offers(self, state: State, seat: int) -> Iterator[Offer]:
        if seat == state.leader:
            if len(standing_seats(state)) > 1:
                yield Offer("next_round")
            yield Offer("end_game")
        if seat in may_re_enter(state):
            yield Offer("re_enter")

    def apply(self, state: State, seat: int, action: Action) -> State:
        if action.verb != "re_enter":
            return super().apply(state, seat, action)
        bankroll = state.options["bankroll"]
        carried = {
            "points": _with(state.carried["points"], seat, bankroll),
            "buy_ins": _with(state.carried["buy_ins"], seat, state.carried["buy_ins"][seat] + 1),
            "out": tuple(other for other in eliminated(state) if other != seat),
        }
        return log(replace(state, carried=carried), "re_entered", seat, bankroll=bankroll)

    def next_dealer(self, state: State) -> int:
        """The next seat clockwise that is still in."""
        playing = standing_seats(state)
        return min(playing, key=lambda seat: (seat - state.dealer - 1) % len(state.seats))

    def automatic(self, state: State, seat: int) -> Action:
        return Action("next_round" if len(standing_seats(state)) > 1 else "end_game")

    def pause(self, state: State) -> int | None:
        return super().pause(state) if len(standing_seats(state)) > 1 else 60

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
        Option("rounds", (10, 5, 20), given=("scoring", "cumulative")),
        Option("target", (200, 100, 300), given=("scoring", "match")),
        Option("bankroll", (100, 50, 200), given=("scoring", "pool")),
        Option("re_entry", (False, True), given=("scoring", "pool")),
        Option("hand", ("by_players", "seven")),
        Option("knock_at", ("any", "ten"), given=("no_knock", False)),
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
        return turn_upcard(replace(deal_cards(state, each, known=each, jokers=state.options["jokers"]), phase="play"))

    def points(self, state: State, seat: int) -> Mapping[str, int]:
        return {"total": state.carried["points"][seat]}

    def totals(self, state: State) -> tuple[tuple[int, ...], ...]:
        if state.options["scoring"] != "pool":
            return super().totals(state)
        bankroll = state.options["bankroll"]
        rows = [list(row) for row in running(self.sheet(state), (bankroll,) * len(state.seats))]
        for seat, buy_ins in enumerate(state.carried["buy_ins"]):
            if buy_ins > 1:
                # after the round that eliminated it the seat went on with a fresh bankroll
                again = next(number for number, row in enumerate(rows) if row[seat] <= 0)
                fresh = bankroll - rows[again][seat]
                for row in rows[again + 1 :]:
                    row[seat] += fresh
        return tuple(map(tuple, rows))

    def winners(self, state: State) -> tuple[int, ...]:
        if state.phase != "game_over":
            return ()
        return best({seat: state.carried["points"][seat] for seat in standing_seats(state)})

    def hand(self, state: State, seat: int, viewer: int | None) -> Arrangement | None:
        here = state.seats[seat]
        return melds.best_arrangement(here.cards, ace="low") if here.cards and (here.shown or seat == viewer) else None

    def after(self, state: State, viewer: int) -> Mapping[Card, int]:
        return after_putting_away(state, viewer)

    def extras(self, state: State) -> dict[str, Any]:
        extras: dict[str, Any] = {"may_re_enter": may_re_enter(state)}
        if state.phase == "game_over" and state.options["scoring"] == "pool":
            extras["results"] = self._results(state)
        return extras

    def _results(self, state: State) -> tuple[int, ...]:
        """Every buy-in goes to the winner: each other seat stands at minus its own."""
        paid = [count * state.options["bankroll"] for count in state.carried["buy_ins"]]
        winners = self.winners(state)
        prize = sum(buy_ins for seat, buy_ins in enumerate(paid) if seat not in winners)
        shares = split(prize, winners, state.after(state.dealer))
        return tuple(shares.get(seat, -buy_ins) for seat, buy_ins in enumerate(paid))


GAME = KnockRummy()
