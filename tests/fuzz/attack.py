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
from urllib.parse import urlsplit

from asgiref.sync import sync_to_async
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client

from bagelsknock_site.security import HEADERS
from games.consumers import _HANDLERS
from tests.fuzz import values
from tests.fuzz.arms import Arms
from tests.fuzz.wires import Answer, Line, Request, ask
from tests.fuzz.world import World, cards_in, forget

LASTING = 400
"""Requests after which attackers get new tables: they have played, left or filled the others."""


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
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        self.done = 0
        self.broken = _Broken()

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
        self.arms = Arms(self.rng, self.world, client.cookies["sessionid"].value)
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
        if self.done % 30 == 0:
            self.world.advance()
        request, code, key = self.arms.request()
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
        door, code, opening, good = await sync_to_async(self.arms.line)()
        line = Line(**opening)
        watcher = Line(f"/ws/table/{code}/", [(b"host", b"localhost"), (b"origin", b"http://localhost")])
        told: list[str | bytes] = []
        key: str | None = None
        try:
            await line.tell({"type": "websocket.connect"})
            await watcher.tell({"type": "websocket.connect"})
            await watcher.say('{"type":"hello"}')
            self.counts[door.name]["opened" if line.open else "refused"] += 1
            if line.open and not good:
                raise Finding("a socket that another site may open")
            for _ in range(self.rng.randint(3, 18)):
                if not line.open:
                    break
                before = await sync_to_async(self.world.may_see)(code, key)
                watched = await sync_to_async(self.world.may_see)(code, None)
                said, key = await sync_to_async(self.arms.message)(door, code, key)
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
            raise Finding(f"seed {self.seed}, request {self.done}: {opening!r:.600} {told[-2:]!r:.600}: {error}") from error

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
        spoken = {door.name for door in self.arms.sockets}
        for name in sorted(self.counts):
            found = self.counts[name]
            said = "  " + ", ".join(f"{kind} {count}" for kind, count in found.most_common())
            lines.append(f"{name:50}{found.total():7}" + (said if name in spoken else "".join(f"{found[kind]:7}" for kind in kinds)))
        return "\n".join([*lines, f"{'all':50}{sum(count.total() for count in self.counts.values()):7}"])


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
