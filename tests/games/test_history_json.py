"""history.json: all of a game that is over, so that anybody can check it; and nothing of a game that is not."""

import hashlib
import json
import threading

import pytest
from django.core.cache import cache

from games import absence, check, history, history_views, moments, play, replay
from games.models import Move, Round, Table
from games.rules import engine
from games.rules.verify import is_good, verify
from tests.factories import SittingFactory
from tests.games import independent
from tests.games.over import CUTS, finished, two_rounds
from tests.limits import limit

pytestmark = pytest.mark.django_db


def load(client, table):
    reply = client.get(f"/table/{table.code}/history.json")
    assert reply.status_code == 200
    assert reply["X-Robots-Tag"] == "noindex"
    assert not reply.cookies
    return json.loads(reply.content)


def test_it_has_everything_under_the_documented_names(client):
    table = finished()
    game = load(client, table)
    assert list(game) == [
        "table", "game", "options", "rules_version", "seats", "commitment", "secret", "cuts", "first_dealer", "rounds",
    ]  # fmt: skip
    assert game["table"] == table.code
    assert game["seats"] == ["Ann", "Bo", "Cy"]
    assert game["cuts"] == [CUTS["Ann"], CUTS["Bo"], ""]
    assert hashlib.sha256(bytes.fromhex(game["secret"])).hexdigest() == game["commitment"] == table.table.commitment
    assert [each["number"] for each in game["rounds"]] == [1, 2, 3, 4]
    for each in game["rounds"]:
        assert set(each) == {"number", "shuffles", "hands", "upcard", "moves", "points"}
        assert set(each["moves"][0]) == {"number", "seat", "action", "by", "at"}
        assert len(each["points"]) == 3
    assert each["upcard"] is None, "nothing is turned up for the final hand"


def test_a_checker_that_shares_no_code_with_the_site_finds_nothing(client):
    game = load(client, finished())
    assert independent.complaints(game) == []
    assert is_good(verify(game))


