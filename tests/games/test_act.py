"""A move by POST, for pages whose socket is down: the mover's board, or a sentence with a 4xx."""

from html import unescape

import pytest

from games import limits, play, sentences
from games.models import Move
from tests.factories import SittingFactory
from tests.limits import limit

pytestmark = pytest.mark.django_db


def post(client, table, fields, key=None, **extra):
    headers = {"X-Seat-Key": key} if key else {}
    return client.post(f"/table/{table.code}/act/", fields, headers=headers, **extra)


def refused(reply, status, code, **params):
    sentence = sentences.refusal("bagelsknock", play.Refused(code, params), ["Ann", "Bo"])
    return reply.status_code == status and sentence in unescape(reply.content.decode())


def draw(table):
    return {"decision": table.decision(table.turn), "do": "draw", "from": "stock"}


def test_a_move_is_answered_with_the_movers_board(client, table):
    seat = table.turn
    reply = post(client, table, draw(table), table.key(seat))
    assert reply.status_code == 200
    assert reply["X-Table-Version"] == str(table.table.version)
    assert reply.content.decode().count("hx-swap-oob") >= 10
    assert len(table.state.seats[seat].cards) == 8


def test_a_double_submit_is_one_move(client, table):
    seat, fields = table.turn, draw(table)
    for _ in range(2):
        assert post(client, table, fields, table.key(seat)).status_code == 200
    assert Move.objects.filter(action={"do": "draw", "from": "stock"}).count() == 1


def test_a_late_decision_is_refused_with_the_present_board(client, table):
    seat, fields = table.turn, draw(table)
    post(client, table, fields, table.key(seat))
    reply = post(client, table, fields | {"from": "discard"}, table.key(seat))
    assert refused(reply, 409, "too_late")
    assert 'id="hand"' in reply.content.decode()


def test_without_a_key_nothing_moves(client, table):
    assert refused(post(client, table, draw(table)), 403, "no_key")
    assert refused(post(client, table, draw(table), "0" * 32), 403, "wrong_key")
    assert refused(post(client, table, draw(table), SittingFactory().keys["Ann"]), 403, "key_elsewhere")
    assert not Move.objects.filter(action__do="draw").exists()


def test_somebody_elses_turn_is_not_mine(client, table):
    other = 1 - table.turn
    fields = draw(table) | {"decision": table.decision(other)}
    assert refused(post(client, table, fields, table.key(other)), 409, "not_your_turn", to_act=table.turn)


def test_a_card_not_held_is_named(client, table):
    table.act("draw", "stock")
    seat = table.turn
    card = table.state.seats[1 - seat].cards[0]
    reply = post(client, table, {"decision": table.decision(seat), "do": "discard", "card": card}, table.key(seat))
    assert refused(reply, 400, "card_not_held", card=card)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, "bad_action"),
        ({"do": "draw; drop table"}, "bad_action"),
        ({"do": "bet", "to": "1e3"}, "bad_amount"),
        ({"do": "bet", "to": "٣"}, "bad_amount"),
        ({"do": "bet", "to": "9" * 5000}, "bad_amount"),
        ({"do": "draw", "from": "\0"}, "bad_pile"),
        ({"do": "discard", "card": "10H"}, "bad_card"),
        ({"do": "discard", "card": "as"}, "bad_card"),
        ({"do": "end_game", "big_kahuna_first": "maybe"}, "bad_choice"),
        ({"do": "draw", "from": "stock", "decision": "1 or 1=1"}, "bad_decision"),
    ],
)
def test_nonsense_gets_a_sentence_and_changes_nothing(client, table, fields, code):
    version = table.table.version
    reply = post(client, table, {"decision": table.decision(table.turn)} | fields, table.key(table.turn))
    assert refused(reply, 400, code)
    assert table.table.version == version


@pytest.mark.parametrize("amount", ["0", "21", "-1", "100000000"])
def test_an_illegal_amount_says_what_is_legal(client, amount):
    table = SittingFactory(started=True)
    verb = "raise" if table.state.blind is not None else "bet"
    reply = post(client, table, {"decision": 1, "do": verb, "to": amount}, table.key(table.turn))
    assert reply.status_code == 400
    assert "from" in reply.content.decode()
    assert not Move.objects.exists()


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"\xff\xfe\x00decision=1", "application/x-www-form-urlencoded; charset=utf-16"),
        (b"\x00\xff\xfe", "application/x-www-form-urlencoded"),
        (b"--x\r\nnonsense", "multipart/form-data; boundary=x"),
        (b"nonsense", "multipart/form-data"),
        (b'{"do": "draw"}', "application/json"),
        (b"&".join(b"a%d=1" % number for number in range(500)), "application/x-www-form-urlencoded"),
    ],
)
def test_a_body_that_is_no_form_gets_a_sentence(client, table, body, content_type):
    version = table.table.version
    reply = client.generic("POST", f"/table/{table.code}/act/", body, content_type, headers={"X-Seat-Key": table.key(table.turn)})
    assert reply.status_code == 400
    assert 'id="notice"' in reply.content.decode()
    assert table.table.version == version


def test_a_get_is_no_move(client, table):
    assert client.get(f"/table/{table.code}/act/").status_code == 405


def test_an_unknown_table_is_404(client):
    assert client.post("/table/ABCDEFGH/act/", {}, headers={"X-Seat-Key": "0" * 32}).status_code == 404


def test_a_seat_that_floods_its_table_is_told_so_and_the_others_play_on(client, table, settings):
    limits._paces.clear()
    limit(settings, moves=3)
    seat = table.turn
    for _ in range(3):
        assert refused(post(client, table, draw(table) | {"decision": 99}, table.key(seat)), 409, "too_late")
    reply = post(client, table, draw(table), table.key(seat))
    assert refused(reply, 429, "move_often")
    assert reply["Retry-After"] == "10"
    assert 'id="hand"' in reply.content.decode(), "with the board as it is"
    for _ in range(9):
        post(client, table, draw(table))  # whoever has no seat here uses nothing up
    other = table.key(1 - seat)
    assert refused(post(client, table, draw(table) | {"decision": 99}, other), 409, "too_late")
