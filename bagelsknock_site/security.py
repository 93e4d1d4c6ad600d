"""What keeps the public pages private and safe: no cookies, POSTs from our own pages only, strict headers, small bodies.

Public pages carry no cookie, so another site cannot act in a visitor's name; what protects a seat is its key. The same-origin check is
the second lock: it also keeps other sites from opening tables or filling seats through their visitors' browsers.
"""

from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from asgiref.sync import iscoroutinefunction
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.request import split_domain_port, validate_host
from django.shortcuts import render
from django.urls import is_valid_path
from django.utils.decorators import sync_and_async_middleware
from django.utils.translation import gettext as _

HEADERS = {
    # 'self' covers our own sockets too.
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HSTS = "max-age=15552000"
"""With a PUBLIC_URL of https: for half a year browsers that were here ask for nothing by plain http, where others could listen."""
BODY_TOO_LARGE = "bagelsknock.body_too_large"
"""The key in an ASGI scope that says: the body was longer than allowed and is not here (asgi.py)."""

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


@sync_and_async_middleware
def guard(
    get_response: Callable[[HttpRequest], HttpResponse | Awaitable[HttpResponse]],
) -> Callable[[HttpRequest], HttpResponse | Awaitable[HttpResponse]]:
    """The outermost middleware: refuses what must not reach a view, and dresses every answer, errors included, in the headers above."""
    if iscoroutinefunction(get_response):

        async def middleware(request: HttpRequest) -> HttpResponse:
            _without_cookies(request)
            return _dress(request, _refuse(request) or await get_response(request))
    else:

        def middleware(request: HttpRequest) -> HttpResponse:
            _without_cookies(request)
            return _dress(request, _refuse(request) or get_response(request))

    return middleware


def is_own_origin(origin: str, host: str) -> bool:
    """Whether a page of this site sent the request: `origin` and `host` are the headers of these names.

    A proxy may pass on another host than the one the visitor typed, so the origin of PUBLIC_URL counts as ours too. "null" (a sandboxed
    frame, a file, a redirect from elsewhere) is never ours.
    """
    try:
        parts = urlsplit(origin.lower())
        port = parts.port
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return False
    default = {"http": 80, "https": 443}[parts.scheme]
    domain, host_port = split_domain_port(host)
    same_host = bool(domain) and (parts.netloc.rpartition(":")[0] if port else parts.netloc) == domain
    if same_host and str(port or default) == (host_port or str(default)):
        return True
    public = urlsplit(settings.PUBLIC_URL.lower())
    return (parts.scheme, parts.netloc) == (public.scheme, public.netloc)


class OwnOriginOnly:
    """Lets a socket in only when a page of this site opens it; a socket that does not say where it comes from is refused."""

    def __init__(self, application):
        self.application = application

    async def __call__(self, scope, receive, send):
        headers = {name: value.decode("latin1") for name, value in scope["headers"]}
        host = (settings.USE_X_FORWARDED_HOST and headers.get(b"x-forwarded-host")) or headers.get(b"host", "")
        known_host = validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)
        if known_host and is_own_origin(headers.get(b"origin", ""), host):
            return await self.application(scope, receive, send)
        return await WebsocketDenier()(scope, receive, send)


class AdminOnly:
    """Lets every request outside /admin/ pass by untouched, so that no public page can read or set a cookie."""

    def __call__(self, request):
        if request.path_info.startswith("/admin/"):
            return super().__call__(request)
        return self.get_response(request)


class AdminSessionMiddleware(AdminOnly, SessionMiddleware):
    """Sessions for the operator."""


class AdminAuthenticationMiddleware(AdminOnly, AuthenticationMiddleware):
    """Logins for the operator."""


class AdminMessageMiddleware(AdminOnly, MessageMiddleware):
    """The admin's "saved" messages."""


def _without_cookies(request: HttpRequest) -> None:
    """No public page reads a cookie. (Django's page for unknown addresses would answer a broken one with a new one.)"""
    if not request.path_info.startswith("/admin/"):
        request.META.pop("HTTP_COOKIE", None)


def _refuse(request: HttpRequest) -> HttpResponse | None:
    """The page that says why the request goes no further, or None when it may."""
    try:
        host = request.get_host()
    except DisallowedHost:
        return _refusal_page(request, 400)
    if _too_large(request):
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024
        return _refusal_page(
            request,
            413,
            _("That was more than this site takes at once (%(limit)d KB). Nothing was changed. Go back: what you typed is still there.")
            % {"limit": limit},
        )
    if request.method not in _SAFE_METHODS and not _from_own_page(request, host):
        text = _("This came from another site, so nothing was changed. Please use the buttons on our own pages.")
        return _refusal_page(request, 403, text)
    return None


def _refusal_page(request: HttpRequest, status: int, text: str = "") -> HttpResponse:
    response = render(request, f"{status}.html", {"text": text}, status=status)
    # A form that htmx sent expects a part of a page; this is a whole one.
    response["HX-Retarget"], response["HX-Reswap"] = "body", "innerHTML"
    return response


def _too_large(request: HttpRequest) -> bool:
    if getattr(request, "scope", {}).get(BODY_TOO_LARGE):
        return True
    length = request.META.get("CONTENT_LENGTH") or "0"
    return not length.isdecimal() or int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def _from_own_page(request: HttpRequest, host: str) -> bool:
    # Browsers on plain http to an address in the local network send no Sec-Fetch-Site; programs send neither header, and carry no
    # visitor's authority.
    if site := request.headers.get("Sec-Fetch-Site"):
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    return origin is None or is_own_origin(origin, host)


def _dress(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    # People type addresses without the last slash. (Django's own CommonMiddleware mends that at the price of a thread hop per request.)
    path = request.path_info
    if response.status_code == 404 and request.method in ("GET", "HEAD") and not path.endswith("/") and is_valid_path(f"{path}/"):
        response = HttpResponsePermanentRedirect(request.get_full_path(force_append_slash=True))
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if settings.PUBLIC_URL.startswith("https:"):
        response.headers.setdefault("Strict-Transport-Security", HSTS)
    if not response.has_header("Cache-Control"):
        # A page is never older than the question; what a seat sees is not kept at all.
        response["Cache-Control"] = "no-store" if "X-Seat-Key" in request.headers else "private, no-cache"
    if not response.streaming and not response.has_header("Content-Length"):
        response["Content-Length"] = str(len(response.content))
    return response
