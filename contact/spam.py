"""What keeps spam away without cookies, puzzles or anybody else: a form that knows when it was made and is good for one message. (And a
limit to the messages of one visitor, `settings.LIMITS`.) What is remembered for it is in the cache and gone within a day. While the cache
fails, nothing is remembered: better some spam than a message lost."""

import contextlib
import logging
import secrets
import time
from collections.abc import Iterator

from django.core import signing
from django.core.cache import cache

YOUNGEST = 3
"""Seconds that a person needs at least to fill the form in."""
OLDEST = 24 * 3600
"""Seconds for which a form is good."""
SAME = 24 * 3600
"""Seconds for which the same message again is taken for a slip."""

logger = logging.getLogger(__name__)

_SALT = "contact.form"


def new_token(at: float | None = None) -> str:
    """A signed text that says when the form was made (`at`, or now), and that is no other form's."""
    return signing.dumps({"form": secrets.token_hex(8), "at": int(time.time() if at is None else at)}, salt=_SALT)


def read_token(token: str) -> tuple[str, float] | None:
    """The form's name and its age in seconds; None for a token that is none of ours, or too old."""
    try:
        content = signing.loads(token, salt=_SALT)
        name, age = content["form"], time.time() - content["at"]
    except (signing.BadSignature, KeyError, TypeError, ValueError):
        return None
    return (name, age) if -YOUNGEST <= age <= OLDEST else None


def is_used(form: str) -> bool:
    """Whether a message has come with this form."""
    with _lenient():
        return cache.get(f"contact:form:{form}") is not None
    return False


def use(form: str) -> bool:
    """Use the form up; False if somebody has."""
    with _lenient():
        return cache.add(f"contact:form:{form}", 1, OLDEST)
    return True


@contextlib.contextmanager
def _lenient() -> Iterator[None]:
    try:
        yield
    except Exception:
        logger.exception("the cache does not remember what keeps spam away")
