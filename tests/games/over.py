"""Real games that are over, for tests of their history. Ann and Bo have cut, the others have not."""

from games import play
from games.rules import engine
from games.rules.state import Action
from tests.factories import Sitting, SittingFactory

CUTS = {"Ann": "ännä ♠ 1", "Bo": "x" * 64}


def finished(people: int = 3, **wanted: object) -> Sitting:
    """Three rounds of BagelsKnock and the final hand."""
    table = _started(people=people, **{"options": {"rounds": 3}} | wanted)
    table.play_until("game_over")
    return table


def two_rounds(game: str, **wanted: object) -> Sitting:
    """Two rounds of any game; then the leader ends it. Everybody knocks as soon as they may."""
    table = _started(game=game, people=engine.GAMES[game].seats[0], **wanted)
    while not engine.is_over(table.state):
        state = table.state
        assert state.to_act is not None
        offers = {offer.verb: offer for offer in engine.legal_actions(state, state.to_act)}
        if "knock" in offers:
            table.act("knock", *offers["knock"].choices[:1])
        elif state.phase == "round_over" and state.round > 1:
            table.act("end_game", *offers["end_game"].choices[1:])
        else:
            seat, action = engine.automatic(state) or (0, Action(""))
            table.act(action.verb, action.argument, seat)
    return table


def void_round() -> Sitting:
    """A round of BagelsKnock in which nobody knocks, so that it is void after the fifth reshuffle; then the final hand."""
    table = _started(people=2)
    while not engine.is_over(table.state):
        seat, action = engine.automatic(table.state) or (0, Action(""))
        if table.state.phase == "round_over":
            action = Action("end_game", False)
        table.act(action.verb, action.argument, seat)
    return table


def _started(**wanted: object) -> Sitting:
    table = SittingFactory(**wanted)
    for handle, cut in CUTS.items():
        play.set_cut(table.code, table.keys[handle], cut)
    play.start(table.code, table.keys["Ann"])
    return table
