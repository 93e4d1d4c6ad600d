"""The front door."""

import re
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone

from games import play
from games.models import Seat, Table
from games.patience import patience
from tests.factories import SittingFactory

pytestmark = pytest.mark.django_db


def text(html: bytes) -> str:
    """The words of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html.decode())).strip()


def codes(client: Client, query: str = "") -> list[str]:
    """The tables that the page shows, in order."""
    return re.findall(r'id="table-(\w+)"', client.get(f"/{query}").content.decode())


def test_an_empty_lobby_invites(client: Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    words = text(page.content)
    assert "No table is open right now" in words
    assert "Play now" in words
    assert "Open a table" in words


def test_the_front_page_shows_a_table_in_one_glance(client: Client) -> None:
    page = client.get("/").content.decode()
    picture = page.index('class="picture"')
    assert picture < page.index("Play now")
    assert "in melds, and somebody knocks" in page[picture:]


def test_a_table_is_shown_in_words(client: Client) -> None:
    table = SittingFactory(people=2, bots=1, seats=4, turn_clock=60, options={"rounds": 5, "final_bet": "neutral"})
    page = client.get("/")
    words = text(page.content)
    for said in (
        "BagelsKnock",
        "Ann",
        "Bo",
        "(computer)",
        "1 free seat",
        "3 of 4",
        "5 rounds",
        "at most neutral",
        "60 seconds a turn",
        "just now",
    ):
        assert said in words
    assert f'href="/sit/{table.code}/"' in page.content.decode()
    assert f'href="/table/{table.code}/"' in page.content.decode()


def test_how_long_a_table_has_waited(client: Client) -> None:
    SittingFactory(people=1)
    Table.objects.update(created_at=timezone.now() - timedelta(minutes=5, seconds=5))
    assert "for 5 minutes" in text(client.get("/").content).replace("\xa0", " ")


def test_a_running_game_can_be_watched_and_no_more(client: Client) -> None:
    playing = SittingFactory(started=True)
    page = client.get("/").content.decode()
    assert "playing" in text(page.encode())
    assert f'href="/table/{playing.code}/"' in page
    assert f'href="/sit/{playing.code}/"' not in page


def test_free_seats_come_first(client: Client) -> None:
    free, full, playing = SittingFactory(seats=3), SittingFactory(seats=2), SittingFactory(started=True)
    page = client.get("/").content.decode()
    places = [page.index(f'id="table-{table.code}"') for table in (free, full, playing)]
    assert places == sorted(places)


def test_a_full_table_is_not_offered(client: Client) -> None:
    full = SittingFactory(people=2, seats=2)
    page = client.get("/").content.decode()
    assert "full, about to start" in page
    assert f"/sit/{full.code}/" not in page


def test_tables_by_link_only_are_not_listed(client: Client) -> None:
    hidden = SittingFactory(seats=3, public=False)
    hidden_playing = SittingFactory(started=True, public=False)
    page = client.get("/").content.decode()
    assert hidden.code not in page
    assert hidden_playing.code not in page


def test_a_table_that_everybody_left_alone_is_not_offered(client: Client) -> None:
    SittingFactory(seats=3)
    Seat.objects.update(seen_at=timezone.now() - patience("here") - timedelta(seconds=28))
    assert "Ann" in text(client.get("/").content)
    Seat.objects.update(seen_at=timezone.now() - patience("here") - timedelta(seconds=31))
    assert "No table is open" in text(client.get("/").content)


def test_the_list_is_sifted_by_game_and_free_seats(client: Client) -> None:
    gin = SittingFactory(game="gin", people=1)
    rummy = SittingFactory(game="knock_rummy", people=2, started=True)
    bagels = SittingFactory(seats=3)

    def listed(query: str) -> set[str]:
        return set(codes(client, query))

    assert listed("") == {gin.code, rummy.code, bagels.code}
    assert listed("?game=gin") == {gin.code}
    assert listed("?free=on") == {gin.code, bagels.code}
    assert listed("?game=knock_rummy&free=on") == set()
    page = client.get("/?game=gin&free=on").content.decode()
    assert '<option value="gin" selected>' in page
    assert 'name="free" checked' in page


def test_a_search_that_finds_nothing_says_so(client: Client) -> None:
    SittingFactory(people=1)
    assert "No open table is like that" in text(client.get("/?q=zebra").content)
    assert "No open table is like that" in text(client.get("/?game=gin").content)
    assert "No open table is like that" not in text(client.get("/").content)


@pytest.mark.parametrize("words", ["Zoë", "zoe", "  ZOË  ", "zo", "Arnold", "ar", "zoë arnold"])
def test_somebody_is_found_by_a_part_of_their_name(client: Client, words: str) -> None:
    SittingFactory(seats=3, people=2)
    found = SittingFactory(seats=3, people=2)
    play.sit(found.code, "z" * 32, "Zoë Arnold")
    assert codes(client, f"?q={quote(words)}") == [found.code]


def test_a_table_is_found_by_its_code_or_its_link(client: Client) -> None:
    SittingFactory(seats=3)
    code = SittingFactory(seats=3).code
    for words in (code, code.lower(), code[:6], f"http://localhost:8000/table/{code}/", f"https://cards.example.org/es/sit/{code}/"):
        assert codes(client, f"?q={quote(words)}") == [code]


def test_a_table_by_link_only_is_not_found(client: Client) -> None:
    hidden = SittingFactory(seats=3, public=False)
    for words in ("Ann", hidden.code):
        assert codes(client, f"?q={words}") == []


def test_a_long_list_has_pages_without_a_script(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lobby.listing.PAGE", 2)
    playing = SittingFactory(started=True)
    oldest, *_, newest = [SittingFactory(seats=3) for _ in range(4)]
    first = client.get("/?free=on").content.decode()
    assert codes(client)[0] == newest.code
    assert "Page 1 of 3" in text(client.get("/").content)
    assert "Page 1 of 2" in text(first.encode())
    assert 'href="?free=on&amp;page=2#tables-title"' in first
    assert codes(client, "?free=on&page=2")[-1] == oldest.code
    assert codes(client, "?page=3") == [playing.code]
    assert 'rel="next"' not in client.get("/?page=3").content.decode()


@pytest.mark.parametrize("page", ["0", "-1", "99", "9" * 40, "x", "²", ""])
def test_a_page_that_is_none_is_the_nearest(client: Client, page: str) -> None:
    table = SittingFactory(people=1)
    assert codes(client, f"?page={quote(page)}") == [table.code]


def test_the_search_stays_in_its_field(client: Client) -> None:
    page = client.get("/?q=%22%3E%3Cb%3EAnn").content.decode()
    assert 'name="q" value="&quot;&gt;&lt;b&gt;Ann"' in page


@pytest.mark.parametrize("words", ["x" * 5000, "%00", "%F0%9F%92%A9", "...", "%", "ﷺ" * 100])
def test_whatever_is_searched_for_the_page_comes(client: Client, words: str) -> None:
    SittingFactory(people=1)
    assert client.get("/", {"q": words}).status_code == 200


def test_what_changed_at_a_table_is_seen_at_once(client: Client) -> None:
    table = SittingFactory(seats=3, people=1)
    assert "2 free seats" in text(client.get("/").content)
    play.sit(table.code, "b" * 32, "Bo")
    page = text(client.get("/").content)
    assert "1 free seat" in page and "Bo" in page
    assert "1 asiento libre" in text(client.get("/es/").content)


def test_a_game_that_pauses_is_not_offered(client: Client) -> None:
    table = SittingFactory(started=True)
    Table.objects.update(paused_at=timezone.now())
    assert table.code not in client.get("/").content.decode()


def test_a_handle_cannot_break_the_page(client: Client) -> None:
    SittingFactory(seats=3, people=1)
    Seat.objects.update(handle="<b>Ann</b>")
    assert "&lt;b&gt;Ann&lt;/b&gt;" in client.get("/").content.decode()


def test_the_list_costs_few_queries(client: Client, django_assert_max_num_queries) -> None:
    for _ in range(5):
        SittingFactory(seats=3)
        SittingFactory(started=True)
    with django_assert_max_num_queries(4):
        client.get("/")
    with django_assert_max_num_queries(2):
        client.get("/")


def test_the_list_alone(client: Client) -> None:
    table = SittingFactory(seats=3)
    answer = client.get("/tables/")
    assert answer.content.decode().lstrip().startswith('<section id="tables"')
    assert table.code in answer.content.decode()


def test_nobody_can_post_to_the_front_door(client: Client) -> None:
    assert client.post("/").status_code == 405


@pytest.mark.parametrize("odd", [{"game": "whist"}, {"turn_clock": 45}, {"options": {"rounds": {}}}, {"options": []}])
def test_one_odd_table_does_not_hide_the_others(client: Client, odd: dict[str, object]) -> None:
    SittingFactory(people=1)
    code = SittingFactory(people=1).code
    Table.objects.filter(code=code).update(**odd)
    assert client.get("/").status_code == 200
    assert client.get("/tables/").content.decode().count("Ann") >= 1
    assert client.get(f"/your-tables/?codes={code}").status_code == 200
