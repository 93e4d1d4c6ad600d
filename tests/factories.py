"""Tables with people at them, in one line of a test. The people are always Ann, Bo, Cy, Di and Ed, in seat order.

ann_and_bo = SittingFactory(started=True)
ann_and_bo.act("check")
"""

import secrets
from dataclasses import dataclass
from typing import Any

import factory

from games import play
from games.models import Table
from games.replay import Present
from games.rules import engine
from games.rules.state import Action, State

PEOPLE = ("Ann", "Bo", "Cy", "Di", "Ed")


@dataclass
class Sitting:
    """A table and who sits at it, with what a test needs to play."""

    code: str
    keys: dict[str, str]

    @property
    def present(self) -> Present:
        return play.present(self.code)

    @property
    def table(self) -> Table:
        return Table.objects.get(code=self.code)

    @property
    def state(self) -> State:
        state = self.present.state
        assert state is not None
        return state

    def key(self, seat: int) -> str:
        """The key of a seat by number."""
        return self.keys[self.present.seats[seat].handle]

    @property
    def turn(self) -> int:
        """The seat the table waits for."""
        assert self.state.to_act is not None
        return self.state.to_act

    def decision(self, seat: int) -> int:
        """The number of the seat's next decision."""
        return self.present.seats[seat].decisions + 1

    def act(self, verb: str, argument: Any = None, seat: int | None = None) -> Present:
        """The seat to act (or another) does something."""
        number = self.turn if seat is None else seat
        return play.act(self.code, self.key(number), self.decision(number), Action(verb, argument))

    def play_until(self, phase: str) -> None:
        """Everybody plays as the table would for them, but knocks as soon as they may, until a phase is reached."""
        while self.state.phase != phase:
            seat, action = self.next_action()
            self.act(action.verb, action.argument, seat)

    def next_action(self) -> tuple[int, Action]:
        """What `play_until` does next, and for which seat."""
        planned = engine.automatic(self.state)
        assert planned, "the game is over"
        seat, action = planned
        knock = Action("knock")
        return seat, action if engine.refusal(self.state, seat, knock) else knock


class SittingFactory(factory.Factory):
    """A table opened through `games.play`: the first `people` of Ann, Bo, Cy ... sit there, and `bots` computer players.

    Ann leads. With `started` the first round is dealt. Everything else is what `play.open_table` takes.
    """

    class Meta:
        model = Sitting

    people = 2
    bots = 0
    started = False
    game = "bagelsknock"
    options = factory.LazyFunction(dict)
    seats = factory.LazyAttribute(lambda wanted: max(2, wanted.people + wanted.bots))
    public = True
    turn_clock = 0
    quick = False
    keys = factory.LazyAttribute(lambda wanted: {handle: secrets.token_hex(16) for handle in PEOPLE[: wanted.people]})

    @classmethod
    def _create(cls, model_class: type[Sitting], people: int, started: bool, keys: dict[str, str], **opening: Any) -> Sitting:
        opener, *guests = PEOPLE[:people]
        table = play.open_table(handle=opener, key=keys[opener], **opening)
        for guest in guests:
            play.sit(table.code, keys[guest], guest)
        if started:
            play.start(table.code, keys[opener])
        return model_class(table.code, keys)
