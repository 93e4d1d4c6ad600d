"""Players of this site, as the benchmark of moves needs them: they press what their page offers, and read no more of it than that takes."""

import asyncio
import json
import random
import zlib
from collections.abc import Sequence

from tests.bench.lines import Line
from tests.bench.load import SEATS, Load, Table

#: what a player presses, of the buttons that are there; a knock now and then, so that rounds end as they do among people
LIKED = (b"knock", b"draw", b"discard", b"check", b"call", b"start_rummy", b"next_round", b"choose_bet", b"turn_over", b"fold")
KNOCKS = 0.1

_FRAME = b'{"type": "frame"'
_END = b"</section>"
_DECISION = b'name=\\"decision\\" value=\\"'
_VERB = b'name=\\"do\\" value=\\"'
_CARD = b'name=\\"card\\" form=\\"discard\\" value=\\"'


class OurTable(Table):
    """With `together` all its players are at one of the servers: which one, their table's code says, as to a proxy that goes by it."""

    def __init__(self, load: Load, code: str, keys: list[str], *, together: bool = False) -> None:
        super().__init__(load)
        self.code, self.keys, self.together = code, keys, together
        self.rng = random.Random(code)
        self.versions = [0] * SEATS
        self.decisions: list[bytes | None] = [None] * SEATS
        self.actions, self.hands = [b""] * SEATS, [b""] * SEATS
        self.lines: list[Line] = []
        self._all_here = asyncio.Event()
        self._mover, self._decision = -1, b""
        self._made: int | None = None  # the version that shows the move, once the mover has seen it

    async def open(self, ports: Sequence[int]) -> None:
        for seat, key in enumerate(self.keys):
            number = zlib.crc32(self.code.encode()) if self.together else seat
            line = await Line.open(ports[number % len(ports)], f"/ws/table/{self.code}/", lambda data, seat=seat: self._hear(seat, data))
            line.send(json.dumps({"type": "hello", "key": key, "version": None}).encode())
            self.lines.append(line)
        async with asyncio.timeout(60):
            await self._all_here.wait()

    def close(self) -> None:
        for line in self.lines:
            line.close()

    def move(self) -> bool:
        for seat in (*range(self._mover + 1, SEATS), *range(self._mover + 1)):
            decision = self.decisions[seat]
            if decision is not None:
                self._mover, self._decision, self._made = seat, decision, None
                self.lines[seat].send(self._choose(seat, decision))
                return True
        return False

    def _hear(self, seat: int, data: bytes) -> None:
        if not data.startswith(_FRAME):
            return
        self.load.frame(len(data))
        self.versions[seat] = int(_after(data, b'"version": ', b","))
        if actions := _region(data, b'id=\\"actions\\"'):
            self.actions[seat] = actions
            self.decisions[seat] = _after(actions, _DECISION) or None
        if hand := _region(data, b'id=\\"hand\\"'):
            self.hands[seat] = hand
        if self.idle:
            self.idle = False
            self.begin_soon()
        if not self.under_way:
            if not self._all_here.is_set() and all(self.versions):
                self._all_here.set()
            return
        if seat == self._mover and self._made is None and self.decisions[seat] != self._decision:
            self._made = self.versions[seat]
        if self._made is not None and min(self.versions) >= self._made:
            self.seen()

    def _choose(self, seat: int, decision: bytes) -> bytes:
        """The move that this seat sends: one that its page offers."""
        actions, rng = self.actions[seat], self.rng
        verbs = [part[: part.index(b"\\")] for part in actions.split(_VERB)[1:]]
        verb = next(verb for verb in LIKED if verb in verbs and (verb != b"knock" or verbs == [b"knock"] or rng.random() < KNOCKS))
        move = {"type": "act", "decision": int(decision), "do": verb.decode()}
        if verb == b"draw":
            move["from"] = "stock"
        elif verb == b"discard":
            hand = self.hands[seat]
            found = hand.find(_CARD, rng.randrange(len(hand)))
            move["card"] = _after(hand[max(found, 0) :], _CARD).decode()
        elif verb == b"choose_bet":
            move["amount"] = _after(actions[actions.index(b'name=\\"amount\\"') :], b' value=\\"').decode()
        elif verb == b"next_round":
            move["big_kahuna"] = _after(actions[actions.index(b'name=\\"big_kahuna\\"') :], b' value=\\"').decode()
        return json.dumps(move).encode()


def _region(data: bytes, name: bytes) -> bytes:
    """A section of the board, as far as a player has to read it; empty if it is not in the frame."""
    start = data.find(name)
    return data[start : data.find(_END, start)] if start >= 0 else b""


def _after(data: bytes, mark: bytes, end: bytes = b"\\") -> bytes:
    """What stands between the mark and the end; empty without the mark."""
    start = data.find(mark)
    if start < 0:
        return b""
    start += len(mark)
    return data[start : data.index(end, start)]
