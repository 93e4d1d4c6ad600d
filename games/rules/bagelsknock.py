"""BagelsKnock, for 2 to 4 players: three-card poker, then seven-card knock rummy on the same deal; a final hand at the end.

A round. Seven cards to each seat and an upcard.
Phase 1 (`betting`): players see their first two cards; with the upcard they make a three-card poker hand. One betting
round up to 20. In a regular round the first player posts the upcard's value as a blind if it is 3, 4 or 5; in a Big
Kahuna round always (ace 20, and then the blind player alone may raise to 25). Best hand takes the pot.
Phase 2 (`rummy`): all seven cards, aces low or high. Knock instead of drawing, and everybody else has one more turn; or
draw and discard; or splash: all seven kept cards in melds, the last discard goes into the Splash box and play stops.
    knock:  other >= knocker pays other - knocker + 10; other < knocker gets 5 x (knocker - other) + 10
    splash: everybody else pays loose + 25, and 50 more if only kings, queens, jacks and tens were kept

The game. Big Kahuna is due every 5th round with 2 players, every 4th with 3, every 3rd with 4. The leader says what
comes next, or the option `rounds` does: its last round is a Big Kahuna.
Phase 3 (`final_bet`, `final_hand`): the lowest 4 x P1 + P2 chooses a bet; seven cards each, five face up, two turned over
one by one; the best five of seven takes the bet from every other seat. Highest 4 x P1 + P2 + P3 wins.

Standing.kind: "regular", "big_kahuna", "last" (a Big Kahuna round after which the final hand follows) or "final".

Events: dealt, upcard_turned, blind_posted, those of the betting, nothing_bet, hand_shown {cards}, pot_won, rummy_started, those of
drawing and discarding, knocked {loose}, splashed {card, royal}, knock_settled, splash_settled, round_void, next_round_chosen
{big_kahuna}, game_ending {big_kahuna_first}, final_bet_due {neutral}, bet_chosen {amount, neutral}, final_dealt,
turned_over {card}, hand_won {winners, rank}, game_won {winners}.

Refusals besides the shared ones: knock_before_drawing, already_knocked {knocker}, splash_needs_draw, not_all_melded
{loose}, kahuna_decided {big_kahuna}, nothing_to_turn.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.rules import melds, poker
from games.rules.cards import Card, order, rank
from games.rules.game import Game, Phase, deal_cards, log, running, turn_upcard, with_all_seats, with_seat
from games.rules.phases import Betting, DrawAndDiscard, best, game_over, round_over, settle, show, split, void
from games.rules.state import (
    Action,
    Arrangement,
    Offer,
    Option,
    Options,
    Payment,
    PokerRank,
    Refusal,
    Settlement,
    Sheet,
    Standing,
    State,
    replace,
)

HAND = 7
SEEN_IN_PHASE_1 = 2
MAXIMUM_BET = 20
MAXIMUM_OF_ACE_BLIND = 25
FACE_UP_IN_FINAL_HAND = 5
HIGHEST_FINAL_BET = 9_999
#: Big Kahuna is due every so many rounds, by number of players.
KAHUNA_EVERY: Mapping[int, int] = {2: 5, 3: 4, 4: 3}
ROYAL = frozenset("KQJT")


def upcard_value(card: Card) -> int:
    """What the blind on this upcard is: ace 20, court cards 10, the others their number."""
    return 20 if card[0] == "A" else min(rank(card) + 1, 10)


def kahuna_round(state: State) -> bool:
    return state.standing.kind in ("big_kahuna", "last")


def kahuna_due(options: Options, seats: int, number: int) -> bool:
    """Whether round `number` should be a Big Kahuna: goes by the number alone; the last of a fixed number of rounds always is."""
    return number == options["rounds"] or number % KAHUNA_EVERY[seats] == 0


def neutral_bet(state: State, seat: int) -> int:
    """The smallest final bet that brings the seat to zero or better if it wins the hand."""
    total = GAME.points(state, seat)["total"]
    return max(0, -(total // (len(state.seats) - 1)))


def shows_hands(state: State) -> bool:
    """Whether the hands of a finished Phase 2 lie open."""
    return state.phase in ("round_over", "final_bet")


class ThreeCardPoker(Betting):
    """Phase 1."""

    def limits(self, state: State, seat: int) -> tuple[int, int]:
        ace_blind = kahuna_round(state) and state.blind == seat and state.pile[-1][0] == "A"
        return max(other.bet for other in state.seats) + 1, MAXIMUM_OF_ACE_BLIND if ace_blind else MAXIMUM_BET

    def over(self, state: State) -> State:
        paid = [seat.bet for seat in state.seats]
        pot = sum(paid)
        still_in = [number for number, seat in enumerate(state.seats) if not seat.folded]
        state = replace(with_all_seats(state, bet=0), blind=None)
        if not pot:
            settlement = Settlement("nothing_bet", (0,) * len(paid))
            state = log(state, "nothing_bet")
        elif len(still_in) == 1:
            winner = still_in[0]
            points = tuple(pot * (number == winner) - put for number, put in enumerate(paid))
            settlement = Settlement("last_in", points, (winner,), params={"pot": pot})
            state = log(state, "pot_won", None, winners=(winner,), pot=pot, shown=False)
        else:
            strengths = {number: poker.three_card(three_cards(state, number)) for number in still_in}
            winners = best(strengths)
            shares = split(pot, winners, state.after(state.dealer))
            points = tuple(shares.get(number, 0) - put for number, put in enumerate(paid))
            settlement = Settlement("pot", points, winners, params={"pot": pot, "shares": [shares[seat] for seat in winners]})
            for number in still_in:
                state = with_seat(state, number, shown=SEEN_IN_PHASE_1)
                # the cards leave the table when Phase 2 starts; the log keeps them
                state = log(state, "hand_shown", number, cards=state.seats[number].cards[:SEEN_IN_PHASE_1])
            category = strengths[winners[0]].rank.category
            state = log(state, "pot_won", None, winners=winners, pot=pot, shown=True, rank=category)
        return replace(state, phase="betting_over", to_act=state.leader, settled=(*state.settled, settlement))


def three_cards(state: State, seat: int) -> tuple[Card, ...]:
    """The Phase 1 hand: the seat's first two cards and the upcard."""
    return (*state.seats[seat].cards[:SEEN_IN_PHASE_1], state.pile[-1])


