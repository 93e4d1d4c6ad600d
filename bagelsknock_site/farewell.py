"""The end of a server process under daphne, on SIGTERM: in peace, and nobody loses anything.

First /readyz says that this process ends, for as long as the proxy needs to notice (`DRAIN`), while everything goes on. Then nobody is
let in any more, sockets are closed when the message in work is answered (`games.sockets`), and requests under way are waited for. A
second SIGTERM, or Ctrl-C, ends the process at once; that loses nothing that was acknowledged, either.
"""

import asyncio
import contextlib
import logging
import signal
import threading

from django.conf import settings

from games import sockets

logger = logging.getLogger(__name__)

PATIENCE = 10.0  # seconds for the sockets and the requests under way; systemd kills after 90

_begun: asyncio.Task[None] | None = None  # the farewell, once it has begun
_under_way = 0


def leaving() -> bool:
    """Whether this process has been told to end."""
    return _begun is not None


@contextlib.contextmanager
def under_way():
    """A request that the end of the process waits for."""
    global _under_way
    _under_way += 1
    try:
        yield
    finally:
        _under_way -= 1


def expect() -> None:
    """From daphne's running reactor: SIGTERM is a farewell from now on."""
    from autobahn.websocket.protocol import WebSocketProtocol as Protocol
    from daphne.ws_protocol import WebSocketProtocol

    # Autobahn's sendClose allows the codes that a client may use; 1011 and 1012 are a server's
    WebSocketProtocol.serverClose = lambda self, code=None: Protocol.sendCloseFrame(self, code=code or 1000)
    if threading.current_thread() is threading.main_thread():  # `runserver` serves in another one, and has its own way to end
        signal.signal(signal.SIGTERM, _terminated)


def _terminated(signum: int, frame: object) -> None:
    from twisted.internet import reactor

    reactor.callFromThread(_begin)


def _begin() -> None:
    from twisted.internet import reactor

    global _begun
    if _begun is None:
        _begun = asyncio.get_event_loop().create_task(_leave())
    else:
        reactor.stop()


async def _leave() -> None:
    from twisted.internet import reactor
    from twisted.internet.tcp import Port

    try:
        await asyncio.sleep(settings.DRAIN)
        for reader in reactor.getReaders():
            if isinstance(reader, Port):
                reader.stopListening()
        async with asyncio.timeout(PATIENCE):
            await sockets.farewell()
            while sockets.count() or _under_way:  # noqa: ASYNC110  an event would be work for every request
                await asyncio.sleep(0.05)
    except TimeoutError:
        logger.warning("not everything was finished in %s seconds", PATIENCE)
    except Exception:
        logger.exception("the farewell")
    finally:
        reactor.stop()
