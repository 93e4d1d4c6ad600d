"""Whether to knock now: what that brings against what playing on brings, for every game with a knock."""

from __future__ import annotations

from dataclasses import dataclass

from games.bots.rummy import Outlook

#: Turns and loose points from which more make no difference.
TURNS, LOOSE = 10, 40


@dataclass(frozen=True)
class Knock:
    """The points that a knock brings more than playing on, as a sum over what a player can know.

    Found by playing on from the same positions in both ways, many thousand times, and fitting the difference (least squares):
    tests/bench/knock_lines.py.

    always      in any position
    turn        for each turn begun
    loose       for each loose point
    gain        for each point that the next draw will probably take away
    none        for each percent of chance that the next draw leaves nothing loose
    took        for each upcard that the others took
    late        for each loose point and ten turns
    much        for the square of the loose points, a tenth of it
    """

    always: float
    turn: float
    loose: float
    gain: float
    none: float
    took: float
    late: float
    much: float = 0.0

    def brings(self, loose: int, turns: int, ahead: Outlook, took: int) -> float:
        """With so many points loose, in a turn that is the seat's `turns`th, when the others took so many upcards."""
        turn, points = min(turns, TURNS), min(loose, LOOSE)
        return (
            self.always
            + self.turn * turn
            + self.loose * points
            + self.gain * (loose - ahead.loose)
            + self.none * 100 * ahead.none
            + self.took * took
            + self.late * points * turn / 10
            + self.much * points * points / 10
        )
