"""Hints: what a sharp player would do and why, for whoever plays with computer players alone."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.translation import override

from games import absence, hints, play, sentences
from games.bots import Advice
from games.models import Table
from games.rules import engine
from games.rules.state import Action
from games.sentences.hints import often
from tests.factories import SittingFactory
from tests.games.sockets import Page, in_thread
from tests.limits import limit

pytestmark = pytest.mark.django_db

GAMES = ["bagelsknock", "knock_poker", "knock_rummy", "gin"]


@pytest.fixture(autouse=True)
def nobody_has_asked():
    cache.clear()
    hints._kept.clear()


def alone(game="bagelsknock", **opening):
    """Ann with computer players, at her turn."""
    table = SittingFactory(people=1, bots=1 if game == "gin" else 2, seats=2 if game == "gin" else 3, game=game, started=True, **opening)
    to_anns_turn(table)
    return table


def to_anns_turn(table):
    for _ in range(50):
        if table.turn == 0 and hints.has_choice(table_view(table)):
            return
        seat, action = table.next_action()
        present = table.present
        if seat == 0:
            table.act(action.verb, action.argument)
        else:
            Table.objects.update(due_at=present.table.created_at)
            assert play.step(table.code, table.present.table.version, seat, action)
    raise AssertionError("Ann gets no turn")


def table_view(table):
    return engine.view(table.state, 0)


def ask(client, table, key=None):
    headers = {"X-Seat-Key": table.keys["Ann"] if key is None else key, "HX-Request": "true"}
    return client.post(f"/table/{table.code}/hint/", headers=headers)


def notice(answer):
    html = answer.content.decode()
    return html.split('id="notice"')[1].split(">")[1].split("<")[0]


@pytest.mark.parametrize("game", GAMES)
def test_it_says_what_to_do_and_why_and_changes_nothing(client: Client, game):
    table = alone(game)
    before = table.present
    answer = ask(client, table)
    assert answer.status_code == 200
    said = notice(answer)
    assert said.endswith(".")
    assert ": " in said
    assert "%(" not in said
    now = table.present
    assert (now.table.version, now.state, now.seats[0].decisions) == (before.table.version, before.state, before.seats[0].decisions)
    assert notice(ask(client, table)) == said


def test_where_another_person_has_a_seat_there_are_none(client: Client):
    table = SittingFactory(people=2, bots=1, seats=3, started=True)
    for handle in table.keys:
        answer = ask(client, table, table.keys[handle])
        assert answer.status_code == 403
        assert "other people" in notice(answer)
        assert 'form="hint"' not in answer.content.decode()


def test_nor_while_a_computer_player_sits_in_for_somebody(client: Client):
    table = SittingFactory(people=2, bots=1, seats=3, started=True)
    absence.leave(table.code, table.keys["Bo"])
    assert ask(client, table).status_code == 403


def test_who_watches_gets_none(client: Client):
    table = alone()
    assert ask(client, table, "").status_code == 403
    assert ask(client, table, "k" * 32).status_code == 403
    assert ask(client, SittingFactory(people=1, bots=1)).status_code == 409  # not started yet


def test_nor_out_of_turn(client: Client):
    table = alone("knock_rummy")
    table.act("draw", "stock")
    table.act("discard", table.state.seats[0].cards[-1])
    answer = ask(client, table)
    assert answer.status_code == 409
    assert "not your turn" in notice(answer)


def test_there_are_not_endlessly_many(client: Client, settings):
    table = alone()
    limit(settings, hints=2)
    for _ in range(5):
        ask(client, table)  # the same one again and again
    assert ask(client, table).status_code == 200
    for _ in range(2):
        hints._kept.clear()
        last = ask(client, table)
    assert last.status_code == 429
    assert last["Retry-After"] == "60"


def test_a_bot_that_goes_wrong_gives_no_illegal_hint(monkeypatch):
    asked = hints.question((table := alone()).code, table.keys["Ann"])
    monkeypatch.setattr(hints.bots, "advise", lambda *_: Advice(Action("turn_over")))
    with pytest.raises(ValueError, match="not offered"):
        hints.think(asked)


def test_the_button_is_there_in_ones_own_turn(client: Client):
    table = alone()
    page = client.get(f"/table/{table.code}/board/", headers={"X-Seat-Key": table.keys["Ann"]}).content.decode()
    assert 'data-key="h">Hint' in page
    assert 'form="hint"' not in client.get(f"/table/{table.code}/").content.decode()


@pytest.mark.parametrize(
    ("chance", "said"),
    [(0.99, "nearly always"), (0.01, "hardly ever"), (0.125, "1 time in 8"), (0.3, "3 times in 10"), (0.72, "7 times in 10")],
)
def test_chances_as_people_say_them(chance, said):
    assert often(chance) == said


@pytest.mark.parametrize("reason", ["check_weak", "fold", "too_weak"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_weak_hand_is_told_as_people_say_it(reason, language):
    with override(language):
        said = sentences.hint(table_view(alone()), Advice(Action("fold"), reason, {"chance": 0.01}))
        assert said.endswith({"en": "best hardly ever.", "es": "mejor casi nunca."}[language])


@pytest.mark.django_db(transaction=True)
async def test_by_socket_it_comes_with_a_frame_of_the_same_version():
    table = await in_thread(alone)()
    async with Page(table.code) as ann, Page(table.code) as onlooker:
        await ann.say("hello", key=table.keys["Ann"])
        await onlooker.say("hello")
        for _ in range(2):  # the second time it is said again
            answer = await ann.say("hint")
            assert answer["version"] == answer["base"] == ann.version
            assert ": " in ann.regions["notice"]
        refused = await onlooker.say("hint")
        assert "hint" not in refused["html"]
        assert ann.version == onlooker.version
