"""What this process counts and times, for the operator's Prometheus: the site's work, never a person, a table or an address.

Each process counts for itself; Prometheus asks each and adds up. What is counted is cheap: a microsecond or two a move.
"""

from prometheus_client import Counter, Gauge, Histogram

from games import sockets
from games.models import Move

_MILLISECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

_moves = Counter("bagelsknock_moves", "Moves that were made, by whom.", ["by"])
MADE = {by: _moves.labels(by=str(by.value)).inc for by in Move.By}
"""By who made a move: counts one."""

MOVE_SECONDS = Histogram(
    "bagelsknock_move_seconds", "From a person's move that came to the answer, waiting for the database included.", buckets=_MILLISECONDS
)
RENDER_SECONDS = Histogram("bagelsknock_render_seconds", "Rendering of a board for one viewer.", buckets=_MILLISECONDS)
LATE_SECONDS = Histogram(
    "bagelsknock_clock_late_seconds",
    "How long after its deadline a table went on by itself.",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60),
)

_refusals = Counter("bagelsknock_refusals", "What people were refused, by the code of the reason.", ["code"])

_sockets = Gauge("bagelsknock_sockets", "Open sockets, by what their page shows.", ["page"])
for _kind in ("table", "lobby"):
    _sockets.labels(page=_kind).set_function(lambda kind=_kind: sockets.count(kind))

TABLES = Gauge("bagelsknock_tables", "Tables in the database, by status: the same in every process.", ["status"])


def refused(code: str) -> None:
    """Somebody was refused something."""
    _refusals.labels(code=code).inc()
