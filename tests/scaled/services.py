"""A PostgreSQL and a Redis of our own: on free ports, in temporary folders, gone when the tests are over.

`python -m tests.scaled.services COMMAND ...` runs a command with DATABASE_URL and REDIS_URL set to them, and ends with its exit code.
"""

import contextlib
import ctypes
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import psycopg
import redis as clients

PR_SET_PDEATHSIG = 1
"""Linux's prctl: the signal that a process gets when the one that started it is gone."""


class Missing(Exception):
    """What is not installed."""


class Postgres:
    """A PostgreSQL in a folder of its own, which can be stopped and started again."""

    def __init__(self, folder: Path, somebody: dict[str, Any], settings: Sequence[str]) -> None:
        self.folder, self.somebody, self.port = folder, somebody, free_port()
        self.url = f"postgres://ours@127.0.0.1:{self.port}/postgres"
        initdb = find("initdb")
        # Without a password for whoever is on this machine: the port is open on loopback, while the tests run.
        make = [initdb, "-D", str(folder / "data"), "-U", "ours", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, cwd=folder, **somebody)
        told = [part for each in ("listen_addresses=127.0.0.1", "max_connections=200", *settings) for part in ("-c", each)]
        program = str(Path(initdb).with_name("postgres"))
        self._command = [program, "-D", str(folder / "data"), "-p", str(self.port), "-k", str(folder), *told]
        self._ends = contextlib.ExitStack()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        attempt = lambda: psycopg.connect(self.url).close()  # noqa: E731
        # SIGINT: end now, not when the last client has gone
        self._ends.enter_context(_running(self._command, self.folder, signal.SIGINT, attempt, psycopg.OperationalError, **self.somebody))

    def stop(self) -> None:
        """End it, whatever its clients are doing."""
        self._ends.close()

    def crash(self) -> None:
        """End it without letting it finish anything; at its start it finds out what it had promised."""
        os.kill(int((self.folder / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGQUIT)
        self.stop()


@contextlib.contextmanager
def a_postgres(*settings: str) -> Iterator[Postgres]:
    """A PostgreSQL that stores what it is told for as long as this lasts."""
    somebody = _somebody()
    folder = Path(tempfile.mkdtemp(prefix="bagelsknock-postgres-"))
    if somebody:
        shutil.chown(folder, somebody["user"], somebody["group"])
    try:
        server = Postgres(folder, somebody, settings)
        try:
            server.start()
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def postgres(*, careful: bool = False) -> Iterator[str]:
    """The address of a PostgreSQL that lasts as long as this. It does not wait for the disk, unless it is to be as careful as usual."""
    with a_postgres(*([] if careful else ["fsync=off", "synchronous_commit=off", "full_page_writes=off"])) as server:
        yield server.url


class Redis:
    """A Redis that stores nothing, and can hang and be gone."""

    def __init__(self, port: int | None = None) -> None:
        self.port = port or free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        self._ends = contextlib.ExitStack()
        self._ends.enter_context(redis(self.port))
        self._pid = clients.Redis.from_url(self.url).info("server")["process_id"]

    def hang(self, hangs: bool = True) -> None:
        os.kill(self._pid, signal.SIGSTOP if hangs else signal.SIGCONT)

    def close(self) -> None:
        """It is gone, until it is started again."""
        self._ends.close()


@contextlib.contextmanager
def redis(port: int | None = None) -> Iterator[str]:
    """The address of a Redis that stores nothing."""
    program, port = find("redis-server"), port or free_port()
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--databases", "64"]
    attempt = lambda: socket.create_connection(("127.0.0.1", port)).close()  # noqa: E731
    with _running(command, Path(tempfile.gettempdir()), signal.SIGTERM, attempt, OSError):
        yield f"redis://127.0.0.1:{port}/0"


@contextlib.contextmanager
def new_database() -> Iterator[str]:
    """The address of an empty database, in the PostgreSQL that DATABASE_URL names. Whoever still uses it at the end is thrown out."""
    server, _, _ = os.environ["DATABASE_URL"].rpartition("/")
    name = f"scaled_{secrets.token_hex(4)}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{server}/{name}"
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def find(program: str) -> str:
    """Its path; Debian keeps PostgreSQL's programs beside the usual places. Raises Missing."""
    places = [os.environ["PATH"], "/usr/local/bin", *map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True))]
    found = shutil.which(program, path=os.pathsep.join(places))
    if not found:
        raise Missing(f"{program} is not installed; on Debian: apt install postgresql redis-server")
    return found


def free_port() -> int:
    """A port of this machine where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _somebody() -> dict[str, Any]:
    """As whom PostgreSQL is started: it refuses to be root."""
    if os.getuid():
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            known = pwd.getpwnam(name)
            return {"user": known.pw_uid, "group": known.pw_gid, "extra_groups": []}
    raise Missing("PostgreSQL does not run as root, and there is neither a user postgres nor nobody")


@contextlib.contextmanager
def _running(
    command: list[str], folder: Path, end: signal.Signals, attempt: Callable[[], Any], failure: type[Exception], **options: Any
) -> Iterator[None]:
    """The server while this lasts, from when it answers."""
    prctl = getattr(ctypes.CDLL(None), "prctl", None)

    def die_with_us() -> None:
        if prctl:
            prctl(PR_SET_PDEATHSIG, end)

    with tempfile.TemporaryFile("w+") as log:
        # A group of its own: Ctrl-C is ours, and comes to it when the tests that use it have ended.
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, preexec_fn=die_with_us, start_new_session=True, **options)
        try:
            deadline = time.monotonic() + 30
            while True:
                try:
                    attempt()
                    break
                except failure:
                    if process.poll() is not None or time.monotonic() > deadline:
                        log.seek(0)
                        raise AssertionError(f"{command[0]} does not answer: {log.read()}") from None
                    time.sleep(0.05)
            yield
        finally:
            process.send_signal(end)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _interrupt(signum: int, _frame: FrameType | None) -> None:
    sys.exit(128 + signum)


def main(command: list[str]) -> int:
    """Run the command with both servers; its exit code. They are stopped however this ends."""
    signal.signal(signal.SIGTERM, _interrupt)
    signal.signal(signal.SIGHUP, _interrupt)
    with postgres() as database, redis() as cache:
        process = subprocess.Popen(command, env={**os.environ, "DATABASE_URL": database, "REDIS_URL": cache})
        try:
            return process.wait()
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait()


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (Missing, KeyboardInterrupt) as end:
        sys.exit(str(end) or 130)
