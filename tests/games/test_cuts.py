"""Commitment and cuts on the table's page: the promise from the start, one's own cut until the start, everybody's from then on."""

import re

import pytest

from games import play
from tests.factories import SittingFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    table = SittingFactory(people=2)
    play.set_cut(table.code, table.keys["Ann"], "ann's <cut>")
    play.set_cut(table.code, table.keys["Bo"], "bo's cut")
    return table


def board(client, table, handle=None):
    headers = {"X-Seat-Key": table.keys[handle]} if handle else {}
    return client.get(f"/table/{table.code}/board/", headers=headers).content.decode()


def menu(text):
    return text.split('class="shuffle"')[1].split("</details>")[0]


def test_the_promise_stands_on_the_page_from_the_start(client, table):
    for handle in (None, "Ann"):
        text = board(client, table, handle)
        assert table.table.commitment in menu(text)
        assert 'href="/fairness/"' in menu(text)
    play.start(table.code, table.keys["Ann"])
    assert table.table.commitment in menu(board(client, table, "Bo"))


def test_before_the_start_one_sees_and_types_ones_own_cut_and_no_other(client, table):
    text = board(client, table, "Ann")
    assert "ann&#39;s &lt;cut&gt;" in text
    assert "bo&#39;s cut" not in text
    assert re.search(rf'hx-post="/table/{table.code}/cut/"', text)
    onlooker = board(client, table)
    assert "ann&#39;s" not in onlooker
    assert "bo&#39;s" not in onlooker
    assert "/cut/" not in onlooker


def test_a_typed_cut_is_shown_back(client, table):
    reply = client.post(f"/table/{table.code}/cut/", {"cut": "seven ♠"}, headers={"X-Seat-Key": table.keys["Bo"]})
    assert reply.status_code == 200
    assert "Your cut now: <code>seven ♠</code>" in reply.content.decode()


@pytest.mark.parametrize("cut", ["", "x" * 65, "a\x00b", "a\nb", "\u202e"])
def test_a_cut_that_is_none_is_refused_and_the_one_before_kept(client, table, cut):
    reply = client.post(f"/table/{table.code}/cut/", {"cut": cut}, headers={"X-Seat-Key": table.keys["Bo"]})
    assert reply.status_code == 400
    assert table.present.seats[1].cut == "bo's cut"


def test_once_it_has_started_everybody_sees_everybodys(client, table):
    play.start(table.code, table.keys["Ann"])
    for handle in (None, "Ann", "Bo"):
        told = menu(board(client, table, handle))
        assert "ann&#39;s &lt;cut&gt;" in told
        assert "bo&#39;s cut" in told
        assert "secret" not in told


def test_after_it_the_secret_stands_there_too(client, table):
    play.start(table.code, table.keys["Ann"])
    secret = bytes(table.table.secret).hex()
    assert secret not in board(client, table)
    table.play_until("round_over")
    table.act("end_game", False)
    table.play_until("game_over")
    told = menu(board(client, table))
    assert secret in told
    assert f'href="/table/{table.code}/history/"' in told


def test_before_sitting_one_is_told_that_hands_are_seen_afterwards(client):
    table = SittingFactory(people=1, seats=2)
    for path in (f"/sit/{table.code}/", f"/table/{table.code}/"):
        assert "can see all hands in its history" in client.get(path).content.decode()
