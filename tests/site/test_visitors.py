"""What the apps know of who asks: a name for a day, that tells nothing."""

import pytest
from django.core.cache import cache
from django.test import RequestFactory

from bagelsknock_site.visitors import address, visitor

pytestmark = pytest.mark.redis


def came(remote: str = "192.0.2.7", **headers: str):
    return RequestFactory().get("/", REMOTE_ADDR=remote, headers=headers)


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
