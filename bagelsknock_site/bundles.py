"""Style sheets and scripts of a page in one file each, without comments, so that a first visit asks for little and seldom.

A bundle has a name like any static file, `{% static "table-page.js" %}`; `collectstatic` finds it, and in development it is made
anew whenever one of its parts has changed. Parts stand in the order in which a browser is to read them.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage
from rcssmin import cssmin
from rjsmin import jsmin

PARTS: Mapping[str, Sequence[str]] = {
    "first.js": ("store.js", "preferences.js", "seated.js", "refused.js"),
    "table-page.css": ("site.css", "table.css", "hand.css", "rulebook.css"),
    "table-page.js": (
        "seat.js",
        "news.js",
        "line.js",
        "motion.js",
        "draw.js",
        "hand.js",
        "table.js",
        "presence.js",
        "turn.js",
        "needs.js",
        "cut.js",
        "tips.js",
    ),
    "lobby-page.js": ("news.js", "lobby.js"),
    # What few visits need comes when they do (`Later` in store.js).
    "table-alerts.js": ("alerts.js",),
    "table-device.js": ("device.js",),
    "table-keys.js": ("keys.js",),
    "table-phrases.js": ("phrases.js",),
    "table-sure.js": ("sure.js",),
}
_PACK: Mapping[str, Callable[[str], str]] = {".css": cssmin, ".js": jsmin}


class BundleFinder(BaseFinder):
    """Finds bundles among the static files, as the last of the finders."""

    def __init__(self, app_names: Any = None, *args: Any, **kwargs: Any) -> None:
        self.source = Path(settings.STATICFILES_DIRS[0])
        self.storage = FileSystemStorage(settings.VAR / "bundles")

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        found = [self._made(path)] if path in PARTS else []
        return found if find_all else next(iter(found), [])

    def list(self, ignore_patterns: Any) -> Iterable[tuple[str, FileSystemStorage]]:
        for name in PARTS:
            self._made(name)
            yield name, self.storage

    def _made(self, name: str) -> str:
        """The path of the bundle, which is up to date."""
        bundle, parts = Path(self.storage.path(name)), [self.source / part for part in PARTS[name]]
        if not bundle.exists() or any(part.stat().st_mtime >= bundle.stat().st_mtime for part in parts):
            bundle.parent.mkdir(parents=True, exist_ok=True)
            half = bundle.with_suffix(f".{os.getpid()}")  # another process may be at it, too
            half.write_text(_PACK[bundle.suffix]("\n".join(part.read_text() for part in parts)))
            half.replace(bundle)
        return str(bundle)
