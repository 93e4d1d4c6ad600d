"""The table as it was after a certain move of a certain round: for the history of a game, and for the operator's replay.

Who looks is a seat number as text, WATCHER (who saw what lay open) or ALL (who sees every card: only after the game, or with leave).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games import boards, history, parts, sentences, showdown
from games.models import Move, Round
from games.rules import engine
from games.rules.cards import in_order
from games.rules.record import Played
from games.rules.state import Event, SeatView, State, View
from games.sentences import words
from games.sentences.levels import COMPUTERS

WATCHER, ALL = "watcher", "all"


@dataclass(frozen=True, slots=True)
class Moment:
    """A step of a round: 0 is the deal, then one for each move. The move that deals the next round is that round's step 0.

    last        the last step of this round that can be shown; -1: today's rules cannot even deal it
    complete    whether the steps lead to the end of the round as it was played
    """

    game: history.Stored
    each: Round
    moves: tuple[Move, ...]
    played: Played
    step: int
    who: str

    @property
    def last(self) -> int:
        return len(self.played.states) - 1

    @property
    def complete(self) -> bool:
        return self.played.problem is None

    @property
    def html(self) -> str:
        """The board; "" if it cannot be shown."""
        return parts.draw("moment", self.context()) if self.last >= 0 else ""

    def context(self) -> dict[str, Any]:
        """What the board is drawn from."""
        state = self.played.states[self.step]
        viewer = int(self.who) if self.who.isdigit() else None
        view = engine.view(state, viewer)
        return boards.context(self.game.table, view, self.game.seats, boards.Drawn()) | {
            "open_hands": [self._hand(state, view, number) for number in range(len(state.seats))],
            "stock_cards": state.stock if self.who == ALL else (),
            "told": _told(self.game, self.played.events[self.step]),
            "settled": self._is_settled(state),
        }

    def _is_settled(self, state: State) -> bool:
        """Whether what was settled last is what this step is about."""
        before = len(self.played.states[self.step - 1].settled) if self.step else 0
        return len(state.settled) > before or (self.step == self.last and bool(state.settled))

    def _hand(self, state: State, view: View, number: int) -> dict[str, Any]:
        """A seat's cards, as laid out as the viewer may know them; None is a card that the viewer does not see."""
        who = self.game.seats[number]
        seat = engine.view(state, number).seats[number] if self.who == ALL else view.seats[number]
        held = state.seats[number]
        seen = len(held.cards) if self.who == ALL else sum(card is not None for card in seat.cards)
        groups = _laid_out(seat)
        if groups is None:
            shown = held.cards[:seen]
            lying = in_order(shown) if seen == len(held.cards) == held.known else shown
            groups = [{"meld": False, "kind": "", "cards": lying}] if lying else []
        return {
            "number": str(number),
            "handle": who.handle,
            "groups": groups,
            "hidden": [None] * (len(held.cards) - seen),
            # of the cards in the order in which they came, those that their owner has not seen yet
            "unseen": held.cards[held.known :],
            "folded": held.folded and sentences.folded_matters(state.game, state.phase),
            "to_act": state.to_act == number,
            "total": words.number(seat.points["total"]),
            "many": len(held.cards) >= showdown.MANY,
            "me": self.who == str(number),
        }


def moment(game: history.Stored, round_number: int, step: int, who: str) -> Moment:
    """The step of the round, or the nearest that there is. `game` must have rounds."""
    each, moves = game.round(round_number)
    played = history.played(game.table, game.seats, each, moves)
    last = len(played.states) - 1
    if who != ALL and who not in map(str, range(len(game.seats))):
        who = WATCHER
    return Moment(game, each, moves, played, max(0, min(step, last)), who)


def _laid_out(seat: SeatView) -> list[dict[str, Any]] | None:
    if seat.hand is None:
        return None
    groups: list[dict[str, Any]] = [{"meld": True, "kind": showdown.kind_of(meld), "cards": meld} for meld in seat.hand.melds]
    return [*groups, {"meld": False, "kind": "loose", "cards": seat.hand.loose}] if seat.hand.loose else groups


def _told(game: history.Stored, events: Iterable[Event]) -> list[str]:
    told = (sentences.event(game.table.game, event, game.names) for event in events)
    return [line for line in told if line]


def log(game: history.Stored, each: Round, moves: Sequence[Move]) -> list[dict[str, Any]]:
    """The round in sentences, from what was stored: a line for the deal and one for each move, with its step."""
    lines = [{"step": 0, "told": _stored_sentences(game, each.opening), "by": "", "at": each.started_at}]
    for move in moves:
        lines.append({"step": move.number, "told": _stored_sentences(game, move.events), "by": _by(game, move), "at": move.at})
    return lines


def _by(game: history.Stored, move: Move) -> str:
    """Who made the move, if not the person whose seat it is."""
    if move.by == Move.By.COMPUTER and move.seat < len(game.seats) and game.seats[move.seat].is_computer:
        return str(COMPUTERS[game.seats[move.seat].plays])
    return "" if move.by == Move.By.PERSON else move.get_by_display()


def _stored_sentences(game: history.Stored, events: Any) -> str:
    """What happened, up to the next deal, which is told there."""
    told: list[str] = []
    try:
        for number, each in enumerate(events):
            event = Event.from_json(each)
            if number and event.code.endswith("dealt"):
                break
            told += _told(game, [event])
    except Exception:  # a row that is broken, or older than this code, must not hide the others
        told.append(_("(this cannot be told any more)"))
    return " ".join(told)
