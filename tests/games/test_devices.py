"""A seat moves to another device by a link that works once, for five minutes; the old device is told kindly."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games import absence, devices, play
from games.models import Seat
from games.rules.state import Action
from tests.factories import SittingFactory
from tests.games.people import refusal, seat

pytestmark = pytest.mark.django_db
NEW = "0123456789abcdef0123456789abcdef"


def ask(client, table, handle="Ann"):
    return client.post(f"/table/{table.code}/move/", headers={"X-Seat-Key": table.keys[handle]})


def token_of(reply):
    return re.search(r"#move=([0-9a-f]{32})\b", reply.content.decode())[1]


def claim(client, table, token, key=NEW):
    return client.post(f"/table/{table.code}/claim/", {"token": token}, headers={"X-Seat-Key": key})


def test_the_link_shows_as_text_and_as_a_qr_code(client, table, settings):
    reply = ask(client, table)
    text = reply.content.decode()
    assert reply.status_code == 200
    assert 'id="move"' in text
    assert f"http://testserver/table/{table.code}/#move=" in text
    assert "<svg" in text
    assert "style=" not in text
    assert reply["Cache-Control"] == "no-store"
    settings.PUBLIC_URL = "https://cards.example.org"
    assert f"https://cards.example.org/table/{table.code}/#move=" in ask(client, table).content.decode()


def test_the_new_device_has_the_seat_and_the_old_one_has_not(client, table):
    reply = claim(client, table, token_of(ask(client, table)))
    assert reply.status_code == 200
    assert (reply["X-Table-Code"], reply["X-Table-Seat"]) == (table.code, "0")
    assert play.find(table.code, NEW)[1].handle == "Ann"
    refused = refusal(play.find, table.code, table.keys["Ann"])
    assert (refused.code, refused.params, refused.status) == ("seat_moved", {"seat": 0}, 403)


def test_the_old_device_is_told_kindly_and_watches_on(client, table):
    claim(client, table, token_of(ask(client, table)))
    old = {"X-Seat-Key": table.keys["Ann"]}
    for reply in (
        client.get(f"/table/{table.code}/board/", headers=old),
        client.get(f"/table/{table.code}/board/?version={table.table.version}", headers=old),
        client.post(f"/table/{table.code}/leave/", headers=old),
        client.post(f"/table/{table.code}/act/", {"decision": 1, "do": "knock"}, headers=old),
    ):
        assert (reply.status_code, reply["X-Seat-Lost"], reply["X-Table-Seat"]) == (403, "seat_moved", "")
        assert "Ann now sits here on another device" in reply.content.decode()


def test_the_others_are_told_nothing_but_a_version(client, table):
    version = table.table.version
    claim(client, table, token_of(ask(client, table)))
    assert table.table.version == version + 1
    assert play.find(table.code, table.keys["Bo"])[1].handle == "Bo"


def test_the_game_goes_on_where_it_was(client, table):
    number = table.turn
    handle = table.present.seats[number].handle
    decision = table.decision(number)
    claim(client, table, token_of(ask(client, table, handle)))
    assert refusal(play.act, table.code, table.keys[handle], decision, Action("draw", "stock")).code == "seat_moved"
    play.act(table.code, NEW, decision, Action("draw", "stock"))
    assert len(table.state.seats[number].cards) == 8


def test_a_link_works_once_but_a_lost_answer_can_be_asked_for_again(client, table):
    token = token_of(ask(client, table))
    assert claim(client, table, token).status_code == 200
    assert claim(client, table, token).status_code == 200  # the same browser, whose answer was lost
    reply = claim(client, table, token, "f" * 32)
    assert reply.status_code == 410
    assert "was used already, or it is too old" in reply.content.decode()
    assert play.find(table.code, NEW)[1].handle == "Ann"


def test_a_link_is_good_for_five_minutes(client, table):
    token = token_of(ask(client, table))
    left = Seat.objects.get(table__code=table.code, number=0).move_until - timezone.now()
    assert timedelta(seconds=295) < left <= timedelta(seconds=300)
    Seat.objects.filter(number=0).update(move_until=timezone.now() - timedelta(seconds=1))
    assert claim(client, table, token).status_code == 410
    assert play.find(table.code, table.keys["Ann"])[1].handle == "Ann"


def test_a_new_link_ends_the_one_before(client, table):
    first, second = token_of(ask(client, table)), token_of(ask(client, table))
    assert claim(client, table, first).status_code == 410
    assert claim(client, table, second).status_code == 200


@pytest.mark.parametrize("token", ["", "x", "0" * 32, "G" * 32, "0" * 5000, "' OR 1=1"])
def test_what_is_no_link_changes_nothing(client, table, token):
    ask(client, table)
    version = table.table.version
    assert claim(client, table, token).status_code == 410
    assert table.table.version == version


def test_a_link_is_for_its_own_table(client, table):
    other = SittingFactory(started=True)
    token = token_of(ask(client, table))
    assert claim(client, other, token).status_code == 410


def test_a_key_that_has_a_seat_takes_no_second_one(client, table):
    other = SittingFactory(started=True)
    token = token_of(ask(client, table))
    reply = claim(client, table, token, other.keys["Ann"])
    assert reply.status_code == 403
    assert claim(client, table, token, table.keys["Bo"]).status_code == 200  # sits there already: as Bo
    assert play.find(table.code, table.keys["Ann"])[1].handle == "Ann"
    assert play.find(table.code, table.keys["Bo"])[1].handle == "Bo"


@pytest.mark.parametrize("key", ["", "0" * 32])
def test_only_who_sits_there_gets_a_link(client, table, key):
    reply = client.post(f"/table/{table.code}/move/", headers={"X-Seat-Key": key} if key else {})
    assert reply.status_code == 403
    assert "#move=" not in reply.content.decode()


def test_neither_key_nor_token_is_stored(client, table):
    token = token_of(ask(client, table))
    stored = str(list(Seat.objects.values()))
    assert token not in stored
    claim(client, table, token)
    assert NEW not in str(list(Seat.objects.values()))


def test_before_the_game_and_after_leaving_too(client):
    table = SittingFactory(people=2, seats=3)
    claim(client, table, token_of(ask(client, table)))
    play.add_bot(table.code, NEW)
    play.start(table.code, NEW)
    absence.leave(table.code, table.keys["Bo"])
    claim(client, table, token_of(ask(client, table, "Bo")), "b" * 32)
    assert seat(table, "Bo").bot
    absence.return_to(table.code, "b" * 32)
    assert not seat(table, "Bo").bot


def test_the_leader_who_removes_a_seat_ends_its_link(client, table):
    token = token_of(ask(client, table, "Bo"))
    play.remove(table.code, table.keys["Ann"], 1)
    assert claim(client, table, token).status_code == 410


def test_back_and_forth(client, table):
    """The seat comes back to the first device with another key: that device then knows no old one."""
    claim(client, table, token_of(ask(client, table)))
    table.keys["Ann"] = NEW
    claim(client, table, token_of(ask(client, table)), "f" * 32)
    assert play.find(table.code, "f" * 32)[1].handle == "Ann"
    assert refusal(play.find, table.code, NEW).code == "seat_moved"


def test_the_same_click_at_once_from_two_tabs(table):
    token = devices.offer(table.code, table.keys["Ann"])
    assert devices.claim(table.code, NEW, token).pk == devices.claim(table.code, NEW, token).pk
