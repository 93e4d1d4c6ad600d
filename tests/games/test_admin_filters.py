"""What the operator sifts tables by."""

import pytest

from games import absence, play
from games.models import Seat, Table
from tests.factories import SittingFactory
from tests.games.desk import read
from tests.games.over import void_round
from tests.games.people import sat_in_for

pytestmark = pytest.mark.django_db


def found(admin_client, query):
    """The codes of the tables that are listed."""
    page = admin_client.get(f"/admin/games/table/?{query}")
    assert page.status_code == 200
    return {table.code for table in page.context["cl"].result_list}


def test_by_game(admin_client):
    knock, gin, gone = SittingFactory(), SittingFactory(game="gin"), SittingFactory()
    Table.objects.filter(code=gone.code).update(game="forgotten")
    assert found(admin_client, "game=bagelsknock") == {knock.code}
    assert found(admin_client, "game=gin") == {gin.code}
    assert found(admin_client, "game=unknown") == {gone.code}


def test_by_absent_players(admin_client):
    away, left, removed, missed, _all_here = (SittingFactory(people=3, started=True) for _ in range(5))
    sat_in_for(away, "Bo")
    absence.leave(left.code, left.keys["Bo"])
    play.remove(removed.code, removed.keys["Ann"], 1)
    Seat.objects.filter(table__code=missed.code, handle="Cy").update(missed=1)
    assert found(admin_client, "absent=away") == {away.code}
    assert found(admin_client, "absent=left") == {left.code}
    assert found(admin_client, "absent=removed") == {removed.code}
    assert found(admin_client, "absent=missed") == {missed.code}
    assert found(admin_client, "absent=any") == {away.code, left.code, removed.code, missed.code}


def test_by_void_rounds(admin_client):
    void, closed, _other = void_round(), SittingFactory(started=True), SittingFactory(started=True)
    Table.objects.filter(code=closed.code).update(status="closed", close_reason="rules")
    assert found(admin_client, "void=1") == {void.code, closed.code}
    text = read(admin_client, void)
    assert " void " in text and "Reshuffle 5" in text, "which round it was, on the table's page"


@pytest.mark.parametrize(
    "query", ["created_at__gte=2020-01-01 00:00:00%2B00:00", "finished_at__isnull=True", "status__exact=playing", "absent=x", "void=2"]
)
def test_by_date_and_status(admin_client, query):
    table = SittingFactory(started=True)
    assert found(admin_client, query) == {table.code}


def test_by_code_and_handle(admin_client):
    table, other = SittingFactory(people=2), SittingFactory(people=1)
    assert found(admin_client, f"q={other.code.lower()}") == {other.code}
    assert found(admin_client, "q=Bo") == {table.code}
