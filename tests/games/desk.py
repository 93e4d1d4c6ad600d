"""The operator's desk, for tests: clerks with some permissions, the pages about a table, and what they wrote into its history."""

import re

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from tests.factories import Sitting


def clerk(django_user_model, *permissions: str) -> Client:
    """Somebody of the staff who may look at tables, and has these permissions besides."""
    user = django_user_model.objects.create_user("clerk", password="x", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="games", codename__in=["view_table", *permissions]))
    client = Client()
    client.force_login(user)
    return client


def address(table: Sitting, page: str = "change", query: str = "") -> str:
    return reverse(f"admin:games_table_{page}", args=[table.table.pk]) + query


def read(client: Client, table: Sitting, page: str = "change", query: str = "") -> str:
    """What the page says, without tags."""
    return words(html(client, table, page, query))


def html(client: Client, table: Sitting, page: str = "change", query: str = "") -> str:
    response = client.get(address(table, page, query))
    assert response.status_code == 200, response.status_code
    return response.content.decode()


def words(text: str) -> str:
    text = re.sub(r"<(script|style|head).*?</\1>", " ", text, flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text)).replace("\ufe0e", "").replace("&quot;", '"').strip()


def written() -> list[str]:
    """The messages of the admin's history, the oldest first."""
    return [entry.get_change_message() for entry in LogEntry.objects.order_by("pk")]


def sign(card: str) -> str:
    """A card as the pages write it."""
    rank, suit = card
    return {"T": "10"}.get(rank, rank) + {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}[suit]
