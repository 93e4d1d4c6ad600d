"""The regular jobs: each once in its time, whoever runs, and again after a failure."""

import asyncio
import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games import clock, jobs
from games.models import Job

ran: list[str] = []


def work() -> None:
    ran.append(threading.current_thread().name)


def fail() -> None:
    ran.append("failed")
    raise OSError("no mail server")


@pytest.fixture(autouse=True)
def one_job(settings):
    ran.clear()
    settings.DAILY_JOBS, settings.MINUTE_JOBS = [f"{__name__}.work"], []
    return settings


@pytest.fixture(autouse=True)
def found(monkeypatch):
    # Tests are imported by file, so their dotted paths lead nowhere
    monkeypatch.setattr(jobs, "import_string", lambda path: globals()[path.rpartition(".")[2]])


def hours_pass(hours: float) -> None:
    for job in Job.objects.all():
        Job.objects.filter(pk=job.pk).update(due_at=job.due_at - timedelta(hours=hours))


@pytest.mark.django_db
class TestDue:
    def test_once_a_day(self):
        assert len(jobs.run_due()) == 1
        assert jobs.run_due() == []
        hours_pass(23.9)
        assert jobs.run_due() == []
        hours_pass(0.2)
        assert len(jobs.run_due()) == 1
        assert len(ran) == 2

    def test_once_a_minute(self, settings):
        settings.DAILY_JOBS, settings.MINUTE_JOBS = [], [f"{__name__}.work"]
        jobs.run_due()
        hours_pass(61 / 3600)
        assert len(jobs.run_due()) == 1

    def test_after_a_failure_again_later_and_the_others_go_on(self, settings, caplog):
        settings.DAILY_JOBS = [f"{__name__}.fail", f"{__name__}.work"]
        assert jobs.run_due() == [f"{__name__}.work"]
        assert "is tried again later" in caplog.text
        ran.clear()
        jobs.run_due()
        assert ran == []
        hours_pass(0.3)
        jobs.run_due()
        assert ran == ["failed"]

    def test_a_process_that_died_at_it_loses_no_job(self, monkeypatch):
        monkeypatch.setattr(jobs, "_do", lambda *_: False)  # claimed, and dead before anything is written
        jobs.run_due()
        monkeypatch.undo()
        monkeypatch.setattr(jobs, "import_string", lambda path: work)
        assert jobs.run_due() == []
        hours_pass(1.1)
        assert len(jobs.run_due()) == 1

    def test_a_clock_that_was_put_back_does_not_stop_it(self):
        jobs.run_due()
        hours_pass(-24 * 400)
        assert len(jobs.run_due()) == 1


@pytest.mark.django_db(transaction=True)
def test_of_many_processes_one_runs_it():
    start, errors = threading.Barrier(6), []

    def process() -> None:
        try:
            start.wait()
            for _ in range(5):
                jobs.run_due()
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=process) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (errors, len(ran)) == ([], 1)


@pytest.mark.django_db(transaction=True)
async def test_the_server_runs_them_beside_the_clock_in_a_thread_of_their_own(monkeypatch):
    monkeypatch.setattr(jobs, "LOOK", 0.05)
    clock.start()
    try:
        async with asyncio.timeout(10):
            while not ran:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
    finally:
        clock.stop()
    assert ran == ["jobs"]


@pytest.mark.django_db(transaction=True)
async def test_a_job_that_hangs_holds_up_nobody(monkeypatch):
    gate = threading.Event()
    monkeypatch.setattr(jobs, "LOOK", 0.01)
    monkeypatch.setattr(jobs, "import_string", lambda path: gate.wait)
    task = asyncio.create_task(jobs.run())
    await asyncio.sleep(0.2)
    from games.database import in_database

    async with asyncio.timeout(2):
        assert await in_database(Job.objects.count) == 1
    task.cancel()
    gate.set()
    await asyncio.sleep(0.1)


def test_the_jobs_of_the_settings_are_there():
    from django.utils.module_loading import import_string

    from bagelsknock_site import settings as site

    for path in [*site.DAILY_JOBS, *site.MINUTE_JOBS, *site.DESK, *site.PRUNERS]:
        assert callable(import_string(path))


@pytest.mark.django_db
def test_due_at_is_in_the_future_after_a_run():
    jobs.run_due()
    assert Job.objects.get().due_at > timezone.now() + timedelta(hours=23)
