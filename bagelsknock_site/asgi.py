"""The one way in: pages, static files and sockets; and the place where a server process starts the clock of the tables."""

import gc
import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bagelsknock_site.settings")

import django

django.setup()

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIHandler
from django.db import connection
from django.http import HttpResponseBadRequest
from django.urls import re_path

from bagelsknock_site import farewell, health, startup
from bagelsknock_site.languages import Spoken
from bagelsknock_site.metrics import metrics
from bagelsknock_site.overload import in_turn
from bagelsknock_site.security import BODY_TOO_LARGE, HEADERS, OwnOriginOnly
from bagelsknock_site.static_files import StaticFiles
from bagelsknock_site.visitors import Neighbourly
from games import clock
from games.routing import websocket_urlpatterns as table_sockets
from lobby.routing import websocket_urlpatterns as lobby_sockets


class Pages(ASGIHandler):
    """Django's handler with a bound on the body and, on SQLite, one database thread for the whole process."""

    async def __call__(self, scope, receive, send):
        receive = _bounded(scope, receive)
        if connection.vendor != "sqlite":
            return await super().__call__(scope, receive, send)
        # Django's own __call__ gives every request a thread of its own (ThreadSensitiveContext), and so a new connection: a lobby page
        # takes 8 ms with it and 6 ms without, and several writing threads would wait for each other's locks. Without it all requests,
        # consumers and the clock share the one thread, and the one open connection, of sync_to_async.
        return await self.handle(scope, receive, send)

    def create_request(self, scope, body_file):
        """A request whose address or content type Django cannot read comes to no middleware, so its refusal gets our headers here.

        What reading them raises, Django itself lets through when the content type names a charset that it has to look up.
        """
        try:
            request, refusal = super().create_request(scope, body_file)
        except (SuspiciousOperation, ValueError):
            request, refusal = None, HttpResponseBadRequest()
        for name, value in HEADERS.items() if refusal else ():
            refusal.headers[name] = value
        return request, refusal


class Lifespan:
    """Starts the clock under servers that speak ASGI's lifespan protocol (uvicorn, hypercorn)."""

    async def __call__(self, scope, receive, send):
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                if weak := startup.weak(None):  # `serve` has asked already
                    await send({"type": "lifespan.startup.failed", "message": " ".join(f"{each.msg} {each.hint}" for each in weak)})
                    return
                clock.start()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return


def _bounded(scope, receive):
    """`receive` that hands out no more of a body than DATA_UPLOAD_MAX_MEMORY_SIZE. Of a longer one it hands out nothing more, so that it is
    refused without waiting for the rest (security.py), and marks the scope."""
    room = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    declared = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    over = declared.isdigit() and int(declared[:20]) > room
    scope[BODY_TOO_LARGE] = over
    told = False

    async def bounded():
        nonlocal room, over, told
        if not over:
            message = await receive()
            room -= len(message.get("body", b""))
            if room >= 0:
                return message
            scope[BODY_TOO_LARGE] = over = True
        if not told:
            told = True
            return {"type": "http.request", "body": b"", "more_body": False}
        while (message := await receive())["type"] == "http.request":
            pass  # what still comes in of it
        return message

    return bounded


def _start_under_daphne() -> None:
    """Daphne has no lifespan. When its reactor says that it starts, the asyncio loop does not run yet; one turn later it does."""
    if "daphne.server" in sys.modules and "twisted.internet.reactor" in sys.modules:
        from twisted.internet import reactor

        from bagelsknock_site import door

        door.guard()
        reactor.callWhenRunning(reactor.callLater, 0, clock.start)
        reactor.callWhenRunning(reactor.callLater, 0, farewell.expect)


_pages, _static = Pages(), StaticFiles()
_nowhere = re_path("", WebsocketDenier.as_asgi())  # URLRouter would raise


_doors = {"/healthz": health.healthy, "/readyz": health.ready, "/metrics": metrics}


async def _http(scope, receive, send):
    beside = _doors.get(scope["path"]) or (_static if scope["path"].startswith(settings.STATIC_URL) else None)
    with farewell.under_way():
        if beside:
            await beside(scope, receive, send)
        else:
            await in_turn(_pages, scope, receive, send)


_router = ProtocolTypeRouter(
    {
        "http": _http,
        "websocket": OwnOriginOnly(Neighbourly(Spoken(URLRouter([*table_sockets, *lobby_sockets, _nowhere])))),
        "lifespan": Lifespan(),
    }
)


async def application(scope, receive, send):
    """The site is at the root of its host. Daphne believes anybody's `Daphne-Root-Path`, and Django puts that before every address."""
    await _router(scope if scope["type"] == "lifespan" else {**scope, "root_path": ""}, receive, send)


def _collect_seldom() -> None:
    """Python looks for garbage that refers to itself whenever 700 objects more have come than gone, which is with nearly every move, and
    from time to time through everything: everybody waits for that. A move leaves no such garbage, and what is there now stays."""
    gc.freeze()
    gc.set_threshold(50_000)


_start_under_daphne()
_collect_seldom()
