"""The operator's page about a table: everything that was played; of a running game no hidden card, but with leave; broken rows."""

import re

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games import absence, history, play
from games.models import Move, Report, Round, Seat, Table
from games.rules import engine
from tests.factories import SittingFactory
from tests.games.desk import address, clerk, html, read, sign, words, written
from tests.games.over import finished, two_rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def over():
    """Ann, Bo and Cy have played three rounds and the final hand."""
    return finished()


@pytest.fixture
def running():
    """Ann and Bo in the rummy of their second round."""
    table = SittingFactory(started=True)
    table.play_until("round_over")
    table.act("next_round", False) if "next_round" in offers(table) else None
    table.play_until("rummy")
    table.act("draw", "stock")
    return table


def offers(table):
    return [offer.verb for offer in engine.legal_actions(table.state, table.turn)]


def hidden(table):
    """The signs of the cards of the running round that nobody who watches has seen."""
    state = table.state
    view = engine.view(state, None)
    seen = {card for seat in view.seats for card in seat.cards if card} | {view.discard_top}
    told = {value for event in view.log for value in event.params.values() if isinstance(value, str)}
    return [sign(card) for card in {card for seat in state.seats for card in seat.cards} | set(state.stock) if card not in seen | told]


def details(page):
    """The rounds of the page."""
    return re.findall(r"<details.*?</details>", page, re.S)


def test_seats_options_rounds_moves_and_payments(admin_client, over):
    page = html(admin_client, over)
    text = words(page)
    assert "BagelsKnock" in text and "finished" in text and "3 rounds" in text and over.table.commitment in text
    for handle in ("Ann", "Bo", "Cy"):
        assert handle in text
    assert "ännä ♠ 1" in text, "a cut"
    rounds = details(page)
    assert len(rounds) == over.table.round == Round.objects.count()
    assert text.count("person") >= Move.objects.count(), "every move says who made it"
    for each, shown in zip(Round.objects.order_by("number"), rounds, strict=True):
        assert f"{each.move_set.count()} moves" in words(shown)
        assert f"{each.started_at:%H:%M:%S}" in shown
        assert shown.count("<tr class=") == each.move_set.count()
    settled = Round.objects.get(number=1).settlements[-1]
    paid = words(rounds[0]).split("How it was paid")[1]
    assert f"Ann {settled['points'][0]:+}" in paid.replace("−", "-") and "loose" in paid
    assert "Something is wrong" not in text


def test_all_hands_and_the_order_of_the_deck(admin_client, over):
    game = history.stored(over.table)
    page = html(admin_client, over)
    for (each, moves), shown in zip(game.rounds, details(page), strict=True):
        played = history.played(game.table, game.seats, each, moves)
        text = words(shown)
        for hand in played.hands:
            assert " ".join(map(sign, hand)) in text
        deck = words(re.search(r'<div class="deck">.*?</div>', shown, re.S)[0])
        assert " ".join(map(sign, played.shuffles[0])) in deck


@pytest.mark.parametrize("game", engine.GAMES)
def test_every_game(admin_client, game):
    table = two_rounds(game)
    text = read(admin_client, table)
    assert engine.GAMES[game].title in text and "Something is wrong" not in text
    assert text.count("How it was paid") == Round.objects.count()


def test_who_made_a_move(admin_client):
    table = SittingFactory(started=True, turn_clock=30)
    table.play_until("rummy")
    Move.objects.filter(number=1).update(by="clock")
    Move.objects.filter(number=2).update(by="computer")
    text = read(admin_client, table)
    assert "clock" in text and "computer player" in text and "person" in text


def test_absent_players(admin_client):
    table = SittingFactory(people=3, started=True)
    absence.leave(table.code, table.keys["Bo"])
    play.remove(table.code, table.keys["Ann"], 2)
    Seat.objects.filter(handle="Ann").update(missed=1)
    text = read(admin_client, table)
    assert "left at" in text and "removed at" in text and "1 turn missed" in text


def test_a_table_that_waits(admin_client):
    text = read(admin_client, SittingFactory())
    assert "waiting for players" in text and "No card has been dealt yet" in text and "Something is wrong" not in text


def test_reports_about_it_for_who_may_read_them(admin_client, django_user_model):
    table = SittingFactory()
    Report.objects.create(table=table.table, seat=1, handle="Bo", reason="stalling", came_at=table.table.created_at)
    assert "Bo : holds the game up on purpose" in read(admin_client, table)
    assert "holds the game up" not in read(clerk(django_user_model), table)


# --- a running game ---


def test_a_running_game_shows_what_a_watcher_sees(admin_client, running):
    """Superusers have the permission; still nobody looks by mistake, and nothing is recorded."""
    page = html(admin_client, running)
    assert bytes(running.table.secret).hex() not in page
    text = words(details(page)[-1])
    assert "▒▒" in text
    assert not [card for card in hidden(running) if re.search(rf"(?<!\d){card}", text)]
    assert "order in which it was dealt" not in words(page)
    assert written() == []


