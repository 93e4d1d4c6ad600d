"""The operator's login, and how many tries it gives to whoever guesses passwords.

Tries are counted, right or wrong, before the password is looked at: by address, by name and in all, since a password is checked in the
database thread and takes it a third of a second. Where an operator logged in lately, only the count of the address holds for their name:
so nobody can lock them out by guessing from elsewhere, and no count lasts longer than a few minutes (`settings.LIMITS`). Of addresses and
names there is a keyed hash in the cache, and nothing else.
"""

import contextlib
import logging
import unicodedata
from collections.abc import Iterator

from django.contrib import admin
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import salted_hmac

from games import limits

KNOWN = 24 * 3600
"""Seconds for which it is remembered where an operator logged in; the next day an address has another name, anyway (`visitors`)."""

logger = logging.getLogger(__name__)


def login(request: HttpRequest) -> HttpResponse:
    """Django's page; 429 after too many tries. While the cache fails none are counted, since the operator is needed then."""
    if request.method != "POST":
        return admin.site.login(request)
    # As Django reads it, so that no other spelling is another name
    name = unicodedata.normalize("NFKC", request.POST.get("username", "").strip()).casefold()
    name = salted_hmac("bagelsknock.login", name, algorithm="sha256").hexdigest()
    if _too_often(request, name):
        seconds = limits.wait("logins")
        response = render(request, "admin/login_often.html", {"minutes": str(-(-seconds // 60))}, status=429)
        response["Retry-After"] = str(seconds)
        return response
    response = admin.site.login(request)
    if request.user.is_authenticated:
        with _lenient():
            cache.set(f"login:known:{name}:{request.visitor}", 1, KNOWN)
    return response


def _too_often(request: HttpRequest, name: str) -> bool:
    with _lenient():
        if request.visitor.too_often("logins"):
            return True
        if cache.get(f"login:known:{name}:{request.visitor}") is None:
            return limits.too_often("logins_by_name", name) or limits.too_often("logins_in_all", "")
    return False


@contextlib.contextmanager
def _lenient() -> Iterator[None]:
    try:
        yield
    except Exception:
        logger.exception("the cache does not count tries to log in")
