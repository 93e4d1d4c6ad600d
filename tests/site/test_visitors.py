"""What the apps know of who asks: a name for a day, that tells nothing."""

import pytest
from django.core.cache import cache
from django.test import RequestFactory

from bagelsknock_site import visitors
from bagelsknock_site.visitors import Visitor, address, neighbour

pytestmark = pytest.mark.redis


def came(remote: str = "192.0.2.7", **headers: str):
    return RequestFactory().get("/", REMOTE_ADDR=remote, headers=headers)


def visitor(request) -> str:
    return str(Visitor(request))


@pytest.fixture(autouse=True)
def forgetful():
    cache.clear()


def test_the_same_address_has_the_same_name_and_another_has_another():
    assert visitor(came()) == visitor(came()) != visitor(came("192.0.2.8"))


def test_the_name_tells_nothing_and_is_another_one_tomorrow():
    today = visitor(came())
    assert "192" not in today
    assert "192.0.2.7" not in repr(cache._cache)
    cache.clear()  # the salt is gone with its day
    assert visitor(came()) != today


def test_one_visitor_has_many_addresses_of_ipv6():
    assert visitor(came("2001:db8:1:2::1")) == visitor(came("2001:db8:1:2:ffff::9"))
    assert visitor(came("2001:db8:1:2::1")) != visitor(came("2001:db8:1:3::1"))
    assert visitor(came("::ffff:192.0.2.7")) == visitor(came("192.0.2.7"))


def test_forwarded_addresses_are_believed_behind_a_proxy_alone(settings):
    forged = came("10.0.0.1", **{"X-Forwarded-For": "198.51.100.1, 192.0.2.9"})
    settings.BEHIND_PROXY = False
    assert address(forged) == "10.0.0.1"
    settings.BEHIND_PROXY = True
    assert address(forged) == "192.0.2.9"  # what the proxy itself saw
    assert address(came("10.0.0.1")) == "10.0.0.1"


@pytest.mark.parametrize("said", ["", ",", "unknown", "[::1]", "\x00", "x" * 9000, "::::", "1.2.3.4.5"])
def test_nonsense_is_nobody_special(settings, said):
    settings.BEHIND_PROXY = True
    assert len(visitor(came("10.0.0.1", **{"X-Forwarded-For": said}))) == 32
    assert len(visitor(came(""))) == 32


@pytest.mark.parametrize(
    ("one", "same"), [("192.0.2.9:51", "192.0.2.9:52"), ("192.0.2.9:51", "192.0.2.9"), ("[2001:db8::1]:51", "2001:db8::2")]
)
def test_a_port_that_the_proxy_tells_makes_nobody_else(settings, one, same):
    settings.BEHIND_PROXY = True
    assert visitor(came(**{"X-Forwarded-For": one})) == visitor(came(**{"X-Forwarded-For": same}))


def test_in_this_process_a_neighbour_is_known_by_another_name(settings):
    scope = [(b"x-forwarded-for", b"198.51.100.1, 192.0.2.9")], ("10.0.0.1", 5000)
    assert neighbour(*scope) == neighbour([], ("10.0.0.1", 6000)) != neighbour([], ("10.0.0.2", 5000))
    settings.BEHIND_PROXY = True
    assert neighbour(*scope) == neighbour([(b"x-forwarded-for", b"192.0.2.9")], ("10.0.0.1", 1))
    assert neighbour([], None) == neighbour([(b"x-forwarded-for", b"\xff")][:0], None)
    assert b"192" not in neighbour(*scope)
    assert neighbour(*scope).hex() != visitor(came("192.0.2.9"))


def test_a_proxy_that_nobody_told_of_is_told_of_once(settings, caplog, monkeypatch):
    monkeypatch.setattr(visitors, "_warned", False)
    forwarded = [(b"x-forwarded-for", b"198.51.100.1")]
    neighbour(forwarded, ("192.0.2.1", 1))
    assert not caplog.records, "anybody may send that header"
    for _ in range(3):
        neighbour(forwarded, ("127.0.0.1", 1))
    assert ["BEHIND_PROXY" in record.message for record in caplog.records] == [True]
