"""Thousands of requests and socket messages that no page of ours would send, and what must hold after each.

Everything is drawn from a seed: the same seed is the same attack. What is asserted of every answer: it is no error of ours; it sets no
cookie outside /admin/ and, as a page, has the strict policy; it leads nowhere else; nobody's text is markup in it; it shows no card that
its receiver may not see, and no secret. And of the whole: nothing at the tables of others has changed, and no error was logged.
"""

import json
import logging
import random
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote, urlsplit

from asgiref.sync import sync_to_async
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client

from bagelsknock_site.security import HEADERS
from contact.spam import new_token
from games.bots import Level
from games.consumers import _HANDLERS
from games.models import Report, Table
from games.phrases import PHRASES
from games.rules import engine
from games.rules.cards import DECK
from games.rules.state import ARGUMENTS
from tests.fuzz import doors, values
from tests.fuzz.wires import Answer, Line, Request, ask
from tests.fuzz.world import GAMES, World, cards_in, forget

VERBS = sorted({*ARGUMENTS, "check", "call", "fold", "knock", "pass", "stay", "lay_off", "deal", "buy_in", "sort"})
LASTING = 400
"""Requests after which attackers get new tables: they have played, left or filled the others."""

_GOOD = [("host", "localhost"), ("origin", "http://localhost"), ("sec-fetch-site", "same-origin")]


class Finding(AssertionError):
    """Something that must not be; the request that does it, and how to do it again."""


