"""The ASGI application of `tests.bench.bare`. Django must be set up."""

import os
from typing import Any

from games.consumers import LeanConsumer

FRAME = "x" * int(os.environ.get("BENCH_FRAME", "3000"))


class Echo(LeanConsumer):
    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.send(text_data)


class FanOut(LeanConsumer):
    async def connect(self) -> None:
        self.groups = [self.scope["path"].replace("/", ".").strip(".")]
        await self.channel_layer.group_add(self.groups[0], self.channel_name)
        await self.accept()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.channel_layer.group_send(self.groups[0], {"type": "frame", "text": FRAME})

    async def frame(self, message: dict[str, Any]) -> None:
        await self.send(message["text"])


_echo, _fan_out = Echo.as_asgi(), FanOut.as_asgi()


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        routed = scope | {"url_route": {"kwargs": {}}}
        await (_echo if scope["path"].startswith("/echo/") else _fan_out)(routed, receive, send)
