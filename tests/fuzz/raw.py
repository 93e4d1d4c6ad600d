"""Bytes on the wire that no browser sends, to a real server: broken HTTP, broken WebSocket frames, handshakes that never end."""

import asyncio
import base64
import contextlib
import random
import struct

TAKEN_CARE_OF = 15.0
"""Seconds for an answer, or for the line to be closed: generous, a machine may be busy."""


def requests(host: str, code: str, rng: random.Random) -> list[bytes]:
    """Requests that are none, or nearly so."""
    good = b"Host: " + host.encode() + b"\r\n"
    lines = [
        b"", b"\r\n\r\n", b"\x00" * 100, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET\r\n\r\n", b"GET /\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n",
        b"get / http/1.1\r\n" + good + b"\r\n", b"GET  /  HTTP/1.1\r\n" + good + b"\r\n", b"GET /\xff\xfe HTTP/1.1\r\n" + good + b"\r\n",
        b"GET /%ff%00 HTTP/1.1\r\n" + good + b"\r\n",
        b"GET /table/" + code.encode() + b"/?\xff HTTP/1.1\r\n" + good + b"\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\n" + good + b"\r\n", b"GET * HTTP/1.1\r\n" + good + b"\r\n",
        b"OPTIONS * HTTP/1.1\r\n" + good + b"\r\n", b"CONNECT evil.example:80 HTTP/1.1\r\n" + good + b"\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n" + good + b"\r\n",
        b"GET / HTTP/1.1\r\n" + good + b"X: " + b"a" * 40_000 + b"\r\n\r\n", b"GET / HTTP/1.1\r\n" + good + b"X: y\r\n" * 900 + b"\r\n",
        b"GET / HTTP/1.1\r\n" + good + good + b"\r\n",
        b"GET / HTTP/1.1\r\n" + good + b"no colon\r\n\r\n", b"GET / HTTP/1.1\r\n" + good + b": empty\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + good + b"X: a\x00b\r\n\r\n", b"GET / HTTP/1.1\r\n" + good + b" folded: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n", b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"GET /static/../../../etc/passwd HTTP/1.1\r\n" + good + b"\r\n",
        b"GET /static/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + good + b"\r\n",
        b"GET / HTTP/1.1\r\n" + good + b"X-Seat-Key: \xff\xfe\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + good + b"Cookie: \xff=\xfe; sessionid=\x01\r\n\r\n",
    ]  # fmt: skip
    post = b"POST /open/ HTTP/1.1\r\n" + good + b"Content-Type: application/x-www-form-urlencoded\r\n"
    bodies = [
        b"Content-Length: -1\r\n\r\n", b"Content-Length: abc\r\n\r\n", b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
        b"Content-Length: 99999999999999999999\r\n\r\nx", b"Content-Length: 10\r\n\r\nabc",
        b"Transfer-Encoding: chunked\r\n\r\nZZ\r\nx\r\n", b"Transfer-Encoding: chunked\r\n\r\nffffffffff\r\nx",
        b"Transfer-Encoding: chunked\r\n\r\n-1\r\nx",
        b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\nGET /admin/ HTTP/1.1\r\n\r\n",
        b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", b"Transfer-Encoding: identity\r\n\r\n",
        b"Expect: 100-continue\r\nContent-Length: 4\r\n\r\na=1&",
        b"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 30\r\n\r\n--x\r\nContent-Disposition: form",
        b"Transfer-Encoding: chunked\r\n\r\n5;a=\"b\r\nhello\r\n0\r\n\r\n",
    ]  # fmt: skip
    return [*lines, *(post + body for body in bodies), *(rng.randbytes(rng.randrange(1, 400)) + b"\r\n\r\n" for _ in range(20))]


