"""Sitting down."""

import pytest
from django.core.cache import cache
from django.test import Client

from games import play
from games.models import Table
from tests.factories import SittingFactory
from tests.limits import limit

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_done_yet() -> None:
    cache.clear()


KEY = "f" * 32


def post(client: Client, code: str, handle: str, key: str = KEY):
    return client.post(f"/sit/{code}/", {"handle": handle}, headers={"X-Seat-Key": key, "HX-Request": "true"})


def handles(code: str) -> list[str]:
    return [seat.handle for seat in play.present(code).seats]


def test_the_page_says_what_a_player_should_know_before(client: Client) -> None:
    table = SittingFactory(people=1, seats=3, options={"rounds": 5})
    answer = client.get(f"/sit/{table.code}/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Phase 1 points count four times" in page
    assert "5 rounds" in page
    assert "2 free seats" in page
    assert answer["X-Robots-Tag"] == "noindex"
    assert answer["Cache-Control"] == "no-store"


def test_somebody_sits_down(client: Client) -> None:
    table = SittingFactory(people=1, seats=3)
    answer = post(client, table.code, "Bo")
    assert answer["HX-Redirect"] == f"/table/{table.code}/"
    assert answer["X-Table-Code"] == table.code
    assert handles(table.code) == ["Ann", "Bo"]


def test_a_code_may_be_typed_small(client: Client) -> None:
    table = SittingFactory(people=1, seats=3)
    assert post(client, table.code.lower(), "Bo")["X-Table-Code"] == table.code


def test_a_handle_that_looks_like_anothers_is_numbered(client: Client) -> None:
    table = SittingFactory(people=1, seats=3)
    assert post(client, table.code, "Аnn").status_code == 200  # with a Cyrillic A
    assert handles(table.code) == ["Ann", "Аnn 2"]


def test_a_lost_answer_asked_again_leaves_no_ghost(client: Client) -> None:
    table = SittingFactory(people=1, seats=4)
    post(client, table.code, "Bo")
    assert post(client, table.code, "Bo").status_code == 200
    assert handles(table.code) == ["Ann", "Bo"]


def test_who_sits_already_is_told_so(client: Client) -> None:
    table = SittingFactory(people=2, started=True)
    answer = client.get(f"/sit/{table.code}/", headers={"X-Seat-Key": table.keys["Bo"], "HX-Request": "true"})
    page = answer.content.decode()
    assert page.lstrip().startswith('<section id="sit"')
    assert "You already sit here as <bdi>Bo</bdi>" in page
    assert f'href="/table/{table.code}/"' in page


def test_who_sits_already_is_sent_back_to_their_seat(client: Client) -> None:
    table = SittingFactory(people=2, started=True)
    assert post(client, table.code, "Cy", key=table.keys["Bo"])["X-Table-Code"] == table.code
    assert handles(table.code) == ["Ann", "Bo"]


@pytest.mark.parametrize(("handle", "said"), [("", "choose a name"), ("A" * 21, "at most 20"), ("B\u200bo", "nobody can see")])
def test_a_bad_handle_is_refused_and_kept(client: Client, handle: str, said: str) -> None:
    table = SittingFactory(people=1, seats=3)
    answer = post(client, table.code, handle)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert said in page
    assert f'value="{handle}"' in page
    assert handles(table.code) == ["Ann"]


def test_a_full_table_has_a_way_on(client: Client) -> None:
    table = SittingFactory(people=2, seats=2)
    for answer, status in ((client.get(f"/sit/{table.code}/"), 200), (post(client, table.code, "Cy"), 409)):
        page = answer.content.decode()
        assert answer.status_code == status
        assert "All seats are taken" in page
        assert f'href="/table/{table.code}/"' in page
        assert 'href="/"' in page


def test_a_started_table_can_be_watched(client: Client) -> None:
    table = SittingFactory(started=True, seats=3)
    for answer, status in ((client.get(f"/sit/{table.code}/"), 200), (post(client, table.code, "Cy"), 409)):
        assert answer.status_code == status
        assert "started already" in answer.content.decode()
        assert "Watch this game" in answer.content.decode()
    assert handles(table.code) == ["Ann", "Bo"]


def test_a_finished_table_shows_its_result(client: Client) -> None:
    table = SittingFactory(started=True)
    Table.objects.update(status=Table.Status.FINISHED, version=99)
    for answer, status in ((client.get(f"/sit/{table.code}/"), 200), (post(client, table.code, "Cy"), 409)):
        assert answer.status_code == status
        assert "This game is over" in answer.content.decode()
        assert "See the result" in answer.content.decode()


def test_a_closed_table_has_a_way_on(client: Client) -> None:
    table = SittingFactory(people=1)
    Table.objects.update(status=Table.Status.CLOSED, version=99)
    for answer, status in ((client.get(f"/sit/{table.code}/"), 410), (post(client, table.code, "Cy"), 409)):
        assert answer.status_code == status
        assert "This table is closed" in answer.content.decode()
        assert 'href="/"' in answer.content.decode()


@pytest.mark.parametrize("code", ["ABCDEFGH", "ABCDEFGHABCDEFGH"])
def test_an_unknown_table_has_a_way_on(client: Client, code: str) -> None:
    for answer in (client.get(f"/sit/{code}/"), post(client, code, "Cy")):
        assert answer.status_code == 404
        assert "There is no such table" in answer.content.decode()
        assert 'href="/"' in answer.content.decode()


@pytest.mark.parametrize("key", ["", "short", "ä" * 20])
def test_a_seat_needs_a_key(client: Client, key: str) -> None:
    table = SittingFactory(people=1, seats=3)
    answer = post(client, table.code, "Bo", key=key)
    assert answer.status_code == 403
    assert handles(table.code) == ["Ann"]


def test_a_key_of_another_table_is_no_key_here(client: Client) -> None:
    table, other = SittingFactory(people=1, seats=3), SittingFactory(people=1, seats=3)
    answer = post(client, table.code, "Bo", key=other.keys["Ann"])
    assert answer.status_code == 403
    assert handles(table.code) == ["Ann"]


def test_one_address_sits_down_so_often_and_the_name_stays(client: Client, settings) -> None:
    limit(settings, sit=3)
    tables = [SittingFactory(people=1, seats=4) for _ in range(2)]
    assert [post(client, tables[0].code, "Bo", letter * 32).status_code for letter in "bcd"] == [200] * 3
    answer = post(client, tables[1].code, "Ed", "e" * 32)
    assert (answer.status_code, answer["Retry-After"]) == (429, "600")
    assert "Many people sat down from your connection" in answer.content.decode()
    assert 'value="Ed"' in answer.content.decode()
    assert len(handles(tables[1].code)) == 1


def test_whoever_sits_down_and_gets_up_all_the_time_keeps_nobody_else_away(client: Client, settings) -> None:
    limit(settings, sit_at_table=2)
    table, other = SittingFactory(people=1, seats=4), SittingFactory(people=1, seats=4)
    for _ in range(2):
        post(client, table.code, "Bo")
        play.absence.leave(table.code, KEY)
    assert post(client, table.code, "Bo").status_code == 429
    assert post(client, other.code, "Bo").status_code == 200
    elsewhere = {"headers": {"X-Seat-Key": "c" * 32, "HX-Request": "true"}, "REMOTE_ADDR": "192.0.2.9"}
    assert client.post(f"/sit/{table.code}/", {"handle": "Cy"}, **elsewhere).status_code == 200


def test_while_the_cache_fails_people_sit_down(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise ConnectionError("the cache is down")

    table = SittingFactory(people=1, seats=4)
    for asked in ("get", "get_or_set", "add", "incr"):
        monkeypatch.setattr(cache, asked, broken)
    assert post(client, table.code, "Bo").status_code == 200
    assert client.post("/open/", {"handle": "Cy"}, headers={"X-Seat-Key": "c" * 32}).status_code == 200
    assert client.post("/play-now/", {"handle": "Di"}, headers={"X-Seat-Key": "d" * 32}).status_code == 200
