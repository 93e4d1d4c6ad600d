"""The socket of a table: who says hello sees their board, every change comes as a frame, and nothing that is sent breaks it."""

import asyncio
import json

import pytest
from autobahn.exception import Disconnected
from channels.generic.websocket import AsyncWebsocketConsumer

from games import limits, play, sentences
from games.sentences import common
from tests.factories import SittingFactory
from tests.games.sockets import Page, in_thread
from tests.limits import limit

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def table():
    """Ann and Bo in the middle of a first rummy turn."""
    return await in_thread(_table)()


def _table():
    table = SittingFactory(started=True)
    table.play_until("rummy")
    return table


def sentence(code):
    """What a player reads for this code."""
    assert code in common.TABLE_REFUSALS
    return sentences.refusal("bagelsknock", play.Refused(code, {"most": 4096}))


async def facts(table):
    """Whose turn it is, with key and decision, and the version."""
    seat = await in_thread(lambda: table.turn)()
    return seat, await in_thread(table.key)(seat), await in_thread(table.decision)(seat), (await in_thread(lambda: table.table.version)())


async def test_hello_brings_the_whole_board_of_the_seat(table):
    seat, key, _, version = await facts(table)
    async with Page(table.code) as page:
        frame = await page.say("hello", key=key, version=None)
        assert (frame["version"], frame["base"], frame["me"]) == (version, None, seat)
        assert frame["title"]
        assert {"notice", "hand", "actions"} <= page.regions.keys()


async def test_a_watcher_says_hello_without_a_key_and_sees_no_hand(table):
    async with Page(table.code) as page:
        await page.say("hello", key=None)
        assert page.me is None
        hands = [card for seat in (await in_thread(lambda: table.state)()).seats for card in seat.cards]
        assert not [card for card in hands if f'"{card}"' in str(page.regions) or f"#{card}" in str(page.regions)]


async def test_a_wrong_key_watches_and_is_told_so(table):
    async with Page(table.code) as page:
        await page.say("hello", key="0" * 32)
        assert page.me is None
        assert page.notice == sentence("wrong_key")


async def test_a_move_reaches_everybody_in_the_regions_that_changed(table):
    _, key, decision, version = await facts(table)
    async with Page(table.code) as mover, Page(table.code) as watcher:
        await mover.say("hello", key=key)
        await watcher.say("hello", key=None)
        frame = await mover.say("act", decision=decision, do="draw", **{"from": "stock"})
        assert (frame["version"], frame["base"]) == (version + 1, version)
        frame = await watcher.hear()
        assert (frame["version"], frame["base"]) == (version + 1, version)
        assert 'id="notice"' not in frame["html"]
        assert await mover.silent()
        assert await watcher.silent()


async def test_form_fields_are_text_and_mean_the_same(table):
    _, key, decision, version = await facts(table)
    async with Page(table.code) as page:
        await page.say("hello", key=key)
        await page.say("act", decision=str(decision), do="draw", **{"from": "stock"})
        assert page.version == version + 1
        assert page.notice == ""


async def test_a_double_click_is_one_move(table):
    seat, key, decision, version = await facts(table)
    async with Page(table.code) as page:
        await page.say("hello", key=key)
        for _ in range(3):
            await page.socket.send_json_to({"type": "act", "decision": decision, "do": "draw", "from": "stock"})
        for _ in range(3):
            assert (await page.hear())["type"] == "frame"
        assert await page.silent()
        assert page.notice == ""
    state = await in_thread(lambda: table.state)()
    assert len(state.seats[seat].cards) == 8
    assert (await in_thread(lambda: table.table.version)()) == version + 1


async def test_a_refused_move_says_why_and_the_sentence_goes_with_the_next_own_move(table):
    _, key, decision, version = await facts(table)
    async with Page(table.code) as page:
        await page.say("hello", key=key)
        await page.say("act", decision=decision, do="discard", card="AS")
        assert page.notice == "Draw a card first."
        assert page.version == version
        await page.say("act", decision=decision, do="draw", **{"from": "stock"})
        assert page.notice == ""


async def test_every_refusal_is_answered_even_the_same_one_again(table):
    _, key, decision, _ = await facts(table)
    async with Page(table.code) as page:
        await page.say("hello", key=key)
        for _ in range(3):
            frame = await page.say("act", decision=decision, do="discard", card="AS")
            assert "Draw a card first." in frame["html"]


