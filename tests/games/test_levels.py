"""How well computer players play: chosen when their seat is filled, shown, kept at a rematch; steady for the absent."""

from random import Random

import pytest
from django.test import Client

from games import absence, bots, clock, play
from games.bots import Level
from games.models import Seat, Table
from games.rules import engine
from games.rules.state import Action
from tests.factories import SittingFactory

pytestmark = pytest.mark.django_db

NEW = "n" * 32


def add(client, table, **fields):
    return client.post(f"/table/{table.code}/add-computer/", fields, headers={"X-Seat-Key": table.keys["Ann"], "HX-Request": "true"})


def levels():
    return list(Seat.objects.filter(is_computer=True).order_by("number").values_list("level", flat=True))


def test_the_leader_chooses_and_one_tap_is_steady(client: Client):
    table = SittingFactory(people=1, seats=4)
    for level in ("gentle", "sharp"):
        assert add(client, table, level=level).status_code == 200
    page = add(client, table).content.decode()
    assert levels() == ["gentle", "sharp", "steady"]
    for level in levels():
        assert f"computer, {level}" in page


@pytest.mark.parametrize("level", ["", "brutal", "Sharp", "0"])
def test_another_level_is_refused_with_a_sentence(client: Client, level):
    table = SittingFactory(people=1, seats=4)
    answer = add(client, table, level=level)
    assert answer.status_code == 400
    assert "gentle, steady or sharp" in answer.content.decode()
    assert levels() == []


@pytest.mark.parametrize("level", [*Level])
def test_play_now_in_the_company_one_likes(client: Client, level):
    client.post("/play-now/", {"handle": "Ann", "level": level.value}, headers={"X-Seat-Key": NEW})
    assert levels() == [level, level]
    page = client.get(f"/table/{Table.objects.get().code}/board/", headers={"X-Seat-Key": NEW})
    assert f"computer, {level.value}" in page.content.decode()


def test_play_now_with_an_unknown_level_is_refused(client: Client):
    answer = client.post("/play-now/", {"handle": "Ann", "level": "brutal"}, headers={"X-Seat-Key": NEW})
    assert answer.status_code == 400
    assert "gentle, steady or sharp" in answer.content.decode()
    assert not Table.objects.exists()


def test_the_mark_at_the_seat_says_it(client: Client):
    table = SittingFactory(people=1, bots=1, level=Level.SHARP, started=True)
    assert '<span class="level" title="Sharp remembers' in client.get(f"/table/{table.code}/").content.decode()


def stays(offers):
    """Check, or call the blind."""
    return Action(next(offer.verb for offer in offers if offer.verb in ("check", "call")))


def test_each_plays_at_its_own_level_and_whoever_sits_in_for_the_absent_steadily(monkeypatch):
    asked = []

    def choose(view, offers, rng, level):
        asked.append((view.viewer, level))
        return stays(offers)

    monkeypatch.setattr(bots, "choose", choose)
    table = SittingFactory(people=2, bots=1, seats=3, level=Level.SHARP, started=True)
    absence.leave(table.code, table.keys["Bo"])
    Seat.objects.filter(number=2).update(level=Level.GENTLE)  # whatever a row says
    while len(asked) < 2:
        present = table.present
        if present.state.to_act == 0:
            table.act(stays(engine.legal_actions(present.state, 0)).verb)
        else:
            Table.objects.update(due_at=present.table.created_at)
            assert play.step(table.code, table.present.table.version, *clock.think(present, Random(1)))
    assert sorted(asked) == [(1, Level.SHARP), (2, Level.STEADY)]


def test_history_and_the_operators_pages_say_it(client: Client, admin_client: Client):
    table = SittingFactory(people=1, bots=1, level=Level.GENTLE, started=True)
    while not Seat.objects.get(number=1).decisions:
        present = table.present
        if present.state.to_act == 0:
            seat, action = table.next_action()
            table.act(action.verb, action.argument, seat)
        else:
            Table.objects.update(due_at=present.table.created_at)
            assert play.step(table.code, table.present.table.version, *clock.think(present, Random(1)))
    absence.leave(table.code, table.keys["Ann"])
    assert "computer, gentle" in client.get(f"/table/{table.code}/history/").content.decode()
    number = table.table.pk
    for path in (f"/admin/games/table/{number}/change/", "/admin/games/table/", "/admin/games/seat/"):
        assert "gentle" in admin_client.get(path, follow=True).content.decode()
