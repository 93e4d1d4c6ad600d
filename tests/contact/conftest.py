"""What tests of messages share."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def forgetful() -> None:
    """Nothing is remembered of other tests' visitors."""
    cache.clear()
