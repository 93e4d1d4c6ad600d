"""The site's settings with no pauses and a throw-away database."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

_scratch = Path(tempfile.mkdtemp(prefix="bagelsknock-tests-"))
atexit.register(shutil.rmtree, _scratch, ignore_errors=True)
os.environ["BAGELSKNOCK_VAR"] = str(_scratch)
os.environ.setdefault("SQLITE_SYNCHRONOUS", "OFF")

from bagelsknock_site.settings import *  # noqa: E402, F403
from bagelsknock_site.settings import CACHES, CHANNEL_LAYERS, DATABASES, LIMITS, REDIS_URL  # noqa: E402

if "sqlite3" in DATABASES["default"]["ENGINE"]:
    # A file, not memory: consumers and the clock use the database from another thread, and connections to a database in memory
    # lock each other out.
    DATABASES["default"]["TEST"] = {"NAME": str(_scratch / "test.sqlite3")}

if REDIS_URL:
    # Test processes side by side share one Redis: none may clear another's cache or hear what is told to another's pages.
    _worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    CACHES["default"]["LOCATION"] = f"{REDIS_URL.rpartition('/')[0]}/{_worker.removeprefix('gw')}"
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = _worker

COMPUTER_PAUSE = (0, 0)
PAUSE_SCALE = 0.01
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# All tests come from one address, and hurry. Those about limits set their own (tests/limits.py).
_PEOPLE = ("phrases", "hints", "reports", "contact", "chatter", "boards", "frames")
LIMITS = {what: limit if what in _PEOPLE else limit._replace(most=10**9) for what, limit in LIMITS.items()}
