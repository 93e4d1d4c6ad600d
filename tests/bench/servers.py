"""Server processes to measure: started, pinned to a processor, watched by what the kernel says of them."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from tests.scaled.wire import CROWD, ROOT

_TICK = os.sysconf("SC_CLK_TCK")
_NOT_OURS = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL", "SQLITE_SYNCHRONOUS")


def processors() -> tuple[set[int], set[int]]:
    """For the server and for the driver: one each where there are two, so that neither takes the other's time."""
    there = sorted(os.sched_getaffinity(0))
    return ({there[0]}, {there[1]}) if len(there) > 1 else (set(there), set(there))


class Served:
    """A server process at a free port of this machine, as a context manager. `environment` is added to ours."""

    def __init__(self, command: list[str], folder: Path, **environment: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.command, self.log = command, folder / "server.log"
        inherited = {name: value for name, value in os.environ.items() if name not in _NOT_OURS}
        self.environment = inherited | {"PORT": str(self.port), "HOST": "localhost"} | environment

    def __enter__(self) -> "Served":
        with self.log.open("ab") as log:
            pin = lambda: os.sched_setaffinity(0, PROCESSORS[0])  # noqa: E731 before it starts threads, which inherit it
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

    def processor_seconds(self) -> float:
        """Of all its threads, in user space and in the kernel, since it began."""
        after_name = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(after_name[11]) + int(after_name[12])) / _TICK

    def memory(self) -> int:
        """Bytes that it holds in memory."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("the server is gone: " + self.log.read_text())


PROCESSORS = processors()


def our_tables(folder: Path, count: int) -> list[tuple[str, list[str]]]:
    """Started tables of ours in a database in the folder: their codes, and the keys of their players."""
    environment = {name: value for name, value in os.environ.items() if name not in _NOT_OURS} | {"BAGELSKNOCK_VAR": str(folder)}
    command = [sys.executable, "-m", "tests.bench.our_server", "tables", str(count)]
    return json.loads(subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE).stdout)


def ours(folder: Path) -> Served:
    """The site, as `make play` serves it: one process, SQLite. Pauses after which a table goes on by itself hardly last."""
    quick = {"BAGELSKNOCK_VAR": str(folder), "COMPUTER_PAUSE": "0,0", "PAUSE_SCALE": "0.02"}
    quick |= CROWD | {"LIMITS": f"{CROWD['LIMITS']},chatter=1000000/1,frames=1000000/1,sockets_in_all=100000"}
    return Served([sys.executable, "-m", "tests.bench.our_server", "serve"], folder, **quick)


def bare(folder: Path, frame: int) -> Served:
    return Served([sys.executable, "-m", "tests.bench.bare"], folder, BAGELSKNOCK_VAR=str(folder), BENCH_FRAME=str(frame))


def boardgame(folder: Path, *, files: bool) -> Served:
    """boardgame.io, as its own documentation starts it. With `files` it stores the matches in the folder."""
    where = {"FLATFILE_DIR": str(folder / "matches")} if files else {}
    return Served(["node", str(ROOT / "tests/bench/boardgame/server.js")], folder, NODE_ENV="production", **where)