async def test_the_sentence_outlives_other_peoples_moves(table):
    seat, _, _, version = await facts(table)
    async with Page(table.code) as page:
        other = await in_thread(table.key)(1 - seat)
        await page.say("hello", key=other)
        await page.say("act", decision=await in_thread(table.decision)(1 - seat), do="knock")
        assert "not your turn" in page.notice
        await in_thread(table.act)("draw", "stock")
        await page.hear_until(version + 1)
        assert "not your turn" in page.notice


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "bad_message"),
        ("[1, 2]", "bad_message"),
        ("null", "bad_message"),
        ('"hello"', "bad_message"),
        ("{}", "bad_message"),
        ('{"type": "dance"}', "bad_message"),
        ('{"type": ["act"]}', "bad_message"),
        ("[" * 4000, "bad_message"),
        (json.dumps({"type": "act", "do": "x" * 5000}), "message_too_long"),
        (json.dumps({"type": "act"}), "bad_decision"),
        (json.dumps({"type": "act", "decision": "first", "do": "check"}), "bad_decision"),
        (json.dumps({"type": "act", "decision": 1, "do": {"a": 1}}), "bad_action"),
        (json.dumps({"type": "act", "decision": 1, "do": "DROP TABLE"}), "bad_action"),
        (json.dumps({"type": "act", "decision": 1, "do": "bet", "to": True}), "bad_amount"),
        (json.dumps({"type": "act", "decision": 1, "do": "bet", "to": 1.5}), "bad_amount"),
        (json.dumps({"type": "act", "decision": 1, "do": "discard", "card": "ZZ"}), "bad_card"),
        (json.dumps({"type": "act", "decision": 1, "do": "discard", "card": ["AS"]}), "bad_card"),
        (json.dumps({"type": "act", "decision": 1, "do": "draw", "from": "sleeve"}), "bad_pile"),
        (json.dumps({"type": "act", "decision": 1, "do": "next_round", "big_kahuna": 2}), "bad_choice"),
        (json.dumps({"type": "cut", "cut": {"a": 1}}), "bad_cut"),
        (json.dumps({"type": "cut", "cut": "late"}), "cut_fixed"),
    ],
)
async def test_nonsense_gets_a_sentence_and_changes_nothing(table, text, code):
    _, key, _, version = await facts(table)
    async with Page(table.code) as page:
        await page.say("hello", key=key)
        await page.say_text(text)
        assert page.notice == sentence(code)
        assert page.version == version
        assert (await page.say("ping", version=version)) == {"type": "pong", "version": version}


async def test_a_binary_message_gets_a_sentence(table):
    async with Page(table.code) as page:
        await page.socket.send_to(bytes_data=b"\xff\x00")
        await page.hear()
        assert page.notice == sentence("bad_message")


async def test_acting_before_hello_is_watching(table):
    _, _, decision, version = await facts(table)
    async with Page(table.code) as page:
        await page.say("act", decision=decision, do="draw", **{"from": "stock"})
        assert page.notice == sentence("no_key")
        assert (page.version, page.me) == (version, None)


async def test_before_hello_nothing_is_shown(table):
    seat, key, _, version = await facts(table)
    async with Page(table.code) as page:
        await in_thread(table.act)("draw", "stock")
        assert await page.silent()
        await page.say("hello", key=key)
        assert (page.version, page.me) == (version + 1, seat)


async def test_hello_again_changes_the_seat(table):
    async with Page(table.code) as page:
        await page.say("hello", key=table.keys["Ann"])
        await page.say("hello", key=table.keys["Bo"])
        assert page.me == 1


async def test_hello_brings_the_browsers_cut_once():
    table = await in_thread(SittingFactory)()
    async with Page(table.code) as page:
        await page.say("hello", key=table.keys["Ann"], cut="first")
        await page.hear_until(await in_thread(lambda: table.table.version)())
        await page.say("hello", key=table.keys["Ann"], cut="second")
        await page.say("cut", cut="typed")
    assert (await in_thread(lambda: table.present.seats[0].cut)()) == "typed"


async def test_a_page_that_missed_something_asks_for_everything(table):
    _, key, _, version = await facts(table)
    async with Page(table.code) as page:
        await page.say("hello", key=key)
        frame = await page.say("board")
        assert (frame["version"], frame["base"]) == (version, None)


async def test_a_heartbeat_brings_what_no_message_brought(table, monkeypatch):
    _, key, _, version = await facts(table)
    async with Page(table.code) as page:
        await page.say("hello", key=key)
        monkeypatch.setattr("games.updates._send", lambda *args: None)  # a channel that was full
        await in_thread(table.act)("draw", "stock")
        frame = await page.say("ping", version=version)
        assert (frame["type"], frame["version"]) == ("frame", version + 1)
        assert (await page.hear()) == {"type": "pong", "version": version + 1}


