"""Daphne's door, by its parts; what it is good for is in tests/scaled/test_hostile.py."""

import subprocess
import sys

TRY = """
import os, socket
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
import daphne.server, django
django.setup()
from types import SimpleNamespace
from django.conf import settings
from twisted.internet.address import IPv4Address
from twisted.internet.testing import StringTransport
from bagelsknock_site import door
from games import limits

door.guard()
assert daphne.server.HTTPFactory is door.RequestFactory and daphne.server.WebSocketFactory is door.SocketFactory


def come(address, factory):
    protocol = factory.buildProtocol(IPv4Address("TCP", address, 5000))
    if protocol is None:
        return None
    transport = StringTransport()
    transport.connectionLost = lambda *reason: None
    protocol.makeConnection(transport)
    return transport


def limit(**most):
    settings.LIMITS = settings.LIMITS | {what: settings.LIMITS[what]._replace(most=number) for what, number in most.items()}


# so many lines of an address at once
factory = door.RequestFactory(SimpleNamespace(connections={}))
limit(lines=2)
first, second = come("192.0.2.1", factory), come("192.0.2.1", factory)
assert first and second and come("192.0.2.1", factory) is None and come("192.0.2.2", factory)
first.connectionLost("gone")
assert come("192.0.2.1", factory) and come("192.0.2.1", factory) is None

# so many new ones in a while
factory = door.RequestFactory(SimpleNamespace(connections={}))
limits._paces.clear()
limit(lines=1000, new_lines=3)
for _ in range(3):
    come("192.0.2.1", factory).connectionLost("gone")
assert come("192.0.2.1", factory) is None and come("192.0.2.2", factory)
assert len(factory._open) == 1, "nothing is left of who is gone"

# behind a proxy they are all the proxy's
settings.BEHIND_PROXY = True
assert come("192.0.2.1", factory)

# a request has some time to come
ended = []
late = object.__new__(door.Request)
late.server, late._began = SimpleNamespace(http_timeout=None), door.time.monotonic()
late.channel = SimpleNamespace(forceAbortClient=lambda: ended.append(1))
late.check_timeouts()
assert not ended
late._began -= door.COMING + 1
late.check_timeouts()
assert ended
late.request_start, ended = 0, []
late.channel.forceAbortClient = lambda: ended.append(1)
late.check_timeouts()
assert not ended, "one that has come may take its time"

# what a line takes is written at once, the rest in its turn and in order; a broken one is left to Twisted, which ends it
page, ours = socket.socketpair()
page.settimeout(10)
waits = set()
reactor = SimpleNamespace(addWriter=waits.add, removeWriter=waits.discard)
line = door.Connection(ours, SimpleNamespace(), reactor)
line.connected = 1
protocol = door.Socket()
protocol.transport, protocol.send_queue, protocol.state, protocol.logOctets = line, [], None, False
protocol.sendData(b"first")
assert page.recv(9) == b"first" and not waits
long = bytes(range(256)) * 20_000
protocol.sendData(long)
assert waits, "it does not take that much at once"
protocol.sendData(b"last")
read = b""
while waits:
    read += page.recv(1 << 20)
    assert line.doWrite() is None
while len(read) < len(long + b"last"):
    read += page.recv(1 << 20)
assert read == long + b"last"
page.close()
protocol.sendData(b"to nobody")
assert waits and isinstance(line.doWrite(), Exception)
print("all right")
"""


def test_lines_and_late_requests() -> None:
    """In a process of its own: daphne brings a loop of its own, which the tests of consumers would not get rid of."""
    done = subprocess.run([sys.executable, "-c", TRY], capture_output=True, text=True, check=False)
    assert done.stdout.endswith("all right\n"), done.stderr
