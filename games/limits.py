"""How often somebody may do something. How often that is, and for whom each is counted, is declared in `settings.LIMITS`.

What is rare is counted in the cache (`too_often`), which is the same for all processes; what happens all the time is counted in this
process (`too_fast`), where it costs a microsecond: with several processes it may happen so much more often.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import Lock

from django.conf import settings
from django.core.cache import cache

from games.change import Refused

logger = logging.getLogger(__name__)

KEPT = 20_000
"""Of so many whoms a process remembers how fast they are; who is forgotten begins anew."""
SLOWLY = 1.0
"""Seconds until a flood is refused: a refusal is work, too, and whoever asks again at once is slowed down by waiting for it."""
SILENCE = 60.0
"""Seconds between two log lines about a cache that fails."""

_paces: OrderedDict[tuple[str, object], "Pace"] = OrderedDict()
_lock = Lock()
_complained_at = -SILENCE


def too_often(what: str, whom: object) -> bool:
    """Whether `whom`, a text or what becomes one, or several of them, has done this too often by now; counts this time. Not so while the
    cache fails."""
    limit = settings.LIMITS[what]
    seconds = int(limit.seconds)
    try:
        key = ":".join(map(str, (what, *whom) if isinstance(whom, tuple) else (what, whom)))
        cache.add(key, 0, seconds)
        times = cache.incr(key)
        if times == 1:
            # In Redis a count that runs out just before it grows begins anew without an end, and would refuse somebody for ever
            cache.touch(key, seconds)
        return times > limit.most
    except Exception:
        _complain(what)
        return False


def too_fast(what: str, whom: object) -> bool:
    """Whether `whom` does this faster than it may be done in this process; counts this time, if it does not."""
    with _lock:
        pace = _paces.get((what, whom))
        if pace is None:
            pace = _paces[what, whom] = Pace(what)
            if len(_paces) > KEPT:
                _paces.popitem(last=False)
        else:
            _paces.move_to_end((what, whom))
        return pace.too_fast()


class Pace:
    """How fast one does something: a bucket that is filled by each time, and drained as fast as the limit allows."""

    __slots__ = ("_empty_at", "_what")

    def __init__(self, what: str) -> None:
        self._what, self._empty_at = what, 0.0

    def too_fast(self) -> bool:
        """Whether there is no room for another time; counts it, if there is."""
        limit, now = settings.LIMITS[self._what], time.monotonic()
        empty_at = max(now, self._empty_at) + limit.seconds / limit.most
        if empty_at - now > limit.seconds + 1e-6:
            return True
        self._empty_at = empty_at
        return False


@asynccontextmanager
async def turn(whose: object) -> AsyncIterator[None]:
    """In the event loop: wait until not too much of what comes from this address is in work, so that nobody else waits behind all of it."""
    waits = _turns.get(whose)
    if waits is None:
        waits = _turns[whose] = _Turns(settings.LIMITS["at_once"].most)
    waits.users += 1
    try:
        async with waits.free:
            yield
    finally:
        waits.users -= 1
        if not waits.users:
            _turns.pop(whose, None)


class _Turns:
    def __init__(self, at_once: int) -> None:
        self.free, self.users = asyncio.Semaphore(at_once), 0


_turns: dict[object, _Turns] = {}


def refuse_often(what: str, whom: object, code: str) -> None:
    """Refused with this code, where it is `too_often`."""
    if too_often(what, whom):
        raise Refused(code, status=429, wait=wait(what))


def refuse_fast(what: str, whom: object, code: str) -> None:
    """Refused with this code, where it is `too_fast`."""
    if too_fast(what, whom):
        raise Refused(code, status=429, wait=wait(what))


def wait(what: str) -> int:
    """Seconds after which whoever was refused may surely try again."""
    return max(1, round(settings.LIMITS[what].seconds))


def _complain(what: str) -> None:
    global _complained_at
    if time.monotonic() - _complained_at >= SILENCE:
        _complained_at = time.monotonic()
        logger.exception("the cache does not count (%s): limits are not kept", what)
