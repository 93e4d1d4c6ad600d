"""A page that looks at a table, for tests of the socket: it keeps what it is sent, as the script in the browser does."""

import json
import re
from typing import Any

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from bagelsknock_site.asgi import application

in_thread = sync_to_async


class Page:
    """An open socket to a table, and the regions of the board that it shows."""

    def __init__(self, code: str, origin: str | None = "http://localhost") -> None:
        headers = [(b"host", b"localhost")]
        if origin:
            headers.append((b"origin", origin.encode()))
        self.socket = WebsocketCommunicator(application, f"/ws/table/{code}/", headers)
        self.regions: dict[str, str] = {}
        self.version = 0
        self.me: int | None = None
        self.frames = 0
        self.presence: dict[str, Any] = {}

    async def __aenter__(self) -> "Page":
        connected, _ = await self.socket.connect()
        assert connected
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.socket.disconnect()

    async def say(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message and take its answer in."""
        return await self.say_text(json.dumps({"type": kind, **fields}))

    async def say_text(self, text: str) -> dict[str, Any]:
        await self.socket.send_to(text_data=text)
        return await self.hear()

    async def hear(self) -> dict[str, Any]:
        """Take the next message in. Who is here is told beside all others, at no time that a test could count on."""
        message = await self.socket.receive_json_from(timeout=5)
        if message["type"] == "presence":
            self.presence = message
            return await self.hear()
        message.pop("now", None)
        if message["type"] == "frame":
            assert message["base"] in (None, self.version), "a frame builds on what was sent before"
            if message["base"] is None:
                self.regions = {}
            # Every region is an element with an id that is swapped in as a whole
            for region in re.split(r'(?=<\w+ [^>]*hx-swap-oob="true")', message["html"]):
                if region.strip():
                    self.regions[re.search(r'id="([\w-]+)"', region)[1]] = region
            self.version, self.me = message["version"], message["me"]
            self.frames += 1
        return message

    async def hear_until(self, version: int) -> None:
        """Take in messages until the page is at a version."""
        while self.version < version:
            await self.hear()

    async def silent(self) -> bool:
        """Whether nothing more is coming, besides who is here."""
        while not await self.socket.receive_nothing(timeout=0.2):
            message = await self.socket.receive_json_from()
            if message["type"] != "presence":
                return False
            self.presence = message
        return True

    async def hear_presence(self, **expected: Any) -> None:
        """Take messages in until they tell that these are here, reconnecting, away, watching."""
        while not (self.presence and expected.items() <= self.presence.items()):
            message = await self.socket.receive_json_from(timeout=5)
            if message["type"] == "presence":
                self.presence = message

    @property
    def notice(self) -> str:
        """The words of the notice."""
        return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", self.regions["notice"])).strip()
