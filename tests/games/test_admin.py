"""The admin: everything can be looked at and nothing changed; what players must not know of a running table is not there."""

import base64
import re

import pytest
from django.urls import reverse

from games import absence, devices, play
from games.models import Move, Round, Seat, Table
from tests.factories import SittingFactory

pytestmark = pytest.mark.django_db
MODELS = (Table, Seat, Round, Move)


@pytest.fixture
def table():
    """Ann and Bo in their first rummy turns, one discard made."""
    table = SittingFactory(started=True)
    play.act(table.code, table.key(table.turn), 1, table.next_action()[1])
    table.play_until("rummy")
    table.act("draw", "stock")
    table.act("discard", table.state.seats[table.turn].cards[0])
    return table


def lists(query=""):
    return [reverse(f"admin:games_{model._meta.model_name}_changelist") + query for model in MODELS]


def pages():
    return [reverse(f"admin:games_{model._meta.model_name}_change", args=[row.pk]) for model in MODELS for row in model.objects.all()]


def test_every_page_can_be_looked_at(admin_client, table):
    for address in [*lists(), *pages()]:
        page = admin_client.get(address)
        assert page.status_code == 200, address
        assert 'name="_save"' not in page.content.decode()


def test_only_for_operators(client, django_user_model, table):
    staff = django_user_model.objects.create_user("clerk", password="x", is_staff=True)
    for address in [*lists(), *pages()]:
        assert client.get(address).status_code == 302
    client.force_login(staff)
    for address in [*lists(), *pages()]:
        assert client.get(address).status_code == 403


def test_a_running_table_keeps_its_secrets(admin_client, table):
    secret = bytes(table.table.secret)
    forms = {secret.hex(), secret.hex().upper(), base64.b64encode(secret).decode(), repr(secret), repr(memoryview(secret))}
    devices.claim(table.code, "n" * 32, devices.offer(table.code, table.keys["Bo"]))
    devices.offer(table.code, table.keys["Ann"])
    seats = Seat.objects.values_list("key_hash", "former_hash", "move_hash")
    hashes = {key_hash for seat in seats for key_hash in seat if key_hash}
    assert len(hashes) == 4
    state = table.state
    hidden = {card for seat in state.seats for card in seat.cards} | set(state.stock)
    for address in [*lists(), *pages()]:
        text = admin_client.get(address).content.decode()
        assert not [form for form in forms if form in text], address
        assert not [key_hash for key_hash in hashes if key_hash in text], address
        assert not hidden & set(re.findall(r"\b[A2-9TJQK][CDHS]\b", text)), address


@pytest.mark.parametrize("how", ["finished", "closed"])
def test_a_table_that_is_over_shows_its_secret(admin_client, table, how):
    if how == "finished":
        table.play_until("round_over")
        table.act("end_game", False)
        table.play_until("game_over")
    else:
        for key in table.keys.values():
            absence.leave(table.code, key)
    assert table.table.status == how
    page = admin_client.get(reverse("admin:games_table_change", args=[table.table.pk]))
    assert bytes(table.table.secret).hex() in page.content.decode()


def test_nothing_can_be_added_changed_or_deleted(admin_client, table):
    before = {model: model.objects.count() for model in MODELS}
    version = table.table.version
    for model in MODELS:
        name, row = model._meta.model_name, model.objects.first()
        assert admin_client.get(reverse(f"admin:games_{name}_add")).status_code == 403
        assert admin_client.post(reverse(f"admin:games_{name}_add"), {}).status_code == 403
        assert admin_client.post(reverse(f"admin:games_{name}_change", args=[row.pk]), {"handle": "Eve"}).status_code == 403
        assert admin_client.post(reverse(f"admin:games_{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
        bulk = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
        admin_client.post(reverse(f"admin:games_{name}_changelist"), bulk)
    assert {model: model.objects.count() for model in MODELS} == before
    assert table.table.version == version


def test_search_finds_by_code_and_handle(admin_client, table):
    other = SittingFactory(people=1)
    for address in lists(f"?q={table.code}"):
        assert table.code in admin_client.get(address).content.decode()
    found = admin_client.get(reverse("admin:games_table_changelist") + "?q=Bo").content.decode()
    assert table.code in found
    assert other.code not in found


@pytest.mark.parametrize(
    "query",
    [
        "?status=playing",
        "?game=bagelsknock&public__exact=1",
        "?by=clock",
        "?is_computer__exact=1",
        "?o=-1.2",
        "?p=9999",
        "?status=nonsense",
        "?q=%00",
    ],
)
def test_filters_and_sorting(admin_client, table, query):
    for address in lists(query):
        assert admin_client.get(address, follow=True).status_code == 200


@pytest.mark.parametrize("junk", [None, [], "x", 5, {"kind": ["a"]}, {"do": {"x": 1}}, ["x" * 500]])
def test_broken_rows_do_not_hide_the_others(admin_client, table, junk):
    junk = {} if junk is None else junk
    Table.objects.update(options=junk, asked=junk, game="forgotten")
    Round.objects.update(standing=junk, settlements=junk, opening=junk)
    Move.objects.update(action=junk, events=junk)
    for address in [*lists(), *pages()]:
        assert admin_client.get(address).status_code == 200, address


@pytest.mark.parametrize("lookup", ["events__contains", "options__contains", "move__events__contains", "table__result__contained_by"])
def test_nor_about_what_not_every_database_can_tell(admin_client, table, lookup):
    for page in lists(f"?{lookup}=a"):
        assert admin_client.get(page).status_code in (302, 400), page


@pytest.mark.parametrize("lookup", ["secret__regex", "secret__startswith", "seats__key_hash__startswith", "table__secret__regex"])
def test_the_address_bar_cannot_ask_about_what_no_page_shows(admin_client, table, lookup):
    for page in lists(f"?{lookup}=a"):
        assert admin_client.get(page).status_code in (302, 400), page
