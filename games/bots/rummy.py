"""What computer players know of a rummy round, and what a hand may become; for every game of drawing and discarding.

All of it comes from the player's own cards and from the public events of the round: who took and threw what, face up.
A `Style` says how much a level makes of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import erf, exp, pi, sqrt
from random import Random

from games.bots.levels import Level
from games.rules.cards import Card, deck, is_joker, order
from games.rules.melds import POINTS, Aces, least_after_discard, least_after_draw, loose_points
from games.rules.state import View

#: After so many turns of its own a player throws what counts most and takes only what makes the hand less, so that a round comes to an end.
LONG = 25
#: Of the cards that may be put away, so many that leave the least are looked at closely; fewer for a card that is only tried.
CLOSE, CLOSE_TRIED = 4, 2
#: Loose points for each card that a hand is thought to have at least while its player has not knocked.
UNKNOCKED = 1.8
#: The part of a hand with a joker that a draw leaves, roughly: to count it takes too long.
WITH_JOKER = 0.85


@dataclass(frozen=True)
class Style:
    """How a level goes about drawing and throwing.

    now         how much the loose points of a hand as it is count against those it may have after the next draw
    feeds       points that a card is worth to the next player if it makes a meld there
    tried       cards tried for an unknown draw
    forgets     sees the own hand and the upcard, and has forgotten what was thrown and taken before
    """

    now: float
    feeds: float
    tried: int
    forgets: bool = False


STYLES: Mapping[Level, Style] = {
    Level.GENTLE: Style(now=0.5, feeds=0, tried=0, forgets=True),
    Level.STEADY: Style(now=0.4, feeds=8, tried=10),
    Level.SHARP: Style(now=0.3, feeds=2, tried=16),
}


@dataclass(frozen=True)
class Memory:
    """What a player remembers of the round.

    unseen      cards that may lie in the stock or in another hand, in the order of a new deck
    held        cards that a seat took face up, or showed, and still holds
    hidden      how many other cards a seat holds
    turns       how many turns of drawing a seat has begun
    took        how many of them with a discard
    """

    unseen: tuple[Card, ...]
    held: Mapping[int, frozenset[Card]]
    hidden: Mapping[int, int]
    turns: Mapping[int, int]
    took: Mapping[int, int]

    @property
    def long(self) -> bool:
        """Whether the round has gone on for very long."""
        return max(self.turns.values()) > LONG

    def rival(self, seat: int, cards: int) -> Rival:
        """What that seat's loose points may be, if it holds so many cards (aces low)."""
        return rival(cards, self.turns[seat], self.took[seat])


def remember(view: View, style: Style, *, jokers: bool = False) -> Memory:
    """What the viewer remembers of the round so far."""
    pile: list[Card] = []
    held: dict[int, set[Card]] = {seat.seat: set() for seat in view.seats}
    turns = {seat.seat: 0 for seat in view.seats}
    took = dict(turns)
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
                took[event.seat] += 1
            case "drew_stock" if event.seat is not None:
                turns[event.seat] += 1
            case "reshuffled":
                pile = pile[-1:]
    if style.forgets:
        pile, held = pile[-1:], {seat: set() for seat in held}
    gone = {*pile, *(card for seat in view.seats for card in seat.cards if card)}
    gone.update(card for cards in held.values() for card in cards)
    return Memory(
        unseen=tuple(card for card in deck(jokers=jokers) if card not in gone),
        held={seat: frozenset(cards) for seat, cards in held.items()},
        hidden={seat.seat: len(seat.cards) - len(held[seat.seat]) for seat in view.seats},
        turns=turns,
        took=took,
    )


@dataclass(frozen=True)
class Outlook:
    """A hand after one more draw of an unseen card and the best discard: the loose points to expect, and the chance to have none."""

    loose: float
    none: float


