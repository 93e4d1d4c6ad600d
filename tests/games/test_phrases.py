"""Quick phrases: who may say what, how often, and who hears it. Nothing of it is stored."""

from html import unescape

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import absence, phrases, play, rematch, sentences, updates
from games.models import Seat, Table
from games.play import Refused
from tests.cache_time import let_pass
from tests.factories import SittingFactory
from tests.games.people import refusal
from tests.games.sockets import Page, in_thread


@pytest.fixture
def told(monkeypatch):
    """What is told to those who watch a table."""
    told = []
    monkeypatch.setattr(updates, "_send", lambda group, message: told.append((group, message)))
    return told


@pytest.fixture(autouse=True)
def nothing_said_yet():
    cache.clear()


def post(client, table, phrase, key=None):
    return client.post(f"/table/{table.code}/say/", {"phrase": phrase}, headers={"X-Seat-Key": key} if key else {})


def refused(reply, status, code):
    sentence = sentences.refusal("bagelsknock", Refused(code))
    return reply.status_code == status and sentence != sentences.common.FALLBACK and sentence in unescape(reply.content.decode())


@pytest.mark.django_db
class TestDoor:
    def test_who_sits_here_is_heard_by_code_and_seat(self, client, table, told):
        reply = post(client, table, "hello", table.keys["Bo"])
        assert reply.status_code == 200
        assert told == [(updates.group(table.code), {"type": "table.phrase", "seat": 1, "phrase": "hello"})]

    def test_nothing_is_stored_and_no_version_grows(self, table, told):
        version = table.table.version
        with CaptureQueriesContext(
            connection,
        ) as asked:
            phrases.say(table.code, table.keys["Ann"], "hello")
        assert table.table.version == version
        assert not [query for query in asked if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]

    def test_who_watches_does_not_speak(self, client, table, told):
        assert refused(post(client, table, "hello"), 403, "no_key")
        assert refused(post(client, table, "hello", "0" * 32), 403, "wrong_key")
        assert refused(post(client, table, "hello", SittingFactory().keys["Ann"]), 403, "key_elsewhere")
        assert told == []

    def test_nor_does_who_was_removed_or_has_left(self, client, told):
        table = SittingFactory(people=3, started=True)
        play.remove(table.code, table.keys["Ann"], 1)
        assert refused(post(client, table, "hello", table.keys["Bo"]), 403, "removed")
        absence.leave(table.code, table.keys["Cy"])
        assert refused(post(client, table, "hello", table.keys["Cy"]), 409, "has_left")
        absence.return_to(table.code, table.keys["Cy"])
        told.clear()
        assert post(client, table, "back", table.keys["Cy"]).status_code == 200
        assert len(told) == 1

    @pytest.mark.parametrize("phrase", ["", "HELLO", "hello there", "<b>", "\N{PILE OF POO}"])
    def test_only_the_phrases_that_there_are(self, client, table, told, phrase):
        assert refused(post(client, table, phrase, table.keys["Ann"]), 400, "phrase_unknown")
        assert refused(client.post(f"/table/{table.code}/say/", headers={"X-Seat-Key": table.keys["Ann"]}), 400, "phrase_unknown")
        assert told == []

    @pytest.mark.parametrize("phrase", [None, 7, ["hello"], {"hello": 1}])
    def test_what_a_socket_may_bring(self, table, told, phrase):
        assert refusal(phrases.say, table.code, table.keys["Ann"], phrase).code == "phrase_unknown"

    def test_a_table_that_has_them_not(self, client, told):
        table = SittingFactory(phrases=False)
        assert refused(post(client, table, "hello", table.keys["Ann"]), 403, "phrases_off")

    def test_a_table_that_is_closed(self, client, told):
        table = SittingFactory()
        for handle in ("Ann", "Bo"):
            absence.leave(table.code, table.keys[handle])
        Seat.objects.create(table=table.table, number=0, handle="Ann", skeleton="ann", key_hash=play.hash_key(table.keys["Ann"]))
        assert refused(post(client, table, "hello", table.keys["Ann"]), 409, "closed")

    def test_no_table_at_all(self, client):
        assert client.post("/table/00000000/say/", {"phrase": "hello"}).status_code == 404

    def test_only_as_a_post(self, client, table):
        assert client.get(f"/table/{table.code}/say/").status_code == 405

    def test_so_many_at_once_and_no_more_whoever_counts(self, client, table, told):
        for _ in range(settings.LIMITS["phrases"].most):
            phrases.say(table.code, table.keys["Ann"], "ouch")  # over a socket of another tab
        assert refused(post(client, table, "ouch", table.keys["Ann"]), 429, "phrase_often")
        assert len(told) == settings.LIMITS["phrases"].most
        assert post(client, table, "ouch", table.keys["Bo"]).status_code == 200, "each seat has its own"

    def test_after_a_while_more(self, client, table, told, monkeypatch):
        for _ in range(settings.LIMITS["phrases"].most):
            phrases.say(table.code, table.keys["Ann"], "ouch")
        let_pass(monkeypatch, settings.LIMITS["phrases"].seconds)
        assert post(client, table, "ouch", table.keys["Ann"]).status_code == 200

    def test_without_a_cache_people_can_still_speak(self, client, table, told, monkeypatch):
        monkeypatch.setattr(cache, "add", lambda *args: 1 / 0)
        assert post(client, table, "hello", table.keys["Ann"]).status_code == 200


