"""/metrics, for the operator's Prometheus and nobody else."""

import re

import pytest
from asgiref.sync import sync_to_async
from prometheus_client.parser import text_string_to_metric_families

from games import play
from games.change import Refused
from games.rules.state import Action
from tests.factories import SittingFactory
from tests.games.sockets import Page
from tests.site.test_asgi import ask

pytestmark = pytest.mark.django_db(transaction=True)

TOKEN = {"authorization": "Bearer open sesame"}


@pytest.fixture
def known(settings):
    settings.METRICS_TOKEN = "open sesame"


async def read():
    """What is counted: by name and labels."""
    status, text = await ask("/metrics", **TOKEN)
    assert status == 200
    samples = [sample for family in text_string_to_metric_families(text.decode()) for sample in family.samples]
    return {" ".join([sample.name.removeprefix("bagelsknock_"), *sample.labels.values()]): sample.value for sample in samples}


async def test_nobody_reads_it_where_there_is_no_token():
    assert (await ask("/metrics"))[0] == 404
    assert (await ask("/metrics", authorization="Bearer "))[0] == 404


@pytest.mark.parametrize("told", [{}, {"authorization": "Bearer open"}, {"authorization": "open sesame"}])
async def test_nor_who_does_not_know_the_token(known, told):
    assert (await ask("/metrics", **told))[0] == 401


async def test_what_is_counted(known):
    before = await read()
    table = await sync_to_async(lambda: SittingFactory(people=2, started=True))()
    first = await sync_to_async(lambda: table.turn)()
    async with Page(table.code) as page:
        await page.say("hello", key=table.keys["Ann"])
        await page.say("hello", key=table.keys["Bo"] if first else table.keys["Ann"])
        await page.say("act", decision=1, do="call")
        await page.say("act", decision=1, do="bet", to=2)
        after = await read()

    def more(name):
        return after.get(name, 0) - before.get(name, 0)

    assert after["tables playing"] == 1
    assert after["tables closed"] == 0
    assert after["sockets table"] == 1
    assert after["sockets lobby"] == 0
    assert more("moves_total person") == 1
    assert more("moves_total computer") == 0
    assert more("refusals_total too_late") == 1
    assert more("move_seconds_count") == 2
    assert more("render_seconds_count") >= 3
    assert "clock_late_seconds_count" in after


async def test_a_move_that_is_not_stored_is_not_counted(known):
    table = await sync_to_async(lambda: SittingFactory(people=2, started=True))()
    before = await read()

    def fail():
        with pytest.raises(Refused):
            play.act(table.code, table.key(table.turn), 1, Action("discard", "AC"))

    await sync_to_async(fail)()
    assert (await read())["moves_total person"] == before["moves_total person"]


async def test_it_tells_of_nobody(known):
    table = await sync_to_async(lambda: SittingFactory(people=2, started=True))()
    async with Page(table.code) as page:
        await page.say("hello", key=table.keys["Ann"])
        text = (await ask("/metrics", **TOKEN))[1].decode()
    for secret in (table.code, table.keys["Ann"], "Ann", "127.0.0.1"):
        assert secret not in text
    labels = set(re.findall(r"^bagelsknock_\w+\{(.*?)\}", text, re.MULTILINE))
    assert {label.split("=")[0] for each in labels for label in each.split(",")} <= {"by", "code", "status", "page", "le"}