def outlook(hand: Sequence[Card], unseen: Sequence[Card], ace: Aces) -> Outlook:
    """What the next draw will probably make of the hand."""
    if not unseen:
        return Outlook(float(loose_points(hand, ace)), 0.0)
    if any(map(is_joker, hand)):
        return Outlook(loose_points(hand, ace) * WITH_JOKER, 0.0)
    after = least_after_draw(hand, unseen, ace).values()
    return Outlook(sum(after) / len(unseen), sum(not points for points in after) / len(unseen))


def keeps(cards: Sequence[Card], taken: Card | None, memory: Memory, ace: Aces, style: Style, close: int = CLOSE) -> dict[Card, float]:
    """What the others are worth without each card that may well be put away; greater is better, and only that matters."""
    left = {card: points for card, points in least_after_discard(cards, ace).items() if card != taken}
    if min(left.values()) == 0 or memory.long:
        return {card: float(-points) for card, points in left.items()}
    promising = sorted(left, key=lambda card: left[card])[:close]
    ahead = {card: outlook(all_but(cards, card), memory.unseen, ace).loose for card in promising}
    return {card: -style.now * left[card] - (1 - style.now) * ahead[card] for card in promising}


def takes(hand: Sequence[Card], top: Card, memory: Memory, ace: Aces, style: Style, rng: Random) -> bool:
    """Whether the upcard does more for the hand than an unseen card can be expected to."""
    if memory.long or any(map(is_joker, (*hand, top))):
        return is_joker(top) or least_after_draw(hand, [top], ace)[top] < (
            loose_points(hand, ace) if memory.long else outlook(hand, memory.unseen, ace).loose
        )
    if not style.tried:  # takes what makes a meld
        return loose_points([*hand, top], ace) < loose_points(hand, ace) + POINTS[top]
    drawn = rng.sample(memory.unseen, min(style.tried, len(memory.unseen)))
    taken = max(keeps([*hand, top], top, memory, ace, style, CLOSE_TRIED).values())
    stock = sum(max(keeps([*hand, card], None, memory, ace, style, CLOSE_TRIED).values()) for card in drawn)
    return taken > stock / max(1, len(drawn))


def throw(view: View, choices: Sequence[Card], memory: Memory, following: int, ace: Aces, style: Style) -> Card:
    """The card to discard: what keeps the hand worth most, and gives the next seat little."""
    worth = keeps(own_cards(view), view.taken, memory, ace, style)
    return max(
        (card for card in choices if card in worth),
        key=lambda card: (worth[card] - style.feeds * danger(card, memory, following, ace), POINTS[card], -order(card)),
    )


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


@dataclass(frozen=True)
class Rival:
    """What the loose points of another hand may be: about so many, more or less; aces low."""

    mean: float
    spread: float

    def below(self, points: float) -> float:
        """The chance to have so many or fewer."""
        return 0.5 * (1 + erf((points - self.mean) / self.spread / sqrt(2)))

    def above_by(self, points: float) -> float:
        """By how much the hand lies above so many, on average over all that it may be."""
        height = exp(-0.5 * ((points - self.mean) / self.spread) ** 2) / sqrt(2 * pi)
        return (self.mean - points) * (1 - self.below(points)) + self.spread * height


def rival(cards: int, turns: int, taken: int) -> Rival:
    """A hand of so many cards after so many turns, in which it took so many discards: as such hands were when nobody knocked.

    But who has little knocks, and this one has not.
    """
    mean = cards * (5.9 - 0.12 * cards) * 0.84 ** max(0, turns - 1) * 0.95**taken
    return Rival(max(mean, UNKNOCKED * cards), 4 + 0.9 * cards)


def all_but(cards: Sequence[Card], gone: Card) -> list[Card]:
    return [card for card in cards if card != gone]


@cache
def _partners(card: Card, ace: Aces) -> tuple[tuple[Card, Card], ...]:
    """All pairs that make a meld of three with the card."""
    return tuple(pair for pair in combinations(deck(), 2) if loose_points([card, *pair], ace) == 0 and card not in pair)
