"""What must be there before the site is served, said in a sentence that an operator can act on; no traceback, and no password."""

import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register
from django.core.checks.security.base import check_secret_key
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

WAIT = 5  # seconds for a server to answer at the start
RANDOM = 45
"""Bytes that a secret of 50 random characters still has when it is compressed; "changeme" ten times has 18."""
MIGRATING = 0x6261_6765_6C73
"""The number of PostgreSQL's advisory lock that a process holds while it brings the database up to date: any that nobody else uses."""


@register("scaled")
def half_scaled(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """PostgreSQL and Redis belong together: several processes need both."""
    on_sqlite = connection.vendor == "sqlite"
    if settings.REDIS_URL and on_sqlite:
        what = "REDIS_URL is set and DATABASE_URL is not: several processes would wait for each other at one SQLite file."
        return [Warning(what, hint="Set both for several processes, neither for one.", id="scaled.W001")]
    if not settings.REDIS_URL and not on_sqlite:
        what = "DATABASE_URL is set and REDIS_URL is not: one process will do, but several would not tell each other of moves."
        return [Warning(what, hint="Set REDIS_URL, too, before starting a second process.", id="scaled.W002")]
    return []


@register("strong")
def weak(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """What would let strangers in: nothing is served with it at an address that is not this machine's alone."""
    behind, url = settings.BEHIND_PROXY, urlsplit(settings.PUBLIC_URL)
    found = []
    if settings.DEBUG and (behind or url.hostname not in (None, "localhost", "127.0.0.1", "::1")):
        found.append(("DEBUG shows visitors what is in memory when something breaks, other people's seat keys, too.", "Leave it out."))
    if not behind and url.scheme != "https":
        return [Error(what, hint=hint, id="strong.E001") for what, hint in found]
    if check_secret_key(None) or len(zlib.compress(settings.SECRET_KEY.encode(), 9)) < RANDOM:
        what = "SECRET_KEY can be guessed, and whoever knows it makes themselves the operator."
        found.append((what, "Leave it out, and one is made and kept in BAGELSKNOCK_VAR; or take 50 random characters or more."))
    if settings.METRICS_TOKEN and (len(settings.METRICS_TOKEN) < 20 or len(set(settings.METRICS_TOKEN)) < 8):
        found.append(("METRICS_TOKEN can be guessed.", "Take 20 random characters or more."))
    if "*" in settings.ALLOWED_HOSTS:
        found.append(("ALLOWED_HOSTS=* lets other sites' names pose as this one.", "Name the hosts."))
    return [Error(what, hint=hint, id="strong.E001") for what, hint in found]


def unreachable() -> str | None:
    """What does not answer, of PostgreSQL and Redis as far as the settings name them; None when all do."""
    return (_postgres_says_no() if connection.vendor == "postgresql" else None) or (_redis_says_no() if settings.REDIS_URL else None)


def _postgres_says_no() -> str | None:
    import psycopg

    at = "PostgreSQL ({HOST}:{PORT}, DATABASE_URL)".format_map(
        {"HOST": connection.settings_dict["HOST"] or "localhost", "PORT": connection.settings_dict["PORT"] or 5432}
    )
    # Beside the pool, which would try again and again and not say why.
    where = {name: value for name, value in connection.get_connection_params().items() if name != "pool"}
    try:
        with psycopg.connect(**{**where, "connect_timeout": WAIT}) as link:
            needed, found = connection.features.minimum_database_version[0], link.info.server_version // 10_000
            return f"{at} is version {found}; {needed} or newer is needed." if found < needed else None
    except psycopg.Error as error:
        return f"{at} cannot be used: {_first_line(error)}"


def _redis_says_no() -> str | None:
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    link = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=WAIT, socket_connect_timeout=WAIT, retry=Retry(NoBackoff(), 0))
    known = link.connection_pool.connection_kwargs
    try:
        link.ping()
    except redis.RedisError as error:
        place = known.get("path") or f"{known.get('host', 'localhost')}:{known.get('port', 6379)}"
        return f"Redis ({place}, REDIS_URL) cannot be used: {_first_line(error)}"
    finally:
        link.close()
    return None


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def bring_up_to_date() -> None:
    """Migrate the database if it needs it. Processes that start at once on PostgreSQL do it one after another; the first one does it."""
    if _is_behind():
        with _alone():
            if _is_behind():
                call_command("migrate", interactive=False, verbosity=0)
    if connection.vendor == "sqlite":
        # It holds the secrets of running games, messages, and the operator's session
        with suppress(OSError):
            Path(connection.settings_dict["NAME"]).chmod(0o600)


def _is_behind() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


@contextmanager
def _alone() -> Iterator[None]:
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
    try:
        yield
    finally:
        # Not left to the end of the connection: that goes back to the pool
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATING])
