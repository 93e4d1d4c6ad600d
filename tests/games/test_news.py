"""The notice to everybody: as the operator writes it, as pages show it, as open pages are told."""

import io
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from django.utils.translation import override

from games import news
from games.models import Notice
from tests.factories import SittingFactory
from tests.games.sockets import Page, in_thread

pytestmark = pytest.mark.django_db(transaction=True)


def notice(*args, **options):
    """What the command says."""
    said = io.StringIO()
    call_command("notice", *args, stdout=said, **options)
    return said.getvalue().strip()


def passes(minutes):
    """The restart comes nearer."""
    told = Notice.objects.get()
    told.until -= timedelta(minutes=minutes)
    told.save()


def test_a_restart_in_the_reader_s_language():
    assert notice(minutes=10) == "Shown now: The site restarts in about 10 minutes; your game goes on afterwards."
    with override("es"):
        assert news.sentence() == "El sitio se reinicia en unos 10 minutos; tu partida sigue después."


def test_time_goes_by_in_few_steps():
    notice(minutes=60)
    told = []
    for _ in range(64):
        said = news.sentence()
        if said not in told:
            told.append(said)
        passes(1)
    minutes = ["60", "45", "30", "20", "15", "10", "5", "3", "2", "1"]
    assert [next((word for word in said.split() if word.isdecimal()), "now") for said in told] == [*minutes, "now"]
    passes(5)
    assert news.sentence() == "", "it was forgotten"
    notice(minutes=100)
    assert "120 minutes" in news.sentence()


def test_the_operator_s_own_words():
    assert notice("  New rules\tof Gin tonight ") == "Shown now: New rules of Gin tonight"
    with override("es"):
        assert news.sentence() == "New rules of Gin tonight"
    assert notice() == "Shown now: New rules of Gin tonight"
    assert notice(clear=True) == "The notice is gone."
    assert notice(clear=True) == "There was no notice."
    assert notice() == "There is no notice."


@pytest.mark.parametrize(
    ("args", "options"),
    [(["x" * 201], {}), (["hid\u202eden"], {}), ([], {"minutes": 0}), ([], {"minutes": 1441}), (["both"], {"clear": True})],
)
def test_what_cannot_be_told(args, options):
    with pytest.raises(CommandError):
        notice(*args, **options)
    assert news.sentence() == ""


def test_the_restart_takes_its_notice_away():
    notice(minutes=10)
    news.restarted()
    assert news.sentence(), "some other process has started"
    passes(9)
    news.restarted()
    assert news.sentence() == ""
    notice("New rules")
    news.restarted()
    assert news.sentence() == "New rules"


def test_pages_have_it_from_the_start(client):
    notice("Tea & bagels", minutes=5)
    table = SittingFactory(people=2)
    for page in ("/", "/es/", f"/table/{table.code}/", f"/es/table/{table.code}/"):
        assert "Tea &amp; bagels</p>" in client.get(page).content.decode()


async def test_open_pages_are_told_when_it_changes():
    table = await in_thread(lambda: SittingFactory(people=2))()
    async with Page(table.code) as page:
        await news.tell()
        assert await page.silent()
        await in_thread(news.write)("", timezone.now() + timedelta(minutes=2))
        for _ in range(2):
            await news.tell()
        assert await page.hear() == {"type": "news", "text": "The site restarts in about 2 minutes; your game goes on afterwards."}
        assert await page.silent()
        await in_thread(news.clear)()
        await news.tell()
        assert await page.hear() == {"type": "news", "text": ""}


def test_in_the_admin(admin_client):
    add = "/admin/games/notice/add/"
    assert "Type a text" in admin_client.post(add, {"text": "", "until_0": "", "until_1": ""}).content.decode()
    assert admin_client.post(add, {"text": "Tea", "until_0": "", "until_1": ""}).status_code == 302
    assert news.sentence() == "Tea"
    assert admin_client.get(add).status_code == 403, "there is one at most"
    told = Notice.objects.get()
    assert admin_client.post(f"/admin/games/notice/{told.pk}/delete/", {"post": "yes"}).status_code == 302
    assert news.sentence() == ""
