"""What an attacker puts where something else is expected: texts, whole bodies and headers. `MARK` shows where markup got through."""

import json
import random
from typing import Any
from urllib.parse import quote, quote_from_bytes

MARK = "<fuzz"
"""The beginning of a tag that no page of ours has: found in a page as it stands, somebody's text became markup."""

TEXTS = [
    "", " ", "0", "-1", "-0", "+1", "1.5", "1e9", "NaN", "Infinity", "null", "true", "[]", "{}", "\x00", "a\x00b", "\r\nSet-Cookie: a=b",
    "\nX-Bad: 1",
    "9" * 30, "9" * 5000, "0x10", "٣", "１２", "²", "Ⅷ", "1_000", "999999999", "-999999999", "2147483648", "9223372036854775808", "1" * 400,
    f"{MARK}>", f'">{MARK} src=x onerror=alert(1)>', f"'{MARK}>", f"</script>{MARK}>", f"javascript:{MARK}>", "{{ 7|add:7 }}",
    "{% debug %}", "${7*7}", "%s%n%(a)s", "{0.__class__}",
    "' OR 1=1 --", "'; DROP TABLE games_table; --", "\\", "\\'", "%", "%00", "%0d%0a", "%2e%2e%2f", "../../../../etc/passwd", "..\\..\\",
    "/etc/passwd", "file:///etc/passwd",
    "//evil.example", "/\\evil.example", "https://evil.example/", "http://[::1", "\u202e", "\ufeff", "\u200b", "\u2028", "\ud7ff",
    "\uffff", "\U0010ffff", "\U000e0001", "e" + "\u0301" * 300,
    "ﷺ" * 30, "👩\u200d👧" * 30, "ı", "İ", "ß", "ﬃ", "A" * 300, "A" * 5000, "=cmd|' /C calc'!A0", "\x1b[31m", "\x7f", "a" * 32, "0" * 64,
    "__proto__", "constructor", "__class__",
    "on", "yes", "no", "admin", "None", "undefined", "-", ",", ";", "a,b", "a=b&c=d", "\t", "\n", "٠" * 9, "１" * 9, "1 ", " 1", "1\n",
]  # fmt: skip

TYPES: list[Any] = [
    None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63), 10**30, 1.5, -0.0, 1e308, float("nan"), float("inf"), [], {}, [1], ["a"],
    {"a": 1}, [[[[]]]], "\ud800", "a\udfffb", {"do": "fold"}, [None] * 50,
]  # fmt: skip
"""What JSON can carry beside text. Half a character is written with an escape and is no error to a parser."""

RAW_MESSAGES: list[str | bytes] = [
    "", " ", "null", "0", "[]", "{}", '""', "{", "}", "[" * 3000, '{"a":' * 800, '{"type":"ping"', '{"type":"ping"}{"type":"ping"}',
    '{"type":"ping","type":"act"}', '{"type":NaN}',
    '{"type":"ping","version":' + "9" * 4000 + "}", '{"type":"ping","version":1e999}', '{"type":"\\ud800"}',
    '{"type":"hello","key":"\\ud800\\udc00\\ud800"}', "\x00", "\ufeff{}", "A" * 5000, '{"look":"' + "a" * 3000 + '"}',
    b"", b"\x00", b"{}", b'{"type":"ping"}', b"\xff\xfe", b"\x80" * 4000,
]  # fmt: skip

