"""Sockets. `TableConsumer` is the fast way to a table: moves in, boards out."""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.urls import reverse
from django.utils.translation import get_language

from games import absence, boards, hints, limits, metrics, phrases, play, replay, sentences, sockets, updates
from games.change import seat_lost, was_freed
from games.database import UNAVAILABLE, in_database, in_database_once
from games.forms import parse_act
from games.limits import Pace, too_fast
from games.models import Seat
from games.play import Refused
from games.presence import PROCESS, Attendance, Pages
from games.replay import Present

logger = logging.getLogger(__name__)

LONGEST = 4096  # characters of a message; the longest real one has about 300
LATER = 1011  # close code: the page asks for its board over HTTP, and comes back
NOTICE_STAYS = 6.0  # seconds for which the sentence of a refusal outlives other people's moves


class LeanConsumer(AsyncWebsocketConsumer):
    """A WebSocket consumer without Channels' visit to the database thread before every message, which costs more than most messages do.

    kind    what its page shows (`games.sockets`)
    """

    kind = ""
    busy = False
    places = ()
    news = ""
    neighbour: object = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._chatter, self._cut_off = Pace("chatter"), False

    async def may_speak(self) -> bool:
        """Whether a message may be answered; if it is one too many, the socket is closed. To be asked once for each."""
        if self._cut_off:
            return False
        if self._chatter.too_fast() or too_fast("messages", self.neighbour):
            await self.cut_off()
            return False
        return True

    async def cut_off(self) -> None:
        """Close the socket, because too much comes from it; what may be on its way is not looked at."""
        self._cut_off = True
        metrics.refused("messages_often")
        await self.close(code=sockets.TOO_MUCH)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.language, self.neighbour = get_language(), scope.get("neighbour")
        try:
            if code := self._turned_away(scope):
                metrics.refused("sockets_full" if code == sockets.FULL else "sockets_often")
                await receive()
                await asyncio.sleep(limits.SLOWLY)
                # A page is told the code only of a socket that was accepted
                await send({"type": "websocket.accept"})
                await send({"type": "websocket.close", "code": code})
                return
            await self._serve(scope, receive, send)
        finally:
            sockets.closed(self)

    async def _serve(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """As Channels does it, without two tasks and a wait for either, made anew for every message."""
        self.scope, self.base_send, self.channel_layer = scope, send, get_channel_layer()
        self.channel_name = await self.channel_layer.new_channel()
        one_by_one = asyncio.Lock()

        async def hear(listen: Callable[[], Awaitable[dict[str, Any]]]) -> None:
            while True:
                message = await listen()
                try:
                    async with one_by_one:
                        await self.dispatch(message)
                except asyncio.CancelledError:
                    # Layers forget a channel when it is listened to and that is cancelled, and only then
                    asyncio.current_task().cancel()
                    while True:
                        await listen()

        async with asyncio.TaskGroup() as tasks:
            hearing = tasks.create_task(hear(partial(self.channel_layer.receive, self.channel_name)))
            with suppress(StopConsumer):
                while True:
                    message = await receive()
                    async with one_by_one:
                        await self.dispatch(message)
            hearing.cancel()

    def _turned_away(self, scope: dict[str, Any]) -> int | None:
        """The code to close it with, if it is one too many. To open a socket is as much work as a page."""
        if too_fast("pages", self.neighbour):
            return sockets.TOO_MUCH
        return sockets.opened(self, self.neighbour, scope["url_route"]["kwargs"].get("code"))

    async def dispatch(self, message: dict[str, Any]) -> None:
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"no handler for {message['type']}")
        self.busy = True
        try:
            await handler(message)
        finally:
            self.busy = False
        if sockets.leaving:
            await sockets.leave(self)

    async def send(self, text_data: str) -> None:
        """Send, if anybody is there to hear it: news that the page is gone may still be on its way."""
        with suppress(Disconnected, OSError):  # daphne's word for it, and that of other servers
            await self.base_send({"type": "websocket.send", "text": text_data})

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        for group in self.groups:
            await self.channel_layer.group_discard(group, self.channel_name)
        await self.disconnect(message["code"])
        raise StopConsumer


