"""Limits: so many times in so many seconds, and then again."""

import asyncio
import logging
import time

import pytest
from django.core.cache import cache

from games import limits
from tests.cache_time import let_pass
from tests.limits import limit

pytestmark = pytest.mark.redis


@pytest.fixture(autouse=True)
def nothing_done_yet():
    cache.clear()
    limits._paces.clear()


def test_so_many_times_and_after_a_while_again(monkeypatch, settings):
    limit(settings, phrases=2)
    assert [limits.too_often("phrases", 1) for _ in range(4)] == [False, False, True, True]
    assert not limits.too_often("phrases", 2), "of somebody else"
    assert not limits.too_often("hints", 1), "of something else"
    let_pass(monkeypatch, settings.LIMITS["phrases"].seconds)
    assert not limits.too_often("phrases", 1)


def test_a_count_that_runs_out_as_it_grows_ends_too(monkeypatch, settings):
    monkeypatch.setattr(cache, "add", lambda *args: False)
    monkeypatch.setattr(cache, "incr", lambda key: cache.set(key, 1, None) or 1)  # what Redis does with a key that is there no more
    assert not limits.too_often("phrases", 1)
    let_pass(monkeypatch, settings.LIMITS["phrases"].seconds)
    assert cache.get("phrases:1") is None


def test_a_cache_that_fails_refuses_nobody_and_is_told_of_once_a_minute(monkeypatch, caplog):
    def broken(*args):
        raise ConnectionError("the cache is down")

    class Nameless:
        __str__ = broken  # a visitor whose name is in the cache

    now = [time.monotonic()]
    monkeypatch.setattr(cache, "add", broken)
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(limits, "_complained_at", now[0] - 100)
    with caplog.at_level(logging.ERROR):
        assert not any(limits.too_often("phrases", whom) for whom in (1, 2, Nameless()))
        assert len(caplog.records) == 1
        now[0] += 61
        assert not limits.too_often("phrases", 1)
        assert len(caplog.records) == 2


class TestInThisProcess:
    @pytest.fixture
    def clock(self, monkeypatch):
        """Seconds that can be set forward."""
        now = [1000.0]
        monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])
        return now

    def test_so_many_at_once_and_then_as_fast_as_the_limit(self, clock, settings):
        limit(settings, moves=20)  # in 10 seconds
        assert [limits.too_fast("moves", "A") for _ in range(22)] == 20 * [False] + 2 * [True]
        assert not limits.too_fast("moves", "B")
        clock[0] += 1
        assert [limits.too_fast("moves", "A") for _ in range(3)] == [False, False, True]
        clock[0] += 1000
        assert [limits.too_fast("moves", "A") for _ in range(21)] == 20 * [False] + [True]

    def test_what_is_remembered_is_bounded_and_the_busiest_are_kept(self, clock, settings, monkeypatch):
        monkeypatch.setattr(limits, "KEPT", 10)
        limit(settings, moves=3)
        for whom in range(100):
            limits.too_fast("moves", "busy")
            limits.too_fast("moves", whom)
        assert len(limits._paces) == 10
        assert limits.too_fast("moves", "busy")


async def test_what_comes_from_one_address_waits_for_its_turn_and_others_do_not(settings):
    limit(settings, at_once=1)
    order, go_on = [], asyncio.Event()

    async def work(whose, name):
        async with limits.turn(whose):
            order.append(name)
            if name == "first":
                await go_on.wait()

    at_work = [asyncio.create_task(work(*each)) for each in (("A", "first"), ("A", "second"), ("B", "other"))]
    await at_work[2]
    assert order == ["first", "other"]
    go_on.set()
    await asyncio.gather(*at_work)
    assert order == ["first", "other", "second"]
    assert not limits._turns, "nothing is left of it"


async def test_a_turn_that_is_broken_off_is_over(settings):
    limit(settings, at_once=1)
    with pytest.raises(ZeroDivisionError):
        async with limits.turn("A"):
            raise ZeroDivisionError
    async with limits.turn("A"):
        waits = asyncio.create_task(limits.turn("A").__aenter__())
        await asyncio.sleep(0)
        waits.cancel()
    await asyncio.wait({waits})
    async with asyncio.timeout(5), limits.turn("A"):
        assert limits._turns
    assert not limits._turns
