"""The operator closes a table with a reason, which its players read: on the open page at once, on the page later, in the lobby."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import closing, play, rematch
from games.models import Table
from games.play import Refused
from tests.factories import SittingFactory
from tests.games.desk import address, clerk, read, written
from tests.games.over import finished
from tests.games.people import refusal
from tests.games.sockets import Page, in_thread

REASON = "Two of you <b>play</b> together."


@pytest.mark.django_db
@pytest.mark.parametrize("started", [False, True])
def test_with_a_reason_that_the_players_read(admin_client, client, started):
    table = SittingFactory(started=started)
    assert "Close the table" not in read(admin_client, table)
    admin_client.get(address(table, "close"))
    answer = admin_client.post(address(table, "close"), {"reason": f"  {REASON}\t"}, follow=True)
    assert "The table is closed" in answer.content.decode()
    row = table.table
    assert (row.status, row.close_reason, row.close_text, row.due_at) == ("closed", "operator", REASON, None)
    assert written() == [f"Closed: “{REASON}”"]
    escaped = "Two of you &lt;b&gt;play&lt;/b&gt; together."
    page = client.get(f"/table/{table.code}/").content.decode()
    assert escaped in page and "<title>Table closed" in page
    assert escaped in client.get(f"/your-tables/?codes={table.code}").content.decode()
    assert table.code not in client.get("/").content.decode()
    assert escaped in read(admin_client, table), "and the operator, later"
    assert refusal(play.act, table.code, table.keys["Ann"], 1, None).code == "closed" if started else True


@pytest.mark.django_db
def test_the_lobby_tells_it_for_a_day(client):
    table = SittingFactory()
    closing.close_table(table.code, REASON)
    Table.objects.update(finished_at=timezone.now() - timedelta(days=1, seconds=1))
    assert table.code not in client.get(f"/your-tables/?codes={table.code}").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("reason", ["", "   ", "x" * 201, "a\x00b", "a\x07b"])
def test_no_reason(admin_client, reason):
    table = SittingFactory(started=True)
    answer = admin_client.post(address(table, "close"), {"reason": reason})
    assert answer.status_code == 200 and "errorlist" in answer.content.decode()
    assert table.table.status == "playing" and written() == []
    assert refusal(closing.close_table, table.code, reason).code == "bad_reason"


@pytest.mark.django_db
def test_a_game_that_is_over_stays_as_it_is(admin_client):
    table = finished()
    before = table.table.version
    for answer in (admin_client.get(address(table, "close")), admin_client.post(address(table, "close"), {"reason": REASON})):
        assert answer.status_code == 302
    assert refusal(closing.close_table, table.code, REASON).code == "finished"
    assert (table.table.status, table.table.version) == ("finished", before) and written() == []


@pytest.mark.django_db
def test_only_for_who_may_change_tables(django_user_model):
    table = SittingFactory(started=True)
    client = clerk(django_user_model, "see_hidden")
    assert address(table, "close") not in client.get(address(table)).content.decode()
    assert client.get(address(table, "close")).status_code == 403
    assert client.post(address(table, "close"), {"reason": REASON}).status_code == 403
    assert table.table.status == "playing"


@pytest.mark.django_db
def test_by_a_form_of_this_site_alone(admin_user):
    from django.test import Client

    table = SittingFactory(started=True)
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(admin_user)
    assert careful.post(address(table, "close"), {"reason": REASON}).status_code == 403
    assert table.table.status == "playing"


@pytest.mark.django_db
def test_a_table_whose_rows_are_broken(admin_client):
    table = SittingFactory(started=True)
    Table.objects.update(game="forgotten", options=[], round=7)
    admin_client.post(address(table, "close"), {"reason": REASON})
    assert table.table.status == "closed"


@pytest.mark.django_db(transaction=True)
async def test_who_has_the_page_open_sees_it_at_once():
    table = await in_thread(SittingFactory)(started=True)
    async with Page(table.code) as anns, Page(table.code) as watching:
        await anns.say("hello", key=table.keys["Ann"])
        await watching.say("hello")
        await in_thread(closing.close_table)(table.code, REASON)
        version = (await in_thread(lambda: table.table)()).version
        for page in (anns, watching):
            await page.hear_until(version)
            assert "Two of you &lt;b&gt;play&lt;/b&gt; together." in page.regions["waiting"]
            assert "<button" not in page.regions["actions"]


@pytest.mark.django_db(transaction=True)
def test_the_table_before_offers_to_play_again_once_more():
    table = finished()
    seat = rematch.again(table.code, table.keys["Ann"], "n" * 32)
    assert table.present.again is not None
    closing.close_table(seat.table.code, REASON)
    assert table.present.again is None


def test_an_unknown_table(db):
    with pytest.raises(Refused, match="unknown_table"):
        closing.close_table("ABCDEFGH", REASON)
