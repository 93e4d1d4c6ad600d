"""Server processes to measure: started, pinned to a processor, watched by what the kernel says of them."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

from tests.scaled import services
from tests.scaled.wire import CROWD, ROOT

_TICK = os.sysconf("SC_CLK_TCK")
_NOT_OURS = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL", "SQLITE_SYNCHRONOUS")


def processors() -> tuple[set[int], set[int]]:
    """For the server and for the driver: one each where there are two, so that neither takes the other's time."""
    there = sorted(os.sched_getaffinity(0))
    return ({there[0]}, {there[1]}) if len(there) > 1 else (set(there), set(there))


class Measured(Protocol):
    """What serves tables, and what the kernel says of it."""

    ports: list[int]

    def used(self) -> dict[str, float]:
        """Seconds of processor time since they began: of all threads, in user space and in the kernel, by part."""

    def memory(self) -> int:
        """Bytes that it holds in memory."""

    def said(self) -> str:
        """Its log."""


class Served:
    """A server process at a free port of this machine, as a context manager. `environment` is added to ours."""

    def __init__(self, command: list[str], folder: Path, *, processors: set[int] | None = None, **environment: str) -> None:
        self.port = services.free_port()
        self.ports = [self.port]
        self.processors = processors or PROCESSORS[0]
        self.command, self.log = command, folder / f"server-{self.port}.log"
        self.environment = _others() | {"PORT": str(self.port), "HOST": "localhost"} | environment

    def __enter__(self) -> "Served":
        with self.log.open("ab") as log:
            pin = lambda: os.sched_setaffinity(0, self.processors)  # noqa: E731 before it starts threads, which inherit it
            self.process = subprocess.Popen(self.command, cwd=ROOT, env=self.environment, stdout=log, stderr=log, preexec_fn=pin)
        deadline = time.monotonic() + 30
        while self.process.poll() is None and time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
            except OSError:
                time.sleep(0.05)
            else:
                return self
        self.process.kill()
        raise AssertionError(f"{self.command} does not answer: {self.log.read_text()}")

    def __exit__(self, *error: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def used(self) -> dict[str, float]:
        return {"site": _seconds(self.process.pid)}

    def said(self) -> str:
        return self.log.read_text()

    def memory(self) -> int:
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("the server is gone: " + self.said())


class Two:
    """Two processes of the site, and the PostgreSQL and the Redis that they share."""

    def __init__(self, sites: tuple[Served, Served]) -> None:
        self.sites = sites
        self.ports = [site.port for site in sites]

    def used(self) -> dict[str, float]:
        parts = {"site": sum(site.used()["site"] for site in self.sites)}
        return parts | {name: sum(map(_seconds, _descendants(program))) for name, program in _SHARED.items()}

    def memory(self) -> int:
        return sum(site.memory() for site in self.sites)

    def said(self) -> str:
        return "".join(site.said() for site in self.sites)


_SHARED = {"PostgreSQL": "postgres", "Redis": "redis-server"}


def _seconds(process: int) -> float:
    after_name = _stat(process)[1]
    return (int(after_name[11]) + int(after_name[12])) / _TICK


def _stat(process: int) -> tuple[str, list[str]]:
    """The program's name, and what the kernel says of the process after it; the second of that is its parent."""
    name, _, rest = Path(f"/proc/{process}/stat").read_text().partition("(")[2].rpartition(")")
    return name, rest.split()


def _descendants(program: str) -> list[int]:
    """The processes of this name that this one has started, and theirs."""
    parents, names = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            names[int(folder.name)], stat = _stat(int(folder.name))
            parents[int(folder.name)] = int(stat[1])

    def is_ours(process: int) -> bool:
        return process == os.getpid() or (process in parents and is_ours(parents[process]))

    return [process for process, name in names.items() if name == program and is_ours(process)]


PROCESSORS = processors()


def our_tables(folder: Path, count: int, **environment: str) -> list[tuple[str, list[str]]]:
    """Started tables of ours in a database, by default in the folder: their codes, and the keys of their players."""
    environment = _others() | {"BAGELSKNOCK_VAR": str(folder)} | environment
    command = [sys.executable, "-m", "tests.bench.our_server", "tables", str(count)]
    return json.loads(subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE).stdout)


#: nobody else presses as fast as a benchmark does, or opens as many sockets
_UNBOUNDED = CROWD | {"LIMITS": f"{CROWD['LIMITS']},chatter=1000000/1,frames=1000000/1,sockets_in_all=100000"}


def _others() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _NOT_OURS}


def ours(folder: Path, *, processors: set[int] | None = None, **shared: str) -> Served:
    """The site, as `make play` serves it: one process, SQLite. Pauses after which a table goes on by itself hardly last."""
    quick = {"BAGELSKNOCK_VAR": str(folder), "COMPUTER_PAUSE": "0,0", "PAUSE_SCALE": "0.02"} | shared
    quick |= _UNBOUNDED
    return Served([sys.executable, "-m", "tests.bench.our_server", "serve"], folder, processors=processors, **quick)


@contextlib.contextmanager
def shared() -> Iterator[Mapping[str, str]]:
    """The environment of processes that share a PostgreSQL, with its usual care for what it stores, and a Redis."""
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, PROCESSORS[0] | PROCESSORS[1])
    with services.postgres(careful=True) as database, services.redis() as cache:
        os.sched_setaffinity(0, mine)
        yield {"DATABASE_URL": database, "REDIS_URL": cache}


@contextlib.contextmanager
def two(folder: Path, environment: Mapping[str, str]) -> Iterator[Two]:
    """Two processes of the site on what they share. The second has the processor of the players."""
    with ours(folder, **environment) as first, ours(folder, processors=PROCESSORS[1], **environment) as second:
        yield Two((first, second))


def bare(folder: Path, frame: int) -> Served:
    return Served([sys.executable, "-m", "tests.bench.bare"], folder, BAGELSKNOCK_VAR=str(folder), BENCH_FRAME=str(frame), **_UNBOUNDED)


def boardgame(folder: Path, *, files: bool) -> Served:
    """boardgame.io, as its own documentation starts it. With `files` it stores the matches in the folder."""
    where = {"FLATFILE_DIR": str(folder / "matches")} if files else {}
    return Served(["node", str(ROOT / "tests/bench/boardgame/server.js")], folder, NODE_ENV="production", **where)
