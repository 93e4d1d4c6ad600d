"""/table/CODE/history/: a game that is over, step by step, as anybody saw it or with all cards."""

import html
import re

import pytest

from games import absence, history, moments, parts, replay
from games.models import Move, Round, Table
from games.rules import engine
from games.sentences import words
from tests.factories import SittingFactory
from tests.games.over import finished

pytestmark = pytest.mark.django_db

CARD = re.compile(r'<use href="[^"]*#card-([^"]+)"')


@pytest.fixture
def table():
    return finished()


def page(client, table, **query):
    reply = client.get(f"/table/{table.code}/history/", query)
    assert reply.status_code == 200
    assert reply["X-Robots-Tag"] == "noindex"
    assert reply["Cache-Control"] == "no-store"
    assert not reply.cookies
    text = reply.content.decode()
    assert 'name="robots" content="noindex"' in text
    assert "style=" not in text
    return text


def hands(text):
    """The cards in front of each seat; "back" for a face-down one."""
    rows = re.findall(r'<li class="seat-\d[^"]*">(.*?)</li>', text.split('class="open-hands"')[1].split("</ul>")[0], re.S)
    return [CARD.findall(row) for row in rows]


def test_all_cards_at_the_deal(client, table):
    game = history.document(table.table)
    text = page(client, table, round=1, step=0)
    assert [set(hand) for hand in hands(text)] == [set(hand) for hand in game["rounds"][0]["hands"]]
    assert "0 of" in text


def test_as_a_seat_saw_it(client, table):
    shown = hands(page(client, table, round=1, step=0, **{"as": "1"}))
    dealt = history.document(table.table)["rounds"][0]["hands"]
    assert shown[1] == [*dealt[1][:2], *["back"] * 5], "two cards are seen in Phase 1"
    assert set(shown[0] + shown[2]) == {"back"}


def test_as_an_onlooker_saw_it(client, table):
    shown = hands(page(client, table, round=1, step=0, **{"as": "watcher"}))
    assert {card for hand in shown for card in hand} == {"back"}


def test_every_step_is_what_the_seat_saw_then(table):
    """Compared with the views of the states as they were played."""
    game = history.stored(table.table)
    for each, moves in game.rounds:
        played = history.played(table.table, game.seats, each, moves)
        for step, state in enumerate(played.states):
            for seat in range(3):
                seen = {card for held in engine.view(state, seat).seats for card in held.cards if card}
                board = parts.draw("moment", moments.moment(game, each.number, step, str(seat)).context())
                shown = {card for hand in hands(board) for card in hand} - {"back"}
                assert shown == seen


def test_forward_and_back_are_plain_links(client, table):
    moves = Move.objects.filter(round__table__code=table.code, round__number=1).count()
    last = moves - 1  # the last one dealt the next round
    query, seen = {"round": 1, "step": 0, "as": "0"}, []
    while query["round"] == 1:
        text = page(client, table, **query)
        seen.append(query["step"])
        href = html.unescape(re.search(r'id="step-on"[^>]*href="\?([^"]+)"', text)[1])
        query = {name: int(value) if value.isdigit() and name != "as" else value for name, value in (p.split("=") for p in href.split("&"))}
    assert seen == list(range(last + 1))
    assert query == {"round": 2, "step": 0, "as": "0"}
    text = page(client, table, **query)
    assert "?round=1&amp;step=99999&amp;as=0" in text, "and back to the end of the round before"
    assert f"{last} of {last}" in page(client, table, round=1, step=99999)


def test_the_settlement_is_explained_where_it_happened(client, table):
    each = Round.objects.get(table__code=table.code, number=1)
    text = page(client, table, round=1, step=99999)
    settled = text.split('class="settled panel"')[1].split("</section>")[0]
    for payment in each.settlements[-1]["payments"]:
        assert str(payment["points"]) in settled
    assert "knocked with" in settled
    assert "you see here" in page(client, table, round=1, step=0)


def test_every_move_is_told_with_who_made_it(client, table):
    move = Move.objects.filter(round__table__code=table.code, round__number=1, action__do="discard").earliest("number")
    Move.objects.filter(pk=move.pk).update(by=Move.By.CLOCK)
    text = page(client, table, round=1)
    line = re.search(rf"step={move.number}&amp;as=all[^>]*>((?:(?!</a>).)*discarded(?:(?!</a>).)*)</a>(.*?)</li>", text, re.S)
    assert words.card_sign(move.action["card"]) in line[1]
    assert f'aria-label="{words.card_name(move.action["card"])}"' in line[1]
    assert "clock" in line[2]


def test_with_htmx_only_the_part_that_changes_comes(client, table):
    reply = client.get(f"/table/{table.code}/history/", {"step": 2}, headers={"HX-Request": "true"})
    assert reply.content.decode().lstrip().startswith('<div id="history"')


@pytest.mark.parametrize(
    "query",
    [
        {"round": "0"}, {"round": "99"}, {"round": "-1"}, {"round": "x"}, {"round": "²"}, {"step": "99999999999"}, {"step": "-3"},
        {"as": "9"}, {"as": "²"}, {"as": "9" * 5000}, {"as": "<b>x"}, {"as": ""}, {"round": "\x00"},
    ],
)  # fmt: skip
def test_any_address_shows_something(client, table, query):
    assert "<b>x" not in page(client, table, **query)


@pytest.mark.parametrize("started", [False, True])
def test_a_game_that_is_not_over_shows_nothing(client, started):
    table = SittingFactory(started=started)
    reply = client.get(f"/table/{table.code}/history/")
    assert reply.status_code == 403
    text = reply.content.decode()
    assert "This game is not over yet" in text
    assert f'href="/table/{table.code}/"' in text
    assert 'href="/fairness/"' in text
    assert "#card-" not in text


def test_an_unknown_table(client):
    assert client.get("/table/ZZZZZZZZ/history/").status_code == 404


def test_a_table_that_was_closed_before_it_started(client):
    table = SittingFactory()
    for key in table.keys.values():
        absence.leave(table.code, key)
    assert "nothing to replay" in page(client, table)


def test_a_game_that_was_abandoned_in_a_round(client):
    table = SittingFactory(people=3, started=True)
    table.play_until("rummy")
    for key in table.keys.values():
        absence.leave(table.code, key)
    assert "Phase 2 begins" in page(client, table, step=99999)
    assert f"/table/{table.code}/history/" in client.get(f"/table/{table.code}/").content.decode()


def test_rounds_that_this_code_can_no_longer_play(client, table):
    Table.objects.filter(code=table.code).update(rules_version=0)
    Round.objects.filter(table__code=table.code, number=2).update(standing={"forgotten": True})
    Move.objects.filter(round__table__code=table.code, round__number=1, number=3).update(action={"do": "dance"})
    replay._kept.clear()
    for number in (1, 2):
        text = page(client, table, round=number, step=5)
        assert "the table shows only part of it" in text
        assert "discarded" in text
    Move.objects.filter(round__table__code=table.code, round__number=1).update(events=[{"odd": 1}])
    assert "cannot be told any more" in page(client, table, round=1)
    Table.objects.filter(code=table.code).update(game="snap")
    assert client.get(f"/table/{table.code}/history/").status_code == 200


def test_the_finished_table_leads_here(client, table):
    for key in (None, table.keys["Ann"]):
        headers = {"X-Seat-Key": key} if key else {}
        text = client.get(f"/table/{table.code}/board/", headers=headers).content.decode()
        assert text.count(f'href="/table/{table.code}/history/"') == 2, "below the result, and in the menu"
