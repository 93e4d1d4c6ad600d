"""The operator's check: whatever was altered in the database is named, with the way to the move."""

import threading

import pytest
from django.db import transaction
from django.urls import reverse

from games import history
from games.models import Move, Round, Seat, Table
from tests.factories import SittingFactory
from tests.games.desk import clerk, html, read, written
from tests.games.over import finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return finished()


def test_a_game_as_it_was_played(admin_client, table):
    text = read(admin_client, table, "check")
    assert f"Everything that is stored follows from the seed and the moves; {Move.objects.count()} moves were played again." in text
    assert "The secret is the one that the table promised" in text


def test_an_altered_move_is_named_with_the_way_to_it(admin_client, table):
    move = Move.objects.filter(round__number=2, action__do="discard").order_by("number")[1]
    held = history.played(table.table, table.present.seats, move.round, tuple(move.round.move_set.filter(number__lt=move.number)))
    cards = held.states[-1].seats[move.seat].cards
    move.action = {"do": "discard", "card": next(card for card in cards if card not in (move.action["card"], cards[-1]))}
    move.save()
    page = html(admin_client, table, "check")
    assert f"The first thing: Round 2: move {move.number} did not lead to what is stored of it." in page
    replay = reverse("admin:games_table_replay", args=[table.table.pk])
    assert f'href="{replay}?round=2&amp;step={move.number - 1}"' in page


def pay() -> None:
    each = Round.objects.get(number=2)
    each.settlements[0]["points"][0] += 1
    each.save()


SPOILT = [
    (lambda: Move.objects.filter(round__number=1, number=2).update(seat=7), "Round 1: move 2 does not fit"),
    (lambda: Move.objects.filter(round__number=3, number=2).delete(), "Round 3: move 2"),
    (pay, "Round 2: what was paid is not what the moves lead to."),
    (lambda: Table.objects.update(secret=b"x" * 32), "The secret is not the one that the table promised."),
    (lambda: Table.objects.update(commitment="0" * 64), "The secret is not the one that the table promised."),
    (lambda: Seat.objects.filter(number=1).update(cut="another"), "The first thing:"),
    (lambda: Table.objects.update(result={"0": 9, "1": -9, "2": 0}), "The stored result is not what the moves lead to."),
    (lambda: Round.objects.filter(number=2).delete(), "Rounds are missing, or out of order."),
    (lambda: Seat.objects.all().delete(), "nothing can be checked"),
]


def test_what_was_altered_is_named(admin_client, table):
    for spoil, said in SPOILT:
        with transaction.atomic():
            spoil()
            text = read(admin_client, table, "check")
            assert said in text and "Everything that is stored follows" not in text, said
            transaction.set_rollback(True)
    assert "Everything that is stored follows" in read(admin_client, table, "check")


def test_a_running_game_and_one_that_waits(django_user_model):
    client = clerk(django_user_model)
    table = SittingFactory(started=True)
    table.play_until("rummy")
    text = read(client, table, "check")
    assert "Everything that is stored follows" in text
    assert bytes(table.table.secret).hex() not in text
    assert "Everything that is stored follows" in read(client, SittingFactory(people=1), "check")
    assert written() == []


def test_other_rules_are_not_called_wrong(admin_client, table):
    Table.objects.update(rules_version=0)
    Move.objects.filter(round__number=2, number=1).update(events=[])
    text = read(admin_client, table, "check")
    assert "What can be judged by today's rules fits." in text.replace("&#x27;", "'") and "the rules were different" in text


@pytest.mark.parametrize("page", ["change", "check", "replay"])
def test_rounds_are_played_again_beside_the_thread_that_serves_everybody(admin_client, client, table, page, monkeypatch):
    threads = set()
    again = history.play_round
    monkeypatch.setattr(history, "play_round", lambda *args: threads.add(threading.current_thread().name.partition("_")[0]) or again(*args))
    address = reverse(f"admin:games_table_{page}", args=[table.table.pk])
    history._kept.clear()
    assert admin_client.get(address).status_code == 200
    assert threads == {"history"}
    threads.clear()
    history._kept.clear()
    assert client.get(address).status_code == 302
    assert not threads, "nobody else lets the server work"
