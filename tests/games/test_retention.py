"""How long tables are kept, and what must survive it."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import play, rematch, reports
from games.models import Move, Report, Round, Seat, Table
from games.retention import prune
from tests.factories import SittingFactory

pytestmark = pytest.mark.django_db
NEW_KEY = "n" * 32


def finished(days: float, **wanted):
    table = SittingFactory(started=True, **wanted)
    table.play_until("round_over")
    table.act("end_game", False)
    table.play_until("game_over")
    ended(table, days)
    return table


def ended(table, days: float, status: str = "") -> None:
    when = {"finished_at": timezone.now() - timedelta(days=days), **({"status": status} if status else {})}
    assert Table.objects.filter(code=table.code).update(**when) == 1


def codes() -> set[str]:
    return set(Table.objects.values_list("code", flat=True))


def test_finished_tables_go_after_90_days_with_all_that_belongs_to_them():
    old, young = finished(91), finished(89)
    assert prune() == {"tables": 1}
    assert codes() == {young.code}
    for model in (Seat, Round, Move):
        assert set(model.objects.values_list("table__code", flat=True)) == {young.code}
    with pytest.raises(play.Refused) as gone:
        play.present(old.code)
    assert gone.value.code == "unknown_table"


def test_closed_tables_go_after_7_days():
    old, young = SittingFactory(), SittingFactory()
    ended(old, 8, "closed")
    ended(young, 6, "closed")
    prune()
    assert codes() == {young.code}


def test_tables_that_are_open_stay_however_old():
    tables = [SittingFactory(), SittingFactory(started=True)]
    Table.objects.update(created_at=timezone.now() - timedelta(days=1000))
    assert prune() == {"tables": 0}
    assert codes() == {table.code for table in tables}


def test_a_table_whose_people_play_again_stays_until_that_is_over():
    old = finished(89.9)
    new = rematch.again(old.code, old.keys["Ann"], NEW_KEY).table
    rematch.again(old.code, old.keys["Bo"], "m" * 32)
    ended(old, 91)
    prune()
    assert codes() == {old.code, new.code}
    rematch.carry(new.code, NEW_KEY, True)  # needs the seats of the old one
    play.start(new.code, NEW_KEY)
    prune()
    assert codes() == {old.code, new.code}
    Table.objects.filter(code=new.code).update(status="finished", finished_at=timezone.now())
    prune()
    assert codes() == {new.code}
    assert Table.objects.get().rematch_of is None
    play.present(new.code)


def test_an_old_rematch_goes_and_the_first_table_stays():
    first = finished(1)
    new = rematch.again(first.code, first.keys["Ann"], NEW_KEY).table
    Table.objects.filter(code=new.code).update(status="closed", finished_at=timezone.now() - timedelta(days=8))
    prune()
    assert codes() == {first.code}
    assert rematch.again(first.code, first.keys["Ann"], "k" * 32).table.code in codes()


def test_a_report_that_is_not_settled_keeps_its_table_for_a_while():
    table = SittingFactory()
    report = reports.report(table.present, None, 1, "handle", "visitor")
    ended(table, 8, "closed")
    prune()
    assert codes() == {table.code}
    Report.objects.update(came_at=timezone.now() - timedelta(days=181))
    prune()
    assert codes() == set()
    assert not Report.objects.filter(pk=report.pk).exists()


def test_a_settled_one_does_not():
    table = SittingFactory()
    reports.report(table.present, None, 1, "handle", "visitor")
    Report.objects.update(status="settled")
    ended(table, 8, "closed")
    prune()
    assert codes() == set()


def test_small_batches(monkeypatch):
    sizes = []
    monkeypatch.setattr("games.retention.time.sleep", lambda seconds: sizes.append(Table.objects.count()))
    for _ in range(23):
        SittingFactory(people=1)
    Table.objects.update(status="closed", finished_at=timezone.now() - timedelta(days=8))
    assert prune() == {"tables": 23}
    assert sizes == [13, 3, 0]


def test_the_command(capsys):
    ended(SittingFactory(), 8, "closed")
    call_command("prune")
    assert capsys.readouterr().out == "tables: 1 deleted\nmessages: 0 deleted\n"


@pytest.mark.parametrize("days", [0, 1])
def test_the_days_are_a_setting(settings, days):
    settings.RETENTION = {"finished": days, "closed": days, "messages": 0, "spam": 0}
    ended(SittingFactory(), 0.5, "closed")
    assert prune() == {"tables": 1 - days}
