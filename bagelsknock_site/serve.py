"""What `make play` runs: bring the database up to date, say where the site is, serve it. HOST and PORT come from the environment."""

import contextlib
import ipaddress
import os
import resource
import socket
import sys
from importlib import import_module

EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that stand for every address of this machine."""

FILES = 65536
"""Open files that the server asks the system for, for its sockets."""


def lan_address() -> str | None:
    """This machine's address in the local network, or None without one. Sends nothing: connecting a datagram socket only picks a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return None
        return probe.getsockname()[0]


def port_is_free(host: str, port: int) -> bool:
    """Whether the server can listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def share_on_network(host: str, port: int) -> str | None:
    """The address to share when the site listens beyond this machine, now also known to the settings; None when it does not.

    Settings read the environment, so this must run before Django is set up.
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        address = None
    if host == "localhost" or (address and address.is_loopback):
        return None
    shared = (lan_address() or socket.gethostname()) if host in EVERYWHERE else host
    shared = f"[{shared}]" if ":" in shared else shared  # IPv6, as addresses write it
    name = socket.gethostname()
    hosts = [*filter(None, os.environ.get("ALLOWED_HOSTS", "").split(",")), shared, name, f"{name}.local"]
    os.environ["ALLOWED_HOSTS"] = ",".join(hosts)
    return os.environ.setdefault("PUBLIC_URL", f"http://{shared}:{port}")


def allow_many_files() -> None:
    """Each socket is an open file, and many systems allow a process only 1,024 unless it asks for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def main() -> None:
    """Serve until interrupted. Exits with one plain line when it cannot."""
    host = os.environ.get("HOST") or "localhost"
    try:
        port = int(os.environ.get("PORT") or 8000)
    except ValueError:
        sys.exit(f"PORT={os.environ['PORT']} is no port number.")
    bind = "127.0.0.1" if host == "localhost" else host
    shared = share_on_network(host, port)
    if not port_is_free(bind, port):
        sys.exit(f"Cannot listen on {host}, port {port}: is something else running there? Another port: make play PORT={port + 1}")

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bagelsknock_site.settings")
    import django

    try:
        import_module(os.environ["DJANGO_SETTINGS_MODULE"])
    except ValueError as mistake:
        sys.exit(f"{mistake}.")
    django.setup()
    from django.core.checks import run_checks
    from django.db import connection

    from bagelsknock_site import startup

    if weak := startup.weak(None):
        sys.exit("\n".join(f"{each.msg} {each.hint}" for each in weak))
    if missing := startup.unreachable():
        sys.exit(missing)
    for warning in run_checks(tags=["scaled"]):
        print(f"{warning.msg} {warning.hint}", file=sys.stderr, flush=True)  # noqa: T201
    startup.bring_up_to_date()
    from games import news

    news.restarted()
    # The server keeps its own connection, in its database thread.
    connection.close()

    if shared and bind not in EVERYWHERE:
        print(f"\n  BagelsKnock is served at  {shared}", flush=True)  # noqa: T201
    else:
        print(f"\n  BagelsKnock is served at  http://localhost:{port}", flush=True)  # noqa: T201
        if shared:
            print(f"  Others can play at        {shared}", flush=True)  # noqa: T201
    print("  Stop it with Ctrl-C.\n", flush=True)  # noqa: T201

    from daphne.cli import CommandLineInterface

    allow_many_files()
    # Verbosity 0: the access log would record who visited what.
    CommandLineInterface().run(["-v", "0", "-b", bind, "-p", str(port), "--no-server-name", "bagelsknock_site.asgi:application"])


if __name__ == "__main__":
    main()