def handshakes(host: str, code: str) -> list[bytes]:
    """Sockets that are opened wrongly."""
    origin = b"Host: %b\r\nOrigin: http://%b\r\n" % (host.encode(), host.encode())
    start = b"GET /ws/table/" + code.encode() + b"/ HTTP/1.1\r\n" + origin
    up = b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
    key = b"Sec-WebSocket-Key: " + base64.b64encode(b"k" * 16) + b"\r\n"
    version = b"Sec-WebSocket-Version: 13\r\n\r\n"
    return [
        start + up + b"\r\n", start + up + key + b"\r\n", start + up + key + b"Sec-WebSocket-Version: 99\r\n\r\n",
        start + up + b"Sec-WebSocket-Key: \xff\r\nSec-WebSocket-Version: 13\r\n\r\n",
        start + b"Upgrade: websocket\r\n" + key + version,
        start.replace(b"GET", b"POST") + up + key + version,
        start + up + key + b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: \xff, a, " + b"b" * 3000 + b"\r\n\r\n",
        start + up + key + b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Extensions: permessage-deflate; x=" + b"9" * 500 + b"\r\n\r\n",
        b"GET /ws/table/%ff%00/ HTTP/1.1\r\n" + origin + up + key + version,
        b"GET /ws/nowhere/?%ff HTTP/1.1\r\n" + origin + up + key + version,
        b"GET /ws/lobby/?\xff HTTP/1.1\r\n" + origin + up + key + version,
        b"GET /ws/lobby/ HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n" + up + key + version,
        b"GET /ws/lobby/ HTTP/1.1\r\n" + origin.split(b"Origin")[0] + up + key + version,
    ]  # fmt: skip


def frame(
    opcode: int, payload: bytes = b"", *, last: bool = True, masked: bool = True, reserved: int = 0, length: int | None = None
) -> bytes:
    """A WebSocket frame, right or wrong."""
    size = len(payload) if length is None else length
    head = bytes([(0x80 if last else 0) | reserved << 4 | opcode])
    mask = 0x80 if masked else 0
    if size < 126:
        head += bytes([mask | size])
    elif size < 65536:
        head += bytes([mask | 126]) + struct.pack(">H", size)
    else:
        head += bytes([mask | 127]) + struct.pack(">Q", size)
    return head + (b"\0\0\0\0" if masked else b"") + payload


FRAMES = [
    frame(1, b"hello", masked=False), frame(1, b"hello", reserved=4), frame(3, b"x"), frame(15), frame(1, b"\xff\xfe\x80"),
    frame(1, b"a", last=False) + frame(1, b"b"), frame(0, b"alone"),
    frame(9, b"p" * 125), frame(9, b"p" * 200), frame(9, last=False), frame(8, b"\x03"), frame(8, b"\x03\xe7"), frame(8, b"\x03\xe8\xff"),
    frame(8, b"\xff\xff"), frame(8), frame(10, b"unasked"),
    frame(1, b"", length=2**62), frame(1, b"", length=2**63), frame(1, b"x" * 70_000), frame(2, b"\x00" * 66_000),
    frame(1, b"A" * 60_000), frame(1, b"[" * 60_000), frame(1, b"", last=False) * 200, frame(2, b"\x00\xff"),
    frame(1, b'{"type":"hello","key":"' + b"a" * 4000 + b'"}'), frame(1, b"{}") * 200, frame(9) * 300, b"GET / HTTP/1.1\r\n\r\n",
    b"\x00" * 50, b"\xff" * 50, frame(1, b"x", length=500),
]  # fmt: skip
"""What is said over a socket that was opened well."""


async def send(host: str, data: bytes, *, hang_up: bool = True) -> bytes:
    """What comes back for these bytes, until the other end closes or we do."""
    reader, writer = await asyncio.open_connection(*host.split(":"))
    heard = b""
    try:
        writer.write(data)
        if hang_up:
            writer.write_eof()
        with contextlib.suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(TAKEN_CARE_OF):
                while piece := await reader.read(65536):
                    heard += piece
    finally:
        writer.transport.abort()
    return heard
