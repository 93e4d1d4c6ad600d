"""Computer players. They see a View and what it offers, as a person at the screen does, and nothing else."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Protocol

from games.bots import bagelsknock, gin, knock_poker, knock_rummy
from games.bots.advice import Advice
from games.bots.levels import Level
from games.rules.state import Action, Offer, View

__all__ = ["PLAYERS", "Advice", "Level", "advise", "choose"]


class Player(Protocol):
    """A module that plays one game."""

    def choose(self, view: View, offers: Sequence[Offer], rng: Random, level: Level) -> Action:
        """One of the actions that are offered."""

    def advise(self, view: View, offers: Sequence[Offer], rng: Random) -> Advice:
        """What sharp would do, and why."""


#: Who plays each game.
PLAYERS: Mapping[str, Player] = {"bagelsknock": bagelsknock, "knock_poker": knock_poker, "knock_rummy": knock_rummy, "gin": gin}


def choose(view: View, offers: Sequence[Offer], rng: Random, level: Level = Level.STEADY) -> Action:
    """One of the actions that `offers` allow to the viewer; the same one for the same view and state of `rng`."""
    return PLAYERS[view.game].choose(view, offers, rng, level)


def advise(view: View, offers: Sequence[Offer], rng: Random) -> Advice:
    """What a sharp player would do in the viewer's place, and why."""
    return PLAYERS[view.game].advise(view, offers, rng)
