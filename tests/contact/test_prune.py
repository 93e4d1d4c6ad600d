"""How long messages are kept."""

from datetime import timedelta

import pytest
from django.utils import timezone

from contact.models import Message
from contact.retention import prune

pytestmark = pytest.mark.django_db


def came(days: float, **fields) -> Message:
    at = timezone.now() - timedelta(days=days)
    return Message.objects.create(name="Ann", email="ann@example.org", text="Hello", digest="", came_at=at, **fields)


def test_messages_go_after_180_days_and_spam_after_30(settings):
    kept = [came(179), came(29, status="spam"), came(1)]
    came(181), came(181, status="answered"), came(31, status="spam"), came(200, status="spam")
    assert prune() == {"messages": 4}
    assert set(Message.objects.all()) == set(kept)


def test_the_days_are_a_setting(settings):
    settings.RETENTION = {"finished": 90, "closed": 7, "messages": 2, "spam": 1}
    came(3), came(1.5, status="spam"), came(1.5)
    prune()
    assert Message.objects.count() == 1


def test_many_go_in_small_batches(django_assert_max_num_queries):
    Message.objects.bulk_create(
        Message(name="Ann", email="a@b.org", text="x", digest="", came_at=timezone.now() - timedelta(days=200)) for _ in range(450)
    )
    with django_assert_max_num_queries(30):
        assert prune() == {"messages": 450}
