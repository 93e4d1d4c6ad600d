"""A Redis that hangs, and one that is gone: who plays goes on, and when it is back everything is as before."""

import asyncio
import contextlib
import time

import pytest
import redis

from bagelsknock_site.impatient import MESSAGE, ImpatientRedisLayer
from tests.scaled import services
from tests.scaled.lines import Browser, open_table, until
from tests.scaled.wire import Server

pytestmark = pytest.mark.servers


@pytest.fixture
def port():
    return services.free_port()


@pytest.fixture
def server(tmp_path, port):
    with services.new_database() as database, contextlib.closing(services.Redis(port)) as cache:
        server = Server(tmp_path, DATABASE_URL=database, REDIS_URL=cache.url, PAUSE_SCALE="1", PATIENCE="beat=0.1,ask=1,silent=60")
        server.start()
        server.redis = cache
        yield server
        cache.hang(False)
        server.stop()


def seconds_of(call, *args, **kwargs):
    began = time.monotonic()
    call(*args, **kwargs)
    return time.monotonic() - began


@pytest.mark.parametrize("trouble", ["hangs", "is gone"])
async def test_people_play_on_without_redis(server, trouble):
    code, keys = open_table(server, "Bo")
    pages = {handle: await Browser(code, key).open(server) for handle, key in keys.items()}
    server.redis.hang() if trouble == "hangs" else server.redis.close()
    slowest = max(seconds_of(server.post, f"/table/{code}/say/", keys["Ann"], phrase="hello") for _ in range(4))
    assert slowest < 2, "what counts how often somebody speaks does not wait for Redis"
    for _ in range(4):
        await until(lambda: any(page.wish() for page in pages.values()), "somebody's turn, which heartbeats tell of")
        assert await next(page for page in pages.values() if page.wish()).act()
    assert seconds_of(server.get, f"/table/{code}/") < 2
    server.redis.hang(False) if trouble == "hangs" else server.redis.start()
    seen = await Browser(code).open(server)
    await until(lambda: any(page.wish() for page in pages.values()), "somebody's turn")
    version = seen.version
    seen._tasks[1].cancel()  # its heartbeat: it must be told
    assert await next(page for page in pages.values() if page.wish()).act()
    await until(lambda: seen.version > version, "news through Redis, which is back")
    for page in [*pages.values(), seen]:
        await page.close()


async def test_messages_do_not_wait_for_one_another_while_redis_hangs():
    with contextlib.closing(services.Redis()) as cache:
        layer = ImpatientRedisLayer(hosts=[{"address": cache.url}])
        await layer.group_send("table.A", {"type": "table.changed"})
        cache.hang()
        try:
            began = time.monotonic()
            ends = await asyncio.gather(*(layer.group_send("table.A", {"type": "table.changed"}) for _ in range(8)), return_exceptions=True)
            assert time.monotonic() - began < 2 * MESSAGE
            assert all(isinstance(end, TimeoutError) for end in ends)
        finally:
            cache.hang(False)
        await layer.group_send("table.A", {"type": "table.changed"})
        await layer.flush()


async def test_who_goes_while_redis_is_told_is_gone_at_whatever_moment():
    """What is cancelled ends, even where the driver loses that (Python 3.11's `wait_for`), and others hear of their groups all the same."""
    with contextlib.closing(services.Redis()) as cache:
        layer = ImpatientRedisLayer(hosts=[{"address": cache.url}])
        channel = await layer.new_channel()
        await layer.group_add("table.A", channel)
        ends = []
        for moment in range(40):
            goes = asyncio.create_task(layer.group_add(f"table.{moment}", await layer.new_channel()))
            for _ in range(moment):
                await asyncio.sleep(0)
            ends.append(goes.cancel())
            await asyncio.wait([goes])
            assert goes.cancelled() == ends[-1], f"cancelled after {moment} turns of the event loop"
        assert {True, False} == set(ends), "some have ended by themselves"
        await layer.group_send("table.A", {"type": "table.changed"})
        async with asyncio.timeout(5):
            assert await layer.receive(channel)
        await layer.flush()


async def test_who_comes_while_redis_is_gone_sees_the_table_and_hears_of_it_when_redis_is_back(tmp_path):
    """By itself, in a few seconds: no heartbeat and no look of the process brings it."""
    with services.new_database() as database, contextlib.closing(services.Redis()) as cache:
        deaf = {"PAUSE_SCALE": "1", "PATIENCE": "caught_up=1000,silent=600"}
        servers = [Server(tmp_path, DATABASE_URL=database, REDIS_URL=cache.url, **deaf).start() for _ in range(2)]
        try:
            code, keys = await asyncio.to_thread(open_table, servers[0], "Bo")
            before = await Browser(code, keys["Ann"]).open(servers[0])
            cache.close()
            began = time.monotonic()
            pages = [before, await Browser(code, keys["Bo"]).open(servers[1]), await Browser(code).open(servers[0])]
            assert time.monotonic() - began < 10
            assert all(page.version for page in pages)
            cache.start()
            group, client = f"asgi__group__table.{code}", redis.Redis.from_url(cache.url)
            await until(lambda: client.pubsub_numsub(group)[0][1] == 2, "both processes to hear of the table again", seconds=5)
            for page in pages:
                page._tasks[1].cancel()
            for mover in (page for _ in range(3) for page in pages):
                if mover.wish():
                    version = mover.version
                    assert await mover.act()
                    await until(lambda version=version: all(page.version > version for page in pages), "news through Redis")
            for page in pages:
                await page.close()
        finally:
            for server in servers:
                server.stop()
