"""How long a computer player seems to think: as long as a person might over such a decision, never no time and never long.

It goes by what everybody sees. If it went by the cards that are held, the pause would tell of them.
"""

import random

from django.conf import settings

from games.rules import engine
from games.rules.state import State

#: The part of `COMPUTER_PAUSE` from its least to its most: where there is nothing to choose, in an ordinary turn, for a bet or a fold.
NOTHING, ORDINARY, HARD = (0.0, 0.2), (0.15, 0.6), (0.5, 1.0)


def to_think(state: State) -> float:
    """Seconds for the seat to act, by the settings."""
    least, most = settings.COMPUTER_PAUSE
    return least + random.uniform(*_difficulty(state)) * (most - least)


def _difficulty(state: State) -> tuple[float, float]:
    assert state.to_act is not None
    phase = engine.GAMES[state.game].phases[state.phase]
    if phase.leads or phase.any_order:
        return NOTHING
    offers = {offer.verb: offer for offer in engine.legal_actions(state, state.to_act)}
    if "fold" in offers or "choose_bet" in offers:
        return ORDINARY if "check" in offers else HARD
    # whether there is one pile to draw from or two, and nothing else to do, all can see
    if set(offers) == {"draw"} and len(offers["draw"].choices) == 1:
        return NOTHING
    return ORDINARY