class BettingOver(Phase):
    """Between Phase 1 and Phase 2: the cards of the showdown stay on the table until the leader switches."""

    verbs = ("start_rummy",)
    leads = True

    def offers(self, state: State, seat: int) -> Iterator[Offer]:
        if seat == state.leader:
            yield Offer("start_rummy")

    def apply(self, state: State, seat: int, action: Action) -> State:
        state = with_all_seats(state, known=HAND, shown=0)
        state = replace(state, phase="rummy", to_act=state.after(state.dealer)[0])
        return log(state, "rummy_started", seat)

    def automatic(self, state: State, seat: int) -> Action:
        return Action("start_rummy")

    def pause(self, state: State) -> int | None:
        return 20 if state.settled[-1].kind == "pot" else 5


class KnockRummy(DrawAndDiscard):
    """Phase 2."""

    verbs = ("draw", "discard", "splash", "knock")

    def offers(self, state: State, seat: int) -> Iterator[Offer]:
        yield from super().offers(state, seat)
        if seat != state.to_act:
            return
        if state.drawn is None:
            if state.knocker is None:
                yield Offer("knock")
        else:
            left = melds.least_after_discard(state.seats[seat].cards, ace="both")
            out = tuple(card for card in self.spare(state, seat) if left[card] == 0)
            if out:
                yield Offer("splash", choices=out)

    def apply(self, state: State, seat: int, action: Action) -> State:
        match action.verb:
            case "knock":
                others = state.after(seat)[:-1]
                state = replace(state, knocker=seat, last_turns=others, to_act=others[0])
                return log(state, "knocked", seat, loose=loose(state, seat))
            case "splash":
                card = action.argument
                state = replace(self.put_away(state, seat, card), aside=(card,))
                royal = {held[0] for held in state.seats[seat].cards} <= ROYAL
                return self._splash(log(state, "splashed", seat, card=card, royal=royal), seat, royal)
        return super().apply(state, seat, action)

    def discarded(self, state: State, seat: int) -> State:
        if state.knocker is None:
            return replace(state, to_act=state.after(seat)[0])
        left = state.last_turns[1:]
        if left:
            return replace(state, last_turns=left, to_act=left[0])
        return self._knock(replace(state, last_turns=()), state.knocker)

    def _knock(self, state: State, knocker: int) -> State:
        at_knocker = loose(state, knocker)
        payments = []
        for other in state.after(knocker)[:-1]:
            at_other = loose(state, other)
            params = {"knocker_loose": at_knocker, "other_loose": at_other}
            if at_other >= at_knocker:
                payments.append(Payment(other, knocker, at_other - at_knocker + 10, "knock_stands", params))
            else:
                payments.append(Payment(knocker, other, 5 * (at_knocker - at_other) + 10, "knock_beaten", params))
        return self._settle(state, "knock", knocker, payments, loose=at_knocker)

    def _splash(self, state: State, splasher: int, royal: bool) -> State:
        payments = []
        for other in state.after(splasher)[:-1]:
            at_other = loose(state, other)
            points = at_other + 25 + (50 if royal else 0)
            payments.append(Payment(other, splasher, points, "splash_royal" if royal else "splash", {"other_loose": at_other}))
        return self._settle(state, "splash", splasher, payments, royal=royal)

    def _settle(self, state: State, kind: str, seat: int, payments: list[Payment], **params: Any) -> State:
        settlement = settle(state, kind, payments, seat=seat, **params)
        return self._round_over(log(state, f"{kind}_settled", seat, points=settlement.points[seat]), settlement)

    def void(self, state: State) -> State:
        return self._round_over(log(state, "round_void"), void(state))

    def _round_over(self, state: State, settlement: Settlement) -> State:
        state = round_over(show(state, range(len(state.seats))), settlement)
        return to_final_bet(state) if state.standing.kind == "last" else state

    def unwanted(self, state: State, seat: int) -> Card:
        spare = self.spare(state, seat)
        hand = melds.best_arrangement(state.seats[seat].cards, ace="both")
        # with nothing loose to spare, whatever leaves the least
        return max(
            [card for card in hand.loose if card in spare] or self._cheapest(state, seat, spare),
            key=lambda card: (min(rank(card) + 1, 10), order(card)),
        )

    @staticmethod
    def _cheapest(state: State, seat: int, spare: tuple[Card, ...]) -> list[Card]:
        left = melds.least_after_discard(state.seats[seat].cards, ace="both")
        least = min(left[card] for card in spare)
        return [card for card in spare if left[card] == least]

    def reason(self, state: State, seat: int, action: Action) -> Refusal | None:
        if action.verb == "knock":
            if state.knocker is not None:
                return Refusal("already_knocked", {"knocker": state.knocker})
            return Refusal("knock_before_drawing") if state.drawn is not None else None
        if action.verb == "splash":
            if state.drawn is None:
                return Refusal("splash_needs_draw")
            refused = self.reason_card(state, seat, action.argument)
            if refused:
                return refused
            left = melds.least_after_discard(state.seats[seat].cards, ace="both")[action.argument]
            return Refusal("not_all_melded", {"loose": left})
        return super().reason(state, seat, action)


