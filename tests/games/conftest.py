"""What tests of tables share."""

import pytest

from tests.factories import Sitting, SittingFactory


@pytest.fixture
def table(db: None) -> Sitting:
    """Ann and Bo in the middle of a first rummy turn."""
    table = SittingFactory(started=True)
    table.play_until("rummy")
    return table
