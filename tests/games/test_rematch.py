"""Play again: the same people, one new table, their seats kept for them; and the scores of the evening, if all agree."""

import secrets

import pytest
from django.utils import timezone

from games import absence, boards, play, rematch, replay
from games.bots import Level
from games.models import Seat, Table
from tests.factories import Sitting, SittingFactory
from tests.games.people import refusal

pytestmark = pytest.mark.django_db


def finished(**fields):
    """A game that is over."""
    table = SittingFactory(**{"started": True, "public": False} | fields)
    _to_the_end(table)
    return table


def _to_the_end(table):
    table.play_until("round_over")
    table.act("end_game", False)
    table.play_until("game_over")


def again(table, handle, keys=None):
    """Somebody presses "play again": their seat at the new table."""
    key = secrets.token_hex(16)
    seat = rematch.again(table.code, table.keys[handle], key)
    if keys is not None:
        keys[handle] = key
    return seat


def rematch_of(table):
    """The new table, with everybody there."""
    keys = {}
    for handle in table.keys:
        code = again(table, handle, keys).table.code
    return Sitting(code, keys)


# --- one new table ---


def test_the_first_to_press_opens_a_table_like_the_old_one_and_leads(client):
    table = finished(people=3, turn_clock=30, options={"final_bet": "neutral"})
    key = secrets.token_hex(16)
    reply = client.post(f"/table/{table.code}/again/", {"new_key": key}, headers={"X-Seat-Key": table.keys["Bo"]})
    new = Table.objects.get(rematch_of=table.table)
    assert reply.status_code == 200
    assert (reply["X-Table-Code"], reply["HX-Redirect"]) == (new.code, f"/table/{new.code}/")
    assert (new.game, new.options["final_bet"], new.public, new.turn_clock, new.seats_wanted) == ("bagelsknock", "neutral", False, 30, 3)
    assert (new.status, new.leader, new.commitment == table.table.commitment) == ("waiting", 1, False)
    seats = play.present(new.code).seats
    assert [(seat.handle, seat.reserved) for seat in seats] == [("Ann", True), ("Bo", False), ("Cy", True)]
    assert not any(seat.cut for seat in seats)
    assert play.find(new.code, key)[1].handle == "Bo"


def test_pressing_again_is_pressing_once():
    table = finished()
    first, second = again(table, "Ann"), again(table, "Ann")
    assert first.table.code == second.table.code
    assert Table.objects.count() == 2
    assert Seat.objects.filter(table=first.table).count() == 2


def test_the_same_answer_asked_for_again_is_the_same_seat(client):
    table = finished()
    key = secrets.token_hex(16)
    for _ in range(2):
        reply = client.post(f"/table/{table.code}/again/", {"new_key": key}, headers={"X-Seat-Key": table.keys["Ann"]})
        assert reply.status_code == 200
    version = Table.objects.get(rematch_of=table.table).version
    client.post(f"/table/{table.code}/again/", {"new_key": key}, headers={"X-Seat-Key": table.keys["Ann"]})
    assert Table.objects.get(rematch_of=table.table).version == version


def test_everybody_comes_to_the_same_table_and_it_starts():
    table = finished(people=3)
    new = rematch_of(table)
    assert [(seat.handle, seat.reserved) for seat in new.present.seats] == [("Ann", False), ("Bo", False), ("Cy", False)]
    assert new.table.due_at is None
    play.start(new.code, new.keys["Ann"])
    assert new.state.phase == "betting"


def test_computer_players_come_along():
    table = SittingFactory(people=2, bots=1, seats=3, level=Level.SHARP, options={"rounds": 3}, started=True)
    Table.objects.filter(code=table.code).update(status="finished")
    replay._kept.clear()
    new = again(table, "Ann").table
    seats = play.present(new.code).seats
    assert seats[1].level == "sharp"
    assert [(seat.is_computer, seat.bot) for seat in seats] == [(False, False), (True, True), (False, False)]
    assert seats[1].handle == table.present.seats[1].handle