def loose(state: State, seat: int) -> int:
    """The loose points of a seat's hand."""
    return melds.loose_points(state.seats[seat].cards, ace="both")


class RoundOver(Phase):
    """Between rounds: the leader deals on or ends the game."""

    verbs = ("next_round", "end_game")
    leads = True

    def offers(self, state: State, seat: int) -> Iterator[Offer]:
        if seat != state.leader:
            return
        due = self._due(state)
        fixed = state.options["rounds"] != "leader"
        yield Offer("next_round", choices=(due,) if fixed else (False, True), optional=True, suggested=due)
        yield Offer("end_game", choices=(True, False), optional=True, suggested=True)

    @staticmethod
    def _due(state: State) -> bool:
        return kahuna_due(state.options, len(state.seats), state.round + 1)

    def apply(self, state: State, seat: int, action: Action) -> State:
        if action.verb == "next_round":
            kahuna = self._due(state) if action.argument is None else action.argument
            state = log(state, "next_round_chosen", seat, big_kahuna=kahuna)
            last = state.round + 1 == state.options["rounds"]
            return next_round(state, "last" if last else "big_kahuna" if kahuna else "regular")
        first = action.argument is True
        state = log(state, "game_ending", seat, big_kahuna_first=first)
        return next_round(state, "last") if first else to_final_bet(state)

    def automatic(self, state: State, seat: int) -> Action:
        return Action("next_round", self._due(state))

    def reason(self, state: State, seat: int, action: Action) -> Refusal | None:
        if action.verb == "next_round" and type(action.argument) is bool:
            return Refusal("kahuna_decided", {"big_kahuna": self._due(state)})
        return None

    def pause(self, state: State) -> int | None:
        return 30


