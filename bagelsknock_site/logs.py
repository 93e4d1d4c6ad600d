"""The last lock of the log: whatever a library or an error says, no line that is written holds an address or a seat key; and what goes
wrong for everybody at once, while the database or Redis is away, is not written for each of them."""

import ipaddress
import logging
import re
import time

from pythonjsonlogger.json import JsonFormatter

_KEY = re.compile(r"\b[0-9a-f]{32,128}\b")
"""As browsers make them: 128 random bits in hexadecimal; their hashes, too."""
_NUMBERS = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)")
_COLONS = re.compile(r"(?<![\w:.])[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f.]{0,15}){2,8}(?!\w)")


AGAIN = 60.0
"""Seconds until the same trouble with the database or Redis is written again."""


class Calm(logging.Filter):
    """Lets the first of many errors through that say in one place that the database or Redis is away, and counts the others."""

    def __init__(self) -> None:
        super().__init__()
        self._written: dict[tuple[str, str, str], float] = {}
        self._more: dict[tuple[str, str, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        kind = _away(record.exc_info[1]) if record.exc_info else None
        if kind is None:
            return True
        trouble, now = (record.name, str(record.msg), kind), time.monotonic()
        if now - self._written.get(trouble, -AGAIN) < AGAIN:
            self._more[trouble] = self._more.get(trouble, 0) + 1
            return False
        self._written[trouble] = now
        if more := self._more.pop(trouble, 0):
            record.msg, record.args = f"{record.getMessage()} (and {more} times more since this was written)", None
        return True


def _away(error: BaseException | None) -> str | None:
    """What kind of error it is, if it says that something the site needs is away."""
    names = {each.__name__ for each in type(error).__mro__}
    return type(error).__name__ if names & {"OperationalError", "InterfaceError", "RedisError", "ConnectionError", "TimeoutError"} else None


class Discreet(logging.Formatter):
    """Formats like any other, and blots addresses and keys out, those in tracebacks included."""

    def format(self, record: logging.LogRecord) -> str:
        return blot(super().format(record))


class DiscreetJson(JsonFormatter):
    """One JSON object a line, with time, level, logger, message and, after an error, the traceback; as discreet as the plain lines."""

    def __init__(self) -> None:
        names = {"asctime": "time", "levelname": "level", "name": "logger", "exc_info": "traceback"}
        super().__init__("{asctime}{levelname}{name}{message}", style="{", rename_fields=names, datefmt="%Y-%m-%dT%H:%M:%S%z")

    def format(self, record: logging.LogRecord) -> str:
        return blot(super().format(record))


def blot(text: str) -> str:
    """The text without IP addresses and seat keys."""
    text = _KEY.sub("[key]", text)
    return _NUMBERS.sub(_blot_address, _COLONS.sub(_blot_address, text))


def _blot_address(found: re.Match[str]) -> str:
    """Times of day and version numbers look like addresses from afar."""
    for candidate in (found[0], found[0].rstrip(".:")):
        try:
            ipaddress.ip_address(candidate)
        except ValueError:
            continue
        return "[address]" + found[0][len(candidate) :]
    return found[0]
