"""Daphne's door, for visitors who mean no good. Daphne hands a request on when all of it has come, a body of any length, and keeps whatever
a page does not read. Here a body that is too long is refused before it comes, a request has some time to come and no more, and a socket
is read as long as it reads.

Other ASGI servers have settings for these; what is bound by the site itself, they are told by `asgi` and `games.consumers`, too.
"""

import socket
import time
from collections import Counter
from functools import lru_cache
from io import BytesIO

import daphne.server
from autobahn.websocket.protocol import PreparedMessage
from autobahn.websocket.protocol import WebSocketProtocol as Protocol
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from twisted.internet import reactor
from twisted.internet.tcp import Connection

from bagelsknock_site.visitors import neighbour
from games import metrics, sockets
from games.limits import Pace, too_fast

COMING = 30.0
"""Seconds in which all of a request must have come."""
LINGER = 2.0
"""Seconds for which what still comes of a refused body is thrown away, so that its sender gets to read why."""
IN_SYSTEM = 64 * 1024
"""Bytes that the system holds for a page (it takes twice that for itself)."""
UNREAD = 128 * 1024
"""Bytes that may wait for a page which does not read, beside these and 64 KB here: some twenty whole boards."""
UNANSWERED = 50
"""Messages of a socket that may wait for an answer: a few more than it may say at once."""
LONGEST = 8 * 1024
"""Bytes of a message that comes in; a longer one ends the socket with code 1009. (From 4 KB on it is refused in words.)"""
LONGEST_OUT = 256 * 1024
"""Bytes of a message that goes out, of which Daphne has but one number for both."""

_IGNORED = (
    b"daphne-root-path",  # the site is at the root of its host, and anybody may send this
    b"sec-websocket-protocol",  # our sockets have none, and Daphne fails on some
)


class Request(WebRequest):
    """A request whose body is bounded, in length and in time."""

    def __init__(self, *args, **kwargs) -> None:
        self._began, self._refused = time.monotonic(), False
        super().__init__(*args, **kwargs)

    def gotLength(self, length: int | None) -> None:
        """The headers have come. A body that says how long it is, is not waited for if it is too long."""
        self.content = BytesIO()
        if length is not None and length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            self.requestHeaders.removeHeader(b"expect")
            self.channel.length = 0
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:
        """Some of the body. One that does not say how long it is, is read until it is too long."""
        if self._refused:
            return
        self.content.write(data)
        if self.content.tell() > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            self._refuse()
            reactor.callLater(0, self._as_if_complete, self.channel)

    def _refuse(self) -> None:
        """The site says why (`asgi`); the connection ends with it."""
        self._refused = True
        channel = self.channel
        channel.persistent = False
        channel.loseConnection = lambda: _linger(channel)

    @staticmethod
    def _as_if_complete(channel) -> None:
        if hasattr(channel, "_command"):  # it is not complete indeed
            channel.dataReceived = lambda data: None
            channel.allContentReceived()

    def process(self):
        for name in _IGNORED:
            self.requestHeaders.removeHeader(name)
        return super().process()

    def check_timeouts(self) -> None:
        super().check_timeouts()
        if self.channel and not hasattr(self, "request_start") and time.monotonic() - self._began > COMING:
            self.channel.forceAbortClient()


def _linger(channel) -> None:
    """Close one's own half of the line, and for a while throw away what comes: a line that is cut takes away the answer, too."""
    channel.dataReceived = lambda data: None
    transport = channel.transport
    channel._networkProducer.unregisterProducer()
    transport.resumeProducing()
    transport.loseWriteConnection()
    reactor.callLater(LINGER, transport.abortConnection)


