"""Handles that the operator refuses: whole words, by what they look like."""

import pytest

from games.handles import BadHandle, allowed_handle

REFUSED = ["admin", "Big Boss", "", "  ", "-", "Zoë"]


@pytest.mark.parametrize(
    "typed",
    ["admin", "Admin", "ADMIN", "Adm1n", "аdmin", "Ａｄｍｉｎ", "the admin", "admin 2", "admin!", "adm!n", "a.d.m.i.n", "a d m i n",
     "-admin-", "big boss", "The B1g Boss", "BIG-BOSS", "bigboss", "zoe", "Zoe\u0308", "ádmin", "ádmin Ann"],
)  # fmt: skip
def test_refused(typed):
    with pytest.raises(BadHandle) as refused:
        allowed_handle(typed, REFUSED)
    assert refused.value.code == "handle_refused"


@pytest.mark.parametrize(
    "typed", ["Badminton", "Administrator", "Boss", "Big Ann Boss", "Zoey", "Ann", "👩\u200d👧", "-", "李小龙", "!", "Adam In"]
)
def test_allowed(typed):
    assert allowed_handle(typed, REFUSED) == typed


def test_an_empty_list_refuses_nobody():
    assert allowed_handle("admin", []) == "admin"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/open/", "/play-now/"])
def test_a_kind_sentence_where_a_handle_is_typed(client, settings, path):
    settings.REFUSED_HANDLES = REFUSED
    form = {"game": "bagelsknock", "handle": "The Adm1n", "seats": "3"}
    answer = client.post(path, form, headers={"X-Seat-Key": "k" * 32})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "That name cannot be used here. Please choose another." in page
    assert 'value="The Adm1n"' in page
    assert client.post(path, {**form, "handle": "Ann"}, headers={"X-Seat-Key": "k" * 32}).status_code == 200


@pytest.mark.django_db
def test_and_where_one_sits_down(client, settings):
    from tests.factories import SittingFactory

    table = SittingFactory(seats=3)
    settings.REFUSED_HANDLES = REFUSED
    answer = client.post(f"/sit/{table.code}/", {"handle": "Big Boss"}, headers={"X-Seat-Key": "k" * 32})
    assert answer.status_code == 400
    assert "Please choose another" in answer.content.decode()
