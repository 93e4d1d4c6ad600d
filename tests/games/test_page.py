"""The page of a table, its board for polling and its QR code: the present, for whoever looks."""

import pytest

from games import absence, play, replay
from games.models import Table
from tests.factories import SittingFactory

pytestmark = pytest.mark.django_db


def board(client, table, key=None, **query):
    headers = {"X-Seat-Key": key} if key else {}
    return client.get(f"/table/{table.code}/board/", query, headers=headers)


def test_anybody_with_the_link_may_watch(client, table):
    page = client.get(f"/table/{table.code}/")
    assert page.status_code == 200
    text = page.content.decode()
    assert f'data-code="{table.code}"' in text
    assert "Ann" in text
    assert "Bo" in text


def test_the_page_is_the_present_and_not_for_search_engines(client, table):
    for path in ("", "board/", "qr.svg"):
        page = client.get(f"/table/{table.code}/{path}")
        assert page["Cache-Control"] == "no-store"
        assert page["X-Robots-Tag"] == "noindex"
        assert not page.cookies


def test_the_page_shows_no_hand_and_no_secret(client, table):
    text = client.get(f"/table/{table.code}/").content.decode()
    assert bytes(table.table.secret).hex() not in text
    for key in table.keys.values():
        assert key not in text
        assert play.hash_key(key) not in text


def test_codes_are_forgiving_about_how_they_are_typed(client):
    table = SittingFactory()
    Table.objects.filter(code=table.code).update(code="0123ABCD")
    assert client.get("/table/oi23abcd/").status_code == 200


@pytest.mark.parametrize("path", ["", "board/", "qr.svg"])
def test_an_unknown_table_is_a_page_with_a_way_on(client, path):
    page = client.get(f"/table/ZZZZZZZZ/{path}")
    assert page.status_code == 404
    assert 'href="/"' in page.content.decode()
    assert page["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize("code", ["A", "ABCDEFGHI", "%00%00%00%00%00%00%00%00", "ÄÄÄÄÄÄÄÄ"])
def test_what_is_no_code_is_not_found(client, code):
    assert client.get(f"/table/{code}/").status_code == 404


def test_a_seat_sees_its_board(client, table):
    watching, sitting = board(client, table), board(client, table, table.keys["Ann"])
    assert watching.status_code == sitting.status_code == 200
    assert watching.content != sitting.content
    assert sitting["X-Table-Version"] == str(table.table.version)


def test_a_wrong_key_sees_what_a_watcher_sees_and_why(client, table):
    reply = board(client, table, "0" * 32)
    assert reply.status_code == 403
    assert b"no seat at this table" in reply.content


def test_nothing_new_is_an_empty_answer(client, table):
    assert board(client, table, version=table.table.version).status_code == 204
    assert board(client, table, version=table.table.version - 1).status_code == 200
    assert board(client, table, version="junk").status_code == 200


def test_the_qr_code_is_a_picture_of_the_invitation(client, table, settings):
    here = client.get(f"/table/{table.code}/qr.svg")
    assert here["Content-Type"] == "image/svg+xml"
    assert here.content.startswith(b"<svg")
    settings.PUBLIC_URL = "https://cards.example.org"
    assert client.get(f"/table/{table.code}/qr.svg").content != here.content


def test_every_state_of_a_table_has_a_page(client):
    table = SittingFactory(people=2, bots=1, seats=3, options={"rounds": 3})
    play.start(table.code, table.keys["Ann"])
    seen = set()
    while table.present.table.status == "playing":
        if table.state.phase not in seen:
            seen.add(table.state.phase)
            for key in (None, *table.keys.values()):
                assert board(client, table, key).status_code == 200
            assert client.get(f"/table/{table.code}/").status_code == 200
        seat, action = table.next_action()
        if table.present.seats[seat].bot:
            play.step(table.code, table.table.version, seat, action)
        else:
            table.act(action.verb, action.argument, seat)
    assert seen == {"betting", "betting_over", "rummy", "round_over", "final_bet", "final_hand"}
    assert board(client, table, table.keys["Ann"]).status_code == 200


def test_a_closed_table_has_a_page_with_a_way_on(client, table):
    for key in table.keys.values():
        absence.leave(table.code, key)
    for reply in (client.get(f"/table/{table.code}/"), board(client, table, table.keys["Ann"])):
        assert reply.status_code == 200
        text = reply.content.decode()
        assert "Everybody has left it" in text
        assert 'href="/"' in text
        assert "/act/" not in text
        assert "/return/" not in text


def test_a_round_that_cannot_be_replayed_has_a_page(client, table):
    table.table.rounds.update(standing={"round": "x"})
    replay._kept.clear()
    page = client.get(f"/table/{table.code}/")
    assert page.status_code == 200
    assert "could not go on" in page.content.decode()


@pytest.mark.parametrize("started", [False, True])
def test_a_table_of_a_game_that_is_gone_has_pages(client, started):
    table = SittingFactory(people=2, started=started)
    Table.objects.update(game="snap")
    replay._kept.clear()
    for address in ("", "board/", "qr.svg", "report/"):
        reply = client.get(f"/table/{table.code}/{address}", headers={"X-Seat-Key": table.keys["Ann"]})
        assert reply.status_code == 410
        assert "not played here any more" in reply.content.decode()
    for door in ("act", "start", "leave", "say", "cut", "again", "hint"):
        assert client.post(f"/table/{table.code}/{door}/", headers={"X-Seat-Key": table.keys["Ann"]}).status_code == 410
    assert client.get(f"/sit/{table.code}/").status_code == 410
    assert client.post(f"/sit/{table.code}/", {"handle": "Cy"}, headers={"X-Seat-Key": "c" * 32}).status_code in (409, 410)
    assert client.get(f"/table/{table.code}/history/").status_code in (200, 403)
    assert client.get(f"/table/{table.code}/history.json").status_code in (200, 403)
