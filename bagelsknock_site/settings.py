"""Settings of the site. Everything an operator may change is an environment variable; without any, the site runs by itself
on SQLite in one process. The table of variables is in the README.
"""

import os
import sys
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import dj_database_url
from django.core.management.utils import get_random_secret_key

ROOT = Path(__file__).resolve().parent.parent


def env_flag(name: str, default: bool = False) -> bool:
    """Whether the environment variable says yes: 1, true, yes or on, in any case."""
    return os.environ.get(name, "1" if default else "0").strip().lower() in {"1", "true", "yes", "on"}


def env_days(name: str, defaults: dict[str, int]) -> dict[str, int]:
    """Numbers of days by name: the defaults, with those that the environment variable gives as "finished=60,spam=7"."""
    days = dict(defaults)
    for part in env_list(name):
        key, _, value = part.partition("=")
        if key not in days or not value.isdecimal():
            raise ValueError(f"{name}={part}: must be a whole number of days for one of {', '.join(days)}")
        days[key] = int(value)
    return days


def env_list(name: str) -> list[str]:
    """The comma-separated values of an environment variable, without blanks."""
    return [value.strip() for value in os.environ.get(name, "").split(",") if value.strip()]


def env_count(name: str, default: int) -> int:
    """A whole number from 1 on."""
    value = os.environ.get(name, "").strip() or str(default)
    if not value.isdecimal() or int(value) < 1:
        raise ValueError(f"{name}={value}: must be a whole number from 1 on")
    return int(value)


class Limit(NamedTuple):
    """`most` times in so many `seconds`, for each of what `per` names; at once where no seconds are said."""

    most: int
    seconds: float
    per: str


def env_limits(name: str, scale: float, defaults: dict[str, Limit]) -> dict[str, Limit]:
    """Limits by name: the defaults, those of an address times `scale`, and those that the environment variable gives instead, as
    "open=200/600,sockets=500"."""
    limits = {what: one._replace(most=int(one.most * scale)) if "address" in one.per else one for what, one in defaults.items()}
    for part in env_list(name):
        what, _, value = part.partition("=")
        most, _, seconds = value.partition("/")
        good = what in limits and most.isdecimal() and int(most) and bool(seconds) == bool(limits[what].seconds)
        if not good or (seconds and not (seconds.isdecimal() and int(seconds))):
            raise ValueError(f"{name}={part}: must be like open=120/600 (times/seconds) or sockets=300, and one of {', '.join(limits)}")
        limits[what] = limits[what]._replace(most=int(most), seconds=float(seconds or 0))
    return limits


def env_number(name: str, default: float) -> float:
    """A number above 0."""
    try:
        value = float(os.environ.get(name, "").strip() or default)
    except ValueError:
        value = 0
    if not 0 < value < float("inf"):
        raise ValueError(f"{name}={os.environ[name]}: must be a number above 0")
    return value


def postgres(url: str) -> Any:
    """What a DATABASE_URL says, as Django's settings have it. Its errors do not repeat it: there is a password in it."""
    form = "DATABASE_URL must be like postgres://user:password@host:5432/name"
    try:
        found = dj_database_url.parse(url)
    except dj_database_url.UnknownSchemeError:
        raise ValueError(f"{form}; without it the site runs on SQLite in BAGELSKNOCK_VAR") from None
    except ValueError:
        raise ValueError(f"{form}, with %40 for an @ in the password, %2F for a slash") from None
    if found["ENGINE"] != "django.db.backends.postgresql":
        raise ValueError(f"{form}; without it the site runs on SQLite in BAGELSKNOCK_VAR")
    if not found["NAME"]:
        raise ValueError(f"{form}; the name of the database is missing")
    return {"OPTIONS": {}, **found}


def redis_address(url: str) -> str:
    """A REDIS_URL that Redis's library can read, or nothing. Its errors do not repeat it, likewise."""
    if url:
        from redis.connection import parse_url

        try:
            parse_url(url)
        except ValueError:
            raise ValueError("REDIS_URL must be like redis://host:6379/0, rediss://user:password@host:6379/0 or unix:///path") from None
    return url


def mail_server(url: str) -> tuple[str, str, int, str, str, bool, bool]:
    """What an EMAIL_URL says: backend, host, port, user, password, whether STARTTLS, whether TLS from the start."""
    if not url:
        return "django.core.mail.backends.console.EmailBackend", "localhost", 25, "", "", False, False
    parts = urlsplit(url)
    ports = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
    if parts.scheme not in ports or not parts.hostname:
        raise ValueError("EMAIL_URL must begin with smtp://, smtp+tls:// or smtps:// and name a host")
    return (
        "django.core.mail.backends.smtp.EmailBackend",
        parts.hostname,
        parts.port or ports[parts.scheme],
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        parts.scheme == "smtp+tls",
        parts.scheme == "smtps",
    )


