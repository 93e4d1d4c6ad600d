"""The socket of the lobby: the list of open tables, live."""

import json

from games.consumers import LeanConsumer
from lobby.live import Lists
from lobby.search import LONGEST, Search


class LobbyConsumer(LeanConsumer):
    """One page that shows the lobby. It says which tables it wants to see, and is sent what of them has changed (`lobby.live`)."""

    kind = "lobby"

    async def connect(self) -> None:
        await self.accept()
        Lists.here().show(self, self.language, Search.parse(self.scope["query_string"].decode(errors="replace")))

    async def disconnect(self, code: int) -> None:
        Lists.here().leave(self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """The page looks for other tables: `{"look": QUERY}`. A browser that wants to know whether anybody is there sends anything else."""
        if not await self.may_speak():
            return
        query = _query(text_data)
        if query is None:
            await self.send(json.dumps({"type": "pong"}))
        else:
            Lists.here().show(self, self.language, Search.parse(query))


def _query(text: str | None) -> str | None:
    """What the page asks to see; None if it asks nothing that we know."""
    try:
        message = json.loads(text) if text and len(text) < 2 * LONGEST else None
    except (ValueError, RecursionError):
        return None
    asked = message.get("look") if isinstance(message, dict) else None
    return asked if isinstance(asked, str) else None