def next_round(state: State, kind: str) -> State:
    standing = Standing(state.round + 1, state.after(state.dealer)[0], kind, GAME.sheet(state))
    return replace(state, standing=standing)


def to_final_bet(state: State) -> State:
    """The seat with the lowest total (equal: the first after the dealer) chooses the bet; the last showdown stays on the table."""
    chooser = min(state.after(state.dealer), key=lambda seat: GAME.points(state, seat)["total"])
    state = replace(state, phase="final_bet", to_act=chooser)
    return log(state, "final_bet_due", chooser, neutral=neutral_bet(state, chooser))


def worth(phases: tuple[int, ...]) -> int:
    """What a round counts: Phase 1 four times; the final hand is a row of its own."""
    return 4 * phases[0] + phases[1] if len(phases) == 2 else phases[0]


class FinalBet(Phase):
    """Before Phase 3: the bet on the final hand."""

    verbs = ("choose_bet",)

    def offers(self, state: State, seat: int) -> Iterator[Offer]:
        if seat == state.to_act:
            neutral = neutral_bet(state, seat)
            high = neutral if state.options["final_bet"] == "neutral" else HIGHEST_FINAL_BET
            yield Offer("choose_bet", low=0, high=high, suggested=neutral)

    def apply(self, state: State, seat: int, action: Action) -> State:
        standing = Standing(state.round + 1, state.dealer, "final", GAME.sheet(state), action.argument)
        state = log(state, "bet_chosen", seat, amount=action.argument, neutral=neutral_bet(state, seat))
        return replace(state, standing=standing)

    def automatic(self, state: State, seat: int) -> Action:
        return Action("choose_bet", neutral_bet(state, seat))


class FinalHand(Phase):
    """Phase 3: everybody turns over their last two cards, in any order of seats."""

    verbs = ("turn_over",)
    any_order = True

    def offers(self, state: State, seat: int) -> Iterator[Offer]:
        if state.seats[seat].shown < HAND:
            yield Offer("turn_over")

    def apply(self, state: State, seat: int, action: Action) -> State:
        up = state.seats[seat].shown + 1
        state = with_seat(state, seat, shown=up, known=up)
        state = log(state, "turned_over", seat, card=state.seats[seat].cards[up - 1])
        for waiting in state.after(state.dealer):
            if state.seats[waiting].shown < HAND:
                return replace(state, to_act=waiting)
        return self._settle(state)

    @staticmethod
    def _settle(state: State) -> State:
        bet = state.standing.bet or 0
        strengths = {number: poker.best_five(seat.cards) for number, seat in enumerate(state.seats)}
        winners = best(strengths)
        payee = winners[0] if len(winners) == 1 else None
        payments = [Payment(loser, payee, bet, "final_hand") for loser in strengths if loser not in winners]
        settlement = settle(state, "final", payments, winners, bet=bet)
        state = log(state, "hand_won", None, winners=winners, rank=strengths[winners[0]].rank.category)
        return game_over(replace(state, settled=(settlement,)))

    def automatic(self, state: State, seat: int) -> Action:
        return Action("turn_over")

    def reason(self, state: State, seat: int, action: Action) -> Refusal | None:
        return Refusal("nothing_to_turn")

    def pause(self, state: State) -> int | None:
        return 15


