"""Which language a visitor reads: the one in the address. `/es/...` is Spanish, an address without such a prefix is English.

There is no cookie, and nobody is sent elsewhere for what their browser says it prefers: a link that Ann sends shows the same page to
everybody, and everybody can switch with a plain link. What the browser prefers is offered in one line on the front door, no more. The
admin has one address for all languages, since nobody shares links to it: there the browser's preference counts.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.core.exceptions import DisallowedHost, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_and_async_middleware
from django.utils.translation.trans_real import parse_accept_lang_header

UNPREFIXED = ("/admin/",)
"""Addresses that are the same in all languages."""


def split(path: str) -> tuple[str, str]:
    """The language of an address, and the address without its prefix: "/es/rules/" is ("es", "/rules/")."""
    first, _slash, rest = path.removeprefix("/").partition("/")
    if first in _prefixes():
        # Two slashes would make another host of what follows
        return first, "/" + rest.lstrip("/")
    return settings.LANGUAGE_CODE, path


def in_language(path: str, language: str) -> str:
    """The same page in another language."""
    bare = split(path)[1]
    return bare if language == settings.LANGUAGE_CODE else f"/{language}{bare}"


@sync_and_async_middleware
def speak(
    get_response: Callable[[HttpRequest], HttpResponse | Awaitable[HttpResponse]],
) -> Callable[[HttpRequest], HttpResponse | Awaitable[HttpResponse]]:
    """Answers every request in the language of its address. The outermost middleware, so that refusals are understood, too."""
    if iscoroutinefunction(get_response):

        async def middleware(request: HttpRequest) -> HttpResponse:
            with translation.override(_language(request)):
                return _label(request, await get_response(request))
    else:

        def middleware(request: HttpRequest) -> HttpResponse:
            with translation.override(_language(request)):
                return _label(request, get_response(request))

    return middleware


class Spoken:
    """A socket speaks the language of its page, whose prefix its address has: whatever is sent over it is made in that language.

    The consumer's life is one task, and what it starts inherits the language.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        language, path = split(scope["path"])
        with translation.override(language):
            await self.application({**scope, "path": path}, receive, send)


def context(request: HttpRequest) -> dict[str, Any]:
    """For templates: `languages`, each with the address of this page in it, and what the visitor's browser may prefer to this one."""

    def prefers() -> dict[str, str] | None:
        request.depends_on_accept_language = True
        return next((each for each in found if each["code"] == _preferred(request) and not each["current"]), None)

    language, found = translation.get_language(), []
    origin, query = _origin(request), _query(request)
    for code, name in settings.LANGUAGES:
        path = in_language(request.path, code)
        found.append(
            {"code": code, "name": name, "current": code == language, "url": path + query, "absolute": origin + path if origin else ""}
        )
    return {"languages": found, "prefers": prefers}


def _language(request: HttpRequest) -> str:
    if request.path_info.startswith(UNPREFIXED):
        request.depends_on_accept_language = True
        return _preferred(request) or settings.LANGUAGE_CODE
    return split(request.path_info)[0]


def _label(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    response.headers.setdefault("Content-Language", translation.get_language())
    if getattr(request, "depends_on_accept_language", False):
        patch_vary_headers(response, ("Accept-Language",))
    return response


def _preferred(request: HttpRequest) -> str:
    """The first of the browser's languages that the site has, regions aside; "" if it has none of them, or the browser does not say."""
    known = dict(settings.LANGUAGES)
    wanted = (code.partition("-")[0] for code, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "")))
    return next((code for code in wanted if code in known), "")


def _prefixes() -> set[str]:
    return {code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE}


def _query(request: HttpRequest) -> str:
    """What the address asks for, which a link to another language keeps; "" where that is refused: the refusal is a page, too."""
    try:
        return f"?{request.GET.urlencode()}" if request.method in ("GET", "HEAD") and request.GET else ""
    except SuspiciousOperation:
        return ""


def _origin(request: HttpRequest) -> str:
    """Where search engines find the site; "" where the visitor used an address that is none of ours."""
    try:
        return settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return ""