FORM = "application/x-www-form-urlencoded"
KINDS = [
    FORM, FORM.upper(), f"{FORM}; charset=utf-8", f"{FORM}; charset=utf-16", f"{FORM}; charset=utf-7", f"{FORM}; charset=hex",
    f"{FORM}; charset=idna", f"{FORM}; charset=rot13", f"{FORM}; charset=\x00", f"{FORM}; charset=nonsense",
    "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=x",
    "multipart/form-data; boundary=" + "y" * 300, "multipart/form-data; boundary=\xe9", "multipart/form-data; boundary=x; charset=idna",
    "application/json", "text/plain", "text/xml", "", "x", "\x00/\x00", ";", "a" * 2000, "multipart/mixed; boundary=x",
]  # fmt: skip
HEADERS = {
    "host": ["evil.example", "localhost:99999", "localhost:x", "", "[::1", "localhost\x00", "LOCALHOST", "localhost.",
        "localhost, evil.example", "a" * 3000, "\xff", "xn--\xe9"],
    "origin": ["null", "", "http://evil.example", "http://localhost:1", "http://[broken", "http://localhost@evil.example",
        "http://localhost\xff", "file://", "a" * 3000, "https://localhost:0", "http://localhost:99999999"],
    "sec-fetch-site": ["cross-site", "same-site", "none", "same-origin", "", "\xff", "x" * 500],
    "x-forwarded-host": ["evil.example", "\xff", "a, b"],
    "x-forwarded-for": ["127.0.0.1", "\x00, ::::", "9" * 500, "\xff"],
    "x-forwarded-proto": ["https", "javascript"],
    "accept-language": ["es", "en;q=0.1,es", "\xff" * 50, "es;q=99999", "x" * 5000, "*", "es-ES-x-" + "a" * 200, "-", ";q="],
    "accept-encoding": ["gzip", "gzip;q=0", "*", "\xff"],
    "cookie": ["sessionid=" + "a" * 32, "sessionid=\x00", "csrftoken=\xff; sessionid=;;=;", "a" * 5000, "messages=x"],
    "content-length": ["-1", "0", "abc", "999999999999", "٣", "1, 2", "\xff"],
    "if-none-match": ['W/"x"', "*", "\xff"],
    "if-modified-since": ["x", "Sat, 99 Foo 0000 99:99:99 GMT"],
    "range": ["bytes=0-", "bytes=9-1"],
    "hx-request": ["true", "\xff"],
    "hx-current-url": ["http://evil.example/\xff", "javascript:1"],
    "hx-target": ["\xff", "a" * 300],
    "x-http-method-override": ["DELETE", "PUT"],
    "authorization": ["Bearer ", "Bearer \xff", "Basic YTpi", "x"],
    "content-encoding": ["gzip", "br"],
    "transfer-encoding": ["chunked", "gzip"],
    "expect": ["100-continue"],
    "upgrade": ["websocket", "h2c"],
    "connection": ["upgrade", "close"],
    "user-agent": ["\xff", "", "a" * 5000],
    "referer": ["\xff", "http://evil.example/"],
    "x-csrftoken": ["a" * 64, "\xff"],
}  # fmt: skip
BAD_KEYS = [
    "a" * 32,
    "0" * 32,
    "x",
    "a" * 15,
    "a" * 129,
    "a" * 5000,
    "\xff" * 32,
    "\x00" * 32,
    " " * 32,
    "A_-" * 11,
    "%00",
    "' OR 1=1 --",
    "None",
    "null",
    "aaaaaaaaaaaaaaaa\n",
]
"""No seat's, or none at all by their form."""
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW", "get", "PROPFIND"]


def text(rng: random.Random) -> str:
    """One of the texts, or two of them."""
    return rng.choice(TEXTS) + (rng.choice(TEXTS) if rng.random() < 0.1 else "")


def body(rng: random.Random, fields: dict[str, str]) -> tuple[bytes, str]:
    """The fields as a browser would send them, or something else; and the content type."""
    chance = rng.random()
    if chance < 0.70:
        return "&".join(f"{quote(name)}={quote(value)}" for name, value in fields.items()).encode(), FORM
    if chance < 0.80:
        return _multipart(rng, fields), "multipart/form-data; boundary=x"
    if chance < 0.85:
        return json.dumps({**fields, "x": rng.choice(TYPES)}).encode(), rng.choice(["application/json", FORM])
    if chance < 0.90:
        return b"&".join(b"%s=%s" % (quote(name).encode(), quote_from_bytes(rng.randbytes(9)).encode()) for name in fields), rng.choice(
            KINDS
        )
    raw = [
        b"", b"%", b"%%%=%&=&&=", b"&" * 5000, b"a=1&" * 500, b"=", rng.randbytes(200), b"\x00" * 100,
        b"seat=%ff%fe&to=%c3&card=%ed%a0%80", b"--x\r\nbroken",
        b"--x--", b"A" * 70_000, b"handle=" + b"%41" * 30_000, b"--x\r\n" * 500, b"{" * 900, b"<a/>" * 20,
    ]  # fmt: skip
    return rng.choice(raw), rng.choice(KINDS)


def _multipart(rng: random.Random, fields: dict[str, str]) -> bytes:
    """The fields in parts; half of the time damaged on the way."""
    extra = rng.choice([b"", b"", b'; filename="../../a"', b'; filename="a.php"\r\nContent-Type: text/html', b"; filename*=utf-16''%ff"])
    coded = rng.choice(
        [b"", b"", b"\r\nContent-Transfer-Encoding: base64", b"\r\nContent-Type: text/plain; charset=idna", b"\r\nX: " + b"a" * 2000]
    )
    parts = [
        b'--x\r\nContent-Disposition: form-data; name="%s"%s%s\r\n\r\n%s\r\n' % (name.encode(), extra, coded, value.encode())
        for name, value in fields.items()
    ]
    whole = b"".join(parts) + b"--x--\r\n"
    if rng.random() < 0.5:
        return whole
    cut = rng.randrange(len(whole) + 1)
    return rng.choice([whole[:cut], whole[cut:], whole[:cut] + rng.randbytes(5) + whole[cut:], whole.replace(b"\r\n", b"\n")])
