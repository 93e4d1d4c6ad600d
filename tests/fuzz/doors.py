"""Every way into the site, found from its own tables of addresses: a new door is fuzzed by itself."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from contact.forms import FIELDS
from games.routing import websocket_urlpatterns as table_sockets
from games.rules import engine
from games.rules.state import ARGUMENTS
from lobby.forms import OPTION
from lobby.routing import websocket_urlpatterns as lobby_sockets

OPTIONS = sorted({OPTION + option.name for game in engine.GAMES.values() for option in game.options})
ACT = ["decision", "do", *sorted(set(ARGUMENTS.values()))]
_READ_ELSEWHERE = {
    "parse_act": ACT,
    "OpenForm": ["game", "handle", "seats", "public", "level", "turn_clock", "phrases", *OPTIONS],
    "ContactForm": [*FIELDS, "website", "token"],
    "errors(": list(FIELDS),
    "Search": ["q", "game", "free", "page"],
}
"""Fields that a view leaves to these to read."""
_FIELD = re.compile(r"""(?:GET|POST|fields|_posted\(request\))(?:\.get\(|\[)["'](\w+)["']""")


@dataclass(frozen=True)
class Door:
    """An address with holes: `parts` are text, and (name of a hole, kind of what belongs there)."""

    name: str
    parts: tuple[str | tuple[str, str], ...]
    fields: tuple[str, ...] = ()


def pages() -> list[Door]:
    """Every address of the resolver, the admin's included."""
    return [*_walk(get_resolver().url_patterns, ()), *(Door(path, (path,)) for path in BESIDE)]


BESIDE = (
    "/healthz",
    "/readyz",
    "/metrics",
    "/static/site.css",
    "/static/cards.svg",
    "/nowhere/",
    "/favicon.ico",
    "/robots.txt",
    "//",
    "/static/",
)
"""What is answered beside Django, and what is nowhere."""


def sockets() -> list[Door]:
    return [*_walk([*table_sockets, *lobby_sockets], ()), Door("/ws/nowhere/", ("/ws/nowhere/",))]


def _walk(patterns: Any, before: tuple[str | tuple[str, str], ...]) -> Iterator[Door]:
    for each in patterns:
        parts = (*before, *_parts(each.pattern))
        if isinstance(each, URLResolver):
            yield from _walk(each.url_patterns, parts)
        else:
            whole = ("/", *parts)
            yield Door("".join(part if isinstance(part, str) else f"<{part[0]}>" for part in whole), whole, _fields(each))


def _parts(pattern: Any) -> Iterator[str | tuple[str, str]]:
    """A pattern's text and holes."""
    if isinstance(pattern, RoutePattern):
        for number, piece in enumerate(re.split(r"<([^>]+)>", pattern._route)):
            if number % 2:
                kind, _, name = piece.rpartition(":")
                yield name, kind or "str"
            elif piece:
                yield piece
    elif hasattr(pattern, "_regex"):
        for number, piece in enumerate(re.split(r"\(\?P<(\w+)>[^)]*\)", pattern._regex)):
            if number % 2:
                yield piece, "regex"
            elif plain := piece.strip("^$"):
                yield plain
    # else: the language's prefix, which the fuzzer puts there itself


def _fields(pattern: URLPattern) -> tuple[str, ...]:
    """The fields that a view reads, by its source."""
    try:
        source = inspect.getsource(inspect.unwrap(pattern.callback))
    except (OSError, TypeError):
        return ()
    found = _FIELD.findall(source)
    for reader, names in _READ_ELSEWHERE.items():
        if reader in source:
            found += names
    return tuple(dict.fromkeys(found))
