"""What is answered to an address that asks for more than its share: 429 at once, made once and before anything is looked up.

A page, for a form that htmx sent a sentence that its page shows (refused.js) and nothing of it changes, for a program JSON.
"""

import json
from functools import lru_cache

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from bagelsknock_site.languages import split
from bagelsknock_site.security import HEADERS
from bagelsknock_site.static_files import answer
from bagelsknock_site.visitors import neighbour
from games import limits, metrics

Headers = list[tuple[bytes, bytes]]


async def shed(scope, send) -> bool:
    """Whether this request is one too many of its address, and was answered here."""
    if not limits.too_fast("pages", neighbour(scope["headers"], scope.get("client"))):
        return False
    metrics.refused("pages_often")
    asked = dict(scope["headers"])
    kind = "htmx" if b"hx-request" in asked else "json" if scope["path"].endswith(".json") else "html"
    headers, body = _answer(split(scope["path"])[0], kind)
    wait = (b"retry-after", str(limits.wait("pages")).encode())
    await answer(send, 429, [*headers, wait], b"" if scope["method"] == "HEAD" else body)
    return True


@lru_cache(maxsize=16)
def _answer(language: str, kind: str) -> tuple[Headers, bytes]:
    with translation.override(language):
        text = _("Too much came from your connection at once. Nothing was changed. Please wait a moment and try again.")
        told = {**HEADERS, "Cache-Control": "no-store", "Content-Language": language}
        if kind == "htmx":
            told |= {"HX-Reswap": "none", "HX-Trigger": json.dumps({"refused": {"text": text}}), "Content-Type": "text/html; charset=utf-8"}
            body = ""
        elif kind == "json":
            told["Content-Type"] = "application/json"
            body = json.dumps({"error": text})
        else:
            told["Content-Type"] = "text/html; charset=utf-8"
            request = HttpRequest()
            request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80"}
            request.path = request.path_info = "/" if language == split("/")[0] else f"/{language}/"
            body = render_to_string("429.html", {"text": text}, request=request)
        return [(name.lower().encode(), value.encode()) for name, value in told.items()], body.encode()
