"""How well a computer player plays. All levels see the same View; they differ in what they make of it."""

from enum import StrEnum


class Level(StrEnum):
    """GENTLE is a kind beginner, STEADY a sensible family player, SHARP a careful player who counts."""

    GENTLE = "gentle"
    STEADY = "steady"
    SHARP = "sharp"
