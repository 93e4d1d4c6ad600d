"""How long the site waits for people. One place for all of it; what design pages promise to players is marked so.

"Absent" begins when somebody is no longer `here`, so a minute's absence is a minute after that.
"""

from collections.abc import Mapping
from datetime import timedelta

from django.conf import settings

#: Seconds. `settings.PATIENCE` may change some of them: tests do.
SECONDS: Mapping[str, float] = {
    # a page that is open is heard of every few seconds, and that is written down at most every 10 seconds
    "here": 25,
    "written": 10,
    # absent people (promised)
    "gone": 60,  # another person leads; a game that nobody is at pauses
    "sit_in": 120,  # the leader may let a computer player sit in
    "unlisted": 30,  # a waiting table that nobody is at leaves the lobby
    "close": 15 * 60,  # it closes, and so does a paused game
    # sockets that have died without a word
    "ask": 20,  # the page is asked whether it is still there
    "silent": 35,  # and is held to be gone
    # how often each process compares what its pages show with the database
    "caught_up": 2,
    # how often presence is looked at, and how often it is told at most
    "beat": 5,
    "told": 0.5,
    # turns
    "grace": 10,  # for a person whose deadline passed while nobody watched the clock (promised)
    "turn_left": 10,  # at least, for the second half of a turn
    # seats
    "reserved": 30,  # at a rematch, for its owner (promised)
    "move": 5 * 60,  # the link that takes a seat to another device (promised)
}

#: Turns in a row that the clock plays for a person before a computer player does (promised).
MISSED_TURNS = 2


def seconds(name: str) -> float:
    """How long, in seconds."""
    return float(settings.PATIENCE.get(name, SECONDS[name]))


def patience(name: str) -> timedelta:
    """How long, as a difference of times."""
    return timedelta(seconds=seconds(name))
