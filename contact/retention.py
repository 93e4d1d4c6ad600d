"""How long messages are kept: `settings.RETENTION`, in days after they came, whatever their status; spam for a shorter time."""

import time
from datetime import timedelta

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db.models import Q
from django.utils import timezone

from contact.models import Message

BATCH = 200  # messages for one statement
PAUSE = 0.05  # seconds between two, for whoever else writes


def prune() -> dict[str, int]:
    """Delete the messages whose time is over, and the operator's logins that have expired; how many messages that were."""
    now = timezone.now()
    old, old_spam = (now - timedelta(days=settings.RETENTION[name]) for name in ("messages", "spam"))
    outlived = Message.objects.filter(Q(came_at__lt=old) | Q(status=Message.Status.SPAM, came_at__lt=old_spam))
    count = 0
    while batch := list(outlived.values_list("pk", flat=True)[:BATCH]):
        count += Message.objects.filter(pk__in=batch).delete()[0]
        time.sleep(PAUSE)
    SessionStore.clear_expired()
    return {"messages": count}
