"""The last lock of the log: whatever a library or an error says, no line that is written holds an address or a seat key."""

import ipaddress
import logging
import re

from pythonjsonlogger.json import JsonFormatter

_KEY = re.compile(r"\b[0-9a-f]{32,128}\b")
"""As browsers make them: 128 random bits in hexadecimal; their hashes, too."""
_NUMBERS = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)")
_COLONS = re.compile(r"(?<![\w:.])[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f.]{0,15}){2,8}(?!\w)")


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