# --- What the site writes: the SQLite database, the secret key, the collected static files ---

VAR = Path(os.environ.get("BAGELSKNOCK_VAR") or ROOT / "var")
VAR.mkdir(mode=0o700, parents=True, exist_ok=True)


def secret_key(path: Path) -> str:
    """The key in the file, made at the first start and readable by its owner alone.

    Several processes may start at once: only one creates the file, and it appears with its content in it.
    """
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(get_random_secret_key())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


SECRET_KEY = os.environ.get("SECRET_KEY") or secret_key(VAR / "secret-key")

# --- Where the site is reached ---

DEBUG = env_flag("DEBUG")
# The address that invitations and QR codes use, for example https://cards.example.org; empty: the address the visitor used.
PUBLIC_URL = os.environ.get("PUBLIC_URL", "").strip().rstrip("/")
_public = urlsplit(PUBLIC_URL)
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *env_list("ALLOWED_HOSTS"), *([_public.hostname] if _public.hostname else [])]
# A proxy in front may say under which host and scheme the visitor came. Only believed where the operator says so: anybody else could
# send these headers.
BEHIND_PROXY = env_flag("BEHIND_PROXY")
USE_X_FORWARDED_HOST = BEHIND_PROXY
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
_https = _public.scheme == "https"
# Seconds between /readyz saying that this process ends and its end: as long as the proxy needs to notice (farewell.py).
DRAIN = float(os.environ.get("DRAIN", "0"))
# Who knows it may read /metrics; without one nobody may.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "").strip()

# --- The house ---

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "games",
    "lobby",
    "contact",
]
# Few, and all of them run on the event loop without a thread hop for public pages. Not here, on purpose: CsrfViewMiddleware (public
# pages have no cookie that it could protect; the admin's views carry csrf_protect themselves), SecurityMiddleware (its headers are in
# security.py) and CommonMiddleware (security.guard adds a missing slash).
MIDDLEWARE = [
    "bagelsknock_site.languages.speak",
    "bagelsknock_site.security.guard",
    "bagelsknock_site.visitors.name_visitor",
    "bagelsknock_site.security.AdminSessionMiddleware",
    "bagelsknock_site.security.AdminAuthenticationMiddleware",
    "bagelsknock_site.security.AdminMessageMiddleware",
]
ROOT_URLCONF = "bagelsknock_site.urls"
ASGI_APPLICATION = "bagelsknock_site.asgi.application"
APPEND_SLASH = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "bagelsknock_site.languages.context",
                "django.contrib.auth.context_processors.auth",  # for the admin
                "django.contrib.messages.context_processors.messages",  # for the admin
            ],
        },
    },
    {
        # Boards, which are drawn several times for every move: `games.parts`
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "NAME": "board",
        "DIRS": [ROOT / "templates" / "board"],
        "OPTIONS": {"environment": "games.parts.environment"},
    },
]

# --- Database: SQLite by itself, PostgreSQL when DATABASE_URL says so ---

if os.environ.get("DATABASE_URL"):
    _most = env_count("DATABASE_POOL", 10)
    DATABASES = {"default": postgres(os.environ["DATABASE_URL"])}
    DATABASES["default"]["OPTIONS"] |= {
        # Without the pool every request and message would open a connection of its own: 6 ms instead of 1.6 ms a move. The pool
        # keeps connections itself, so CONN_MAX_AGE must stay 0. Whoever gets none in `timeout` seconds is told to try again. While
        # PostgreSQL is away an attempt to connect is given up soon, and the next visitor begins another: an attempt waits ever longer.
        "pool": {"min_size": min(2, _most), "max_size": _most, "timeout": 3, "reconnect_timeout": 3},
        "connect_timeout": 5,
        # Statements that come again are planned once for each connection: a move then costs PostgreSQL half. Prepared statements need
        # their values sent beside them, and a connection of their own (README, DATABASE_URL).
        "server_side_binding": True,
        "prepare_threshold": 5,
    } | DATABASES["default"]["OPTIONS"]
    DATABASES["default"] |= {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}  # no request gets a connection that died in the pool
else:
    _synchronous = os.environ.get("SQLITE_SYNCHRONOUS", "NORMAL").upper()
    if _synchronous not in {"OFF", "NORMAL", "FULL", "EXTRA"}:
        raise ValueError(f"SQLITE_SYNCHRONOUS={_synchronous}: must be OFF, NORMAL, FULL or EXTRA")
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": VAR / "bagelsknock.sqlite3",
            # One connection, kept open by the one database thread (asgi.py): opening one costs more than a move.
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                # Take the write lock at BEGIN: a transaction that reads first and then writes could otherwise fail in the middle.
                "transaction_mode": "IMMEDIATE",
                "timeout": 10,  # seconds to wait for another process's write
                # WAL with NORMAL survives the death of the process with every acknowledged move, FULL also that of the machine.
                "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={_synchronous}; PRAGMA foreign_keys=ON;",
            },
        }
    }

