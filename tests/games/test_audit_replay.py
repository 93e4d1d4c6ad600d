"""The operator's replay: the table at any move, as any seat saw it; of a running game with leave only, and recorded."""

import re

import pytest

from games import history
from games.models import Table
from games.rules import engine
from tests.factories import SittingFactory
from tests.games.desk import address, clerk, html, read, written
from tests.games.over import finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def over():
    return finished()


@pytest.fixture
def running():
    table = SittingFactory(started=True)
    table.play_until("rummy")
    table.act("draw", "stock")
    return table


def pictures(page):
    """The cards that lie open on the board, and how many lie face down."""
    hands = re.search(r'<ul class="open-hands">.*?</ul>', page, re.S)[0]
    return set(re.findall(r"#card-(\w\w)\"", hands)), hands.count("#card-back")


@pytest.mark.parametrize("who", ["all", "watcher", "0", "1", "2"])
def test_the_table_as_it_was(admin_client, over, who):
    game = history.stored(over.table)
    played = history.played(game.table, game.seats, *game.rounds[1])
    for step in (0, 3, len(played.states) - 1):
        shown, _backs = pictures(html(admin_client, over, "replay", f"?round=2&step={step}&as={who}"))
        state = played.states[step]
        everything = {card for seat in state.seats for card in seat.cards}
        seats = engine.view(state, int(who) if who.isdigit() else None).seats
        assert shown == (everything if who == "all" else {card for seat in seats for card in seat.cards if card})


def test_beginning_with_all_cards_at_the_first_deal(admin_client, over):
    text = read(admin_client, over, "replay")
    assert "Round 1, move by move" in text and "0 of" in text and "back to the audit" in text


@pytest.mark.parametrize("query", ["?round=x&step=y&as=z", "?round=99&step=99999", "?round=0&step=-1&as=99", "?as=%00"])
def test_what_is_no_step_is_the_nearest(admin_client, over, query):
    read(admin_client, over, "replay", query)


def test_a_table_without_rounds(admin_client):
    assert "No card has been dealt" in read(admin_client, SittingFactory(), "replay")


def test_a_table_that_is_gone(admin_client):
    for page in ("replay", "check", "close"):
        assert admin_client.get(f"/admin/games/table/999/{page}/").status_code == 302


def test_a_part_for_the_script(admin_client, over):
    part = admin_client.get(address(over, "replay"), headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="history"')


def test_a_running_game_as_a_watcher_sees_it(admin_client, running):
    shown, backs = pictures(html(admin_client, running, "replay", "?step=99"))
    assert shown == {card for seat in engine.view(running.state, None).seats for card in seat.cards if card}
    assert backs == sum(len(seat.cards) for seat in running.state.seats) - len(shown)
    assert written() == []


def test_looking_is_recorded(admin_client, running):
    step = running.table.moves
    shown, _backs = pictures(html(admin_client, running, "replay", "?step=99&as=all"))
    assert shown == {card for seat in running.state.seats for card in seat.cards}
    read(admin_client, running, "replay", "?step=0&as=1")
    assert written() == [
        f"Looked at hidden hands of round 1: move {step}, as all cards.",
        "Looked at hidden hands of round 1: move 0, as Bo.",
    ]


@pytest.mark.parametrize("who", ["all", "0", "1"])
def test_without_leave_everybody_watches(django_user_model, running, who):
    page = html(clerk(django_user_model), running, "replay", f"?step=99&as={who}")
    shown, _backs = pictures(page)
    assert shown == {card for seat in engine.view(running.state, None).seats for card in seat.cards if card}
    assert 'id="as-watcher"' in page and 'id="as-1"' not in page and "The stock:" not in page
    assert written() == []


def test_a_round_of_other_rules_is_told_as_far_as_it_goes(admin_client, over):
    Table.objects.update(options={})
    Table.objects.update(game="forgotten")
    assert "the table shows only part of it" in read(admin_client, over, "replay")
