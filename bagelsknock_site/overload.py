"""What is answered to an address that asks for more than its share: 429 at once, made once and before anything is looked up."""

from functools import lru_cache

from django.http import HttpRequest
from django.utils import translation

from bagelsknock_site.languages import in_language, split
from bagelsknock_site.security import HEADERS
from bagelsknock_site.static_files import answer
from bagelsknock_site.visitors import neighbour
from games import limits, metrics
from games.play import Refused
from games.views import too_much


async def shed(scope, send) -> bool:
    """Whether this request is one too many of its address, and was answered here."""
    if not limits.too_fast("pages", neighbour(scope["headers"], scope.get("client"))):
        return False
    metrics.refused("pages_often")
    htmx = any(name == b"hx-request" for name, _value in scope["headers"])
    headers, body = _made(split(scope["path"])[0], htmx, scope["path"].endswith(".json"))
    await answer(send, 429, headers, b"" if scope["method"] == "HEAD" else body)
    return True


@lru_cache(maxsize=16)
def _made(language: str, htmx: bool, json: bool) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Headers and body."""
    request = HttpRequest()
    request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80"} | ({"HTTP_HX_REQUEST": "true"} if htmx else {})
    request.path = request.path_info = in_language("/.json" if json else "/", language)
    with translation.override(language):
        made = too_much(request, Refused("pages_often", status=429, wait=limits.wait("pages")))
    headers = {**HEADERS, "Content-Language": language, **made.headers}
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()], made.content