class _Broken(logging.Handler):
    """Keeps what was logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(logging.Formatter().format(record))


class Attack:
    """One attack. `counts` has how often which door answered with which class of status; sockets: what they sent."""

    def __init__(self, seed: int) -> None:
        self.seed, self.rng = seed, random.Random(f"fuzz {seed}")
        self.pages, self.sockets = doors.pages(), doors.sockets()
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        self.done = 0
        self.broken = _Broken()
        self.staff = ""

    async def run(self, requests: int) -> "Attack":
        """So many requests and messages in all, a third of them over sockets. Raises Finding at the first fault."""
        logging.getLogger().addHandler(self.broken)
        try:
            await sync_to_async(self._begin)()
            fresh = LASTING
            while self.done < requests:
                if self.done >= fresh:
                    await sync_to_async(self._next)()
                    fresh = self.done + LASTING
                if self.rng.random() < 0.04:
                    await self._converse()
                else:
                    await self._ask()
            await sync_to_async(self._check_world)("the end")
        finally:
            logging.getLogger().removeHandler(self.broken)
        return self

    # --- the world ---

    def _begin(self) -> None:
        self.world = World(self.rng)
        # Somebody of the staff who may do nothing at all: the desk's doors are open to them, and nothing behind
        person = get_user_model().objects.create_user("powerless", is_staff=True)
        client = Client()
        client.force_login(person)
        self.staff = client.cookies["sessionid"].value
        self.operators = _operators()
        self._secrets()

    def _secrets(self) -> None:
        self.secrets = sorted(set(self.world.secrets()))

    def _next(self) -> None:
        self._check_world("these tables")
        self.world.refresh()
        self._secrets()

    def _check_world(self, when: str) -> None:
        forget()
        if harmed := self.world.harmed():
            raise Finding(f"seed {self.seed}, before request {self.done}: {harmed} ({when})")
        if _operators() != self.operators:
            raise Finding(f"seed {self.seed}, before request {self.done}: somebody became an operator")

    # --- what is sent ---

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
            "turn_clock": [0, 30, 60, 120], "public": ["yes", "no"], "phrases": ["yes", "no"], "handle": ["Ann", "Bo", "Ed"], "codes": [code, f"{code},ABCDEFGH"],
            "round": range(1, 4), "step": range(30), "as": ["all", "watcher", 0, 1], "page": range(3), "q": ["an", "Bo", code],
            "name": ["Ann"], "email": ["ann@example.org"], "text": ["Hello, I like it."], "username": ["powerless", "operator"],
        }  # fmt: skip
        return str(self.rng.choice(list(fitting.get(name, ["true", "false", "1", "on"]))))

    def _fields(self, door: doors.Door, code: str) -> dict[str, str]:
        names = [name for name in door.fields if self.rng.random() < 0.9] if len(door.fields) < 9 else self.rng.sample(door.fields, 5)
        if door.name == "/admin/login/":
            names = ["username", "password", "next", "csrfmiddlewaretoken"]
        if self.rng.random() < 0.15:
            names.append(
                self.rng.choice(["action", "_method", "next", "seat", "key", "", "\x00", "a" * 500, "csrfmiddlewaretoken", "__proto__"])
            )
        fields = {name: self._value(name, code) for name in names}
        if "decision" in fields and self.rng.random() < 0.5:
            fields |= self._move(code)
        return fields

    def _move(self, code: str) -> dict[str, str]:
        """A real move of an attacker's seat, if it has one, half of the time: so games go on."""
        table = next((each for each in [*self.world.mixed, *self.world.own] if each.code == code), None)
        if table is None or table.table.status != Table.Status.PLAYING or not table.present.state:
            return {}
        state = table.state
        if state.to_act is None:
            return {}
        offer = self.rng.choice(engine.legal_actions(state, state.to_act) or [None])
        if offer is None:
            return {}
        move = {"do": offer.verb, "decision": str(table.decision(state.to_act))}
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

    def _request(self) -> tuple[Request, str, str | None]:
        public = self.rng.random() < 0.85
        door = self.rng.choice([door for door in self.pages if door.name.startswith("/admin/") != public])
        code = self.world.code()
        key = self.world.key(code, values.BAD_KEYS) if public else None
        fields = self._fields(door, code)
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
            request.headers.append((b"cookie", b"sessionid=" + self.staff.encode()))
        return request, code, key

    # --- requests ---

    async def _ask(self) -> None:
        request, code, key, before = await sync_to_async(self._prepare)()
        try:
            answer = await ask(request)
        except Exception as error:
            raise Finding(f"{self._again(request)}: {error!r}") from error
        self.done += 1
        self.counts[request.door][f"{answer.status // 100}xx" if answer.status else "none"] += 1
        if wrong := await sync_to_async(self._wrong)(request, answer, code, key, before):
            raise Finding(f"{self._again(request)}: {wrong}")

    def _prepare(self) -> tuple[Request, str, str | None, set[str] | None]:
        if self.done % 40 == 0:
            cache.clear()
        if self.done % 60 == 0:
            self.world.advance()
        request, code, key = self._request()
        return request, code, key, self.world.may_see(code, key)

    def _wrong(self, request: Request, answer: Answer, code: str, key: str | None, before: set[str] | None) -> str:
        """What is wrong with the answer; "" if nothing is."""
        body, page = answer.body, answer.get("content-type").startswith("text/html")
        in_admin = request.path.startswith("/admin/")
        if self.broken.lines:
            return "logged: " + self.broken.lines[0]
        if answer.status >= 500 or (not answer.status and not request.broken_off):
            return f"status {answer.status}"
        if b"Traceback (most recent" in body:
            return "a traceback"
        if cookies := [cookie for cookie in answer.all("set-cookie") if not in_admin or "Path=/admin/" not in cookie]:
            return f"a cookie: {cookies}"
        if page and answer.get("content-security-policy") != HEADERS["Content-Security-Policy"]:
            return "a page without the strict policy"
        if answer.status and answer.get("x-content-type-options") != "nosniff":
            return "an answer whose kind a browser might guess"
        for name in ("location", "hx-redirect"):
            target = answer.get(name)
            if target.startswith(("//", "/\\")) or (target and urlsplit(target).netloc not in ("", "localhost")):
                return f"leads to {target}"
        if any(mark in value for _name, value in answer.headers for mark in "\r\n"):
            return "a header within a header"
        if page and values.MARK.encode() in body:
            return "somebody's text is markup"
        if self._tells(body + repr(answer.headers).encode()):
            return "a secret"
        if "/table/" in request.door and not in_admin and page and answer.status != 404:  # that page has a picture with cards
            return self._shown(body.decode("utf-8", "replace"), [before, self.world.may_see(code, key)], _sent(request))
        if in_admin and answer.status != 404 and (shown := cards_in(body.decode("utf-8", "replace")) - cards_in(_sent(request))):
            return f"the desk shows {shown}"
        return ""

    def _tells(self, content: bytes) -> bool:
        return any(secret in content for secret in self.secrets)

    def _shown(self, text: str, seen: Iterable[set[str] | None], sent: str) -> str:
        """Cards that nobody may see who asks. Those that the request itself named may come back in a refusal."""
        allowed: set[str] = set()
        for each in seen:
            if each is None:
                return ""
            allowed |= each
        hidden = cards_in(text) - allowed - cards_in(sent)
        return f"shows {sorted(hidden)}" if hidden else ""

    def _again(self, request: Request) -> str:
        what = f"{request.method} {request.path[:200]!r} ?{request.query[:200]!r} {request.headers!r:.900} {request.body[:400]!r}"
        return f"seed {self.seed}, request {self.done}: {what}"

    # --- sockets ---

    async def _converse(self) -> None:
        """Somebody opens a socket and says things; somebody else watches the same table."""
        door, path, headers, query, code, good = await sync_to_async(self._line)()
        line = Line(path, headers, query, self._client())
        watcher = Line(f"/ws/table/{code}/", [(b"host", b"localhost"), (b"origin", b"http://localhost")])
        told: list[str | bytes] = []
        key: str | None = None
        try:
            await line.tell({"type": "websocket.connect"})
            await watcher.tell({"type": "websocket.connect"})
            await watcher.say('{"type":"hello"}')
            if line.open and not good:
                raise Finding("a socket that another site may open")
            for _ in range(self.rng.randint(3, 18)):
                if not line.open:
                    break
                before = await sync_to_async(self.world.may_see)(code, key)
                watched = await sync_to_async(self.world.may_see)(code, None)
                said, key = await sync_to_async(self._message)(door, code, key)
                told.append(said)
                heard = await line.say(said)
                self.done += 1
                self.counts[door.name][_kind(said)] += 1
                text = said if isinstance(said, str) else ""
                for frames, seen, who in ((heard, before, key), (watcher.take(), watched, None)):
                    if wrong := await sync_to_async(self._wrong_frames)(frames, seen, code, who, text):
                        raise Finding(wrong)
            await line.close()
            await watcher.close()
            if self.broken.lines:
                raise Finding("logged: " + self.broken.lines[0])
        except Exception as error:
            raise Finding(f"seed {self.seed}, request {self.done}: {path[:200]!r} {headers!r:.300} {told[-2:]!r:.600}: {error}") from error

    def _line(self) -> tuple[doors.Door, str, list[tuple[bytes, bytes]], bytes, str, bool]:
        door = self.rng.choice([*self.sockets, self.sockets[0], self.sockets[0]])
        code = self.world.code()
        path = self._path(door, code)
        sent = dict(_GOOD[:2])
        good = self.rng.random() < 0.9
        if not good:
            sent["origin"] = self.rng.choice(values.HEADERS["origin"])
        headers = [(name.encode(), value.encode("latin1", "replace")) for name, value in sent.items()]
        return door, path, headers, self.rng.choice([b"", b"?q=An", b"\xff", b"%00", b"q=" + b"%41" * 900]), code, good

    def _message(self, door: doors.Door, code: str, key: str | None) -> tuple[str | bytes, str | None]:
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
            key = self.world.key(code, values.BAD_KEYS)
            fields["key"] = key
        if kind == "act" and self.rng.random() < 0.6:
            fields |= self._move(code)
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
        return json.dumps(fields), key

    def _wrong_frames(self, frames: list[str], before: set[str] | None, code: str, key: str | None, said: str) -> str:
        if self.broken.lines:
            return "logged: " + self.broken.lines[0]
        seen = [before, self.world.may_see(code, key), self.world.may_see(code, None)]
        for frame in frames:
            if self._tells(frame.encode("utf-8", "surrogatepass")):
                return "a secret"
            message = json.loads(frame)
            if values.MARK in str(message.get("html", "")):
                return "somebody's text is markup"
            if "html" in message and (wrong := self._shown(message["html"] + str(message.get("title")), seen, said)):
                return f"{wrong}, to {'a watcher' if key is None else 'a seat'}"
        return ""

    def table(self) -> str:
        """How often which door was tried, and how it answered; of a socket, what it was told."""
        kinds = ["2xx", "3xx", "4xx", "none"]
        lines = [f"{'door':50}{'tried':>7}" + "".join(f"{kind:>7}" for kind in kinds)]
        spoken = {door.name for door in self.sockets}
        for name in sorted(self.counts):
            found = self.counts[name]
            said = "  " + ", ".join(f"{kind} {count}" for kind, count in found.most_common())
            lines.append(f"{name:50}{found.total():7}" + (said if name in spoken else "".join(f"{found[kind]:7}" for kind in kinds)))
        return "\n".join([*lines, f"{'all':50}{sum(count.total() for count in self.counts.values()):7}"])


def _key(rng: random.Random) -> str:
    """A key as a browser makes them."""
    return rng.randbytes(16).hex()


def _kind(said: str | bytes) -> str:
    """The kind of a message, as far as it has one."""
    try:
        kind = json.loads(said)["type"] if isinstance(said, str) else "bytes"
    except (ValueError, TypeError, KeyError, RecursionError):
        return "other"
    return kind if isinstance(kind, str) and (kind in _HANDLERS or kind in ("look", "bytes")) else "other"


def _sent(request: Request) -> str:
    return (request.path.encode() + request.query + request.body).decode("latin1")


def _operators() -> list[Any]:
    return list(get_user_model().objects.order_by("pk").values("username", "password", "is_staff", "is_superuser", "is_active"))
