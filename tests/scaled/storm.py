"""A storm of moves at many tables, for faults to happen in; and what must hold after each of them.

A `Page` is the table's page with everything that keeps it going, at the script's own times, in the hands of somebody who goes on playing:
heartbeat, board polled while the socket is down, reconnection ever slower, a button that can be pressed again when no answer comes.
"""

import asyncio
import contextlib
import itertools
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from tests.scaled.lines import PUBLIC, Browser, Site
from tests.scaled.proxy import Proxy
from tests.scaled.wire import ROOT, Closed, Socket


def _time_of(script: str, name: str) -> float:
    """Seconds, as a script of the page has them."""
    found = re.search(rf"\b{name} = ([\d_]+)", (ROOT / "bagelsknock_site/static" / script).read_text())
    assert found, f"{script} has no {name} any more"
    return int(found[1].replace("_", "")) / 1000


BEAT, POLL, DEAD, LATEST = (_time_of("line.js", name) for name in ("BEAT", "POLL", "DEAD", "LATEST"))
PATIENCE = _time_of("table.js", "PATIENCE")
FIRST = 0.5  # seconds until the first try to connect again


class Page(Browser):
    """A page that is open at a table, and somebody who plays there.

    host        of the proxy
    pace        mean seconds until its owner presses a button that is there
    calm        its owner presses nothing
    pressed     what was pressed, by decision; the answer to a decision may be another one when the first got no answer
    refusals    how often the page was told that something is not possible
    reads       whether the page reads what comes over its socket
    """

    def __init__(self, host: str, code: str, key: str, seed: int, pace: float) -> None:
        super().__init__(code, key, seed=seed)
        self.host, self.pace = host, pace
        self.calm, self.reads = False, asyncio.Event()
        self.reads.set()
        self.pressed: dict[int, list[dict[str, str]]] = {}
        self.refusals: Counter[str] = Counter()
        self._life: list[asyncio.Task[None]] = []
        self._pressed_at, self._heard = 0.0, 0.0
        self._now = asyncio.Event()  # connect at once: the server answers

    def begin(self) -> None:
        self._life = [asyncio.create_task(each) for each in (self._stay(), self._poll(), self._play())]

    async def end(self) -> None:
        for task in self._life:
            task.cancel()
        await asyncio.gather(*self._life, return_exceptions=True)
        await self.close()

    @property
    def broken(self) -> list[BaseException]:
        """What the page itself has stumbled over."""
        return [error for task in self._life if task.done() and (error := task.exception())]

    # --- the line ---

    async def _stay(self) -> None:
        failures = 0
        while True:
            with contextlib.suppress(Closed):
                self._now.clear()
                line = await Socket.open(self.host, f"/ws/table/{self.code}/")
                self.line, failures, self._heard = line, 0, time.monotonic()
                beat = asyncio.create_task(self._beat(line))
                line.send({"type": "hello", "key": self.key or None, "version": self.version or None, "active": True})
                try:
                    while True:
                        message = await line.receive()
                        await self.reads.wait()
                        self._heard = time.monotonic()
                        self._take(line, message)
                finally:
                    beat.cancel()
                    self.line = None
                    line.writer.transport.abort()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(LATEST, FIRST * 2**failures) * (0.5 + self.rng.random())):
                    await self._now.wait()
            failures += 1

    async def _beat(self, line: Socket) -> None:
        await asyncio.sleep(BEAT * self.rng.random())  # pages are not opened all at once
        while True:
            if time.monotonic() - self._heard > DEAD:
                line.writer.transport.abort()
                return
            self._ping(line)
            await asyncio.sleep(BEAT)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            if self.line is None:
                await self._ask(f"board/?version={self.version}&active=0")

    async def _ask(self, path: str, fields: dict[str, Any] | None = None) -> int:
        """A request as the page makes it, whose answer is a board; its status, 0 for none."""
        status, headers, text = await asyncio.to_thread(self._request, path, fields)
        if status:
            self._now.set()
        if headers.get("X-Table-Version") and status != 204:
            seat = headers["X-Table-Seat"]
            frame = {"version": int(headers["X-Table-Version"]), "base": None, "me": int(seat) if seat else None, "lost": None}
            self._show(None, frame | {"html": re.sub(r"<title>.*?</title>", "", text)})
        return status

    def _request(self, path: str, fields: dict[str, Any] | None) -> tuple[int, Any, str]:
        body = "&".join(f"{name}={value}" for name, value in fields.items()).encode() if fields else None
        headers = {"Origin": f"http://{self.host}", "X-Seat-Key": self.key}
        request = urllib.request.Request(f"http://{self.host}/table/{self.code}/{path}", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read().decode()
        except Exception:
            return 0, {}, ""

    # --- what is shown, and what is pressed ---

    def _show(self, line: Socket | None, frame: dict[str, Any]) -> None:
        if frame["version"] < self.version:
            return
        super()._show(line, frame)
        self._pressed_at = 0.0  # whatever comes, the buttons are free again
        if self.notice:
            self.refusals[self.notice] += 1

    async def _play(self) -> None:
        while True:
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.pace)
            if self.calm or not self.regions or time.monotonic() - self._pressed_at < PATIENCE:
                continue
            if wish := self.wish():
                decision, fields = wish
                self.sent, self._pressed_at = wish, time.monotonic()
                self.pressed.setdefault(decision, []).append(fields)
                if self.line:
                    self.line.send({"type": "act", "decision": decision, **fields})
                else:
                    await self._ask("act/", {"decision": decision, **fields})

    def shows(self, version: int) -> bool:
        return self.version >= version


