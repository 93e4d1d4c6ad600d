"""What is stored of a game is compared with what follows from its seed; the first thing that does not fit is named."""

import json

import pytest

from games import check, history
from games.models import Move, Round, Seat, Table
from games.rules.verify import Result, is_good, verify
from games.sentences import checks
from tests.factories import SittingFactory
from tests.games.over import finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return finished()


def first_wrong(table):
    found = check.check(table.table)
    names = [seat.handle for seat in table.present.seats]
    return next((checks.finding(each, names) for each in found if each.result is Result.BAD), None)


def test_a_game_as_it_was_played(table):
    found = check.check(table.table)
    assert is_good(found)
    assert [each.code for each in found] == ["commitment", "lot", "moves", "moves", "moves", "moves", "result"]


def test_a_running_game_can_be_checked_too():
    table = SittingFactory(started=True)
    assert is_good(check.check(table.table))
    table.play_until("rummy")
    assert is_good(check.check(table.table))


def test_a_table_that_never_started():
    assert is_good(check.check(SittingFactory().table))


@pytest.mark.parametrize("number", [1, 2])
def test_an_altered_move_is_named(table, number):
    move = Move.objects.filter(round__table__code=table.code, round__number=2, action__do="discard").order_by("number")[number - 1]
    held = history.played(table.table, table.present.seats, move.round, tuple(move.round.move_set.filter(number__lt=move.number)))
    cards = held.states[-1].seats[move.seat].cards
    move.action = {"do": "discard", "card": next(card for card in cards if card not in (move.action["card"], cards[-1]))}
    move.save()
    assert first_wrong(table) == f"Round 2: move {move.number} did not lead to what is stored of it."


def test_an_altered_event_is_named(table):
    move = Move.objects.filter(round__table__code=table.code, round__number=1, action__do="discard").earliest("number")
    move.events[0]["card"] = "X1"
    move.save()
    assert first_wrong(table) == f"Round 1: move {move.number} did not lead to what is stored of it."


def test_a_move_that_was_put_in_or_taken_out_is_named(table):
    Move.objects.filter(round__table__code=table.code, round__number=3, number=2).delete()
    assert first_wrong(table).startswith("Round 3: move 2 ")


def test_an_altered_deck_is_found_by_the_deal_that_was_public(table):
    each = Round.objects.get(table__code=table.code, number=1)
    upcard = next(event for event in each.opening if event["event"] == "upcard_turned")
    upcard["card"] = "AS" if upcard["card"] != "AS" else "KS"
    each.save()
    assert first_wrong(table) == "Round 1: what is stored of the deal is not what was dealt."


def test_an_altered_secret(table):
    Table.objects.filter(code=table.code).update(secret=b"x" * 32)
    assert first_wrong(table) == "The secret is not the one that the table promised."
    assert not is_good(check.check(table.table)[1:]), "and nothing else fits it either"


def test_an_altered_cut(table):
    Seat.objects.filter(table__code=table.code, number=1).update(cut="another")
    assert first_wrong(table) is not None
    document = json.loads(json.dumps(history.document(table.table)))
    assert not is_good(verify(document))


def test_altered_points(table):
    each = Round.objects.get(table__code=table.code, number=2)
    each.settlements[1]["points"][0] += 1
    each.save()
    assert first_wrong(table) == "Round 2: what was paid is not what the moves lead to."


def test_an_altered_standing(table):
    each = Round.objects.get(table__code=table.code, number=3)
    each.standing["sheet"][0][0][0] += 5
    each.save()
    assert first_wrong(table) == "Round 3: it did not start from what the rounds before lead to."


def test_an_altered_result(table):
    Table.objects.filter(code=table.code).update(result={"0": 1, "1": 1, "2": -2})
    assert first_wrong(table) == "The stored result is not what the moves lead to."


def test_a_missing_round(table):
    Round.objects.filter(table__code=table.code, number=2).delete()
    assert first_wrong(table) == "Rounds are missing, or out of order."


def test_under_other_rules_it_is_not_called_tampered(table):
    Table.objects.filter(code=table.code).update(rules_version=0)
    assert is_good(check.check(table.table))
    Move.objects.filter(round__table__code=table.code, round__number=2, number=1).update(events=[])
    last = check.check(table.table)[-1]
    assert (last.code, last.result, last.params["round"]) == ("other_rules", Result.UNKNOWN, 2)
    assert "the rules were different" in checks.finding(last)


@pytest.mark.parametrize("junk", [{}, [], {"x": 1}, [None]])
def test_broken_rows_are_findings_and_no_errors(table, junk):
    for model, field in ((Round, "standing"), (Round, "settlements"), (Round, "opening"), (Move, "action"), (Move, "events")):
        row = model.objects.last()
        before = getattr(row, field)
        setattr(row, field, junk)
        row.save()
        assert not is_good(check.check(table.table)), field
        setattr(row, field, before)
        row.save()
    assert is_good(check.check(table.table))
    Table.objects.filter(code=table.code).update(options=junk)
    assert not is_good(check.check(table.table))
