"""Who a visitor is, as far as the apps may know: for limits, a name that tells nothing and is forgotten.

The address of a request is used here and nowhere else. It is hashed with a salt that lives for a day in the cache (in memory, or in
Redis for several processes) and is on no disk, so that afterwards nobody can tell whose hash it was. Nothing of it is stored or logged.
"""

import hashlib
import hmac
import ipaddress
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.decorators import sync_and_async_middleware
from django.utils.functional import cached_property

from games import limits, metrics

DAY = 24 * 3600  # seconds

logger = logging.getLogger(__name__)

_here = secrets.token_bytes(32)
"""The salt of names that are known in this process alone."""
_warned = False


class Visitor:
    """Who sent a request. As a text: today's name of the address that it came from, worked out only where it is asked for."""

    def __init__(self, request: HttpRequest) -> None:
        self._address = address(request)

    def __str__(self) -> str:
        return self._name

    @cached_property
    def _name(self) -> str:
        key = f"visitors:salt:{timezone.now():%Y-%m-%d}"
        salt = cache.get_or_set(key, lambda: secrets.token_hex(16), DAY)
        return hmac.new(str(salt).encode(), _network(self._address).encode(), hashlib.sha256).hexdigest()[:32]

    def too_often(self, what: str) -> bool:
        """Whether this visitor has done this too often by now (`settings.LIMITS`); counts this time."""
        refused = limits.too_often(what, self)
        if refused:
            metrics.refused(f"{what}_often")
        return refused


@sync_and_async_middleware
def name_visitor(
    get_response: Callable[[HttpRequest], HttpResponse | Awaitable[HttpResponse]],
) -> Callable[[HttpRequest], HttpResponse | Awaitable[HttpResponse]]:
    """Gives every request its `visitor`."""
    if iscoroutinefunction(get_response):

        async def middleware(request: HttpRequest) -> HttpResponse:
            request.visitor = Visitor(request)
            return await get_response(request)
    else:

        def middleware(request: HttpRequest) -> HttpResponse:
            request.visitor = Visitor(request)
            return get_response(request)

    return middleware


def neighbour(headers: Iterable[tuple[bytes, bytes]], client: Iterable | None) -> bytes:
    """A name for the address that a request or socket came from, of its ASGI scope, which this process alone knows until it ends."""
    remote = str(next(iter(client or ()), ""))
    forwarded = [value for name, value in headers if name == b"x-forwarded-for"]
    _hint_at_proxy(remote, bool(forwarded))
    came_from = _believed(b",".join(forwarded).decode("latin1"), remote)
    return hashlib.blake2b(_network(came_from).encode(), key=_here, digest_size=16).digest()


class Neighbourly:
    """Tells a socket's application, in its scope, the `neighbour` that it comes from."""

    def __init__(self, application) -> None:
        self.application = application

    async def __call__(self, scope, receive, send) -> None:
        await self.application({**scope, "neighbour": neighbour(scope["headers"], scope.get("client"))}, receive, send)


def address(request: HttpRequest) -> str:
    """Where the request came from: what the proxy says, if the operator has said that there is one, else the other end of the line."""
    return _believed(request.headers.get("X-Forwarded-For", ""), request.META.get("REMOTE_ADDR") or "")


def _believed(forwarded: str, remote: str) -> str:
    """A visitor may write into X-Forwarded-For what they like; a proxy adds what it saw behind that. So only the last entry counts."""
    return (settings.BEHIND_PROXY and forwarded.rpartition(",")[2].strip()) or remote


def _hint_at_proxy(remote: str, forwarded: bool) -> None:
    """Without BEHIND_PROXY all visitors of a proxy are one, and share its limits: worth a line in the log, once."""
    global _warned
    if forwarded and not settings.BEHIND_PROXY and not _warned and (known := _ip(remote)) and known.is_loopback:
        _warned = True
        logger.warning("a proxy on this machine passes visitors on, and BEHIND_PROXY is not set: limits take all of them for one")


def _network(address: str) -> str:
    """What one visitor can be told by: of IPv6 the first half, since everybody has the other half to themselves."""
    known = _ip(address) or _ip(address.rpartition(":")[0])  # some proxies tell the port, too, which is another for each request
    if known is None:
        return address[:64]
    if known.version == 4:
        return str(known)
    return str(known.ipv4_mapped or ipaddress.ip_network((int(known) >> 64 << 64, 64)))


def _ip(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(address.strip("[]"))
    except ValueError:
        return None
