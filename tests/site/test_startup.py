"""What an operator reads when the site does not start: one sentence, and never a password.

PostgreSQL or Redis is not as the variables say, or a secret is none.
"""

import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from asgiref.testing import ApplicationCommunicator
from django.db import connection

from bagelsknock_site.asgi import application
from bagelsknock_site.settings import env_count, postgres, redis_address
from bagelsknock_site.startup import bring_up_to_date, half_scaled, weak
from tests.scaled.services import free_port

ROOT = Path(__file__).resolve().parents[2]


def start(var: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """What comes of starting the server with these variables and no others."""
    clean = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-m", "bagelsknock_site.serve"],
        cwd=ROOT,
        env={**clean, "PORT": str(free_port()), "BAGELSKNOCK_VAR": str(var), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


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
    nobody = free_port()
    done = start(tmp_path, **{variable: url.format(port=nobody)})
    assert done.returncode == 1
    assert done.stderr.startswith(begins.format(port=nobody))
    assert done.stderr.count("\n") == 1
    assert "secret" not in done.stderr


@pytest.mark.embedded
@pytest.mark.django_db
def test_the_database_is_its_owners_alone() -> None:
    file = Path(connection.settings_dict["NAME"])
    file.chmod(0o644)
    bring_up_to_date()
    assert file.stat().st_mode & 0o777 == 0o600


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


GUESTS = "192.168.1.20:8000"
RANDOM_KEY = "wq8!fz2#pk5$mv9%xc3^lb7&tn1*hj4(dr6)gs0_ye-au=io+QW"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, ""),
        ({"SECRET_KEY": secrets.token_hex(32)}, ""),
        ({"METRICS_TOKEN": "wq8fz2pk5mv9xc3lb7tn"}, ""),
        ({"SECRET_KEY": "short"}, "SECRET_KEY can be guessed"),
        ({"SECRET_KEY": "x" * 80}, "SECRET_KEY can be guessed"),
        ({"SECRET_KEY": "changeme" * 10}, "SECRET_KEY can be guessed"),
        ({"SECRET_KEY": "correct horse battery staple " * 3}, "SECRET_KEY can be guessed"),
        ({"SECRET_KEY": "django-insecure-" + RANDOM_KEY}, "SECRET_KEY can be guessed"),
        ({"METRICS_TOKEN": "letmein"}, "METRICS_TOKEN can be guessed"),
        ({"METRICS_TOKEN": "a" * 40}, "METRICS_TOKEN can be guessed"),
        ({"DEBUG": True}, "DEBUG shows visitors"),
        ({"ALLOWED_HOSTS": ["*"]}, "ALLOWED_HOSTS=*"),
    ],
)
@pytest.mark.parametrize("public", [{"PUBLIC_URL": "https://cards.example.org"}, {"BEHIND_PROXY": True}])
def test_what_can_be_guessed_is_not_served_to_the_public(settings, public: dict, changed: dict, said: str) -> None:
    for name, value in {"SECRET_KEY": RANDOM_KEY, "PUBLIC_URL": "", "BEHIND_PROXY": False, **public, **changed}.items():
        setattr(settings, name, value)
    told = " ".join(f"{each.msg} {each.hint}" for each in weak(None))
    assert said in told if said else not told
    assert str(changed.get("SECRET_KEY", "nothing")) not in told


@pytest.mark.parametrize(
    ("url", "debug", "served"),
    [
        ("", True, True),
        ("http://localhost:8000", True, True),
        ("http://192.168.1.20:8000", True, False),
        ("http://192.168.1.20:8000", False, True),
    ],
)
def test_at_home_much_is_allowed_but_no_debugging_before_guests(settings, url: str, debug: bool, served: bool) -> None:
    settings.SECRET_KEY, settings.PUBLIC_URL, settings.DEBUG = "short", url, debug
    assert (not weak(None)) is served


def test_a_weak_secret_stops_the_start_with_a_sentence_that_does_not_tell_it(tmp_path: Path) -> None:
    public = {"PUBLIC_URL": "https://cards.example.org", "SECRET_KEY": "hunter2hunter2", "METRICS_TOKEN": "letmein"}
    done = start(tmp_path, **public)
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert [line.split(" can be guessed")[0] for line in lines] == ["SECRET_KEY", "METRICS_TOKEN"]
    assert "hunter2" not in done.stderr
    assert "letmein" not in done.stderr


async def test_other_servers_are_refused_in_the_same_words(settings) -> None:
    settings.SECRET_KEY, settings.BEHIND_PROXY = "short", True
    server = ApplicationCommunicator(application, {"type": "lifespan"})
    await server.send_input({"type": "lifespan.startup"})
    answer = await server.receive_output(timeout=5)
    assert answer["type"] == "lifespan.startup.failed"
    assert answer["message"].startswith("SECRET_KEY can be guessed")
