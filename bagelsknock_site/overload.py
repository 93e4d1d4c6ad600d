"""What is answered where too much is asked: some of it in its turn, the rest with 429 (too much of one address) or 503 (too much of all),
made once and before anything is looked up."""

import asyncio
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from bagelsknock_site.languages import in_language, split
from bagelsknock_site.security import HEADERS
from bagelsknock_site.static_files import answer
from bagelsknock_site.visitors import neighbour
from games import limits, metrics
from games.play import Refused
from games.views import too_much

_in_work = 0


async def in_turn(application, scope, receive, send) -> None:
    """The application's answer, when it is this address's turn. Or a refusal: of one request too many of this address, or of all, when so
    many wait already that the answer would be of no use any more."""
    global _in_work
    whose = neighbour(scope["headers"], scope.get("client"))
    if limits.too_fast("pages", whose):
        await asyncio.sleep(limits.SLOWLY)
        await _refuse(scope, send, "pages_often", 429)
        return
    if _in_work >= settings.LIMITS["pages_in_all"].most:
        await _refuse(scope, send, "crowded", 503)
        return
    _in_work += 1
    try:
        async with limits.turn(whose):
            await application(scope, receive, send)
    finally:
        _in_work -= 1


async def _refuse(scope, send, code: str, status: int) -> None:
    metrics.refused(code)
    htmx = any(name == b"hx-request" for name, _value in scope["headers"])
    headers, body = _made(split(scope["path"])[0], htmx, scope["path"].endswith(".json"), code, status)
    await answer(send, status, headers, b"" if scope["method"] == "HEAD" else body)


@lru_cache(maxsize=32)
def _made(language: str, htmx: bool, json: bool, code: str, status: int) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Headers and body."""
    request = HttpRequest()
    request.META = {"SERVER_NAME": "localhost", "SERVER_PORT": "80"} | ({"HTTP_HX_REQUEST": "true"} if htmx else {})
    request.path = request.path_info = in_language("/.json" if json else "/", language)
    with translation.override(language):
        made = too_much(request, Refused(code, status=status, wait=limits.wait("pages")))
    headers = {**HEADERS, "Content-Language": language, **made.headers}
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()], made.content