def test_looking_at_hidden_hands_is_recorded(admin_client, running):
    number = running.table.round
    page = html(admin_client, running, query=f"?hidden={number}")
    for seat in running.state.seats:
        assert all(sign(card) in words(details(page)[-1]) for card in seat.cards)
    assert bytes(running.table.secret).hex() not in page
    assert written() == [f"Looked at hidden hands of round {number}."]
    assert f"Looked at hidden hands of round {number}." in read(admin_client, running, "history")
    for shown in details(page)[:-1]:
        assert "order in which" not in shown, "one round at a time"


def test_nobody_looks_without_leave(django_user_model, running):
    client = clerk(django_user_model)
    text = read(client, running)
    assert "look at the hidden" not in text.lower()
    assert client.get(address(running, query="?hidden=1")).status_code == 403
    assert written() == []
    absence.leave(running.code, running.keys["Ann"])
    absence.leave(running.code, running.keys["Bo"])
    assert "order in which it was dealt" in read(client, running), "everybody can see it now"


def test_leave_to_look_is_a_permission(django_user_model, running):
    client = clerk(django_user_model, "see_hidden")
    assert "order in which it was dealt" in read(client, running, query="?hidden=1")
    assert written() == ["Looked at hidden hands of round 1."]


@pytest.mark.parametrize("query", ["?hidden=", "?hidden=x", "?hidden=99", "?hidden=-1"])
def test_rounds_that_are_none(admin_client, running, query):
    assert "order in which it was dealt" not in read(admin_client, running, query=query)
    assert written() == []


def test_a_card_that_went_away_face_down_stays_hidden(admin_client):
    table = two_rounds("knock_rummy")
    move = Move.objects.filter(action__do="knock").first()
    assert move and "card" in move.action
    Table.objects.update(status="playing")
    for page in (f"/admin/games/move/{move.pk}/change/", f"/admin/games/round/{move.round_id}/change/", "/admin/games/move/"):
        assert move.action["card"] not in words(admin_client.get(page).content.decode()), page
    assert "knock " + sign(move.action["card"]) not in read(admin_client, table)
    assert admin_client.get("/admin/games/move/?action__card=2C").status_code in (302, 400)


# --- rows that are broken ---


JUNK = ([], {}, "x", 5, {"kind": ["a"]}, [None], [{"points": "x"}], {"do": {"x": 1}}, ["x" * 500])
STORED = ((Table, "options result tally"), (Round, "standing settlements opening"), (Move, "action events"))


@pytest.mark.parametrize(("model", "field"), [(model, field) for model, fields in STORED for field in fields.split()])
def test_junk_breaks_no_page(admin_client, model, field):
    table = finished(people=2)
    for junk in JUNK:
        model.objects.update(**{field: junk})
        for page, query in (("change", ""), ("check", ""), ("replay", ""), ("replay", "?round=2&step=5&as=1")):
            read(admin_client, table, page, query)
        assert table.code in admin_client.get("/admin/games/table/").content.decode()


SPOILT = [
    (lambda: Table.objects.update(game="forgotten"), "no game called “forgotten”"),
    (lambda: Table.objects.update(options={"rounds": "many"}), "The options cannot be read."),
    (lambda: Round.objects.filter(number=2).delete(), "Round 2 is missing."),
    (lambda: Round.objects.exclude(number=1).delete(), "Rounds 2, 3, 4 are missing."),
    (lambda: Round.objects.all().delete(), "Rounds 1, 2, 3, 4 are missing."),
    (lambda: Round.objects.filter(number=2).update(standing={}), "Round 2 cannot be dealt again"),
    (lambda: Move.objects.filter(round__number=1, number=3).delete(), "Round 1: move 3 is missing."),
    (lambda: Move.objects.filter(round__number=1, number=2).update(action={"do": "sing"}), "from move 2 on (unknown_verb)"),
    (lambda: Move.objects.filter(round__number=4).delete(), "and 0 are stored"),
    (lambda: Round.objects.filter(number=2).update(settlements=[]), "Round 2: what is stored of the payments"),
    (lambda: Seat.objects.filter(number=2).delete(), "Seats are missing."),
    (lambda: Seat.objects.all().delete(), "Seats are missing."),
    (lambda: Seat.objects.filter(number=0).delete(), "Seats are missing."),
    (lambda: Table.objects.update(secret=b""), "Round 1"),
]


def test_what_is_wrong_is_said(admin_client, over):
    for spoil, said in SPOILT:
        with transaction.atomic():
            spoil()
            text = read(admin_client, over)
            assert said in text and "Something is wrong with what is stored" in text, said
            for page in ("check", "replay"):
                read(admin_client, over, page)
            transaction.set_rollback(True)
    assert "Something is wrong" not in read(admin_client, over)


# --- how much it costs ---


def test_a_list_of_many_tables_in_few_queries(admin_client):
    def asked():
        with CaptureQueriesContext(
            connection,
        ) as queries:
            admin_client.get("/admin/games/table/")
        return len(queries)

    SittingFactory(people=2)
    few = asked()
    for _ in range(10):
        SittingFactory(people=3)
    assert asked() == few <= 15


def test_a_page_of_many_rounds_in_few_queries(admin_client, over):
    def asked(table):
        with CaptureQueriesContext(connection) as queries:
            html(admin_client, table)
        return len(queries)

    asked(over)
    assert asked(over) == asked(finished(people=2, options={"rounds": 5})) <= 20
