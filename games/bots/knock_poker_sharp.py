"""A careful player of Knock Poker: counts what every choice is worth in chips, over hands that the others may hold.

The others' hands are dealt from the unseen cards, drawn to as often as they were, and limited by what was done with them
(`games.bots.unseen_hands`). What a choice pays is what the table pays: the pot, 2 or 1 chip for a knock, bonuses, the chip for a draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from random import Random

from games.bots.advice import Advice
from games.bots.hands import best_of, of_five
from games.bots.unseen_hands import Field, Rival, deal, field
from games.rules.cards import Card, deck, order
from games.rules.knock_poker import BONUSES, FOLD, KNOCK
from games.rules.poker import best_five
from games.rules.state import Action, Offer, View

#: Deals for one decision.
DEALS = 150
#: What hands that are knocked with in a first turn are worth at least (`games.bots.hands`), by the number of seats still in:
#: a pair of queens, of aces, two small pairs, two pairs. Later it is more, for each turn so much.
LIMITS: Mapping[int, int] = {2: 3500, 3: 4100, 4: 4450, 5: 4700}
EACH_TURN = 130
#: Chips that a knock must promise, by the number of seats still in: what playing on is worth with such a hand (found by trying).
PATIENCE: Mapping[int, float] = {2: 2.0, 3: 3.5, 4: 3.0, 5: 3.0}
#: The part of the pot that a quick knock must promise.
QUICK_PATIENCE = 0.45
#: How much more than a fair share the chance must be for a bet, and for a raise.
BET, RAISE = 1.1, 1.4
#: Cards tried for an unknown draw.
TRIED = 12


def advise(view: View, offers: Mapping[str, Offer], rng: Random) -> Advice:
    """What to do in a round that is being played, and why."""
    table = Situation(view, rng)
    if view.phase == "betting":
        return _bet(table, offers, table.outlook(table.hand, table.field))
    if view.phase == "betting_again":
        return _bet(table, offers, table.field.beaten_by(of_five(table.hand)))
    if "draw" in offers:
        return _begin_turn(table, offers)
    return _end_turn(table, offers)


class Situation:
    """What can be seen, and what follows from it."""

    def __init__(self, view: View, rng: Random) -> None:
        assert view.viewer is not None
        self.view, self.rng, self.me = view, rng, view.viewer
        self.hand: list[Card] = [card for card in view.seats[self.me].cards if card]
        self.unseen = [card for card in deck() if card not in self.hand and card != view.discard_top]
        self.others = [seat.seat for seat in view.seats if seat.seat != self.me and not seat.folded]
        self.last_turns = view.options["knock"] == "last_turns"
        self.one_circuit = view.options["circuit"] == "one"
        self.turns = self._count("discarded", "passed", "knocked")
        self.drawn = self._count("drew_stock", "took_discard")
        self.pays = {seat for seat in (view.knocker,) if seat is not None and self.last_turns and not view.seats[seat].folded}

    def _count(self, *codes: str) -> dict[int, int]:
        return {seat.seat: sum(event.seat == seat.seat and event.code in codes for event in self.view.log) for seat in self.view.seats}

    def deals(self, to_draw: Callable[[int], bool]) -> list[list[int]]:
        """Hands of the others; `to_draw` tells of a seat whether it draws once more before the showdown."""
        return deal([self._rival(seat, to_draw(seat)) for seat in self.others], self.unseen, DEALS, self.rng)

    def _rival(self, seat: int, draws: bool) -> Rival:
        limit = LIMITS[min(5, len(self.others) + 1)] + EACH_TURN * max(0, self.turns[seat] - 1)
        confident = any(event.seat == seat and event.code in ("bet", "raised", "passed") for event in self.view.log)
        if seat == self.view.knocker or confident:
            return Rival(seat, self.drawn[seat], int(draws), at_least=limit)
        if self.turns[seat] and self.view.knocker is None:
            return Rival(seat, self.drawn[seat], int(draws), below=limit)
        return Rival(seat, self.drawn[seat], int(draws))

    def _draws_once_more(self, seat: int) -> bool:
        """Whether the seat has a turn before the showdown, if nobody knocks any more."""
        if self.view.phase == "betting_again":
            return False
        if self.view.knocker is not None:
            return seat in self.view.last_turns
        return self.turns[seat] == 0 if self.one_circuit else self.last_turns or self.view.phase == "betting"

    @cached_property
    def together(self) -> list[list[int]]:
        return self.deals(self._draws_once_more)

    @cached_property
    def field(self) -> Field:
        """The others at the showdown as it is to be expected."""
        return field(self.together)

    @cached_property
    def field_of_knock(self) -> Field:
        """The others at the showdown after a knock now."""
        if self.last_turns and not self.one_circuit:
            return self.field
        return field(self.deals(lambda seat: self.last_turns))

    @property
    def why_knock(self) -> str:
        return "knock" if self.last_turns else "knock_quick"

    # --- what a hand is worth ---

    def knock(self, hand: Sequence[Card], *, undrawn: bool = False) -> float:
        """Chips to expect of a knock with these five cards."""
        chance = self.field_of_knock.beaten_by(of_five(hand))
        return self.knock_worth(chance) + chance * self.bonus(hand, undrawn=undrawn)

    def knock_worth(self, chance: float) -> float:
        stake = KNOCK * len(self.others) if self.last_turns else 0
        return chance * (self.view.pot + stake) - (1 - chance) * stake

    def bonus(self, hand: Sequence[Card], *, undrawn: bool = False) -> int:
        table = BONUSES[self.view.options["bonuses"]]
        if not table:
            return 0
        names = [best_five(hand).rank.category, "no_draw" if undrawn else ""]
        return sum(table.get(name, 0) for name in names) * (len(self.view.seats) - 1)

    def stay(self, value: int) -> float:
        """Chips to expect of staying in with such a hand after somebody's knock."""
        knocker = self.others.index(self.view.knocker) if self.view.knocker in self.others and self.pays else None
        worth = 0.0
        for values in self.together:
            best = max(values)
            share = 1.0 if value > best else 0.5 if value == best else 0.0
            worth += share * self.view.pot
            if knocker is not None:
                worth += KNOCK if values[knocker] < max(best, value) else -KNOCK
        return worth / len(self.together)

    def outlook(self, hand: Sequence[Card], others: Field) -> float:
        """The chance to be best after one more draw of an unseen card."""
        worth = weights = 0.0
        for card, weight in self._different(hand):
            worth += weight * others.beaten_by(best_of([*hand, card])[0])
            weights += weight
        return worth / weights

    def _different(self, hand: Sequence[Card]) -> Iterable[tuple[Card, int]]:
        """The unseen cards that may be drawn to the hand; where none can make a flush, one of each rank, with how many there are."""
        unseen = [card for card in self.unseen if card not in hand]
        if max(Counter(card[1] for card in hand).values()) >= 4:
            return [(card, 1) for card in unseen]
        of_rank = {card[0]: card for card in unseen}
        return [(of_rank[rank], count) for rank, count in Counter(card[0] for card in unseen).items()]

    def prospect(self, cards: Sequence[Card], fixed: Card | None = None) -> float:
        """The chance to be best of six cards, of which one is thrown; as they are, or after another draw where there is one."""
        return max(self.kept(cards, card) for card in cards if card != fixed)

    def kept(self, cards: Sequence[Card], thrown: Card) -> float:
        """The same without a certain card."""
        hand = [card for card in cards if card != thrown]
        now = self.field.beaten_by(of_five(hand))
        weight = self.another_draw
        return now if not weight else (1 - weight) * now + weight * self.outlook(hand, self.field)

    @property
    def another_draw(self) -> float:
        """How likely there is another draw after this turn, if it does not end with a knock."""
        if self.view.knocker is not None:
            return 0.0
        if self.one_circuit:
            return 0.25 if self.last_turns else 0.0
        return 1.0 if self.last_turns else 0.6