def test_nobody_waits_for_who_left_but_they_may_come(client):
    table = SittingFactory(people=3, started=True)
    absence.leave(table.code, table.keys["Cy"])
    Table.objects.filter(code=table.code).update(status="finished")
    replay._kept.clear()
    new = again(table, "Ann").table
    assert [seat.handle for seat in play.present(new.code).seats] == ["Ann", "Bo"]
    assert again(table, "Cy").handle == "Cy"


def test_who_plays_alone_with_computer_players_is_dealt_in_at_once():
    table = SittingFactory(people=1, bots=2, quick=True, public=False)
    play.set_cut(table.code, table.keys["Ann"], "cut")
    Table.objects.filter(code=table.code).update(status="finished")
    replay._kept.clear()
    key = secrets.token_hex(16)
    new = rematch.again(table.code, table.keys["Ann"], key).table
    assert new.due_at
    play.set_cut(new.code, key, "another")
    assert play.present(new.code).state.phase == "betting"


@pytest.mark.parametrize("status", ["waiting", "playing"])
def test_not_before_the_game_is_over(client, status):
    table = SittingFactory(started=status == "playing")
    reply = client.post(f"/table/{table.code}/again/", {"new_key": "n" * 32}, headers={"X-Seat-Key": table.keys["Ann"]})
    assert reply.status_code == 409
    assert "The game is not over yet." in reply.content.decode()


@pytest.mark.parametrize("key", [None, "0" * 32])
def test_only_for_those_who_played(client, key):
    table = finished()
    reply = client.post(f"/table/{table.code}/again/", {"new_key": "n" * 32}, headers={"X-Seat-Key": key} if key else {})
    assert reply.status_code == 403
    assert Table.objects.count() == 1


def test_nor_for_who_was_removed():
    table = SittingFactory(people=3, started=True)
    play.remove(table.code, table.keys["Ann"], 2)
    Table.objects.filter(code=table.code).update(status="finished")
    replay._kept.clear()
    assert refusal(again, table, "Cy").code == "removed"
    new = again(table, "Ann").table
    assert [seat.handle for seat in play.present(new.code).seats] == ["Ann", "Bo"]


@pytest.mark.parametrize("new_key", ["", "short", "x" * 500])
def test_what_is_no_key_opens_no_seat(client, new_key):
    table = finished()
    reply = client.post(f"/table/{table.code}/again/", {"new_key": new_key}, headers={"X-Seat-Key": table.keys["Ann"]})
    assert reply.status_code == 400
    assert Table.objects.count() == 1


def test_a_key_of_another_table_opens_no_seat():
    table, other = finished(), SittingFactory()
    assert refusal(rematch.again, table.code, table.keys["Ann"], other.keys["Ann"]).code == "key_elsewhere"
    assert Table.objects.count() == 2


def test_a_new_table_that_came_to_nothing_is_no_obstacle():
    table = finished()
    keys = {}
    given_up = again(table, "Ann", keys).table.code
    absence.leave(given_up, keys["Ann"])
    assert play.present(given_up).table.status == "closed"
    assert again(table, "Bo").table.code != given_up


# --- seats that are kept ---


def test_strangers_get_no_seat_that_is_kept_and_the_leader_waits():
    table = finished(people=3)
    keys = {}
    code = again(table, "Ann", keys).table.code
    assert refusal(play.sit, code, "s" * 32, "Stranger").code == "full"
    refused = refusal(play.start, code, keys["Ann"])
    assert (refused.code, refused.params) == ("seats_reserved", {"awaited": [1, 2]})


def test_after_half_a_minute_they_are_free():
    table = finished(people=3)
    keys = {}
    code = again(table, "Ann", keys).table.code
    again(table, "Cy", keys)
    new = Table.objects.get(code=code)
    assert 28 < (new.due_at - timezone.now()).total_seconds() <= 30
    assert not play.step(code, new.version)
    Seat.objects.filter(table=new, handle="Bo").update(reserved_until=timezone.now())
    Table.objects.filter(code=code).update(due_at=timezone.now())
    replay._kept.clear()
    assert play.step(code, new.version)
    present = play.present(code)
    assert ([seat.handle for seat in present.seats], present.table.due_at) == (["Ann", "Cy"], None)
    assert play.sit(code, "s" * 32, "Stranger").number == 1
    assert refusal(again, table, "Bo").code == "full"


