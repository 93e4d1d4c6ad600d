"""What the server does by itself beside the tables: jobs that the settings name, each a function without arguments.

`DAILY_JOBS` run once a day, `MINUTE_JOBS` once a minute, by one of all processes: a row in the database says when a job is due, and who
puts that off has it. A job that fails is due again after a while, and so is one whose process died.

Jobs run in a thread of their own, with a connection of their own: a slow mail server or a long prune must not hold up the one database
thread that all tables share.
"""

import asyncio
import contextlib
import logging
import random
import threading
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connections
from django.utils import timezone
from django.utils.module_loading import import_string

from games.models import Job

logger = logging.getLogger(__name__)

LOOK = 20.0  # seconds between two looks, about
LEASE = timedelta(hours=1)  # a daily job that has not ended by then died with its process
RETRY = timedelta(minutes=15)  # after a failure of a daily job


def periods() -> dict[str, timedelta]:
    """How often each job is to run, by its dotted path."""
    return dict.fromkeys(settings.DAILY_JOBS, timedelta(days=1)) | dict.fromkeys(settings.MINUTE_JOBS, timedelta(minutes=1))


async def run() -> None:
    """Look for due jobs until cancelled. Whatever goes wrong is logged and tried again."""
    while True:
        # First the pause: a server that starts has other things to do. Not all processes at the same moment.
        await asyncio.sleep(LOOK * random.uniform(0.75, 1.25))
        try:
            await _in_thread(run_due)
        except Exception:
            logger.exception("the regular jobs stumble")


def run_due() -> list[str]:
    """Run what is due, and nobody else runs; the names of what was done."""
    return [name for name, period in periods().items() if _claim(name, period) and _do(name, period)]


def _claim(name: str, period: timedelta) -> bool:
    """Whether the job is due and ours: one statement, so that only one process gets it."""
    now = timezone.now()
    if not Job.objects.filter(name=name).exists():
        Job.objects.bulk_create([Job(name=name, due_at=now)], ignore_conflicts=True)
    lease = min(10 * period, LEASE)
    # One that is due later than it can be was put off before the clock of the machine was put back
    waiting = Job.objects.filter(name=name)
    due = waiting.filter(due_at__lte=now) | waiting.filter(due_at__gt=now + period + lease)
    return due.update(due_at=now + lease) == 1


def _do(name: str, period: timedelta) -> bool:
    began = timezone.now()
    try:
        import_string(name)()
    except Exception:
        logger.exception("the job %s fails and is tried again later", name)
        _put_off(name, timezone.now() + min(period, RETRY))
        return False
    _put_off(name, began + period)
    return True


def _put_off(name: str, due_at: datetime) -> None:
    Job.objects.filter(name=name).update(due_at=due_at)


async def _in_thread(call: Callable[[], object]) -> None:
    """Call it in a thread that nobody waits for when the server stops: a mail server that hangs must not keep it from ending."""
    loop, done = asyncio.get_running_loop(), asyncio.Event()
    failed: list[BaseException] = []

    def work() -> None:
        try:
            call()
        except BaseException as error:
            failed.append(error)
        finally:
            connections.close_all()
            with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
                loop.call_soon_threadsafe(done.set)

    threading.Thread(target=work, name="jobs", daemon=True).start()
    await done.wait()
    if failed:
        raise failed[0]
