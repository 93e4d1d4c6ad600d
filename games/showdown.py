"""Hands as they lie on the table: laid out in melds, jokers as what they stand for, cards that joined another's meld; what was
settled, and why. From a `View`, for the table and for the examples of the rules pages.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games import sentences
from games.rules.cards import RANKS, Card, in_order, is_joker
from games.rules.state import Arrangement, SeatView, View
from games.sentences import words

Cards = tuple[Card, ...]

#: Up to so many cards of a hand lie side by side; from so many on they need the whole width.
FEW, MANY = 5, 10


def showdown(view: View, names: Sequence[str]) -> dict[str, Any]:
    """A row for each seat that plays, what was settled in a few words, and the arithmetic."""
    settlement = view.settlement
    most = max(len(seat.cards) for seat in view.seats)
    return {
        "rows": [_row(view, seat, names[seat.seat]) for seat in view.seats if seat.cards],
        "size": "many" if most >= MANY else "few" if most <= FEW else "",
        "headline": sentences.headline(view, settlement, names) if settlement else "",
        "explanation": sentences.explanation(view, settlement, names) if settlement else [],
    }


def _row(view: View, seat: SeatView, name: str) -> dict[str, Any]:
    settlement = view.settlement
    points = settlement.points[seat.seat] if settlement else 0
    # the very last one settles the game, which is told after it
    last = next((event for event in reversed(view.log) if event.code not in ("hand_won", "game_won")), None)
    turned = last.params["card"] if last and last.code == "turned_over" else None
    return {
        "number": str(seat.seat),
        "handle": name,
        "groups": groups(seat.hand, seat.cards[: seat.shown], joined=_joined(view, seat.seat), turned=turned),
        "hidden": [None] * (len(seat.cards) - seat.shown),
        "worth": worth(view, seat),
        "folded": seat.folded,
        "knocked": seat.knocked,
        "points": words.signed(points),
        "sign": sign(points),
        "wins": bool(settlement and seat.seat in settlement.winners),
        "shown": seat.shown > 0,
    }


def worth(view: View, seat: SeatView) -> str:
    """What the hand counts, or the poker hand that it is; "" if the viewer cannot know."""
    if seat.hand:
        return sentences.left_over(view.game, seat.hand.points)
    return words.poker_hand(seat.rank) if seat.rank else ""


def sign(points: int) -> str:
    """The class of a number of points."""
    return "plus" if points > 0 else "minus" if points < 0 else "even"


def standings(view: View, names: Sequence[str]) -> list[dict[str, str]]:
    """Everybody's total, in seat order."""
    return [{"handle": names[seat.seat], "total": words.number(seat.points["total"])} for seat in view.seats]


def _joined(view: View, seat: int) -> tuple[Cards, ...]:
    """The cards that others laid off on each of the seat's melds."""
    params = view.settlement.params if view.settlement else {}
    return params["laid_off"] if params.get("host") == seat else ()


def groups(
    hand: Arrangement | None,
    cards: Iterable[Card | None],
    *,
    joined: Sequence[Cards] = (),
    turned: Card | None = None,
) -> list[dict[str, Any]]:
    """Cards as they are laid out: the melds, each with the cards that joined it, then the loose ones; without an arrangement as they lie.

    `turned` is the card that has just been turned over.
    """

    def group(cards: Iterable[Card | None], *, meld: bool = False, more: Cards = ()) -> dict[str, Any]:
        laid = list(cards)
        stands = stand_ins(laid) if meld else {}
        kind = kind_of(laid) if meld else "loose" if hand else ""
        shown = in_order(filter(None, (*laid, *more))) if more else laid
        return {
            "meld": meld,
            "kind": kind,
            "cards": [_card(card, stands, kind, joined=card in more, turned=card is not None and card == turned) for card in shown],
        }

    if hand is None:
        return [group(cards)]
    more = joined or ((),) * len(hand.melds)
    laid_out = [group(meld, meld=True, more=others) for meld, others in zip(hand.melds, more, strict=True)]
    return [*laid_out, group(hand.loose)] if hand.loose else laid_out


def _card(card: Card | None, stands: Mapping[Card, tuple[str, str]], kind: str, *, joined: bool, turned: bool) -> dict[str, Any]:
    written, name = stands.get(card, ("", "")) if card else ("", "")
    return {"card": card, "kind": kind, "stands": name, "written": written, "joined": joined, "turned": turned}


def kind_of(meld: Iterable[Card | None]) -> str:
    """Whether a meld is a "set" or a "run"."""
    ranks = {card[0] for card in meld if card and not is_joker(card)}
    return "set" if len(ranks) == 1 else "run"


def stand_ins(meld: Sequence[Card | None]) -> dict[Card, tuple[str, str]]:
    """What each joker of a meld stands for, as it is written and as it is spoken: a card of a run, or a rank of a set."""
    cards = [card for card in meld if card]
    natural = [(place, card) for place, card in enumerate(cards) if not is_joker(card)]
    if len(natural) == len(cards) or not natural:
        return {}
    first, card = natural[0]
    if all(other[0] == card[0] for _, other in natural):
        told = words.rank_sign(card), words.rank_name(card)
        return {joker: told for joker in cards if is_joker(joker)}
    row = [Card(RANKS[(RANKS.index(card[0]) + place - first) % len(RANKS)] + card[1]) for place in range(len(cards))]
    return {joker: (words.card_sign(row[place]), words.card_name(row[place])) for place, joker in enumerate(cards) if is_joker(joker)}