class BagelsKnock(Game):
    name = "bagelsknock"
    title = "BagelsKnock"
    seats = (2, 4)
    options = (Option("rounds", ("leader", 3, 5, 10, 15)), Option("final_bet", ("free", "neutral")))
    solo_options: Options = {"rounds": 5}
    good_hands = poker.from_category("pair")
    phases: Mapping[str, Phase] = {
        "betting": ThreeCardPoker(),
        "betting_over": BettingOver(),
        "rummy": KnockRummy(),
        "round_over": RoundOver(),
        "final_bet": FinalBet(),
        "final_hand": FinalHand(),
    }

    def first_standing(self, options: Options, seats: int, dealer: int) -> Standing:
        return Standing(1, dealer, "regular")

    def deal(self, state: State) -> State:
        if state.standing.kind == "final":
            shown = FACE_UP_IN_FINAL_HAND
            return replace(deal_cards(state, HAND, known=shown, shown=shown, event="final_dealt"), phase="final_hand")
        state = turn_upcard(replace(deal_cards(state, HAND, known=SEEN_IN_PHASE_1), phase="betting"))
        upcard = state.pile[-1]
        return self._post_blind(state, upcard_value(upcard)) if kahuna_round(state) or upcard[0] in "345" else state

    @staticmethod
    def _post_blind(state: State, value: int) -> State:
        first, second, *_ = state.after(state.dealer)
        state = with_seat(state, first, bet=value)
        return log(replace(state, blind=first, to_act=second), "blind_posted", first, to=value)

    def sheet(self, state: State) -> Sheet:
        settled = [settlement.points for settlement in state.settled]
        if not settled:
            return state.standing.sheet
        if state.standing.kind != "final":
            settled += [(0,) * len(state.seats)] * (2 - len(settled))
        row = tuple(tuple(points[seat] for points in settled) for seat in range(len(state.seats)))
        return (*state.standing.sheet, row)

    def points(self, state: State, seat: int) -> Mapping[str, int]:
        p1 = p2 = p3 = 0
        for row in self.sheet(state):
            match row[seat]:
                case (one, two):
                    p1, p2 = p1 + one, p2 + two
                case (three,):
                    p3 += three
        return {"p1": p1, "p2": p2, "p3": p3, "total": 4 * p1 + p2 + p3}

    def totals(self, state: State) -> tuple[tuple[int, ...], ...]:
        return running(self.sheet(state), (0,) * len(state.seats), worth)

    def winners(self, state: State) -> tuple[int, ...]:
        if state.phase != "game_over":
            return ()
        return best({seat: self.points(state, seat)["total"] for seat in range(len(state.seats))})

    def hand(self, state: State, seat: int, viewer: int | None) -> Arrangement | None:
        if shows_hands(state) or (state.phase == "rummy" and seat == viewer):
            return melds.best_arrangement(state.seats[seat].cards, ace="both")
        return None

    def rank(self, state: State, seat: int, viewer: int | None) -> PokerRank | None:
        shown = state.seats[seat].shown
        if state.phase in ("betting", "betting_over") and (seat == viewer or shown):
            return poker.three_card(three_cards(state, seat)).rank
        if state.phase in ("final_hand", "game_over"):
            return poker.best_five(state.seats[seat].cards[:shown]).rank
        return None

    def after(self, state: State, viewer: int) -> Mapping[Card, int]:
        if state.phase != "rummy" or state.to_act != viewer or state.drawn is None:
            return {}
        left = melds.least_after_discard(state.seats[viewer].cards, ace="both")
        return {card: points for card, points in left.items() if card != state.taken}

    def extras(self, state: State) -> dict[str, Any]:
        seats = len(state.seats)
        coming = (number for number in range(state.round + 1, state.round + 16) if kahuna_due(state.options, seats, number))
        return {
            "upcard_value": upcard_value(state.pile[-1]) if state.phase in ("betting", "betting_over") else None,
            "splash_box": state.aside[0] if state.aside else None,
            "big_kahuna": kahuna_round(state),
            "big_kahuna_due": kahuna_due(state.options, seats, state.round + 1) if state.phase == "round_over" else None,
            "next_kahuna": next(coming, None) if state.standing.kind in ("regular", "big_kahuna") else None,
            "last_round": state.standing.kind == "last",
            "knock_loose": None if state.knocker is None else loose(state, state.knocker),
            "neutral_bet": neutral_bet(state, state.to_act) if state.phase == "final_bet" and state.to_act is not None else None,
            "final_bet": state.standing.bet,
        }


GAME = BagelsKnock()
