"""Mail to the operator: sent by the job, once; a server that is down loses nothing."""

import smtplib
import socket
import threading
import time

import pytest
from django.core import mail

from contact.mail import send_unsent
from contact.models import Message
from tests.contact.people import form

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def operator(settings):
    settings.CONTACT_EMAIL_TO = ["operator@example.org"]
    return settings


def test_a_message_is_mailed_once_and_can_be_answered(client):
    client.post("/contact/", form(name="Ann, the Second"))
    assert mail.outbox == []  # a visitor waits for no mail server
    send_unsent()
    send_unsent()
    (letter,) = mail.outbox
    assert letter.to == ["operator@example.org"]
    assert letter.message()["Reply-To"] == '"Ann, the Second" <ann@example.org>'
    assert "Is the lobby open at night?" in letter.body
    assert Message.objects.get().mailed_at


def test_nobody_to_mail_to(client, settings):
    settings.CONTACT_EMAIL_TO = []
    client.post("/contact/", form())
    send_unsent()
    assert mail.outbox == []
    assert Message.objects.get().mailed_at is None


def test_spam_is_not_mailed(client):
    client.post("/contact/", form(website="x"))
    send_unsent()
    assert mail.outbox == []


def test_a_server_that_is_down_loses_nothing(client, settings, caplog):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        settings.EMAIL_PORT = free.getsockname()[1]
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1"
    assert client.post("/contact/", form()).status_code == 302
    assert send_unsent() == 0
    assert Message.objects.get().mailed_at is None
    assert "the mail server cannot be reached" in caplog.text
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    send_unsent()
    assert len(mail.outbox) == 1


def test_a_server_that_hangs_is_not_waited_for_long(client, settings):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        threading.Thread(target=lambda: silent.accept(), daemon=True).start()
        settings.EMAIL_BACKEND, settings.EMAIL_HOST = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1"
        settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = silent.getsockname()[1], 0.2
        client.post("/contact/", form())
        began = time.monotonic()
        assert send_unsent() == 0
        assert time.monotonic() - began < 5


def test_a_message_that_no_server_takes_holds_up_no_other(client, monkeypatch, caplog):
    client.post("/contact/", form(text="One"))
    client.post("/contact/", form(name="Bo", email="bo@example.org", text="Two"))
    send = mail.EmailMessage.send

    def picky(letter, *args, **kwargs):
        if "One" in letter.body:
            raise smtplib.SMTPRecipientsRefused({"ann@example.org": (550, b"no")})
        return send(letter, *args, **kwargs)

    monkeypatch.setattr(mail.EmailMessage, "send", picky)
    send_unsent()
    assert [message.mail_failures for message in Message.objects.order_by("pk")] == [1, 0]
    assert len(mail.outbox) == 1
    assert "ann@example.org" not in caplog.text


def test_a_server_that_hangs_up_is_not_asked_for_every_message(client, monkeypatch):
    tried = []
    for number in range(3):
        client.post("/contact/", form(text=f"Number {number}"))

    def hang_up(letter, *args, **kwargs):
        tried.append(letter)
        raise smtplib.SMTPServerDisconnected

    monkeypatch.setattr(mail.EmailMessage, "send", hang_up)
    send_unsent()
    assert len(tried) == 1


@pytest.mark.parametrize(
    ("sender", "header"),
    [
        ({"email": "ann@exämple.org"}, "Ann <ann@xn--exmple-cua.org>"),
        ({"email": "ann@１２７.org"}, "Ann <ann@127.org>"),
        ({"name": "Änn"}, "=?utf-8?q?=C3=84nn?= <ann@example.org>"),
        ({"name": "=?utf-8?q?=E2=80=AE?="}, "= ?utf-8?q?=E2=80=AE?= <ann@example.org>"),
    ],
)
def test_every_sender_that_the_form_takes_can_be_mailed(client, sender, header):
    client.post("/contact/", form(name="Ann") | sender)
    assert send_unsent() == 1
    assert mail.outbox[0].message()["Reply-To"] == header


def test_an_address_that_fits_no_header_is_in_the_letter_alone(client):
    client.post("/contact/", form())
    Message.objects.update(email="ann@" + "ä" * 80 + ".org")
    assert send_unsent() == 1
    assert not mail.outbox[0].reply_to
    assert "ann@ä" in mail.outbox[0].body
