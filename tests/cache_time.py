"""Time passes for what the cache remembers, without waiting."""

import time

import pytest
from django.conf import settings
from django.core.cache import cache


def let_pass(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """So many seconds later. Redis has a clock of its own: there, everything has so much less time to live."""
    if settings.REDIS_URL:
        server = cache._cache.get_client(write=True)
        for key in server.scan_iter():
            left = server.ttl(key)
            if left >= 0:
                server.expire(key, int(left - seconds))
    else:
        then = time.time() + seconds
        monkeypatch.setattr(time, "time", lambda: then)
