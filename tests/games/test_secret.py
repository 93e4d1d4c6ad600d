"""While a game runs nothing tells its secret, nor the seed that follows from it: no page, no message, no log line, no admin page."""

import base64
import logging

import pytest
from django.test import Client
from django.urls import reverse

from games import absence, play, replay
from games.models import Move, Round, Seat, Table
from tests.factories import SittingFactory
from tests.games.sockets import Page, in_thread
from tests.site.test_cookies import public_paths


def forms(secret: bytes) -> list[bytes]:
    """The ways in which these bytes could be written somewhere, and both halves of them likewise."""
    written = []
    for part in (secret, secret[:16], secret[16:]):
        # base64 of a part looks another way wherever it begins: its inner characters are the same for all that follow it
        encoded = [base64.b64encode(part)[:20], base64.urlsafe_b64encode(part)[:20]]
        spelled = [part.hex(), part.hex().upper(), part.hex(" "), repr(part)[2:-1], str(list(part))[1:-1], str(int.from_bytes(part, "big"))]
        written += [part, *encoded, *(text.encode() for text in spelled)]
    return written


def tells(content: bytes, secrets: list[bytes]) -> bool:
    return any(form in content for secret in secrets for form in forms(secret))


def secrets_of(table) -> list[bytes]:
    row = table.table
    secrets = [bytes(row.secret)]
    if row.round:
        secrets.append(replay.decks(row, table.present.seats).seed)
    return secrets


def crawl(client: Client, table, headers: dict[str, str]) -> list[str]:
    """The public addresses that tell a secret, asked for and posted to."""
    secrets = secrets_of(table)
    told = []
    for path in public_paths(table.code):
        answers = [client.get(path, headers=headers)]
        if "/table/" in path and not path.endswith(("/leave/", "/act/", "/start/")):
            answers.append(client.post(path, {"cut": "x", "seat": "1", "on": "1"}, headers=headers))
        for answer in answers:
            if tells(answer.content + repr(answer.headers).encode(), secrets):
                told.append(path)
    return told


def post(client: Client, table, door: str):
    return client.post(f"/table/{table.code}/{door}/", {"cut": "new"}, headers={"X-Seat-Key": table.keys["Ann"]})


@pytest.fixture(params=["waiting", "betting", "rummy", "round_over"])
def table(request):
    table = SittingFactory(people=3)
    for handle, key in table.keys.items():
        play.set_cut(table.code, key, f"{handle}'s")
    if request.param != "waiting":
        play.start(table.code, table.keys["Ann"])
        table.play_until(request.param)
    return table


@pytest.mark.django_db
def test_the_search_would_find_it(client):
    table = SittingFactory(started=True)
    secret = bytes(table.table.secret)
    for key in table.keys.values():
        absence.leave(table.code, key)
    for path in ("", "board/", "history.json"):
        assert tells(client.get(f"/table/{table.code}/{path}").content, [secret]), "it is over, so it is published"


@pytest.mark.django_db
def test_no_public_page_tells_it(client, table):
    for key in (None, *table.keys.values()):
        assert crawl(client, table, {"X-Seat-Key": key} if key else {}) == []


@pytest.mark.django_db
def test_no_admin_page_tells_it(admin_client, table):
    secrets = secrets_of(table)
    for model in (Table, Seat, Round, Move):
        name = model._meta.model_name
        paths = [reverse(f"admin:games_{name}_changelist")]
        paths += [reverse(f"admin:games_{name}_{view}", args=[row.pk]) for row in model.objects.all() for view in ("change", "history")]
        for path in [*paths, reverse("admin:index"), reverse("admin:app_list", args=["games"])]:
            assert not tells(admin_client.get(path).content, secrets), path


@pytest.mark.django_db
def test_no_log_line_tells_it(client, table, caplog, monkeypatch):
    """Not even where something breaks in the middle of a move."""
    caplog.set_level(logging.DEBUG)
    client.raise_request_exception = False
    secrets = secrets_of(table)
    monkeypatch.setattr(play.Change, "save", lambda *args, **kwargs: 1 / 0)
    answers = [post(client, table, door) for door in ("cut", "start")]
    monkeypatch.undo()
    Round.objects.filter(table__code=table.code).update(standing={"x": 1})
    replay._kept.clear()
    with monkeypatch.context() as broken:
        broken.setattr(play.Change, "close", lambda *args, **kwargs: 1 / 0)
        answers.append(client.get(f"/table/{table.code}/"))
    for answer in answers:
        assert not tells(answer.content, secrets)
    assert not tells(caplog.text.encode(), secrets)


@pytest.mark.django_db(transaction=True)
async def test_no_message_tells_it():
    table = await in_thread(SittingFactory)(started=True)
    secrets = await in_thread(secrets_of)(table)
    for key in (None, table.keys["Ann"]):
        async with Page(table.code) as page:
            answers = [await page.say("hello", key=key, cut="mine"), await page.say("board"), await page.say("ping", version=0)]
            assert not tells(repr([answers, page.regions]).encode(), secrets)
