"""`manage.py verify FILE_OR_CODE`."""

import json

import pytest
from django.core.management import CommandError, call_command

from games import history
from games.models import Move, Table
from tests.factories import SittingFactory
from tests.games.over import finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return finished()


def test_a_table_of_this_site(table, capsys):
    call_command("verify", table.code.lower())
    said = capsys.readouterr().out
    assert "WRONG" not in said
    assert "ok    The secret is the one that the table promised before anybody sat down." in said
    assert said.endswith("Everything fits.\n")


def test_a_file_from_anywhere(table, tmp_path, capsys):
    path = tmp_path / "history.json"
    game = history.document(table.table)
    path.write_text(json.dumps(game))
    call_command("verify", str(path))
    assert capsys.readouterr().out.endswith("Everything fits.\n")
    game["secret"] = "00" * 32
    path.write_text(json.dumps(game))
    with pytest.raises(SystemExit) as ended:
        call_command("verify", str(path))
    assert ended.value.code == 1
    said = capsys.readouterr().out
    assert "WRONG The secret is not the one that the table promised." in said
    assert said.endswith("This game does not fit.\n")


def test_under_other_rules_no_more_is_said_than_can_be_known(table, capsys):
    Table.objects.filter(code=table.code).update(rules_version=0)
    Move.objects.filter(round__table__code=table.code, round__number=2, number=1).update(events=[])
    call_command("verify", table.code)
    said = capsys.readouterr().out
    assert "?     From round 2 on, the rules were different (version 0)." in said
    assert said.endswith("Nothing is wrong, as far as it can be judged here.\n")


def test_what_is_only_stored_is_checked_for_a_table(table, capsys):
    move = Move.objects.filter(round__table__code=table.code).latest("pk")
    move.events = []
    move.save()
    with pytest.raises(SystemExit):
        call_command("verify", table.code)
    assert f"WRONG Round 4: move {move.number} did not lead to what is stored of it." in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "[]", "{}", "nonsense", '{"seats": 5}', "[" * 100_000, "\x00"])
def test_a_file_that_is_none(tmp_path, text):
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(CommandError, match="is no history"):
        call_command("verify", str(path))


def test_a_running_game_and_an_unknown_one():
    with pytest.raises(CommandError, match="not over"):
        call_command("verify", SittingFactory(started=True).code)
    with pytest.raises(CommandError, match="no table"):
        call_command("verify", "ZZZZZZZZ")
