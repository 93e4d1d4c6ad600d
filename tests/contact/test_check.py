"""Fields that are checked while the form is filled in."""

import pytest

from contact.models import Message

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"email": "ann"}, "like name@example.org"),
        ({"email": "ann@example.org"}, ""),
        ({"name": ""}, "tell us your name"),
        ({"name": "Ann"}, ""),
        ({"text": "x" * 5010}, "too long by 10"),
        ({"text": "Hello"}, ""),
        ({"token": "x"}, ""),
        ({}, ""),
    ],
)
def test_only_what_was_sent_is_checked(client, fields, said):
    answer = client.post("/contact/check/", fields)
    assert answer.status_code == 200
    text = answer.content.decode()
    assert said in text if said else text == ""
    assert not Message.objects.exists()


def test_what_was_typed_comes_back_as_no_markup(client):
    assert "<" not in client.post("/contact/check/", {"email": "<b>"}).content.decode()


def test_only_by_post(client):
    assert client.get("/contact/check/").status_code == 405