@pytest.mark.django_db
class TestPage:
    def shown(self, client, table, path="/table/"):
        return client.get(f"{path}{table.code}/").content.decode()

    def test_each_phrase_in_the_readers_language(self, client, table):
        assert 'data-phrase="good_luck">Good luck!<' in self.shown(client, table)
        assert 'data-phrase="good_luck">¡Suerte!<' in self.shown(client, table, "/es/table/")
        assert self.shown(client, table).count("data-phrase=") == len(phrases.PHRASES) == 12

    def test_a_table_without_them_has_no_button_and_says_so(self, client):
        without, with_them = SittingFactory(phrases=False), SittingFactory()
        page = self.shown(client, without)
        assert "data-phrase=" not in page and 'id="phrases-button"' not in page
        assert page.count('<li class="chip">no quick phrases</li>') == 2, "in the waiting room and beside the rules"
        assert self.shown(client, with_them).count('<li class="chip">quick phrases</li>') == 2

    def test_the_menu_mutes_people_and_not_oneself(self, client):
        table = SittingFactory(people=2, bots=1, started=True)
        reply = client.get(f"/table/{table.code}/board/", headers={"X-Seat-Key": table.keys["Ann"]}).content.decode()
        assert reply.count("data-mute=") == 1
        assert self.shown(client, table).count("data-mute=") == 2
        assert "data-mute=" not in self.shown(client, SittingFactory(phrases=False))


@pytest.mark.django_db
@pytest.mark.parametrize("on", [True, False])
def test_a_rematch_is_as_the_game_before(on):
    table = SittingFactory(started=True, phrases=on)
    table.play_until("round_over")
    table.act("end_game", False)
    table.play_until("game_over")
    new = rematch.again(table.code, table.keys["Ann"], "b" * 32).table
    assert Table.objects.get(pk=new.pk).phrases is on


pages = pytest.mark.django_db(transaction=True)


@pages
async def test_all_who_look_hear_it_over_their_sockets():
    table = await in_thread(SittingFactory)()
    async with Page(table.code) as ann, Page(table.code) as watcher, Page(table.code) as stranger:
        await ann.say("hello", key=table.keys["Ann"])
        await watcher.say("hello", key=None)
        assert await ann.say("say", phrase="hello") == {"type": "phrase", "seat": 0, "phrase": "hello"}
        assert await watcher.hear() == {"type": "phrase", "seat": 0, "phrase": "hello"}
        assert await stranger.silent(), "who has not said hello shows nothing yet"


@pages
async def test_over_the_socket_a_refusal_is_a_notice():
    table = await in_thread(SittingFactory)()
    async with Page(table.code) as ann, Page(table.code) as watcher:
        await ann.say("hello", key=table.keys["Ann"])
        await watcher.say("hello", key=None)
        await watcher.say("say", phrase="hello")
        assert watcher.notice == sentences.refusal(None, Refused("no_key"))
        await ann.say("say", phrase=["hello"])
        assert ann.notice == sentences.refusal(None, Refused("phrase_unknown"))
        for _ in range(settings.LIMITS["phrases"].most):
            assert (await ann.say("say", phrase="ouch"))["type"] == "phrase"
        for _ in range(2):
            assert (await ann.say("say", phrase="ouch"))["type"] == "frame"
            assert ann.notice == sentences.refusal(None, Refused("phrase_often")), "said each time, not once"
