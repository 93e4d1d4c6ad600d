"""How often somebody may do something. The cache counts: it is the same for all tabs and, where there are several processes, for all."""

import logging

from django.core.cache import cache

logger = logging.getLogger(__name__)


def too_often(what: str, most: int, seconds: int) -> bool:
    """Whether this has been done more than so many times in so many seconds; counts this time. It has not while the cache fails."""
    try:
        cache.add(what, 0, seconds)
        times = cache.incr(what)
        if times == 1:
            # In Redis a count that runs out just before it grows begins anew without an end, and would refuse somebody for ever
            cache.touch(what, seconds)
        return times > most
    except Exception:
        logger.exception("the cache does not count %s", what.partition(":")[0])
        return False
