"""Players of the peer: boardgame.io's server with the game in `boardgame/game.js`, over the WebSocket of socket.io.

They read no more of a frame than their next move takes, as the players of this site do. Every update carries the whole state as the
player may see it, as JSON; the server sends it before it stores it.
"""

import asyncio
import http.client
import json
import random
from collections.abc import Sequence
from typing import Any

from tests.bench.lines import Line
from tests.bench.load import SEATS, Load, Table

GAME = "draw-and-discard"

# what socket.io puts before a message of a game's namespace
_JOINED = b"40/" + GAME.encode()
_SAID = f"42/{GAME},".encode()
_STATE = b'"_stateID":'
_HAND = b'"hand":['


def new_tables(port: int, count: int) -> list[tuple[str, list[str]]]:
    """Matches with four people seated: their codes, and the credentials of the players."""
    server = http.client.HTTPConnection("127.0.0.1", port)

    def ask(path: str, **given: Any) -> Any:
        server.request("POST", f"/games/{GAME}/{path}", json.dumps(given), {"Content-Type": "application/json"})
        return json.loads(server.getresponse().read())

    made = []
    for _ in range(count):
        code = ask("create", numPlayers=SEATS)["matchID"]
        players = ("Ann", "Bo", "Cy", "Di")
        keys = [ask(f"{code}/join", playerID=str(seat), playerName=name)["playerCredentials"] for seat, name in enumerate(players)]
        made.append((code, keys))
    return made


class BoardgameTable(Table):
    def __init__(self, load: Load, code: str, keys: list[str]) -> None:
        super().__init__(load)
        self.code, self.keys = code, keys
        self.rng = random.Random(code)
        self.lines: list[Line] = []
        self.hands = [b""] * SEATS
        self.state = 0  # of the match, by number; a move says on which it builds
        self._turn, self._drawn, self._heard = 0, False, 0
        self._synced = 0
        self._all_here = asyncio.Event()

    async def open(self, ports: Sequence[int]) -> None:
        path = "/socket.io/?EIO=4&transport=websocket"
        for seat in range(SEATS):
            self.lines.append(await Line.open(ports[0], path, lambda data, seat=seat: self._hear(seat, data)))
            self.lines[seat].send(_JOINED + b",")
        async with asyncio.timeout(60):
            await self._all_here.wait()

    def close(self) -> None:
        for line in self.lines:
            line.close()

    def move(self) -> bool:
        seat, self._heard = self._turn, 0
        if self._drawn:
            start = self.hands[seat].index(_HAND) + len(_HAND)
            hand = self.hands[seat][start : self.hands[seat].index(b"]", start)]
            name, argument = "discard", self.rng.choice(hand.split(b",")).strip(b'"').decode()
            self._turn = (seat + 1) % SEATS
        else:
            name, argument = "draw", "stock"
        self._drawn = not self._drawn
        payload = {"type": name, "args": [argument], "playerID": str(seat), "credentials": self.keys[seat]}
        self._say(seat, "update", {"type": "MAKE_MOVE", "payload": payload}, self.state, self.code, str(seat))
        return True

    def _say(self, seat: int, *what: Any) -> None:
        self.lines[seat].send(_SAID + json.dumps(what).encode())

    def _hear(self, seat: int, data: bytes) -> None:
        if data.startswith(_SAID):
            self._hear_of_game(seat, data)
        elif data == b"2":
            self.lines[seat].send(b"3")
        elif data.startswith(_JOINED):
            self._say(seat, "sync", self.code, str(seat), self.keys[seat], SEATS)

    def _hear_of_game(self, seat: int, data: bytes) -> None:
        kind = data[len(_SAID) + 2 : len(_SAID) + 6]
        if kind == b"sync":
            self._synced += 1
            if self._synced == SEATS:
                self._all_here.set()
        if kind != b"upda":
            return
        self.load.frame(len(data))
        self.hands[seat] = data
        self._heard += 1
        if self._heard == SEATS:
            start = data.index(_STATE) + len(_STATE)  # the first: the log behind it has the one before
            self.state = int(data[start : data.index(b"}", start)])
            self.seen()
