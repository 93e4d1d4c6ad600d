"""What an operator reads when PostgreSQL or Redis is not as the variables say: one sentence, and never the password."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from bagelsknock_site.settings import env_count, postgres, redis_address
from bagelsknock_site.startup import half_scaled
from tests.scaled.services import free_port

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "url", ["nonsense", "postgres://bk:secret@db:x/cards", "postgres://bk:sec/ret@db/cards", "mysql://bk:secret@db/cards", "postgres://db"]
)
def test_a_database_url_that_does_not_do(url: str) -> None:
    with pytest.raises(ValueError, match="DATABASE_URL must be like postgres://") as told:
        postgres(url)
    assert "secret" not in str(told.value)


@pytest.mark.parametrize("url", ["redis.example:6379", "http://:secret@redis.example", "redis://:secret@redis.example:x/0"])
def test_a_redis_url_that_does_not_do(url: str) -> None:
    with pytest.raises(ValueError, match="REDIS_URL must be like redis://") as told:
        redis_address(url)
    assert "secret" not in str(told.value)


@pytest.mark.parametrize("value", ["0", "-1", "ten"])
def test_a_number_of_connections_that_does_not_do(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("DATABASE_POOL", value)
    with pytest.raises(ValueError, match=f"DATABASE_POOL={value}: must be a whole number from 1 on"):
        env_count("DATABASE_POOL", 10)


@pytest.mark.parametrize(
    ("variable", "url", "begins"),
    [
        ("DATABASE_URL", "mysql://bk:secret@127.0.0.1/cards", "DATABASE_URL must be like postgres://"),
        ("DATABASE_URL", "postgres://bk:secret@127.0.0.1:{port}/cards", "PostgreSQL (127.0.0.1:{port}, DATABASE_URL) cannot be used: "),
        ("REDIS_URL", "redis://:secret@127.0.0.1:{port}/0", "Redis (127.0.0.1:{port}, REDIS_URL) cannot be used: "),
    ],
)
def test_without_a_server_the_site_does_not_start_and_says_why_in_one_line(tmp_path: Path, variable: str, url: str, begins: str) -> None:
    nobody, clean = free_port(), {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-m", "bagelsknock_site.serve"],
        cwd=ROOT,
        env={**clean, "PORT": str(free_port()), "BAGELSKNOCK_VAR": str(tmp_path), variable: url.format(port=nobody)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(begins.format(port=nobody))
    assert done.stderr.count("\n") == 1
    assert "secret" not in done.stderr


@pytest.mark.parametrize(
    ("vendor", "redis", "warned"),
    [
        ("postgresql", "redis://db", []),
        ("sqlite", "", []),
        ("sqlite", "redis://db", ["scaled.W001"]),
        ("postgresql", "", ["scaled.W002"]),
    ],
)
def test_half_of_what_several_processes_need_is_warned_of(
    settings, monkeypatch: pytest.MonkeyPatch, vendor: str, redis: str, warned: list[str]
) -> None:
    monkeypatch.setattr(connection, "vendor", vendor)
    settings.REDIS_URL = redis
    assert [warning.id for warning in half_scaled(None)] == warned
