"""Back to your table."""

import pytest
from django.test import Client

from games.models import Table
from tests.factories import SittingFactory

pytestmark = pytest.mark.django_db


def yours(client: Client, *codes: str) -> str:
    answer = client.get("/your-tables/", {"codes": ",".join(codes)})
    assert answer.status_code == 200
    return answer.content.decode()


def test_open_tables_are_offered_in_the_order_asked(client: Client) -> None:
    waiting, playing = SittingFactory(people=1, public=False), SittingFactory(started=True)
    page = yours(client, playing.code, waiting.code)
    assert "Back to your table" in page
    assert page.index(f"/table/{playing.code}/") < page.index(f"/table/{waiting.code}/")


def test_what_is_over_is_not_offered(client: Client) -> None:
    finished = SittingFactory(started=True)
    Table.objects.update(status=Table.Status.FINISHED)
    assert yours(client, finished.code).strip() == ""


@pytest.mark.parametrize("codes", [(), ("ABCDEFGH",), ("<script>",), ("",), ("A" * 5000,)])
def test_unknown_codes_are_nothing(client: Client, codes: tuple[str, ...]) -> None:
    assert yours(client, *codes).strip() == ""


def test_a_browser_may_not_ask_for_everything(client: Client) -> None:
    last = SittingFactory(people=1)
    assert last.code not in yours(client, *["ABCDEFGH"] * 20, last.code)
