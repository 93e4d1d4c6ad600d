"""A real game that is over, for tests of its history: three people, cuts of all sorts, three rounds and the final hand."""

from games import play
from tests.factories import Sitting, SittingFactory

CUTS = {"Ann": "ännä ♠ 1", "Bo": "x" * 64}


def finished(people: int = 3, **wanted: object) -> Sitting:
    """Ann and Bo have cut, Cy has not."""
    table = SittingFactory(people=people, **{"options": {"rounds": 3}} | wanted)
    for handle, cut in CUTS.items():
        play.set_cut(table.code, table.keys[handle], cut)
    play.start(table.code, table.keys["Ann"])
    table.play_until("game_over")
    return table
