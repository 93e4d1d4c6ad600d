"""What Channels itself can do: a message echoed, and a message sent to a group of four, with nothing in between.

Consumer and layer are the site's own lean ones, the fastest we know, under the same daphne.

    BENCH_FRAME=3000 python -m tests.bench.bare     the server, at PORT: /echo/TABLE and /fanout/TABLE; frames have BENCH_FRAME bytes
"""

import os
from collections.abc import Sequence

from tests.bench.lines import Line
from tests.bench.load import SEATS, Load, Table

#: as long as a move of ours
MOVE = b'{"type": "act", "decision": 17, "do": "discard", "card": "TD"}'


class BareTable(Table):
    """Its four take turns to send; `echo`: only the sender is answered."""

    def __init__(self, load: Load, kind: str, number: int) -> None:
        super().__init__(load)
        self.path, self.answers = f"/{kind}/{number}", 1 if kind == "echo" else SEATS
        self.lines: list[Line] = []
        self._heard = self._moves = 0

    async def open(self, ports: Sequence[int]) -> None:
        for _ in range(SEATS):
            self.lines.append(await Line.open(ports[0], self.path, self._hear))

    def close(self) -> None:
        for line in self.lines:
            line.close()

    def move(self) -> bool:
        self._heard = 0
        self._moves += 1
        self.lines[self._moves % SEATS].send(MOVE)
        return True

    def _hear(self, data: bytes) -> None:
        self.load.frame(len(data))
        self._heard += 1
        if self._heard == self.answers:
            self.seen()


def _serve() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bagelsknock_site.settings")
    import django

    django.setup()
    from daphne.cli import CommandLineInterface

    arguments = ["-v", "0", "-b", "127.0.0.1", "-p", os.environ["PORT"], "--no-server-name", "tests.bench.bare_app:application"]
    CommandLineInterface().run(arguments)


if __name__ == "__main__":
    _serve()
