"""The values of the rules core: a change makes a new one."""

import pytest

from games.rules.state import Seat, replace


def test_a_change_makes_a_new_value_and_leaves_the_old_one_as_it_was():
    before = Seat(bet=3)
    after = replace(before, bet=5, folded=True)
    assert (before, after) == (Seat(bet=3), Seat(bet=5, folded=True))
    with pytest.raises(AttributeError):
        after.bet = 7


def test_a_field_that_is_none_is_a_mistake_and_not_a_new_field():
    with pytest.raises(TypeError, match="no bid"):
        replace(Seat(), bid=5)
