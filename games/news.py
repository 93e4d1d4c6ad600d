"""What the operator tells everybody who is on the site: a restart that is near, or another sentence.

It is one row in the database, written by `manage.py notice` or in the admin. Every process looks for it with each beat of its attendant
(`games.clock`) and tells its open pages when their sentence has changed; a page that opens has it from the start.
"""

import json
import logging
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext, ngettext, override

from games import sockets
from games.database import in_database
from games.models import Notice

logger = logging.getLogger(__name__)

STEPS = (1, 2, 3, 5, 10, 15, 20, 30, 45, 60)  # minutes, as people say them; each change is read out, so there are few
LASTS = timedelta(minutes=5)  # a restart that is later than this was forgotten
ABOUT = timedelta(minutes=2)  # and one that is nearer than this when a process starts has just been


def write(text: str, until: datetime | None) -> None:
    """Tell everybody `text`, or without one that the site restarts `until` then; in place of what was told before."""
    Notice.objects.update_or_create(pk=1, defaults={"text": text, "until": until})


def clear() -> bool:
    """Tell nothing any more. Whether there was something."""
    return Notice.objects.all().delete()[0] > 0


def restarted() -> None:
    """A process of the site starts: the restart that was told has come."""
    Notice.objects.filter(until__lte=timezone.now() + ABOUT).delete()


def sentence() -> str:
    """What is told now, in the language of the reader; "": nothing."""
    return in_words(_written())


def _written() -> Notice | None:
    return Notice.objects.order_by("-pk").first()


def in_words(notice: Notice | None) -> str:
    """The notice as it is read at this moment."""
    if notice is None:
        return ""
    left = notice.until - timezone.now() if notice.until else timedelta(0)
    if left < -LASTS:
        return ""
    if notice.text:
        return notice.text
    if left <= timedelta(0):
        return gettext("The site restarts in a moment; your game goes on afterwards.")
    exact = left / timedelta(minutes=1)
    minutes = next((step for step in STEPS if exact <= step), 30 * -(-exact // 30))
    return ngettext(
        "The site restarts in about %(minutes)d minute; your game goes on afterwards.",
        "The site restarts in about %(minutes)d minutes; your game goes on afterwards.",
        int(minutes),
    ) % {"minutes": minutes}


async def tell() -> None:
    """Tell every open page of this process what it has not been told yet."""
    notice, words = await in_database(_written), {}
    for socket in sockets.everyone():
        if socket.language not in words:
            with override(socket.language):
                words[socket.language] = in_words(notice)
        if socket.news != words[socket.language]:
            socket.news = words[socket.language]
            await socket.send(text_data=json.dumps({"type": "news", "text": socket.news}))
