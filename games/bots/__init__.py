"""Computer players. They see a View and what it offers, as a person at the screen does, and nothing else."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from games.bots import bagelsknock, gin, knock_poker, knock_rummy
from games.bots.advice import Advice, of_rummy
from games.bots.levels import Level
from games.rules.state import Action, Offer, View

__all__ = ["PLAYERS", "Advice", "Level", "advise", "choose"]

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


def advise(view: View, offers: Sequence[Offer], rng: Random) -> Advice:
    """What a sharp player would do in the viewer's place, and why."""
    match view.game:
        case "bagelsknock":
            return bagelsknock.advise(view, offers, rng)
        case "knock_poker":
            return knock_poker.advise(view, offers, rng)
    return of_rummy(view, choose(view, offers, rng, Level.SHARP), "low")
