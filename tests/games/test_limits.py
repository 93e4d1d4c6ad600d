"""Limits: so many times in so many seconds, and then again."""

import pytest
from django.core.cache import cache

from contact import spam
from games import limits
from tests.cache_time import let_pass

pytestmark = pytest.mark.redis


@pytest.fixture(autouse=True)
def nothing_done_yet():
    cache.clear()


def test_so_many_times_and_after_a_while_again(monkeypatch):
    assert [limits.too_often("waves:1", 2, 15) for _ in range(4)] == [False, False, True, True]
    assert not limits.too_often("waves:2", 2, 15), "of somebody else"
    let_pass(monkeypatch, 15)
    assert not limits.too_often("waves:1", 2, 15)


@pytest.mark.parametrize(
    ("count", "name", "seconds"),
    [(lambda: limits.too_often("waves:1", 2, 15), "waves:1", 15), (lambda: spam.too_often("Ann"), "contact:visitor:Ann", spam.HOUR)],
)
def test_a_count_that_runs_out_as_it_grows_ends_too(monkeypatch, count, name, seconds):
    monkeypatch.setattr(cache, "add", lambda *args: False)
    monkeypatch.setattr(cache, "incr", lambda key: cache.set(key, 1, None) or 1)  # what Redis does with a key that is there no more
    assert not count()
    let_pass(monkeypatch, seconds)
    assert cache.get(name) is None