class TableConsumer(LeanConsumer):
    """One page that looks at a table: a seat's, once it has said hello with a key, or a watcher's.

    What goes out is a *frame*: the regions of the board that differ from what this page has, with the version that it builds on
    (`base`; None for a whole board). The page asks for the whole board when a frame builds on another version than it shows.
    Beside the frames it is told who is here (`games.presence`), and what somebody says (`games.phrases`).
    """

    kind = "table"

    async def connect(self) -> None:
        self.code = self.scope["url_route"]["kwargs"]["code"]
        self.key: str | None = None
        self.key_hash: str | None = None
        self.version = 0  # of the board that the page has
        self.me: Seat | None = None  # as of that version
        self.shown: dict[str, str] = {}
        self.heard, self.greeted = time.monotonic(), False
        self.seat: int | None = None
        self.lost: Refused | None = None
        self.told: Attendance | None = None
        self._notice: tuple[Refused, float] | None = None
        self._boards = Pace("boards")
        await self.accept()
        # Before the first look, so that no change can fall between
        self.groups = [updates.group(self.code)]
        await self.channel_layer.group_add(self.groups[0], self.channel_name)
        Pages.here().opened(self.code, self)

    async def disconnect(self, code: int) -> None:
        try:
            await Pages.here().closed(self.code, self)
        except Exception:
            logger.exception("a page of table %s that was closed", self.code)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.heard = time.monotonic()
        if not await self.may_speak():
            return
        try:
            async with limits.turn(self.neighbour):
                await self._receive(text_data)
        except Refused as refused:
            await self._refuse(refused)
        except UNAVAILABLE:
            logger.exception("the database, for a message to table %s", self.code)
            if self.greeted:
                await self._refuse(Refused("not_saved", status=503))
            else:
                await self.close(code=LATER)
        except Exception:
            logger.exception("a message to table %s", self.code)
            await self._refuse(Refused("broken", status=500))

    async def _receive(self, text: str | None) -> None:
        message = _parse(text)
        kind = message.get("type")
        handler = _HANDLERS.get(kind) if isinstance(kind, str) else None
        if handler is None:
            raise Refused("bad_message", status=400)
        await handler(self, message)

    # --- what the page says ---

    async def hello(self, message: dict[str, Any]) -> None:
        """Who is looking: a key, or nobody. Said again, it changes the seat. The browser's cut comes along."""
        if self._boards.too_fast():
            await self.cut_off()
            return
        key = message.get("key")
        self.key, self._notice = (key if isinstance(key, str) and key else None), None
        self.key_hash = _hash(self.key)
        refused = await in_database(self._greet, message.get("cut"), message.get("active") is not False)
        board = await self._look(refused=refused)
        self.greeted, self.told = True, None
        await self._show(board, whole=True)
        Pages.here().look_soon(self.code)

    def _greet(self, cut: Any, active: bool) -> Refused | None:
        if self.key:
            try:
                _, seat = play.find(self.code, self.key)
                absence.seen(seat, active=active, hello=True)
                if cut:
                    play.set_cut(self.code, self.key, cut, only_first=True)
            except Refused as refused:
                return refused
        return None

    async def act(self, message: dict[str, Any]) -> None:
        """A move."""
        decision, action = parse_act(message)
        with metrics.MOVE_SECONDS.time():
            present = await in_database(play.act, self.code, self.key, decision, action)
            self._notice = None
            await self._answer(await self._look(present.table.version))

    async def hint(self, message: dict[str, Any]) -> None:
        """What would a sharp player do? The answer is thought out beside the database thread, which serves everybody."""
        asked = await in_database(hints.question, self.code, self.key)
        said = sentences.hint(asked.view, await asyncio.to_thread(hints.think, asked))
        self._notice = None
        await self._answer(await self._look(said=said))

    async def cut(self, message: dict[str, Any]) -> None:
        """The text that this seat puts into the shuffle."""
        await in_database(play.set_cut, self.code, self.key, message.get("cut"))
        self._notice = None
        await self._answer(await self._look())

    async def say(self, message: dict[str, Any]) -> None:
        """A quick phrase. It has no answer: who says it hears it with everybody else."""
        await in_database(phrases.say, self.code, self.key, message.get("phrase"))
        self._notice = None

    async def board(self, message: dict[str, Any]) -> None:
        """The page has missed something and wants everything."""
        if self._boards.too_fast():
            await self.cut_off()
            return
        self.told = None
        await self._show(await self._look(), whole=True)
        Pages.here().look_soon(self.code)

    async def ping(self, message: dict[str, Any]) -> None:
        """Is this still the present? If not, the present comes before the answer: all of it, if the page is not where it was thought to be.

        With `active` somebody touches the page: an absent person is back.
        """
        version = message.get("version")
        lags = type(version) is int and version != self.version
        if lags and self._boards.too_fast():
            await self.cut_off()
            return
        newest = self._known(message.get("active") is True)
        if newest is None:
            newest = (await in_database(self._heartbeat, message.get("active") is True)).table.version
        if lags or newest > self.version:
            await self._show(await self._look(newest), whole=lags)
        await self.send(json.dumps({"type": "pong", "version": self.version, "now": _now()}))

    def _known(self, active: bool) -> int | None:
        """The version of the present as this process knows it; None if the database must be asked, or told that somebody is back."""
        known = Pages.here().known(self.code)
        present = replay.recent(self.code, known) if known else None
        if present and active and (present.table.paused_at or ((seat := present.seat_of(self.key_hash)) and seat.bot)):
            return None
        return present.table.version if present else None

    def _heartbeat(self, active: bool) -> Present:
        present = play.present(self.code)
        if active and (seat := present.seat_of(self.key_hash)):
            absence.seen(seat)
            return play.present(self.code)
        return present

    # --- what the page is told ---

    async def table_changed(self, message: dict[str, Any]) -> None:
        """A new version, maybe one of many: what is shown is the newest, and the other messages are then of no interest."""
        if not self.version or message["version"] <= self.version:
            return  # a page that has not said hello yet has nothing that could be old
        try:
            await self._show(await self._look(message["version"]))
        except Refused as refused:
            await self._refuse(refused)
        except Exception:
            # The page notices at its next heartbeat
            logger.exception("a board of table %s", self.code)

    async def table_attendance(self, message: dict[str, Any]) -> None:
        """Somebody came or went in another process."""
        if message["by"] != PROCESS:
            Pages.here().look_soon(self.code)

    async def table_phrase(self, message: dict[str, Any]) -> None:
        """Somebody says something. The page has the words of it in its own language."""
        if self.version:
            await self.send(json.dumps({"type": "phrase", "seat": message["seat"], "phrase": message["phrase"]}))

    async def _look(self, at_least: int | None = None, *, refused: Refused | None = None, said: str = "") -> boards.Board:
        """The present as this page may see it. What this process remembers is drawn at once: a visit to the database thread for each page
        of a table would cost more than what it shows."""
        present = replay.recent(self.code, at_least) if at_least is not None else None
        try:
            if present is None:
                # All pages of a table are told of a version at the same time: one of them asks. Who names none wants what is now.
                ask = in_database if at_least is None else in_database_once
                present = await ask(play.present, self.code, at_least)
        except UNAVAILABLE:
            # Why something cannot be done can be said beside the last board that is known
            present = replay.recent(self.code, self.version) if refused else None
            if present is None:
                raise
        had, self.me = self.me, present.seat_of(self.key_hash)
        self.lost = None
        if self.me is None and (seat := present.lost_seat_of(self.key_hash)):
            self.lost = seat_lost(seat)
        elif had and self.me is None and await in_database(was_freed, self.key_hash):
            self._notice = Refused("freed", status=403), time.monotonic() + NOTICE_STAYS
        return boards.render(present, self.me, notice=self.lost or refused or self._standing_notice(), said=said)

    def _standing_notice(self) -> Refused | None:
        if self._notice and time.monotonic() < self._notice[1]:
            return self._notice[0]
        return None

    async def _refuse(self, refused: Refused) -> None:
        """Show why something cannot be done, with the present board."""
        metrics.refused(refused.code)
        if refused.code in ("unknown_table", "game_gone"):
            await self.send(json.dumps({"type": "gone", "text": sentences.refusal(None, refused), "url": reverse("lobby:browse")}))
            await self.close()
            return
        self._notice = refused, time.monotonic() + NOTICE_STAYS
        try:
            await self._answer(await self._look(refused=refused))
        except Refused as gone:
            await self._refuse(gone)  # there is no such table, and so no board to show the refusal on
        except Exception:
            logger.exception("a board of table %s", self.code)
            await self.close(code=LATER)

    async def _answer(self, board: boards.Board) -> None:
        """Show what came of a message. Whoever asks gets an answer, even if nothing is new: the page waits for it."""
        if "notice" in self.shown:
            self.shown["notice"] = ""
        await self._show(board)

    async def _show(self, board: boards.Board, *, whole: bool = False) -> None:
        """Send what the page has not, unless it is older than what it has."""
        seat = self.me.pk if self.me else None
        if seat != self.seat or not self.version:
            await Pages.here().seated(self.code, self, seat)
        if board.version < self.version:
            return
        whole = whole or board.regions.keys() != self.shown.keys()
        html = [region for name, region in board.regions.items() if whole or self.shown[name] != region]
        if not html and board.version == self.version:
            return
        frame = {
            "type": "frame",
            "version": board.version,
            "base": None if whole else self.version,
            "me": self.me.number if self.me else None,
            "lost": self.lost.code if self.lost else None,
            "title": board.title,
            "html": "".join(html),
            "now": _now(),
        }
        self.version, self.shown = board.version, dict(board.regions)
        await self.send(json.dumps(frame))


_HANDLERS = {
    "hello": TableConsumer.hello,
    "act": TableConsumer.act,
    "hint": TableConsumer.hint,
    "cut": TableConsumer.cut,
    "say": TableConsumer.say,
    "board": TableConsumer.board,
    "ping": TableConsumer.ping,
}


def _parse(text: str | None) -> dict[str, Any]:
    """The message; refused if it is none of ours: binary, huge, no JSON, no object."""
    if text is None:
        raise Refused("bad_message", status=400)
    if len(text) > LONGEST:
        raise Refused("message_too_long", {"most": LONGEST}, 400)
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("bad_message", status=400) from None
    if not isinstance(message, dict):
        raise Refused("bad_message", status=400)
    return message


def _now() -> int:
    """Milliseconds by the server's clock, which turn clocks go by."""
    return time.time_ns() // 10**6


def _hash(key: str | None) -> str | None:
    try:
        return play.hash_key(key)
    except Refused:
        return None
