"""What a sharp computer player would do in somebody's place, and why: for a person who plays with computer players alone.

Where another person has a seat there are no hints, also while somebody sits in for them. A hint comes from what the seat sees, costs no
move and changes nothing.

Codes of `Refused`, besides those of `games.play`: hint_people, hint_nothing, hint_often.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from games import bots, play
from games.bots import Advice
from games.change import Refused
from games.limits import refuse_often
from games.models import Seat, Table
from games.replay import Present
from games.rules import engine
from games.rules.state import View

KEPT = 200  # hints that a process remembers: asked again, it thinks no more


@dataclass(frozen=True, slots=True)
class Question:
    """A seat's question: what it sees, and of which moment."""

    moment: tuple[str, int, int]
    view: View


_kept: OrderedDict[tuple[str, int, int], Advice] = OrderedDict()


def may_ask(table: Table, viewer: Seat | None, seats: Sequence[Seat]) -> bool:
    """Whether the viewer gets hints at this table: all others there are computer players."""
    playing = viewer is not None and not viewer.bot and table.status == Table.Status.PLAYING
    return playing and all(seat.is_computer for seat in seats if viewer and seat.number != viewer.number)


def has_choice(view: View) -> bool:
    """Whether there is something to decide for the viewer: not who only leads on, or turns a card over."""
    phase = engine.GAMES[view.game].phases.get(view.phase)
    actions = sum(1 for offer in view.offers for _action in offer.actions())
    return actions > 1 and phase is not None and not phase.leads


def question(code: str, key: str | None) -> Question:
    """What the seat with this key asks now. In the database thread; refused where there are no hints."""
    _table, seat = play.find(code, key)
    if seat is None:
        raise Refused("no_key", status=403)
    present: Present = play.present(code)
    if present.table.status != Table.Status.PLAYING or present.state is None:
        raise Refused("not_started" if present.table.status == Table.Status.WAITING else "finished")
    if not may_ask(present.table, seat, present.seats):
        raise Refused("hint_people", status=403)
    view = engine.view(present.state, seat.number)
    if view.to_act != seat.number and view.to_act is not None:
        raise Refused("not_your_turn", {"to_act": view.to_act})
    if not has_choice(view):
        raise Refused("hint_nothing")
    moment = (code, present.table.version, seat.number)
    if moment not in _kept:
        refuse_often("hints", seat.pk, "hint_often")
    return Question(moment, view)


def think(asked: Question) -> Advice:
    """The hint; it takes some milliseconds of a processor, so not in the database thread."""
    if advice := _kept.get(asked.moment):
        return advice
    advice = bots.advise(asked.view, asked.view.offers, Random(str(asked.moment)))
    if not any(offer.allows(advice.action) for offer in asked.view.offers):
        raise ValueError(f"{advice.action} is not offered")
    _kept[asked.moment] = advice
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    return advice
