"""Computer players. They see a View and what it offers, as a person at the screen does, and nothing else."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from games.bots import bagelsknock, gin, knock_poker, knock_rummy
from games.bots.levels import Level
from games.rules.state import Action, Offer, View

__all__ = ["PLAYERS", "Level", "choose"]

#: How each game is played.
PLAYERS: Mapping[str, Callable[[View, Sequence[Offer], Random, Level], Action]] = {
    "bagelsknock": bagelsknock.choose,
    "knock_poker": knock_poker.choose,
    "knock_rummy": knock_rummy.choose,
    "gin": gin.choose,
}


def choose(view: View, offers: Sequence[Offer], rng: Random, level: Level = Level.STEADY) -> Action:
    """One of the actions that `offers` allow to the viewer; the same one for the same view and state of `rng`."""
    return PLAYERS[view.game](view, offers, rng, level)
