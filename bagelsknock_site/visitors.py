"""Who a visitor is, as far as the apps may know: for limits against spam, a name that tells nothing and is forgotten.

The address of a request is used here and nowhere else. It is hashed with a salt that lives for a day in the cache (in memory, or in
Redis for several processes) and is on no disk, so that afterwards nobody can tell whose hash it was. Nothing of it is stored or logged.
"""

import hashlib
import hmac
import ipaddress
import secrets
from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.decorators import sync_and_async_middleware
from django.utils.functional import SimpleLazyObject

DAY = 24 * 3600  # seconds


@sync_and_async_middleware
def name_visitor(
    get_response: Callable[[HttpRequest], HttpResponse | Awaitable[HttpResponse]],
) -> Callable[[HttpRequest], HttpResponse | Awaitable[HttpResponse]]:
    """Gives every request a `visitor`: a text that is the same for one address during one day. Worked out only where it is asked for."""
    if iscoroutinefunction(get_response):

        async def middleware(request: HttpRequest) -> HttpResponse:
            request.visitor = SimpleLazyObject(lambda: visitor(request))
            return await get_response(request)
    else:

        def middleware(request: HttpRequest) -> HttpResponse:
            request.visitor = SimpleLazyObject(lambda: visitor(request))
            return get_response(request)

    return middleware


def visitor(request: HttpRequest) -> str:
    """Today's name for the address that the request came from."""
    key = f"visitors:salt:{timezone.now():%Y-%m-%d}"
    salt = cache.get_or_set(key, lambda: secrets.token_hex(16), DAY)
    return hmac.new(str(salt).encode(), _network(address(request)).encode(), hashlib.sha256).hexdigest()[:32]


def address(request: HttpRequest) -> str:
    """Where the request came from: what the proxy says, if the operator has said that there is one, else the other end of the line.

    A visitor may write into X-Forwarded-For what they like; a proxy adds what it saw behind that. So only the last entry counts.
    """
    said = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() if settings.BEHIND_PROXY else ""
    return said or request.META.get("REMOTE_ADDR") or ""


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
