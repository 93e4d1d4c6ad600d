"""The line of a page's socket, in the hands of a test."""

import json
from typing import Any

from playwright.sync_api import Page, WebSocketRoute


class Line:
    """Whatever sockets a page opens from now on. It can be cut and mended, and messages to the page can be held back."""

    def __init__(self, page: Page) -> None:
        self.said: list[dict[str, Any]] = []
        """What the page has said to the server."""
        self._up, self._holding = True, False
        self._ends: list[tuple[WebSocketRoute, WebSocketRoute]] = []
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []
        page.route_web_socket("**/ws/table/**", self._connect)

    def _connect(self, browser: WebSocketRoute) -> None:
        if not self._up:
            browser.close()
            return
        server = browser.connect_to_server()
        self._ends.append((browser, server))
        browser.on_message(lambda message: self._say(server, message))
        server.on_message(lambda message: self._held.append((browser, message)) if self._holding else browser.send(message))

    def _say(self, server: WebSocketRoute, message: str | bytes) -> None:
        self.said.append(json.loads(message))
        server.send(message)

    @property
    def moves(self) -> list[dict[str, Any]]:
        """The moves that the page has sent."""
        return [message for message in self.said if message["type"] == "act"]

    def cut(self) -> None:
        self._up = False
        for browser, server in self._ends:
            browser.close()
            server.close()
        self._ends = []

    def mend(self) -> None:
        """The line is there again. It is for the page to find out."""
        self._up = True

    def hold(self) -> None:
        """Nothing that the server says arrives, until it is let go."""
        self._holding = True

    def let_go(self) -> None:
        self._holding = False
        for browser, message in self._held:
            browser.send(message)
        self._held = []