# --- Channel layer and cache: in this process, or Redis when REDIS_URL says so ---

REDIS_URL = redis_address(os.environ.get("REDIS_URL", ""))
if REDIS_URL:
    # A pub/sub layer, not channels-redis's core one: that one opens a connection per group send and hits redis-py's limit of 100.
    _redis = {"hosts": [{"address": REDIS_URL}]}
    CHANNEL_LAYERS = {"default": {"BACKEND": "bagelsknock_site.impatient.ImpatientRedisLayer", "CONFIG": _redis}}
    CACHES = {"default": {"BACKEND": "bagelsknock_site.impatient.ImpatientRedisCache", "LOCATION": REDIS_URL}}
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "games.layers.LeanInMemoryChannelLayer"}}
    # Django's 300 entries would be thrown out under a rush of visitors, and with them what keeps spam away.
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 20_000}}}

# --- Words and time ---

LANGUAGE_CODE = "en"
# The first has no prefix in its addresses. Another language is a line here and a catalogue (README).
LANGUAGES = [("en", "English"), ("es", "Español")]
LOCALE_PATHS = [ROOT / "bagelsknock_site" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files: collected under hashed names by `make play`, straight from their folders where nothing was collected ---

STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [ROOT / "bagelsknock_site" / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "bagelsknock_site.bundles.BundleFinder",
]
STATIC_HASHED = not DEBUG and ("collectstatic" in sys.argv or (STATIC_ROOT / "staticfiles.json").exists())
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": f"django.contrib.staticfiles.storage.{'ManifestStaticFilesStorage' if STATIC_HASHED else 'StaticFilesStorage'}"
    },
}

# --- Cookies exist in the admin only (security.py) ---

SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = "/admin/"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Strict"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _https
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []
# The default storage would fall back to a cookie at "/".
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# --- Limits: how much one visitor, and one table, may ask of the site (games/limits.py counts) ---

# Families, schools and whole towns on their phones come from one address each. So what an address may do is many times what a family
# does, and is there only to leave the rest of the site to others: each line is at most about a third of one processor. What a person may
# do is bounded by seat. An operator whose visitors share an address multiplies what it may do with LIMITS_SCALE, and changes any of these
# with LIMITS.
LIMITS = env_limits(
    "LIMITS",
    env_number("LIMITS_SCALE", 1),
    {
        # Pages and forms. Thirty children who open the site at once ask for 150; a page whose line is down asks every 3 seconds.
        "pages": Limit(400, 10, "address"),
        # Of these and of its messages, in work at once; the others wait for their turn, and nobody else waits behind all of them.
        "at_once": Limit(4, 0, "address"),
        # Of all addresses together, in work and waiting: two or three seconds of it. Who comes then is asked to come again.
        "pages_in_all": Limit(300, 0, "process"),
        # Connections, where there is no proxy whose business they are: a browser has six, and one for each socket.
        "lines": Limit(600, 0, "address"),
        "new_lines": Limit(400, 10, "address"),
        # What comes in over all its sockets: 300 pages, with 75 games at people's pace, send 120 in a second, most of them
        # heartbeats, which cost next to nothing.
        "messages": Limit(1800, 10, "address"),
        # Of one socket: what is pressed, and a heartbeat; of these, whole boards, which cost as much as ten changes.
        "chatter": Limit(40, 2, "socket"),
        "boards": Limit(12, 24, "socket"),
        # Frames and parts of them, pings and pongs too: what reading costs before anybody looks at it.
        "frames": Limit(400, 4, "socket"),
        # Nobody plays ten cards in a second. Of a seat and not of its table, so that nobody can use up what the others there may do.
        "moves": Limit(100, 10, "seat"),
        # A tournament opens thirty tables in a minute. Tables that nobody is at close after a quarter of an hour: so about 200 stay open.
        "open": Limit(120, 600, "address"),
        "quick": Limit(120, 600, "address"),
        # A class sits down at its tables, and some change their minds; at one table there are five seats.
        "sit": Limit(240, 600, "address"),
        "sit_at_table": Limit(30, 60, "address and table"),
        # Rounds and games that are over and are played again, as far as they are not remembered.
        "history": Limit(60, 60, "address"),
        # What friends say, and no flood; what somebody asks who learns the game.
        "phrases": Limit(4, 15, "seat"),
        "hints": Limit(30, 60, "seat"),
        "reports": Limit(10, 3600, "address"),
        "contact": Limit(5, 3600, "address"),
        # Tries of the operator's password, right or wrong (logins.py). In all: each keeps the database busy for a third of a second.
        "logins": Limit(5, 300, "guesser"),
        "logins_by_name": Limit(20, 300, "name"),
        "logins_in_all": Limit(60, 300, "site"),
        # Open at once. Three of this make a class; a table has five players, and the others watch.
        "sockets": Limit(300, 0, "address"),
        "sockets_at_table": Limit(60, 0, "address and table"),
        "sockets_of_table": Limit(200, 0, "table"),
        # As many as fit into 1 GB; fewer where the system allows fewer open files.
        "sockets_in_all": Limit(5000, 0, "process"),
    },
)
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # bytes: no public form is larger than a few lines; more is answered 413 (security.py)
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