# --- the storm ---


@dataclass
class Row:
    """A line of the fault table."""

    fault: str
    cut: str
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)


SHAPES: tuple[tuple[tuple[str, ...], int], ...] = ((("Bo",), 0), (("Bo", "Cy"), 0), (("Bo",), 1), ((), 2))
"""Guests and computer players of the tables, in turn."""


class Storm:
    """People who play at many tables, on a site behind a proxy."""

    def __init__(self, site: Site, proxy: Proxy, tables: int, pace: float) -> None:
        self.site, self.proxy, self.pace = site, proxy, pace
        self.count = tables
        self.pages: dict[str, list[Page]] = {}

    @classmethod
    @contextlib.asynccontextmanager
    async def over(cls, site: Site, tables: int, pace: float):
        """A storm while this lasts."""
        # A page's request may hang as long as it likes, without keeping others from asking
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(32 + 4 * tables))
        proxy = await Proxy(site.servers).open()
        storm = cls(site, proxy, tables, pace)
        try:
            await storm.begin()
            yield storm
        finally:
            for page in storm.everybody:
                await page.end()
            await proxy.close()

    @property
    def everybody(self) -> list[Page]:
        return [page for pages in self.pages.values() for page in pages]

    async def begin(self) -> None:
        seeds = itertools.count(1)
        for number in range(self.count):
            guests, computers = SHAPES[number % len(SHAPES)]
            turn_clock = 120 if number % 3 == 2 else 0
            server = self.site.servers[number % len(self.site.servers)]
            code, keys = await asyncio.to_thread(server.open_table, "Ann", guests, computers, turn_clock=turn_clock, option_rounds="leader")
            self.pages[code] = [Page(self.proxy.host, code, key, next(seeds), self.pace) for key in keys.values()]
            for page in self.pages[code]:
                page.begin()

    def made(self) -> int:
        """How many moves their players were shown to be made."""
        return sum(len(page.moves) for page in self.everybody)

    async def moves(self, count: int, seconds: float = 30.0) -> None:
        """Let so many more be made."""
        until, deadline = self.made() + count, time.monotonic() + seconds
        while self.made() < until:
            assert time.monotonic() < deadline, f"only {self.made() + count - until} of {count} moves in {seconds} seconds"
            await asyncio.sleep(0.02)

    async def suffer(self, row: Row, fault: Callable[["Storm"], Any], within: float, after: float = 0.0) -> Row:
        """Let the fault happen in the middle of the storm, and see that all is well when it is over. `fault` returns at its end.

        within      seconds in which every page is to show the present, and to show what happens after that
        after       seconds for which the storm goes on after that
        """
        for page in self.everybody:
            page.calm = False
        await self.moves(len(self.pages))
        made = self.made()
        await fault(self)
        ended, present = time.monotonic(), self.versions()
        row.seconds = await self._everybody(lambda page: page.shows(present[page.code]), ended, 4 * within, row, "shows no present")
        await self._every_table_goes_on(row, present, 4 * within)
        await asyncio.sleep(after)
        for page in self.everybody:
            page.calm = True
        stilled = time.monotonic()
        row.seconds = max(row.seconds, await self._settled(row, stilled, 4 * within))
        if row.seconds > within:
            row.wrong.append(f"{row.seconds:.1f} seconds until every page showed the present")
        row.acknowledged = self.made() - made
        self._account(row)
        row.wrong += [f"a page of table {page.code}: {error!r}" for page in self.everybody for error in page.broken]
        return row

    async def verify(self, row: Row) -> None:
        """The history of every table follows from its seed and its moves."""
        await asyncio.to_thread(self._verify, row)

    async def _everybody(self, sees: Callable[[Page], bool], since: float, most: float, row: Row, what: str) -> float:
        waiting = self.everybody
        while waiting := [page for page in waiting if not sees(page)]:
            if time.monotonic() - since > most:
                row.wrong += [f"a page of table {page.code} {what}" for page in waiting]
                break
            await asyncio.sleep(0.02)
        return time.monotonic() - since

    async def _every_table_goes_on(self, row: Row, present: dict[str, int], most: float) -> None:
        deadline = time.monotonic() + most
        while stuck := [code for code, version in self.versions().items() if version <= present[code]]:
            if time.monotonic() > deadline:
                row.wrong += map(self._stuck, stuck)
                return
            await asyncio.sleep(0.1)

    def _stuck(self, code: str) -> str:
        facts = self.site.query("t.status, t.paused_at, t.due_at, t.version FROM games_table t", code)
        pages = [(page.me, page.version, page.wish(), page.sent, page.line is not None) for page in self.pages[code]]
        return f"table {code} is stuck: {facts} {pages}"

    async def _settled(self, row: Row, since: float, most: float) -> float:
        """Seconds until all pages of each table have shown the same present at one moment. Computer players play on until it is a person's
        turn."""
        waiting = set(self.pages)
        while True:
            present = self.versions()
            for code in list(waiting):
                pages = self.pages[code]
                current = all(page.version == present[code] and page.line for page in pages)
                if current and len({"".join(page.regions[name] for name in PUBLIC) for page in pages}) == 1:
                    waiting.discard(code)
            if not waiting:
                return time.monotonic() - since
            if time.monotonic() - since > most:
                shown = {code: [page.version for page in self.pages[code]] for code in waiting}
                row.wrong += [f"the pages of table {code} show {shown[code]} of {present[code]}" for code in waiting]
                return time.monotonic() - since
            await asyncio.sleep(0.05)

    def versions(self) -> dict[str, int]:
        found = dict(self.site.rows("SELECT code, version FROM games_table"))
        return {code: found[code] for code in self.pages}

    def _account(self, row: Row) -> None:
        """What was shown to be made is stored, and nothing is stored that nobody pressed, and no decision twice or left out."""
        stored: dict[str, list[tuple[int, int, dict[str, Any], str]]] = {code: self.site.moves(code) for code in self.pages}
        for code, pages in self.pages.items():
            numbered = Counter((seat, decision) for seat, decision, _, _ in stored[code])
            row.doubled += sum(times - 1 for times in numbered.values())
            for seat, decisions in Counter(seat for seat, _ in numbered).items():
                if max(decision for each, decision in numbered if each == seat) != decisions:
                    row.wrong.append(f"seat {seat} of table {code} has left a decision out")
            made = {(seat, decision): (_told(action), by) for seat, decision, action, by in stored[code]}
            for page in pages:
                row.lost += sum((page.me, decision) not in made for decision in page.moves)
                for (seat, decision), (action, by) in made.items():
                    pressed = [_told(fields) for fields in page.pressed.get(decision, ())]
                    if seat == page.me and by == "person" and action not in pressed:
                        row.wrong.append(f"{action} of seat {seat} at table {code} was never pressed")

    def _verify(self, row: Row) -> None:
        environment = self.site.one.environment | {"DJANGO_SETTINGS_MODULE": "bagelsknock_site.settings"}
        checked = subprocess.run([sys.executable, "-m", "tests.scaled.verify"], cwd=ROOT, env=environment, capture_output=True, text=True)
        if checked.returncode:
            row.wrong.append(f"a history does not verify: {checked.stdout}{checked.stderr}")


def _told(fields: dict[str, Any]) -> dict[str, str]:
    return {name: str(value).lower() for name, value in fields.items()}


def printed(rows: list[Row]) -> str:
    """The fault table, for people."""
    head = ("fault", "what was cut", "moves acknowledged", "lost", "doubled", "seconds until every client shows the present")
    lines = [(row.fault, row.cut, row.acknowledged, row.lost, row.doubled, f"{row.seconds:.1f}") for row in rows]
    return os.linesep.join("| " + " | ".join(map(str, line)) + " |" for line in (head, ("---",) * len(head), *lines))
