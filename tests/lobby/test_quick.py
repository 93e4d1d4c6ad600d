"""Play now."""

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import Table
from tests.limits import limit

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_done_yet() -> None:
    cache.clear()


KEY = "a" * 32


def post(client: Client, key: str = KEY, **fields: str):
    return client.post("/play-now/", fields, headers={"X-Seat-Key": key, "HX-Request": "true"})


def test_one_click_is_a_table_with_computer_players(client: Client) -> None:
    answer = post(client, handle="Ann")
    table = Table.objects.get()
    assert answer["HX-Redirect"] == f"/table/{table.code}/"
    assert answer["X-Table-Code"] == table.code
    seats = table.seats.all()
    assert [seat.bot for seat in seats] == [False, True, True]
    assert seats[0].handle == "Ann"
    assert table.quick
    assert table.due_at, "it starts by itself"


@pytest.mark.parametrize(("game", "computers"), [("bagelsknock", 2), ("knock_poker", 3), ("knock_rummy", 2), ("gin", 1)])
def test_every_game_can_be_played_now_in_good_company(client: Client, game: str, computers: int) -> None:
    post(client, handle="Ann", game=game)
    table = Table.objects.get()
    assert table.game == game
    assert table.seats_wanted == computers + 1
    assert table.seats.filter(bot=True).count() == computers


def test_it_lasts_five_rounds_without_a_clock_and_is_not_listed(client: Client) -> None:
    post(client, handle="Ann")
    table = Table.objects.get()
    assert table.options["rounds"] == 5
    assert table.turn_clock == 0
    assert not table.public
    assert table.code not in client.get("/").content.decode()


def test_who_has_typed_no_name_is_a_guest(client: Client) -> None:
    assert post(client, handle=" ").status_code == 200
    assert Table.objects.get().seats.first().handle == "Guest"


def test_a_double_click_is_one_table(client: Client) -> None:
    assert post(client, handle="Ann")["X-Table-Code"] == post(client, handle="Ann")["X-Table-Code"]
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "said"),
    [({"handle": "A" * 21}, "at most 20"), ({"handle": "\u202ennA"}, "nobody can see"), ({"game": "snap"}, "no game called “snap”")],
)
def test_bad_input_is_refused_in_a_sentence(client: Client, fields: dict[str, str], said: str) -> None:
    answer = post(client, **fields)
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert not Table.objects.exists()


def test_a_seat_needs_a_key(client: Client) -> None:
    assert post(client, key="").status_code == 403


def test_it_is_a_post(client: Client) -> None:
    assert client.get("/play-now/").status_code == 405


def test_one_address_opens_so_many_and_its_form_stays_as_it_was(client: Client, settings) -> None:
    limit(settings, quick=2)
    assert [post(client, key=letter * 32).status_code for letter in "abc"] == [200, 200, 429]
    answer = post(client, key="d" * 32, handle="Ann", game="gin")
    assert answer["Retry-After"] == "600"
    page = answer.content.decode()
    assert "Many tables were opened from your connection" in page
    assert 'value="Ann"' in page
    assert 'value="gin" checked' in page
    assert Table.objects.count() == 2
    assert client.post("/play-now/", headers={"X-Seat-Key": KEY}, REMOTE_ADDR="192.0.2.9").status_code == 200