@pytest.mark.parametrize("name", engine.GAMES)
def test_games_of_every_kind(client, name):
    table = two_rounds(name)
    game = load(client, table)
    assert independent.complaints(game) == []
    assert is_good(verify(game))
    assert is_good(check.check(table.table))
    for each in game["rounds"]:
        for who in (moments.ALL, moments.WATCHER, "0"):
            steps = (0, len(each["moves"]) // 2, 99999)
            for step in steps:
                page = client.get(f"/table/{table.code}/history/", {"round": each["number"], "step": step, "as": who})
                assert page.status_code == 200
                assert 'class="open-hands"' in page.content.decode()


def test_a_deck_with_jokers(client):
    table = two_rounds("knock_rummy", options={"jokers": True})
    game = load(client, table)
    assert len(game["rounds"][0]["shuffles"][0]) == 54
    assert independent.complaints(game) == []
    assert is_good(verify(game))


@pytest.mark.parametrize(
    ("alter", "complaint"),
    [
        (lambda game: game.update(secret="11" * 32), "commitment"),
        (lambda game: game["cuts"].__setitem__(2, "late"), "round 1: shuffle 0"),
        (lambda game: game["rounds"][1]["shuffles"][0].reverse(), "round 2: shuffle 0"),
        (lambda game: game["rounds"][0]["hands"].reverse(), "round 1: deal"),
    ],
)
def test_and_it_does_find_what_is_altered(client, alter, complaint):
    game = load(client, finished())
    alter(game)
    assert complaint in independent.complaints(game)
    assert not is_good(verify(game))


def test_an_altered_move_is_found_by_both(client):
    game = load(client, finished())
    each = game["rounds"][0]
    move = next(move for move in each["moves"] if move["action"]["do"] == "discard")
    move["action"]["card"] = each["shuffles"][0][-1]  # never left the stock
    assert independent.complaints(game) == [f"round 1: move {move['number']}"]
    assert not is_good(verify(game))


@pytest.mark.parametrize("started", [False, True])
def test_before_the_end_there_is_a_kind_sentence_and_nothing_else(client, started):
    table = SittingFactory(started=started)
    reply = client.get(f"/table/{table.code}/history.json")
    assert reply.status_code == 403
    assert json.loads(reply.content) == {"error": "This game is not over yet. You can see its history when it is."}
    with pytest.raises(ValueError, match="not over"):
        history.document(table.table)


def test_an_unknown_table(client):
    assert client.get("/table/ZZZZZZZZ/history.json").status_code == 404


def test_a_table_that_was_closed_before_it_started(client):
    table = SittingFactory(people=2)
    for key in table.keys.values():
        absence.leave(table.code, key)
    game = load(client, table)
    assert (game["rounds"], game["seats"], game["first_dealer"]) == ([], [], None)
    assert is_good(verify(game))


def test_a_game_that_was_abandoned_in_a_round(client):
    table = SittingFactory(people=3, started=True)
    table.play_until("rummy")
    table.act("draw", "stock")
    for key in table.keys.values():
        absence.leave(table.code, key)
    assert table.table.status == Table.Status.CLOSED
    game = load(client, table)
    assert game["rounds"][0]["moves"][-1]["action"] == {"do": "draw", "from": "stock"}
    assert is_good(verify(game))
    assert independent.complaints(game) == []


def test_a_rematch_has_a_history_of_its_own(client):
    from games import rematch

    table = finished(people=2)
    seat = rematch.again(table.code, table.keys["Ann"], "n" * 32)
    again = Table.objects.get(pk=seat.table_id)
    assert bytes(again.secret) != bytes(table.table.secret)
    assert client.get(f"/table/{again.code}/history.json").status_code == 403
    assert bytes(again.secret).hex() not in client.get(f"/table/{table.code}/history.json").content.decode()


def test_who_led_is_not_needed_to_play_it_again(client):
    """The document does not say who led; whoever decided what only a leader decides, did."""
    table = SittingFactory(people=3, started=True)
    table.play_until("rummy")
    absence.hand_over(table.code, table.keys["Ann"], 2)
    table.play_until("round_over")
    table.act("next_round", False)
    table.play_until("round_over")
    table.act("end_game", False)
    table.play_until("game_over")
    assert is_good(verify(load(client, table)))


def test_rounds_that_this_code_can_no_longer_play(client):
    table = finished(people=2)
    Table.objects.filter(code=table.code).update(rules_version=0)
    Round.objects.filter(table__code=table.code, number=2).update(standing={"forgotten": True})
    Move.objects.filter(round__table__code=table.code, round__number=1, number=1).update(action={"do": "dance"})
    replay._kept.clear()
    game = load(client, table)
    assert [len(each["shuffles"]) for each in game["rounds"]] == [1, 0, 1, 1]
    assert all(each["moves"] for each in game["rounds"])
    assert is_good(verify(game)), "played under other rules is not tampered with"


def test_a_game_of_this_site_no_more(client):
    table = finished(people=2)
    Table.objects.filter(code=table.code).update(game="snap", rules_version=0)
    game = load(client, table)
    assert not any(each["shuffles"] for each in game["rounds"])
    assert is_good(verify(game))


def test_computer_players_and_the_clock_are_named(client):
    import random

    from games import clock

    table = SittingFactory(people=1, bots=1, options={"rounds": 3}, turn_clock=30)
    play.start(table.code, table.keys["Ann"])
    rng = random.Random(1)
    while table.table.status == Table.Status.PLAYING:
        Table.objects.filter(code=table.code).update(due_at="2000-01-01T00:00:00Z")
        replay._kept.clear()
        assert play.step(table.code, table.table.version, *(clock.think(table.present, rng) or ()))
    game = load(client, table)
    assert {move["by"] for each in game["rounds"] for move in each["moves"]} == {"computer", "clock"}
    assert is_good(verify(game))


def test_a_game_is_played_again_once_however_often_it_is_asked_for(client, monkeypatch):
    """That takes a long game seconds, in which this process serves no table."""
    table, rounds = finished(), []
    again = history.play_round
    monkeypatch.setattr(history, "play_round", lambda *args: rounds.append(args) or again(*args))
    addresses = ["history.json", "history/?step=3", "history/?step=4&as=1"]
    history._kept.clear()
    for _ in range(3):
        assert [client.get(f"/table/{table.code}/{address}").status_code for address in addresses] == [200] * 3
    assert len(rounds) == table.table.round


def forget():
    history._kept.clear()
    history_views._written.clear()
    cache.clear()


def test_a_game_is_played_again_beside_the_thread_that_serves_everybody(client, monkeypatch):
    table, threads, rests = finished(), set(), []
    again = history.play_round
    monkeypatch.setattr(history, "play_round", lambda *args: threads.add(threading.current_thread().name) or again(*args))
    monkeypatch.setattr(history_views.time, "sleep", rests.append)
    for address in ("history.json", "history/?round=1", "history/?round=2&step=4"):
        forget()
        assert client.get(f"/table/{table.code}/{address}").status_code == 200
    assert {name.partition("_")[0] for name in threads} == {"history"}
    assert len(rests) == table.table.round, "after each round it rests for as long as that took"


def test_one_address_has_so_many_games_played_again_and_those_that_are_remembered(client, settings):
    limit(settings, history=1)
    tables = [finished(), finished()]
    forget()
    for _ in range(3):
        assert client.get(f"/table/{tables[0].code}/history.json").status_code == 200
    refused = client.get(f"/table/{tables[1].code}/history.json")
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert "in a minute" in refused.json()["error"]
    page = client.get(f"/table/{tables[1].code}/history/")
    assert page.status_code == 429
    assert "in a minute" in page.content.decode()
    part = client.get(f"/table/{tables[1].code}/history/", headers={"HX-Request": "true"})
    assert (part.status_code, part["HX-Reswap"], part.content) == (429, "none", b"")
    assert "in a minute" in json.loads(part["HX-Trigger"])["refused"]["text"]
    assert client.get(f"/table/{tables[1].code}/history.json", REMOTE_ADDR="192.0.2.9").status_code == 200


def test_whoever_comes_when_many_wait_is_asked_to_come_again(client, monkeypatch):
    table = finished()
    forget()
    monkeypatch.setattr(history, "_waiting", history.WAITING)
    refused = client.get(f"/table/{table.code}/history.json")
    assert (refused.status_code, refused["Retry-After"]) == (429, "10")
    monkeypatch.setattr(history, "_waiting", 0)
    assert client.get(f"/table/{table.code}/history.json").status_code == 200
    assert history._waiting == 0
