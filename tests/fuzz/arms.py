"""What attackers send: requests and messages, some of them nearly right."""

import json
import random
from typing import Any
from urllib.parse import quote

from contact.spam import new_token
from games.bots import Level
from games.consumers import _HANDLERS, LONGEST
from games.models import Report, Table
from games.phrases import PHRASES
from games.rules import engine
from games.rules.cards import DECK
from games.rules.state import ARGUMENTS
from tests.fuzz import doors, values
from tests.fuzz.wires import Request
from tests.fuzz.world import GAMES, World

VERBS = sorted({*ARGUMENTS, "check", "call", "fold", "knock", "pass", "stay", "lay_off", "deal", "buy_in", "sort"})

_GOOD = [("host", "localhost"), ("origin", "http://localhost"), ("sec-fetch-site", "same-origin")]


class Arms:
    """Everything is drawn from `rng`. `cookie` is the session of somebody of the staff who may do nothing."""

    def __init__(self, rng: random.Random, world: World, cookie: str) -> None:
        self.rng, self.world, self.cookie = rng, world, cookie
        self.pages, self.sockets = doors.pages(), doors.sockets()

    def _value(self, name: str, code: str) -> str:
        """Something that fits the field, or something that does not."""
        if self.rng.random() < 0.35:
            return values.text(self.rng)
        keys = [key for table in self.world.bystanders for key in table.keys.values()]
        fitting: dict[str, Any] = {
            "seat": range(5), "do": VERBS, "card": DECK, "from": ["stock", "discard"], "to": range(40), "amount": range(40),
            "decision": range(1, 12), "phrase": list(PHRASES), "cut": ["mine", "x" * 64], "version": range(1, 30),
            "new_key": [_key(self.rng), *keys], "token": [_key(self.rng), *self.world.tokens, new_token(1), new_token()],
            "reason": list(Report.Reason), "game": GAMES, "level": list(Level), "preset": ["house", "classic"], "seats": range(1, 8),
            "turn_clock": [0, 30, 60, 120], "public": ["yes", "no"], "phrases": ["yes", "no"], "handle": ["Ann", "Bo", "Ed"],
            "codes": [code, f"{code},ABCDEFGH"],
            "round": range(1, 4), "step": range(30), "as": ["all", "watcher", 0, 1], "page": range(3), "q": ["an", "Bo", code],
            "name": ["Ann"], "email": ["ann@example.org"], "text": ["Hello, I like it."], "username": ["powerless", "operator"],
        }  # fmt: skip
        return str(self.rng.choice(list(fitting.get(name, ["true", "false", "1", "on"]))))

    def _fields(self, door: doors.Door, code: str, key: str | None) -> dict[str, str]:
        names = [name for name in door.fields if self.rng.random() < 0.9] if len(door.fields) < 9 else self.rng.sample(door.fields, 5)
        if door.name == "/admin/login/":
            names = ["username", "password", "next", "csrfmiddlewaretoken"]
        if self.rng.random() < 0.15:
            names.append(
                self.rng.choice(["action", "_method", "next", "seat", "key", "", "\x00", "a" * 500, "csrfmiddlewaretoken", "__proto__"])
            )
        fields = {name: self._value(name, code) for name in names}
        if "decision" in fields and self.rng.random() < 0.7:
            fields |= self._move(code, key)
        return fields

    def _move(self, code: str, key: str | None) -> dict[str, str]:
        """A move that the seat of this key may make now, if there is one: so games go on."""
        table = next((each for each in [*self.world.mixed, *self.world.own] if each.code == code), None)
        seat = self.world.viewer(code, key)
        if table is None or seat is None or table.table.status != Table.Status.PLAYING or table.state.to_act != seat.number:
            return {}
        state = table.state
        offer = self.rng.choice(engine.legal_actions(state, seat.number) or [None])
        if offer is None:
            return {}
        move = {"do": offer.verb, "decision": str(table.decision(seat.number))}
        if choices := offer.choices or ((offer.low,) if offer.low is not None else ()):
            chosen = str(self.rng.choice(choices))
            move[ARGUMENTS[offer.verb]] = {"True": "true", "False": "false"}.get(chosen, chosen)
        return move

    def _path(self, door: doors.Door, code: str) -> str:
        filling = {
            "code": [code],
            "slug": [*GAMES, "poker"],
            "int": ["1", "99999999999999999999"],
            "str": ["1"],
            "path": ["1", "1_2F", "x"],
            "regex": ["games", "auth", "x"],
        }
        parts = []
        for part in door.parts:
            if isinstance(part, str):
                parts.append(part)
            elif self.rng.random() < 0.92:
                parts.append(self.rng.choice(filling.get(part[1], ["1"])))
            else:
                parts.append(quote(values.text(self.rng)[:200], safe=self.rng.choice(["", "/"]), errors="replace"))
        path = "".join(parts)
        if not path.startswith("/admin") and self.rng.random() < 0.2:
            path = "/es" + path
        if self.rng.random() < 0.06:
            twists = [
                path.rstrip("/"), path + "/", path.replace("/", "//"), "/" + path, path + "%00", path + "..%2f", "/./" + path, path.upper(),
                "/static/.." + path, "/static/%2e%2e/" + path, path + quote(values.text(self.rng)[:500], errors="replace"), path + ";a=b",
                path + "%ff", path + "%ed%a0%80", path + "%0d%0aX-Bad:1", "/\\evil.example" + path, "//evil.example" + path, "/es/" + path,
                "/es//evil.example/..", path + "a" * 8000,
            ]  # fmt: skip
            path = self.rng.choice(twists)
        return path

    def _headers(self, key: str | None) -> list[tuple[bytes, bytes]]:
        sent = dict(_GOOD)
        if key is not None:
            sent["x-seat-key"] = key
        if self.rng.random() < 0.3:
            sent["hx-request"] = "true"
        if self.rng.random() < 0.2:
            for name in self.rng.sample(sorted(values.HEADERS), self.rng.randint(1, 2)):
                sent[name] = self.rng.choice(values.HEADERS[name])
        found = [(name.encode(), value.encode("latin1", "replace")) for name, value in sent.items()]
        if self.rng.random() < 0.03:
            found.append(self.rng.choice(found))
        return found

    def _client(self) -> str:
        """Whoever attacks has many addresses: what one may do is counted elsewhere (`games.limits`)."""
        return f"198.{self.rng.randrange(18, 20)}.{self.rng.randrange(256)}.{self.rng.randrange(256)}"

    def request(self) -> tuple[Request, str, str | None]:
        """A request, the table that it is about, and the key in it."""
        public = self.rng.random() < 0.85
        door = self.rng.choice([door for door in self.pages if door.name.startswith("/admin/") != public])
        code = self.world.code()
        key = self.world.key(code, values.BAD_KEYS) if public else None
        if door.name.endswith("/act/") and self.rng.random() < 0.5 and (turn := self.world.turn()):
            code, key = turn
        fields = self._fields(door, code, key)
        does = bool(door.fields) or "/table/" in door.name
        method = (
            self.rng.choice(["GET", "POST", "POST"] if does else ["GET", "GET", "POST"])
            if self.rng.random() < 0.9
            else self.rng.choice(values.METHODS)
        )
        request = Request(door.name, method, self._path(door, code), headers=self._headers(key))
        request.client = self._client()
        if method in ("GET", "HEAD"):
            request.query = "&".join(f"{quote(name)}={quote(value, errors='replace')}" for name, value in fields.items()).encode()
        else:
            request.body, kind = values.body(self.rng, fields)
            request.headers.append((b"content-type", kind.encode("latin1", "replace")))
            request.broken_off = self.rng.random() < 0.02
        if self.rng.random() < 0.05:
            request.query = self.rng.choice(
                [b"%", b"\xff", b"a" * 5000, b"&" * 900, b"a=1&" * 300, b"%00=%00", b"next=//evil.example", b"q[]=1&q[]=2"]
            )
        if not public and self.rng.random() < 0.4:
            request.headers.append((b"cookie", b"sessionid=" + self.cookie.encode()))
        return request, code, key

    def line(self) -> tuple[doors.Door, str, dict[str, Any], bool]:
        """A socket: its door, the table that it is about, what opens it (`wires.Line`), and whether a page of ours might."""
        door = self.rng.choice([*self.sockets, self.sockets[0], self.sockets[0]])
        turn = self.world.turn() if self.rng.random() < 0.5 else None
        code = turn[0] if turn else self.world.code()
        path = self._path(door, code)
        sent = dict(_GOOD[:2])
        good = self.rng.random() < 0.9
        if not good:
            sent["origin"] = self.rng.choice(values.HEADERS["origin"])
        headers = [(name.encode(), value.encode("latin1", "replace")) for name, value in sent.items()]
        query = self.rng.choice([b"", b"q=An", b"\xff", b"%00", b"q=" + b"%41" * 900])
        return door, code, {"path": path, "headers": headers, "query": query, "client": self._client()}, good

    def message(self, door: doors.Door, code: str, key: str | None) -> tuple[str | bytes, str | None]:
        """What is said, and the key that counts after it."""
        chance = self.rng.random()
        if chance < 0.1:
            return self.rng.choice(values.RAW_MESSAGES), key
        kind = self.rng.choice([*_HANDLERS, "act", "act", "hello", "look", values.text(self.rng)])
        fields: dict[str, Any] = {
            "type": kind,
            **{name: self._value(name, code) for name in self.rng.sample(sorted(set(door.fields) | {"cut", "phrase", "version"}), 3)},
        }
        former = key
        if kind == "hello":
            turn = self.world.turn()
            key = turn[1] if turn and turn[0] == code else self.world.key(code, values.BAD_KEYS)
            fields["key"] = key
        if kind == "act" and self.rng.random() < 0.6:
            fields |= self._move(code, key)
        if kind == "look":
            fields["look"] = self._value("q", code)
        if kind in ("hello", "ping"):
            fields["active"] = self.rng.choice([True, False, None, "x"])
        if self.rng.random() < 0.25:
            spoiled = self.rng.choice(sorted(fields))
            fields[spoiled] = self.rng.choice(values.TYPES)
            if spoiled == "key" and kind == "hello":
                key = fields["key"] if isinstance(fields["key"], str) else None
            if spoiled == "type":
                key = former
        said = json.dumps(fields)
        return said, key if len(said) <= LONGEST else former


def _key(rng: random.Random) -> str:
    """A key as a browser makes them."""
    return rng.randbytes(16).hex()
