"""Limits that a test can reach."""

from typing import Any

from django.conf import settings as site


def limit(settings: Any, **most: int) -> None:
    """From now on only so many times, in the same time: `limit(settings, open=2)`. `settings` is the fixture."""
    settings.LIMITS = site.LIMITS | {what: site.LIMITS[what]._replace(most=number) for what, number in most.items()}