def test_who_is_late_gets_a_seat_while_there_is_one():
    table = finished(people=2, seats=3)
    keys = {}
    code = again(table, "Ann", keys).table.code
    play.remove(code, keys["Ann"], 1)
    seat = again(table, "Bo", keys)
    assert (seat.handle, seat.former_number, seat.table.code) == ("Bo", 1, code)


def test_who_comes_after_the_start_may_watch(django_capture_on_commit_callbacks):
    table = finished(people=3)
    keys = {}
    code = again(table, "Ann", keys).table.code
    again(table, "Bo", keys)
    play.remove(code, keys["Ann"], 2)
    version = table.table.version
    with django_capture_on_commit_callbacks(execute=True):
        play.start(code, keys["Ann"])
    assert refusal(again, table, "Cy").code == "started"
    # and whoever still looks at the old table sees it, without having asked
    assert table.table.version == version + 1
    assert f"/table/{code}/" in boards.render(table.present, table.present.seats[2]).html


def test_who_has_come_is_seen_at_the_old_table():
    table = finished(people=3)
    assert table.present.again is None
    version = table.table.version
    code = again(table, "Bo").table.code
    assert (table.present.again.code, table.present.again.claimed) == (code, {1})
    assert table.table.version == version + 1
    again(table, "Ann")
    assert table.present.again.claimed == {0, 1}
    replay._kept.clear()
    assert table.present.again.claimed == {0, 1}


# --- the scores of the evening ---


def carry(client, table, handle, on="1"):
    return client.post(f"/table/{table.code}/carry/", {"on": on}, headers={"X-Seat-Key": table.keys[handle]})


def test_scores_are_carried_along_when_all_agree(client):
    first = finished()
    scores = {int(number): points for number, points in first.table.result.items()}
    assert sum(scores.values()) == 0
    assert scores == {seat.seat: seat.points["total"] for seat in _view(first).seats}
    second = rematch_of(first)
    assert second.present.may_carry
    assert second.table.tally == first.table.result
    for handle in second.keys:
        assert carry(client, second, handle).status_code == 200
    play.start(second.code, second.keys["Ann"])
    assert second.table.tally == first.table.result
    _to_the_end(second)
    third = rematch_of(second)
    assert third.table.tally == {number: points + second.table.result[number] for number, points in first.table.result.items()}


def _view(table):
    from games.rules import engine

    return engine.view(table.state, None)


def test_not_when_somebody_does_not_want_it(client):
    table = rematch_of(finished())
    carry(client, table, "Ann")
    carry(client, table, "Bo")
    carry(client, table, "Bo", "0")
    assert [seat.carries for seat in table.present.seats] == [True, False]
    play.start(table.code, table.keys["Ann"])
    assert table.table.tally == {}


def test_not_when_somebody_is_missing_or_new(client):
    old = finished(people=3)
    table = rematch_of(old)
    for handle in table.keys:
        carry(client, table, handle)
    absence.leave(table.code, table.keys["Cy"])
    assert not table.present.may_carry
    reply = carry(client, table, "Ann")
    assert reply.status_code == 409
    assert "if the same people play again" in reply.content.decode()
    play.sit(table.code, "s" * 32, "Cy")
    assert not table.present.may_carry
    play.start(table.code, table.keys["Ann"])
    assert table.table.tally == {}


def test_who_comes_back_late_counts_as_the_same(client):
    old = finished(people=3)
    table = rematch_of(old)
    for handle in ("Ann", "Bo"):
        absence.leave(table.code, table.keys[handle])
    again(old, "Bo", table.keys)
    again(old, "Ann", table.keys)
    assert table.present.may_carry
    assert [(seat.handle, seat.former_number) for seat in table.present.seats] == [("Bo", 1), ("Ann", 0), ("Cy", 2)]
    for handle in table.keys:
        carry(client, table, handle)
    play.start(table.code, table.keys["Cy"])
    result = old.table.result
    assert table.table.tally == {"0": result["1"], "1": result["0"], "2": result["2"]}


def test_there_is_nothing_to_carry_at_a_first_table(client):
    table = SittingFactory()
    assert not table.present.may_carry
    assert carry(client, table, "Ann").status_code == 409
    assert carry(client, table, "Ann", "perhaps").status_code == 400
