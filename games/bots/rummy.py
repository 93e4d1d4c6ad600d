"""What computer players know of a rummy round, and what a hand may become; for every game of drawing and discarding.

All of it comes from the player's own cards and from the public events of the round: who took and threw what, face up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from games.rules.cards import Card, deck, is_joker, order
from games.rules.melds import POINTS, Aces, least_after_draw, loose_points
from games.rules.state import View


@dataclass(frozen=True)
class Memory:
    """What a player remembers of the round.

    unseen      cards that may lie in the stock or in another hand, in the order of a new deck
    held        cards that a seat took face up, or showed, and still holds
    hidden      how many other cards a seat holds
    turns       how many turns of drawing a seat has begun
    """

    unseen: tuple[Card, ...]
    held: Mapping[int, frozenset[Card]]
    hidden: Mapping[int, int]
    turns: Mapping[int, int]


def remember(view: View, *, jokers: bool = False) -> Memory:
    """The viewer's memory of the round so far."""
    pile: list[Card] = []
    held: dict[int, set[Card]] = {seat.seat: set() for seat in view.seats}
    turns = {seat.seat: 0 for seat in view.seats}
    for event in view.log:
        match event.code:
            case "hand_shown" if event.seat is not None:
                held[event.seat].update(event.params["cards"])
            case "upcard_turned":
                pile.append(event.params["card"])
            case "discarded" if event.seat is not None:
                pile.append(event.params["card"])
                held[event.seat].discard(event.params["card"])
            case "took_discard" if event.seat is not None:
                held[event.seat].add(pile.pop())
                turns[event.seat] += 1
            case "drew_stock" if event.seat is not None:
                turns[event.seat] += 1
            case "reshuffled":
                pile = pile[-1:]
    gone = {*pile, *(card for seat in view.seats for card in seat.cards if card)}
    gone.update(card for cards in held.values() for card in cards)
    return Memory(
        unseen=tuple(card for card in deck(jokers=jokers) if card not in gone),
        held={seat: frozenset(cards) for seat, cards in held.items()},
        hidden={seat.seat: len(seat.cards) - len(held[seat.seat]) for seat in view.seats},
        turns=turns,
    )


def outlook(hand: Sequence[Card], unseen: Sequence[Card], ace: Aces) -> float:
    """The loose points to expect of the hand after one draw of an unseen card and the best discard."""
    if not unseen:
        return float(loose_points(hand, ace))
    if any(map(is_joker, hand)):
        unseen = unseen[::6]  # jokers make counting slow; every sixth card says enough
    return sum(least_after_draw(hand, unseen, ace).values()) / len(unseen)


def danger(card: Card, memory: Memory, seat: int, ace: Aces) -> float:
    """The chance, roughly, that the seat holds two cards that make a meld with this one."""
    if is_joker(card):
        return 1.0
    held = memory.held[seat]
    likely = memory.hidden[seat] / max(1, len(memory.unseen))
    chance = 0.0
    for pair in _partners(card, ace):
        both = [1.0 if other in held else likely if other in memory.unseen else 0.0 for other in pair]
        chance += both[0] * both[1]
    return min(1.0, chance)


def own_cards(view: View) -> list[Card]:
    """The viewer's hand."""
    assert view.viewer is not None
    return [card for card in view.seats[view.viewer].cards if card]


def worth_taking(view: View, memory: Memory, ace: Aces) -> bool:
    """Whether the upcard leaves fewer points than a card from the stock can be expected to."""
    top, hand = view.discard_top, own_cards(view)
    if top is None:
        return False
    return least_after_draw(hand, [top], ace)[top] < outlook(hand, memory.unseen, ace)


def throw(view: View, choices: Sequence[Card], memory: Memory, following: int, ace: Aces) -> Card:
    """The card to discard: what leaves the fewest points, and little use to the next seat; of equals the highest."""
    return min(choices, key=lambda card: (view.after[card] + 8 * danger(card, memory, following, ace), -POINTS[card], order(card)))


@cache
def _partners(card: Card, ace: Aces) -> tuple[tuple[Card, Card], ...]:
    """All pairs that make a meld of three with the card."""
    return tuple(pair for pair in combinations(deck(), 2) if loose_points([card, *pair], ace) == 0 and card not in pair)
