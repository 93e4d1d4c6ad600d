"""Two hundred malformed posts: none is an error of ours, and nothing that can be kept is lost."""

import random

import pytest
from django.core.cache import cache

from contact.models import Message
from tests.contact.people import form, kept

FORM = "application/x-www-form-urlencoded"
# ruff: noqa: E501
NASTY = [
    "\x00", "a\x00b", "\r\nBcc: bo@example.org", "%0d%0aBcc:", "\u202e", "\ufeff", "\ud7ff", "\uffff", "\U0010ffff", "e" + "\u0301" * 900,
    "ﷺ" * 300, "<svg onload=x>", "{{ 7 }}{% x %}", "%s%n%(a)s", "'; DROP TABLE contact_message; --", "\x1b[31m", "=cmd|' /C calc'!A0", " " * 6000,
    "A" * 60_000, "http://a.example " * 50, "👩\u200d👧" * 900, "ı" * 99, "a@b@c", "a@" + "b." * 200 + "c", '"a b"@example.org', "a@[127.0.0.1]",
]  # fmt: skip
BODIES = [
    (b"", FORM), (b"%", FORM), (b"name=%ff%fe&email=%c3&text=%ed%a0%80", FORM), (b"name=%00&email=%00&text=%00&token=%00", FORM),
    (b"&" * 60_000, FORM), (b"a=1&" * 500, FORM), (b"name=Ann&name=Bo&email=x&text=y", FORM), (b"\xff\xfe\x00\x01" * 99, FORM),
    (b"x" * 70_000, FORM), (b"name=" + b"A" * 200_000, FORM), (b"{}", "application/json"), (b"<a/>", "text/xml"), (b"\x00", "x/y"), (b"text=hi", ""),
    (b"text=hi", f"{FORM}; charset=utf-16"), (b"text=hi", f"{FORM}; charset=utf-7"), (b"text=hi", f"{FORM}; charset=hex"),
    (b"text=hi", f"{FORM}; charset=nonsense"), (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
    (b"--x--", "multipart/form-data"), (b"x", "multipart/form-data; boundary=" + "y" * 300), (b"x", "multipart/form-data; boundary=\xe9"),
    (b'--x\r\nContent-Disposition: form-data; name="text"; filename="../../a"\r\n\r\nhello\r\n--x--\r\n', "multipart/form-data; boundary=x"),
    (b'--x\r\nContent-Disposition: form-data; name="text"\r\nContent-Transfer-Encoding: base64\r\n\r\n!!\r\n--x--\r\n', "multipart/form-data; boundary=x"),
]  # fmt: skip


@pytest.mark.django_db
def test_two_hundred_malformed_posts(client):
    rng, posts = random.Random(5), 0
    client.raise_request_exception = False
    for path in ("/contact/", "/contact/check/"):
        for body, kind in BODIES:
            answer = client.generic("POST", path, body, content_type=kind)
            assert answer.status_code < 500, (path, body[:40], kind)
            assert path == "/contact/check/" or answer.status_code in (400, 413), (body[:40], kind)
            posts += 1
    while posts < 230:
        cache.clear()
        before = Message.objects.count()
        fields = form(text=f"Hello number {posts}")
        for name in rng.sample(sorted(fields), rng.randint(1, 3)):
            fields[name] = rng.choice(NASTY) + (fields[name] if rng.random() < 0.5 else "")
        for name in rng.sample(sorted(fields), rng.choice((0, 0, 0, 1))):
            del fields[name]
        headers = rng.choice(({}, {"HX-Request": "true"}, {"X-Forwarded-For": "\x00, ::::"}, {"Accept-Language": "\xff" * 50}))
        answer = client.post("/contact/", fields, headers=headers)
        assert answer.status_code in (302, 400, 409, 413), fields
        assert Message.objects.count() - before == (answer.status_code == 302)
        if answer.status_code in (400, 409):
            again = kept(answer.content.decode())
            for name in ("name", "email", "text"):
                visible = "".join(char for char in fields.get(name, "") if char.isalnum())
                assert "".join(char for char in again[name] if char.isalnum()) == visible
        posts += 1