async def test_a_burst_of_changes_is_few_frames_and_the_newest_version(table):
    async with Page(table.code) as page:
        await page.say("hello", key=None)
        sent = page.frames
        for _ in range(6):
            await in_thread(_draw_and_discard)(table)
        version = await in_thread(lambda: table.table.version)()
        await page.hear_until(version)
        assert await page.silent()
        assert page.frames - sent <= 12


def _draw_and_discard(table):
    table.act("draw", "stock")
    table.act("discard", table.state.seats[table.turn].cards[0])


async def test_an_older_version_is_dropped(table):
    async with Page(table.code) as page:
        await page.say("hello", key=None)
        from channels.layers import get_channel_layer

        await get_channel_layer().group_send(f"table.{table.code}", {"type": "table.changed", "version": 1})
        assert await page.silent()


@pytest.mark.parametrize("kind", ["hello", "act", "nonsense", "ping"])
async def test_an_unknown_table_says_so_and_where_to_go(kind, caplog):
    async with Page("ABCDEFGH") as page:
        message = await page.say(kind)
        assert not caplog.records, "nor is it an error for the operator"
        assert message["type"] == "gone"
        assert message["url"] == "/"
        assert message["text"] == sentence("unknown_table")


async def test_codes_are_forgiving_about_how_they_are_typed(table):
    async with Page(table.code.lower().replace("0", "o")) as page:
        await page.say("hello", key=table.keys["Ann"])
        assert page.me == 0


@pytest.mark.parametrize("origin", [None, "http://elsewhere.example", "null"])
async def test_other_sites_get_no_socket(table, origin):
    connected, _ = await Page(table.code, origin).socket.connect()
    assert not connected


async def cut_off(page) -> bool:
    """Whether the socket is closed with the code that says: too much. What it was sent before is taken in."""
    while (said := await page.socket.receive_output(timeout=5))["type"] == "websocket.send":
        pass
    return said == {"type": "websocket.close", "code": 4429}


@pytest.mark.parametrize("what", ["chatter", "messages"])
async def test_a_flood_is_cut_off(table, settings, what):
    limits._paces.clear()
    limit(settings, **{what: 5})
    async with Page(table.code) as page:
        await page.say("hello", key=None)
        for _ in range(20):
            await page.socket.send_json_to({"type": "ping", "version": page.version})
        assert await cut_off(page)
        assert await page.socket.receive_nothing(timeout=0.1), "what else it sent is not looked at"


@pytest.mark.parametrize("asks", [{"type": "hello"}, {"type": "board"}, {"type": "ping", "version": 10**9}])
async def test_who_wants_the_whole_board_again_and_again_is_cut_off(table, settings, asks):
    limit(settings, boards=3)
    async with Page(table.code) as page, Page(table.code) as other:
        for _ in range(3):
            assert (await page.say_text(json.dumps(asks)))["type"] == "frame"
            await page.silent()
        await page.socket.send_json_to(asks)
        assert await cut_off(page)
        assert (await other.say("hello"))["type"] == "frame"


async def test_what_breaks_inside_is_a_sentence_outside(table, monkeypatch, caplog):
    def broken(*args):
        raise RuntimeError("wire cut")

    async with Page(table.code) as page:
        await page.say("hello", key=table.keys["Ann"])
        monkeypatch.setattr(play, "act", broken)
        await page.say("act", decision=1, do="check")
        assert page.notice == sentence("broken")
        assert "wire cut" in caplog.text


async def test_no_cookie_comes_with_the_socket(table):
    page = Page(table.code)
    await page.socket.send_input({"type": "websocket.connect"})
    accepted = await page.socket.receive_output()
    assert accepted["type"] == "websocket.accept"
    assert not accepted.get("headers")
    await page.socket.disconnect()


async def test_a_page_that_is_gone_already_is_no_error(table, monkeypatch, caplog):
    """News of a move may come between the end of a page and the news of that end."""

    async def gone(*args):
        raise Disconnected("Attempt to send on a closed protocol")

    _, key, _, _ = await facts(table)
    async with Page(table.code) as page, Page(table.code) as watcher:
        await watcher.say("hello", key=None)
        await page.say("hello", key=key, version=None)
        monkeypatch.setattr(AsyncWebsocketConsumer, "send", gone)
        await in_thread(table.play_until)("round_over")
        await asyncio.sleep(0.1)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
