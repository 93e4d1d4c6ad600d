"""/metrics: what a process counts (`games.metrics`), for a Prometheus that knows METRICS_TOKEN. Beside Django, as in `health`."""

import hmac
import logging

from django.conf import settings
from django.db.models import Count
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest

from bagelsknock_site.static_files import answer
from games.database import in_database
from games.metrics import TABLES
from games.models import Table

logger = logging.getLogger(__name__)


async def metrics(scope, receive, send) -> None:
    """The metrics as text; 404 where there is no token, 401 for who does not know it."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
    if not settings.METRICS_TOKEN:
        return await answer(send, 404, headers, b"There is nothing here.\n")
    told = dict(scope["headers"]).get(b"authorization", b"")
    if not hmac.compare_digest(told, b"Bearer " + settings.METRICS_TOKEN.encode()):
        return await answer(send, 401, [*headers, (b"www-authenticate", b"Bearer")], b"The token is missing or wrong.\n")
    try:
        for status, count in await in_database(_tables):
            TABLES.labels(status=status).set(count)
    except Exception:
        logger.exception("the tables cannot be counted")
    headers[0] = (b"content-type", CONTENT_TYPE_LATEST.encode())
    return await answer(send, 200, headers, generate_latest(REGISTRY))


def _tables() -> list[tuple[str, int]]:
    counted = dict(Table.objects.order_by().values_list("status").annotate(Count("pk")))
    return [(status, counted.get(status, 0)) for status in Table.Status.values]
