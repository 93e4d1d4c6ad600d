"""Opening a table."""

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
FORM = {
    "handle": "Ann",
    "game": "bagelsknock",
    "seats": "3",
    "public": "yes",
    "turn_clock": "30",
    "option_rounds": "10",
    "option_final_bet": "neutral",
}


def post(client: Client, key: str = KEY, **changes: str | None):
    """The answer to the form with some fields changed; None leaves one out."""
    fields = {name: value for name, value in {**FORM, **changes}.items() if value is not None}
    return client.post("/open/", fields, headers={"X-Seat-Key": key, "HX-Request": "true"})


def test_a_table_is_opened_as_asked(client: Client) -> None:
    answer = post(client)
    table = Table.objects.get()
    assert answer.status_code == 200
    assert answer["HX-Redirect"] == f"/table/{table.code}/"
    assert answer["X-Table-Code"] == table.code
    assert (table.game, table.seats_wanted, table.public, table.turn_clock) == ("bagelsknock", 3, True, 30)
    assert table.options == {"rounds": 10, "final_bet": "neutral"}
    assert [seat.handle for seat in table.seats.all()] == ["Ann"]
    assert len(table.code) == 8


@pytest.mark.parametrize(("asked", "has"), [(None, True), ("yes", True), ("no", False)])
def test_quick_phrases_unless_they_are_not_wanted(client: Client, asked: str | None, has: bool) -> None:
    post(client, phrases=asked)
    assert Table.objects.get().phrases is has
    assert ("no quick phrases" in client.get("/").content.decode()) is not has


def test_a_refused_form_remembers_that_no_phrases_are_wanted(client: Client) -> None:
    assert 'name="phrases" value="no" checked' in post(client, phrases="no", handle="").content.decode()


def test_a_table_by_link_only_has_a_code_that_cannot_be_guessed(client: Client) -> None:
    post(client, public="no")
    table = Table.objects.get()
    assert not table.public
    assert len(table.code) == 16


def test_what_is_not_said_has_its_default(client: Client) -> None:
    assert client.post("/open/", {"handle": "Ann"}, headers={"X-Seat-Key": KEY}).status_code == 200
    table = Table.objects.get()
    assert (table.seats_wanted, table.public, table.turn_clock) == (4, True, 60)
    assert table.options == {"rounds": "leader", "final_bet": "free"}


def test_a_lost_answer_asked_again_is_the_same_table(client: Client) -> None:
    assert post(client)["X-Table-Code"] == post(client)["X-Table-Code"]
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"handle": ""}, "choose a name"),
        ({"handle": "  \u2003"}, "choose a name"),
        ({"handle": "A" * 21}, "at most 20 characters"),
        ({"handle": "\u200b"}, "nobody can see"),
        ({"handle": "\u202ennA"}, "nobody can see"),
        ({"game": "snap"}, "no game called “snap”"),
        ({"option_jokers": "true"}, "no option called “jokers”"),
        ({"option_rounds": "4"}, "“rounds” cannot be “4”"),
        ({"option_rounds": "true"}, "“rounds” cannot be “true”"),
        ({"seats": "5"}, "2 to 4 players, not 5"),
        ({"seats": "1"}, "2 to 4 players, not 1"),
        ({"seats": "-2"}, "2 to 4 players, not -2"),
        ({"seats": "many"}, "2 to 4 players, not many"),
        ({"seats": "²"}, "2 to 4 players, not ²"),
        ({"turn_clock": "45"}, "turn clock"),
        ({"turn_clock": "soon"}, "turn clock"),
    ],
)
def test_bad_input_is_refused_in_a_sentence_and_opens_nothing(client: Client, changes: dict[str, str], said: str) -> None:
    answer = post(client, **changes)
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert "HX-Redirect" not in answer.headers
    assert not Table.objects.exists()


@pytest.mark.parametrize(("key", "status"), [("", 403), ("short", 403), ("ä" * 32, 403), ("a" * 200, 403)])
def test_a_seat_needs_a_key(client: Client, key: str, status: int) -> None:
    assert post(client, key=key).status_code == status
    assert not Table.objects.exists()


def test_a_refused_form_keeps_what_was_typed(client: Client) -> None:
    page = post(client, handle="A" * 21, public="no").content.decode()
    assert page.lstrip().startswith('<form id="play"')
    assert f'value="{"A" * 21}"' in page
    for kept in (
        'name="seats" value="3" checked',
        'name="public" value="no" checked',
        'name="turn_clock" value="30" checked',
        '<option value="10" selected>',
        '<option value="neutral" selected>',
        '<details class="open-table" open>',
    ):
        assert kept in page
    assert 'aria-invalid="true"' in page


def test_the_form_has_a_page_of_its_own(client: Client) -> None:
    page = client.get("/open/").content.decode()
    assert '<details class="open-table" open>' in page


def test_the_options_are_those_of_the_chosen_game(client: Client) -> None:
    page = client.get("/open/options/?game=bagelsknock&seats=2&option_rounds=15").content.decode()
    assert 'name="seats" value="2" checked' in page
    assert '<option value="15" selected>' in page
    assert "final hand" in page  # each option has its sentence
    assert "jokers" not in page


def test_the_options_of_an_unknown_game_are_those_of_the_first(client: Client) -> None:
    assert client.get("/open/options/?game=snap").status_code == 200


@pytest.mark.parametrize("charset", ["base64", "hex", "undefined", "idna"])
@pytest.mark.parametrize("door", ["/open/", "/play-now/", "/sit/ABCDEFGH/"])
def test_a_body_that_is_no_form_is_a_bad_request(client: Client, door: str, charset: str) -> None:
    body = '--x\r\nContent-Disposition: form-data; name="handle"\r\n\r\n\\ud800\r\n--x--\r\n'
    answer = client.generic("POST", door, body, f"multipart/form-data; boundary=x; charset={charset}", headers={"X-Seat-Key": KEY})
    assert answer.status_code == 400


def test_one_address_opens_so_many_and_its_form_stays_as_it_was(client: Client, settings) -> None:
    limit(settings, open=2)
    assert [post(client, key=letter * 32).status_code for letter in "bc"] == [200, 200]
    answer = post(client, key="d" * 32, option_rounds="15")
    assert (answer.status_code, answer["Retry-After"]) == (429, "600")
    page = answer.content.decode()
    assert "Many tables were opened from your connection" in page
    assert 'value="Ann"' in page
    assert 'name="option_rounds" value="15" checked' in page or 'value="15" selected' in page
    assert Table.objects.count() == 2
