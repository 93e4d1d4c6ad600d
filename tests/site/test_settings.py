"""What an operator can set, seen from outside: each in a process of its own."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from bagelsknock_site import serve
from bagelsknock_site.settings import Limit, env_limits, env_number

ROOT = Path(__file__).resolve().parents[2]


def settings_of(var: Path, *names: str, **environment: str) -> dict[str, object]:
    """Settings of these names, as a fresh process reads them."""
    code = "import json; from bagelsknock_site import settings as s; print(json.dumps({n: getattr(s, n) for n in %r}, default=str))"
    clean = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-c", code % (names,)],
        cwd=ROOT,
        env={**clean, "BAGELSKNOCK_VAR": str(var), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.splitlines()[-1]
    return json.loads(done.stdout)


def test_the_secret_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    first = settings_of(tmp_path, "SECRET_KEY")
    assert len(str(first["SECRET_KEY"])) >= 50
    assert settings_of(tmp_path, "SECRET_KEY") == first
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["secret-key"]


def test_what_the_site_writes_is_in_a_folder_of_its_owner(tmp_path: Path) -> None:
    settings_of(tmp_path / "var", "VAR")
    assert stat.S_IMODE((tmp_path / "var").stat().st_mode) == 0o700


def test_many_first_starts_at_once_agree_on_the_secret_key(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from bagelsknock_site.settings import SECRET_KEY; print(SECRET_KEY)"]
    environment = {**os.environ, "BAGELSKNOCK_VAR": str(tmp_path)}
    starts = [subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert len({start.communicate()[0] for start in starts}) == 1


def test_without_any_variable_it_is_sqlite_in_one_process(tmp_path: Path) -> None:
    found = settings_of(tmp_path, "DATABASES", "CHANNEL_LAYERS", "DEBUG")
    database = found["DATABASES"]["default"]
    assert database["NAME"] == str(tmp_path / "bagelsknock.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=NORMAL" in database["OPTIONS"]["init_command"]
    assert "InMemory" in found["CHANNEL_LAYERS"]["default"]["BACKEND"]
    assert found["DEBUG"] is False


def test_variables_make_it_scale(tmp_path: Path) -> None:
    scaled = {"DATABASE_URL": "postgres://bk:p%40ss@db.example:5433/cards", "REDIS_URL": "redis://redis.example:6379/0"}
    found = settings_of(tmp_path, "DATABASES", "CHANNEL_LAYERS", "CACHES", **scaled)
    database = found["DATABASES"]["default"]
    assert (database["HOST"], database["PORT"], database["NAME"], database["PASSWORD"]) == ("db.example", 5433, "cards", "p@ss")
    assert database["OPTIONS"]["pool"]
    assert database["CONN_MAX_AGE"] == 0
    assert "Redis" in found["CHANNEL_LAYERS"]["default"]["BACKEND"]
    assert "Redis" in found["CACHES"]["default"]["BACKEND"]


def test_the_public_address_is_a_host_of_ours(tmp_path: Path) -> None:
    found = settings_of(tmp_path, "PUBLIC_URL", "ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", PUBLIC_URL="https://cards.example.org/")
    assert found["PUBLIC_URL"] == "https://cards.example.org"
    assert "cards.example.org" in found["ALLOWED_HOSTS"]
    assert found["SESSION_COOKIE_SECURE"] is True


def test_a_wrong_durability_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="SQLITE_SYNCHRONOUS=MAYBE: must be OFF, NORMAL, FULL or EXTRA"):
        settings_of(tmp_path, "DEBUG", SQLITE_SYNCHRONOUS="maybe")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1"])
def test_on_this_machine_there_is_nothing_to_share(host: str) -> None:
    assert serve.share_on_network(host, 8000) is None


def test_in_the_network_the_address_to_share_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ALLOWED_HOSTS", "PUBLIC_URL"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.setattr(serve, "lan_address", lambda: "192.168.1.20")
    assert serve.share_on_network("0.0.0.0", 8001) == "http://192.168.1.20:8001"
    assert "192.168.1.20" in os.environ["ALLOWED_HOSTS"].split(",")
    assert os.environ["PUBLIC_URL"] == "http://192.168.1.20:8001"


def test_an_address_of_ipv6_is_written_in_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ALLOWED_HOSTS", "PUBLIC_URL"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    assert serve.share_on_network("fd00::20", 8000) == "http://[fd00::20]:8000"
    assert "[fd00::20]" in os.environ["ALLOWED_HOSTS"].split(",")


def test_an_address_that_the_operator_chose_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://cards.example.org")
    monkeypatch.setenv("ALLOWED_HOSTS", "cards.local")
    assert serve.share_on_network("192.168.1.20", 8000) == "https://cards.example.org"
    assert os.environ["ALLOWED_HOSTS"].split(",")[:2] == ["cards.local", "192.168.1.20"]


def test_a_taken_port_is_said_in_one_line(tmp_path: Path) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "bagelsknock_site.serve"],
            cwd=ROOT,
            env={**os.environ, "PORT": str(port), "HOST": "", "BAGELSKNOCK_VAR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.strip() == (
        f"Cannot listen on localhost, port {port}: is something else running there? Another port: make play PORT={port + 1}"
    )


def test_refused_handles_come_from_a_variable_and_a_file(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("\ufeff# not here\nbig boss  # nor there\n\n  zoë\n", encoding="utf-8")
    found = settings_of(tmp_path, "REFUSED_HANDLES", REFUSED_HANDLES="admin, ,root", REFUSED_HANDLES_FILE=str(words))
    assert found["REFUSED_HANDLES"] == ["admin", "root", "big boss", "zoë"]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("", ["console", "localhost", 25, "", "", False, False]),
        ("smtp://mail.example", ["smtp", "mail.example", 25, "", "", False, False]),
        ("smtp+tls://bk:p%40ss@mail.example", ["smtp", "mail.example", 587, "bk", "p@ss", True, False]),
        ("smtps://bk:x@mail.example:4650", ["smtp", "mail.example", 4650, "bk", "x", False, True]),
    ],
)
def test_the_mail_server(tmp_path: Path, url: str, expected: list[object]) -> None:
    names = ("EMAIL_BACKEND", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD", "EMAIL_USE_TLS", "EMAIL_USE_SSL")
    found = list(settings_of(tmp_path, *names, EMAIL_URL=url).values())
    assert [str(found[0]).split(".")[-2], *found[1:]] == expected


def test_how_long_things_are_kept(tmp_path: Path) -> None:
    days = {"finished": 90, "closed": 7, "messages": 180, "spam": 30}
    assert settings_of(tmp_path, "RETENTION") == {"RETENTION": days}
    assert settings_of(tmp_path, "RETENTION", RETENTION="finished=30, spam=1") == {"RETENTION": {**days, "finished": 30, "spam": 1}}


@pytest.mark.parametrize(
    "wrong", [{"RETENTION": "game=3"}, {"RETENTION": "spam=-1"}, {"RETENTION": "spam"}, {"EMAIL_URL": "http://mail.example"}]
)
def test_a_mistake_is_told_at_the_start(tmp_path: Path, wrong: dict[str, str]) -> None:
    with pytest.raises(AssertionError, match="ValueError"):
        settings_of(tmp_path, "RETENTION", **wrong)


def test_limits_and_a_scale_for_those_whose_visitors_share_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMITS", "open=7/60, tables=9")
    given = {"open": Limit(120, 600, "address"), "quick": Limit(120, 600, "address"), "tables": Limit(5, 0, "table")}
    assert env_limits("LIMITS", 2.5, given) == {
        "open": (7, 60, "address"),  # what is said is what holds
        "quick": (300, 600, "address"),
        "tables": (9, 0, "table"),
    }


@pytest.mark.parametrize("wrong", ["open=7", "open=0/60", "open=7/0", "open=7/x", "tables=7/60", "closed=7/60", "open"])
def test_a_limit_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    monkeypatch.setenv("LIMITS", wrong)
    with pytest.raises(ValueError, match=f"LIMITS={wrong}: must be like"):
        env_limits("LIMITS", 1, {"open": Limit(120, 600, "address"), "tables": Limit(5, 0, "table")})


@pytest.mark.parametrize("wrong", ["0", "-1", "many", "inf"])
def test_a_scale_is_a_number_above_0(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    monkeypatch.setenv("LIMITS_SCALE", wrong)
    with pytest.raises(ValueError, match="above 0"):
        env_number("LIMITS_SCALE", 1)