class RequestFactory(HTTPFactory):
    """Where connections come in. Behind a proxy all of them are the proxy's; else each address may have so many, and so many new ones."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self._open: Counter[bytes] = Counter()

    def buildProtocol(self, addr):
        whose = None if settings.BEHIND_PROXY else neighbour([], [addr.host] if hasattr(addr, "host") else None)
        if whose and (self._open[whose] >= settings.LIMITS["lines"].most or too_fast("new_lines", whose)):
            metrics.refused("lines_often")
            return None
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = Request
        if whose:
            self._count(protocol, whose)
        return protocol

    def _count(self, protocol, whose: bytes) -> None:
        make = protocol.makeConnection

        def made(transport) -> None:
            lose = transport.connectionLost

            def lost(*args) -> None:
                self._open[whose] -= 1
                if not self._open[whose]:
                    del self._open[whose]
                lose(*args)

            self._open[whose] += 1
            transport.connectionLost = lost
            make(transport)

        protocol.makeConnection = made


class Socket(WebSocketProtocol):
    """A socket that is not read while its page does not read, and dropped if too much has to wait for it, or comes from it."""

    def onOpen(self) -> None:
        self._frames, self._behind = Pace("frames"), -1
        # Left to itself, the system holds up to 4 MB for a page that does not read
        self.transport.getHandle().setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, IN_SYSTEM)
        # Until now it was the HTTP connection that was told
        self.transport.unregisterProducer()
        self.transport.registerProducer(self, True)
        super().onOpen()

    # --- what goes out ---

    def pauseProducing(self) -> None:
        """From the transport, with everything that is sent while 64 KB wait."""
        self._behind = max(self._behind, 0)
        self.transport.pauseProducing()

    def resumeProducing(self) -> None:
        """From the transport: all of it is on its way."""
        self._behind = -1
        self.transport.resumeProducing()

    def stopProducing(self) -> None:
        """From the transport: it is gone."""

    def serverSend(self, content, binary: bool = False) -> None:
        if getattr(self, "_behind", -1) >= 0:
            self._behind += len(content)
            if self._behind > UNREAD:
                self._drop(sockets.UNREAD, "unread")
                return
        if self.state == Protocol.STATE_OPEN and not binary:
            self.sendPreparedMessage(_prepared(content))
        else:
            super().serverSend(content, binary)

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        """Bytes of frames. Twisted sends nothing before it has asked the system to be told when the line takes more, and then asks it to be
        told no more: what the line takes at once needs neither."""
        line = self.transport
        if isinstance(line, Connection) and not (line.dataBuffer or line._tempDataBuffer or self.send_queue or sync or chopsize):
            sent = line.writeSomeData(data)
            if sent == len(data):
                return
            if isinstance(sent, int):  # else the line is broken, as Twisted will find when it tries
                data = data[sent:]
        super().sendData(data, sync, chopsize)

    # --- what comes in ---

    def processData(self) -> bool:
        """A frame, or a part of one. What costs little to send costs a little to read, too."""
        if self._frames.too_fast():
            self._drop(sockets.TOO_MUCH, "frames_often")
            return False
        return super().processData()

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        if len(payload) > LONGEST:
            self._drop(Protocol.CLOSE_STATUS_CODE_MESSAGE_TOO_BIG, "message_too_long")
        elif self.application_queue.qsize() >= UNANSWERED:
            self._drop(sockets.TOO_MUCH, "messages_often")
        else:
            super().onMessage(payload, isBinary)

    def _drop(self, code: int, reason: str) -> None:
        """Say why, to whom it may concern, and cut the line in a second; meanwhile nothing is read."""
        if self.state == Protocol.STATE_OPEN:
            metrics.refused(reason)
            Protocol.sendCloseFrame(self, code=code)
        self.muted, self.data = False, b""
        self.transport.pauseProducing()


@lru_cache(maxsize=16)
def _prepared(text: str) -> PreparedMessage:
    """A text as it goes over the line: once for all pages that are sent the same, as those of the lobby are."""
    return PreparedMessage(text.encode(), isBinary=False, applyMask=False, doNotCompress=False)


class SocketFactory(WebSocketFactory):
    protocol = Socket

    def setProtocolOptions(self, **options) -> None:
        # failByDrop: what is no message of the protocol would end the line without a word
        ours = {"maxMessagePayloadSize": LONGEST_OUT, "maxFramePayloadSize": LONGEST, "failByDrop": False}
        super().setProtocolOptions(**options | ours)


def guard() -> None:
    """Before Daphne opens its door."""
    daphne.server.HTTPFactory, daphne.server.WebSocketFactory = RequestFactory, SocketFactory