def _begin_turn(table: Situation, offers: Mapping[str, Offer]) -> Advice:
    view, hand = table.view, table.hand
    choices = offers["draw"].choices
    price = 1 if view.options["pay_to_draw"] else 0
    drawn = table.rng.sample(table.unseen, min(TRIED, len(table.unseen)))
    stock = sum(table.prospect([*hand, card]) for card in drawn) / len(drawn) if "stock" in choices else -1.0
    top = view.discard_top
    taken = table.prospect([*hand, top], top) if top and "discard" in choices else -1.0
    now = table.field.beaten_by(of_five(hand))
    if "knock" in offers:
        worth = table.knock(hand, undrawn=True)
        if worth >= max(_patience(table), table.knock_worth(max(stock, taken)) - price):
            return Advice(Action("knock"), table.why_knock, {"chance": table.field_of_knock.beaten_by(of_five(hand))})
    if "pass" in offers and now * view.pot >= max(stock, taken) * (view.pot + price) - price:
        return Advice(Action("pass"), "pat", {"chance": now})
    if top and taken >= stock:
        return Advice(Action("draw", "discard"), "take", {"card": top, "chance": taken})
    return Advice(Action("draw", "stock"), "draw", {"chance": stock})


def _patience(table: Situation) -> float:
    """Chips that a knock must promise."""
    if table.one_circuit:
        return 0.0
    return PATIENCE[min(5, len(table.others) + 1)] if table.last_turns else QUICK_PATIENCE * table.view.pot


def _end_turn(table: Situation, offers: Mapping[str, Offer]) -> Advice:
    cards, choices = table.hand, offers["discard"].choices
    values = {card: of_five([held for held in cards if held != card]) for card in choices}
    strongest = max(choices, key=lambda card: (values[card], -order(card)))
    kept = [held for held in cards if held != strongest]
    if "knock" in offers:
        worth = table.knock(kept)
        chance = table.field_of_knock.beaten_by(values[strongest])
        least = table.field.beaten_by(values[strongest]) * table.view.pot if table.one_circuit else _patience(table)
        if worth >= least:
            return Advice(Action("knock", strongest), table.why_knock, {"chance": chance})
        best = max(choices, key=lambda card: (table.kept(cards, card), values[card], -order(card)))
        return Advice(Action("discard", best), "too_weak", {"chance": chance})
    if "fold" in offers:
        chance, stays = table.field.beaten_by(values[strongest]), table.stay(values[strongest])
        if stays < -FOLD:
            return Advice(Action("fold"), "fold", {"chance": chance})
        return Advice(Action("discard", strongest), "stay", {"chance": chance})
    return Advice(Action("discard", strongest), "keep", {"chance": table.field.beaten_by(values[strongest])})


def _bet(table: Situation, offers: Mapping[str, Offer], chance: float) -> Advice:
    view, seats = table.view, len(table.others) + 1
    share, params = chance * seats, {"chance": chance}
    for verb, least in (("bet", BET), ("raise", RAISE)):
        if verb in offers and share >= least:
            return Advice(Action(verb), "bet_strong", params)
    if "check" in offers:
        return Advice(Action("check"), "check_weak", params)
    price = view.bet - view.seats[table.me].bet
    gives_up = -KNOCK * len(table.others) if table.me in table.pays else 0
    plays = chance * view.pot - (1 - chance) * price
    if table.me in table.pays:
        plays = table.knock_worth(chance) - (1 - chance) * price
    if plays >= gives_up:
        return Advice(Action("call"), "call", params)
    return Advice(Action("fold"), "fold", params)
