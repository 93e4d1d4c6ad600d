"""A backup of a running site, and the way back to it, as the README has it."""

import asyncio
import contextlib
import random
import shutil
import sqlite3
import stat
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command

from tests.scaled.lines import until
from tests.scaled.wire import ROOT, Player, Server


def backup(server, file):
    """What the command says, and whether it was content."""
    command = [sys.executable, "manage.py", "backup", str(file)]
    done = subprocess.run(command, cwd=ROOT, env=server.environment, capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stdout + done.stderr


def moves(file):
    with contextlib.closing(sqlite3.connect(file)) as database:
        return database.execute("SELECT table_id, round_id, number, action FROM games_move ORDER BY id").fetchall()


async def play_to(server, players, count):
    """Everybody plays, at a pace that leaves something to play, until so many moves were made and acknowledged in all."""
    playing = [asyncio.create_task(player.play(server, pace=0.1)) for player in players]
    await until(lambda: sum(len(player.moves) for player in players) >= count, "the moves")
    return playing


async def stop(playing):
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


async def test_backup_in_a_storm_of_moves_and_restore(tmp_path):
    server = Server(tmp_path / "var", PAUSE_SCALE="0.02")
    (tmp_path / "var").mkdir()
    server.start()
    file = tmp_path / "saved.sqlite3"
    try:
        code, keys = server.open_table("Ann", ("Bo", "Cy"))
        players = [Player(code, key, random.Random(number)) for number, key in enumerate(keys.values())]
        playing = await play_to(server, players, 8)
        acknowledged = sum(len(player.moves) for player in players)
        good, said = await asyncio.to_thread(backup, server, file)
        assert good, said
        assert not (await asyncio.to_thread(backup, server, file))[0], "it is not overwritten"
        by_then = sum(len(player.moves) for player in players)
        await until(lambda: sum(len(player.moves) for player in players) > by_then, "a move after the backup")
        await stop(playing)
        saved = moves(file)
        assert len(saved) >= acknowledged
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert sorted(path.name for path in tmp_path.iterdir()) == ["saved.sqlite3", "var"], "one file, and nothing half"

        # The way back: stop, put the old database aside with its log, copy, start
        server.stop()
        aside = tmp_path / "aside"
        aside.mkdir()
        for path in (tmp_path / "var").glob("bagelsknock.sqlite3*"):
            path.rename(aside / path.name)
        shutil.copy(file, tmp_path / "var" / "bagelsknock.sqlite3")
        server.start()
        assert moves(tmp_path / "var" / "bagelsknock.sqlite3")[: len(saved)] == saved

        # The same keys open the same seats, and the game goes on from there
        again = [Player(code, key, random.Random(number)) for number, key in enumerate(keys.values())]
        await stop(await play_to(server, again, 4))
        assert "Traceback" not in server.log.read_text()
    finally:
        server.stop()


def test_other_databases_have_their_own_tools(monkeypatch, tmp_path):
    monkeypatch.setattr("django.db.backends.sqlite3.base.DatabaseWrapper.vendor", "postgresql")
    monkeypatch.setattr("django.db.backends.sqlite3.base.DatabaseWrapper.display_name", "PostgreSQL")
    with pytest.raises(CommandError, match=r"This database is PostgreSQL: .* pg_dump"):
        call_command("backup", str(tmp_path / "saved"))


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(CommandError, match=r"No backup was made|There is no database"):
        call_command("backup", str(tmp_path / "nowhere" / "saved"))
