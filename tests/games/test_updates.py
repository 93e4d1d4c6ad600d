"""Who is told what of a change: a version number and nothing else, after commit, and not at all if nothing came of it."""

import asyncio

import pytest
from channels.exceptions import ChannelFull
from channels.layers import get_channel_layer

from games import play, updates
from games.layers import LeanInMemoryChannelLayer
from tests.factories import SittingFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def told(monkeypatch):
    """What was sent, to whom."""
    sent = []
    monkeypatch.setattr(updates, "_send", lambda name, message: sent.append((name, message)))
    return sent


def test_a_move_tells_its_table_the_version_and_the_lobby_nothing(told):
    table = SittingFactory(started=True)
    told.clear()
    table.act("fold")
    assert told == [(f"table.{table.code}", {"type": "table.changed", "version": table.table.version})]


def test_who_sits_down_is_seen_from_the_lobby(told):
    table = SittingFactory(people=1, seats=2)
    told.clear()
    play.sit(table.code, "k" * 32, "Bo")
    assert [name for name, _ in told] == [f"table.{table.code}", "lobby"]


@pytest.mark.parametrize("repeated", ["sit", "start", "remove a free seat"])
def test_what_changes_nothing_tells_nobody(told, repeated):
    table = SittingFactory(people=2, seats=3, started=repeated == "start")
    told.clear()
    if repeated == "sit":
        play.sit(table.code, table.keys["Bo"], "Bo")
    elif repeated == "start":
        play.start(table.code, table.keys["Ann"])
    else:
        play.remove(table.code, table.keys["Ann"], 2)
    assert not told


def test_what_is_refused_tells_nobody(told):
    table = SittingFactory(started=True)
    told.clear()
    with pytest.raises(play.Refused):
        table.act("knock")
    assert not told


async def test_the_lean_layer_skips_who_does_not_listen():
    layer = LeanInMemoryChannelLayer(capacity=2)
    quick, slow = await layer.new_channel(), await layer.new_channel()
    for channel in (quick, slow):
        await layer.group_add("table.X", channel)
    for version in range(4):
        await layer.group_send("table.X", {"type": "table.changed", "version": version})
        assert (await layer.receive(quick))["version"] == version
    assert (await layer.receive(slow))["version"] == 0
    with pytest.raises(ChannelFull):
        for _ in range(3):
            await layer.send(slow, {"type": "x"})


async def test_the_lean_layer_keeps_nothing_for_who_does_not_listen_any_more():
    layer = LeanInMemoryChannelLayer()
    channel = await layer.new_channel()
    await layer.group_add("table.X", channel)
    listening = asyncio.create_task(layer.receive(channel))
    await asyncio.sleep(0)
    assert layer.channels
    await layer.group_discard("table.X", channel)
    listening.cancel()
    await asyncio.wait([listening])
    await layer.group_send("table.X", {"type": "table.changed", "version": 1})
    assert not layer.channels and not layer.groups


@pytest.mark.embedded
async def test_the_site_uses_it():
    assert isinstance(get_channel_layer(), LeanInMemoryChannelLayer)
