"""The operator's login: guessing gets nowhere, and the operator is not locked out by it."""

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client

from bagelsknock_site.settings import LIMITS
from tests.cache_time import let_pass

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
OF_ADDRESS, OF_NAME, IN_ALL = (LIMITS[what].most for what in ("logins", "logins_by_name", "logins_in_all"))
HOME, ELSEWHERE = "192.0.2.7", "198.51.100.9"


@pytest.fixture(autouse=True)
def operator(settings):
    settings.LIMITS = LIMITS
    cache.clear()
    return get_user_model().objects.create_superuser("operator", password=PASSWORD)


def tried(password: str, *, name: str = "operator", address: str = ELSEWHERE, **more: str):
    """The answer to somebody who has just opened the page there and tries this."""
    return Client(REMOTE_ADDR=address).post("/admin/login/", {"username": name, "password": password, "next": "/admin/", **more})


def test_after_five_tries_from_one_address_the_password_is_not_looked_at(monkeypatch):
    assert [tried(f"guess {number}").status_code for number in range(OF_ADDRESS)] == [200] * OF_ADDRESS
    answer = tried(PASSWORD)
    assert answer.status_code == 429
    assert "Too many tries to log in" in answer.content.decode()
    assert "in 5 minutes" in answer.content.decode()
    assert answer["Retry-After"] == "300"
    assert "sessionid" not in answer.cookies
    assert tried(PASSWORD, address=HOME).status_code == 302, "others log in meanwhile"
    let_pass(monkeypatch, LIMITS["logins"].seconds)
    assert tried(PASSWORD).status_code == 302, "and so they do, five minutes later"


def test_other_names_and_spellings_are_no_way_around():
    for number in range(OF_ADDRESS):
        tried("guess", name=f"operator{number}")
    assert tried(PASSWORD).status_code == 429
    cache.clear()
    for number in range(OF_NAME):
        spelled = ("operator", "OPERATOR", " operator ", "ｏｐｅｒａｔｏｒ")[number % 4]
        tried("guess", name=spelled, address=f"198.51.100.{number}")
    assert tried("guess", address=HOME).status_code == 429


def test_a_name_that_is_guessed_at_from_everywhere_still_logs_in_where_it_did_before():
    assert tried(PASSWORD, address=HOME).status_code == 302
    for number in range(OF_NAME + 1):
        last = tried("guess", address=f"198.51.100.{number}")
    assert last.status_code == 429
    assert tried(PASSWORD, address=HOME).status_code == 302
    assert tried(PASSWORD, address="203.0.113.1").status_code == 429


def test_a_flood_of_names_from_everywhere_does_not_keep_the_database_busy():
    tried(PASSWORD, address=HOME)
    answers = [tried("guess", name=f"n{number}", address=f"198.51.100.{number}").status_code for number in range(IN_ALL + 5)]
    assert answers.count(429) >= 5
    assert tried(PASSWORD, address=HOME).status_code == 302


@pytest.mark.embedded
def test_neither_name_nor_address_is_kept():
    tried("guess", address=HOME)
    kept = repr(cache._cache)
    assert "logins" in kept
    assert "operator" not in kept
    assert HOME not in kept


def test_a_cache_that_fails_locks_nobody_out(monkeypatch):
    def fails(*args, **kwargs):
        raise ConnectionError("gone")

    for name in ("add", "incr", "get", "set", "get_or_set"):
        monkeypatch.setattr(type(cache._connections[cache._alias]), name, fails)
    assert tried(PASSWORD).status_code == 302


def test_in_the_operators_language():
    for number in range(OF_ADDRESS + 1):
        answer = Client(REMOTE_ADDR=HOME).post("/admin/login/", {"username": f"{number}"}, headers={"Accept-Language": "es"})
    assert "Demasiados intentos" in answer.content.decode()
