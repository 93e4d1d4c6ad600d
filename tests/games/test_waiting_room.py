"""What people do at a table besides moving: start, computer players, removing, leaving, coming back, the cut. By POST."""

from html import unescape

import pytest
from django.core.cache import cache

from games import play, sentences
from tests.factories import SittingFactory

pytestmark = pytest.mark.django_db


def post(client, table, what, handle, **fields):
    return client.post(f"/table/{table.code}/{what}/", fields, headers={"X-Seat-Key": table.keys[handle]})


def says(reply, code, **params):
    return sentences.refusal("bagelsknock", play.Refused(code, params), ["Ann", "Bo", "Cy"]) in unescape(reply.content.decode())


def test_the_leader_starts(client):
    table = SittingFactory()
    assert post(client, table, "start", "Bo").status_code == 403
    assert post(client, table, "start", "Ann").status_code == 200
    assert table.state.phase == "betting"
    assert post(client, table, "start", "Ann").status_code == 200


def test_one_alone_cannot_start(client):
    table = SittingFactory(people=1)
    reply = post(client, table, "start", "Ann")
    assert reply.status_code == 409
    assert says(reply, "too_few", low=2)


def test_the_leader_fills_seats_with_computer_players(client):
    table = SittingFactory(people=1, seats=3)
    assert post(client, table, "add-computer", "Ann", seat="2").status_code == 200
    assert post(client, table, "add-computer", "Ann", seat="2").status_code == 200  # a double click
    assert [seat.number for seat in table.present.seats] == [0, 2]
    assert post(client, table, "add-computer", "Ann").status_code == 200
    reply = post(client, table, "add-computer", "Ann")
    assert reply.status_code == 409
    assert says(reply, "full")
    assert post(client, table, "add-computer", "Ann", seat="x").status_code == 400


def test_the_leader_removes_a_seat(client):
    table = SittingFactory(people=3)
    assert post(client, table, "remove", "Bo", seat="2").status_code == 403
    assert post(client, table, "remove", "Ann", seat="1").status_code == 200
    assert [seat.handle for seat in table.present.seats] == ["Ann", "Cy"]
    reply = post(client, table, "remove", "Ann", seat="0")
    assert reply.status_code == 400
    assert says(reply, "not_yourself")
    for nonsense in ("", "x", "9", "1e9"):
        assert post(client, table, "remove", "Ann", seat=nonsense).status_code == 400


def test_a_removed_person_becomes_a_watcher_and_is_told(client):
    table = SittingFactory(people=2)
    post(client, table, "remove", "Ann", seat="1")
    reply = client.get(f"/table/{table.code}/board/", headers={"X-Seat-Key": table.keys["Bo"]})
    assert reply.status_code == 403
    assert says(reply, "freed")
    play.sit(table.code, table.keys["Bo"], "Bo")
    assert client.get(f"/table/{table.code}/board/", headers={"X-Seat-Key": table.keys["Bo"]}).status_code == 200


def test_who_has_left_was_not_removed(client):
    table = SittingFactory(people=2)
    post(client, table, "leave", "Bo")
    reply = client.get(f"/table/{table.code}/board/", headers={"X-Seat-Key": table.keys["Bo"]})
    assert says(reply, "wrong_key")


def test_without_a_cache_the_key_is_only_wrong(client, monkeypatch):
    def broken(*args):
        raise ConnectionError

    monkeypatch.setattr(cache, "set", broken)
    monkeypatch.setattr(cache, "get", broken)
    table = SittingFactory(people=2)
    assert post(client, table, "remove", "Ann", seat="1").status_code == 200
    reply = client.get(f"/table/{table.code}/board/", headers={"X-Seat-Key": table.keys["Bo"]})
    assert says(reply, "wrong_key")


def test_leaving_and_coming_back(client):
    table = SittingFactory(started=True)
    assert post(client, table, "leave", "Bo").status_code == 200
    assert table.present.seats[1].bot
    assert post(client, table, "leave", "Bo").status_code == 200  # a double click
    assert post(client, table, "return", "Bo").status_code == 200
    assert not table.present.seats[1].bot
    assert post(client, table, "return", "Bo").status_code == 200


def test_a_cut_of_ones_own(client):
    table = SittingFactory()
    assert post(client, table, "cut", "Ann", cut="my own").status_code == 200
    assert table.present.seats[0].cut == "my own"
    assert post(client, table, "cut", "Ann").status_code == 400
    play.start(table.code, table.keys["Ann"])
    assert post(client, table, "cut", "Ann", cut="late").status_code == 409


@pytest.mark.parametrize("what", ["start", "add-computer", "remove", "leave", "return", "cut"])
def test_without_a_key_nothing_happens(client, what):
    table = SittingFactory(people=2, seats=3)
    version = table.table.version
    assert client.post(f"/table/{table.code}/{what}/", {"seat": "2", "cut": "x"}).status_code == 403
    assert table.table.version == version


def test_a_refusal_names_the_right_person_when_seats_have_been_left(client):
    table = SittingFactory(people=4)
    for handle in ("Ann", "Bo"):
        post(client, table, "leave", handle)
    assert "Cy leads this table" in post(client, table, "start", "Di").content.decode()