# --- Pace of the tables ---

COMPUTER_PAUSE = (0.6, 2.5)  # seconds that a computer player seems to think: at least, at most
PAUSE_SCALE = float(os.environ.get("PAUSE_SCALE", "1"))  # multiplies the pauses after which a table goes on by itself
if os.environ.get("COMPUTER_PAUSE"):
    COMPUTER_PAUSE = tuple(float(part) for part in os.environ["COMPUTER_PAUSE"].split(","))
TURN_SCALE = float(os.environ.get("TURN_SCALE", "1"))  # multiplies the turn clocks
# How long the site waits for absent people, where it is not as in games/patience.py: "gone=60,close=900".
PATIENCE = {name: float(value) for name, _, value in (part.partition("=") for part in env_list("PATIENCE"))}

# --- Handles that nobody may have: whole words, compared by what they look like ---

REFUSED_HANDLES = env_list("REFUSED_HANDLES")
if os.environ.get("REFUSED_HANDLES_FILE"):
    # One in a line; what is behind a # is a remark.
    _lines = Path(os.environ["REFUSED_HANDLES_FILE"]).read_text(encoding="utf-8-sig").splitlines()
    REFUSED_HANDLES += [word for line in _lines if (word := line.partition("#")[0].strip())]

# --- Messages to the operator ---

CONTACT_EMAIL_TO = env_list("CONTACT_EMAIL_TO")  # to whom they are mailed; nobody: they wait in the admin
# smtp://user:password@host:25, smtp+tls://...:587 (STARTTLS), smtps://...:465; empty: mail is printed.
_mail = mail_server(os.environ.get("EMAIL_URL", ""))
EMAIL_BACKEND, EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD, EMAIL_USE_TLS, EMAIL_USE_SSL = _mail
EMAIL_TIMEOUT = 10  # seconds for each step with the mail server
DEFAULT_FROM_EMAIL = os.environ.get("CONTACT_EMAIL_FROM") or f"BagelsKnock <bagelsknock@{_public.hostname or 'localhost'}>"

# --- How long things are kept, and what the server does by itself (games/jobs.py) ---

# Days. Tables after their game, tables that were given up, messages after they came, messages that are spam.
RETENTION = env_days("RETENTION", {"finished": 90, "closed": 7, "messages": 180, "spam": 30})
PRUNERS = ["games.retention.prune", "contact.retention.prune"]  # what `manage.py prune` calls, too
DAILY_JOBS = [*PRUNERS]
MINUTE_JOBS = ["contact.mail.send_unsent"]
# The numbers on the admin's front page: functions that take the request.
DESK = ["contact.desk.figures", "games.desk.figures"]

# --- Log: what happened, never who: no addresses, no seat keys, no handles ---

_log_format = os.environ.get("LOG_FORMAT", "plain").lower()
if _log_format not in {"plain", "json"}:
    raise ValueError(f"LOG_FORMAT={_log_format}: must be plain or json")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"()": "bagelsknock_site.logs.Discreet", "format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "bagelsknock_site.logs.DiscreetJson"},
    },
    "filters": {"calm": {"()": "bagelsknock_site.logs.Calm"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": _log_format, "filters": ["calm"]}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        # A line per request would be a record of who visited what.
        "django.channels.server": {"level": "WARNING"},
        "django.server": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "daphne": {"level": "WARNING"},
        # Refused moves and unknown addresses are answered with a page; only what broke belongs in the log.
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},
        # Each attempt to connect to a PostgreSQL that is away would be a line; whoever needed it says so.
        "psycopg.pool": {"level": "ERROR"},
    },
}

# --- `make check` runs `check --deploy`; these of its warnings are false alarms here ---

SILENCED_SYSTEM_CHECKS = [
    "security.W001",  # no SecurityMiddleware: its headers, and ours, are set by security.guard
    "security.W002",  # no XFrameOptionsMiddleware: the policy's frame-ancestors says it, and security.guard sends the old header too
    "security.W003",  # no CsrfViewMiddleware: see MIDDLEWARE
    "security.W008",  # no redirect to https: the proxy's business; at home the site runs on plain http
    "security.W012",  # session cookie not "secure": it is, as soon as PUBLIC_URL is https
    "security.W016",  # likewise the CSRF cookie
]
