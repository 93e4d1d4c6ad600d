"""Static files, served beside Django: no middleware, no thread, a dictionary look-up.

Collected files (`make play`) are kept in memory, about 5 MB with the admin's, and compressed once. Under a hashed name a file never
changes, so browsers keep it for a year. Where nothing was collected (development, tests) files come straight from their folders.
"""

import gzip
import hashlib
import json
import mimetypes
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.exceptions import SuspiciousFileOperation

YEAR = 365 * 24 * 3600  # seconds
_SAFE = [(b"x-content-type-options", b"nosniff"), (b"cross-origin-resource-policy", b"same-origin")]
"""With every answer: it is what it says it is, and for our own pages."""
_NOT_KEPT = (b"cache-control", b"no-store")
_COMPRESSIBLE = ("text/", "application/javascript", "application/json", "image/svg+xml")

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class StaticFiles:
    """An ASGI application for everything under STATIC_URL."""

    def __init__(self) -> None:
        self.hashed = settings.STATIC_HASHED
        self.immutable: frozenset[str] = frozenset()
        self.files: dict[str, Path] = {}
        if self.hashed:
            root = Path(settings.STATIC_ROOT)
            self.immutable = frozenset(json.loads((root / "staticfiles.json").read_text())["paths"].values())
            # What is not in this dictionary does not exist, whatever dots and slashes a request is made of.
            self.files = {path.relative_to(root).as_posix(): path for path in root.rglob("*") if path.is_file()}

    async def __call__(self, scope, receive, send) -> None:
        name = unquote(scope["path"]).removeprefix(settings.STATIC_URL)
        headers = dict(scope["headers"])
        if scope["method"] not in ("GET", "HEAD"):
            return await answer(send, 405, [*_SAFE, (b"allow", b"GET, HEAD")])
        path = self.files.get(name) if self.hashed else _find(name)
        if path is None:
            return await answer(send, 404, [*_SAFE, (b"content-type", b"text/plain"), _NOT_KEPT], b"There is no such file.")
        plain, packed, kind, tag = _load(path, path.stat().st_mtime_ns if not self.hashed else 0)
        told = [
            (b"cache-control", b"public, max-age=%d, immutable" % YEAR if name in self.immutable else b"no-cache"),
            (b"etag", tag),
            (b"vary", b"accept-encoding"),
            *_SAFE,
        ]
        if headers.get(b"if-none-match") == tag:
            return await answer(send, 304, told)
        told.append((b"content-type", kind))
        if packed and b"gzip" in headers.get(b"accept-encoding", b""):
            return await answer(send, 200, [*told, (b"content-encoding", b"gzip")], packed)
        return await answer(send, 200, told, plain)


def _find(name: str) -> Path | None:
    try:
        found = finders.find(name)
    except (SuspiciousFileOperation, ValueError):
        return None
    return Path(found) if found and Path(found).is_file() else None


@lru_cache(maxsize=1024)
def _load(path: Path, changed: int) -> tuple[bytes, bytes | None, bytes, bytes]:
    """The file, itself compressed where that pays, its content type and its entity tag. A new time of `change` is read anew."""
    plain = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(plain, mtime=0) if kind.startswith(_COMPRESSIBLE) and len(plain) > 500 else None
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    # A weak tag, since the compressed and the plain file share it.
    tag = f'W/"{hashlib.sha256(plain).hexdigest()[:20]}"'
    return plain, packed, kind.encode(), tag.encode()


async def answer(send, status: int, headers: list[tuple[bytes, bytes]], body: bytes = b"") -> None:
    """Send a whole answer over ASGI."""
    if status != 304:
        headers = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
