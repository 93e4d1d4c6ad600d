"""The language of a page is the one of its address: prefix, links, headers, errors, and no cookie."""

import json
import re

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth import get_user_model
from django.core import mail
from django.utils import timezone, translation

from bagelsknock_site.asgi import application
from contact.mail import send_unsent
from contact.models import Message
from tests.factories import SittingFactory
from tests.site.test_cookies import public_paths

pytestmark = pytest.mark.django_db(transaction=True)

SPANISH = {"Accept-Language": "es-MX,es;q=0.9,en;q=0.5"}


@pytest.fixture(autouse=True)
def two_languages(settings):
    """What is shown here of English and Spanish stays so when a third language is added."""
    settings.LANGUAGES = [("en", "English"), ("es", "Español")]


def links(html: str) -> dict[str, str]:
    """Where the links to the languages go, by language."""
    nav = re.search(r'<nav class="languages".*?</nav>', html, re.S)[0]
    return {code: url for url, code in re.findall(r'<a href="([^"]*)" lang="(\w+)"', nav)}


@pytest.mark.parametrize("path", ["/", "/rules/", "/rules/gin/", "/fairness/", "/privacy/", "/contact/", "/open/"])
def test_every_page_is_there_in_both_languages(client, path):
    english, spanish = client.get(path), client.get(f"/es{path}")
    assert (english["Content-Language"], spanish["Content-Language"]) == ("en", "es")
    assert '<html lang="en" data-home="/">' in english.content.decode()
    assert '<html lang="es" data-home="/es/">' in spanish.content.decode()
    assert links(english.content.decode()) == {"es": f"/es{path}"}
    assert links(spanish.content.decode()) == {"en": path}
    assert not spanish.cookies


def test_search_engines_are_told_of_the_other_language(client, settings):
    settings.PUBLIC_URL = "https://cards.example.org"
    for path in ("/rules/gin/", "/es/rules/gin/"):
        found = re.findall(r'<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)">', client.get(path).content.decode())
        assert dict(found) == {
            "en": "https://cards.example.org/rules/gin/",
            "es": "https://cards.example.org/es/rules/gin/",
            "x-default": "https://cards.example.org/rules/gin/",
        }


def test_a_spanish_page_links_to_spanish_pages(client):
    sitting = SittingFactory(started=True)
    for path in public_paths(sitting.code):
        answer = client.get(f"/es{path}")
        assert not answer.cookies
        if answer.status_code != 200 or "html" not in answer["Content-Type"]:
            continue
        html = re.sub(r'<nav class="languages".*?</nav>|<link rel="alternate"[^>]*>', "", answer.content.decode(), flags=re.S)
        for link in re.findall(r'(?:href|src|action|hx-get|hx-post|data-board|data-claim|data-history)="(/[^"]*)"', html):
            assert link.startswith(("/es/", "/static/")), f"{path} points to {link}"


def test_the_link_keeps_what_is_asked_for(client):
    assert links(client.get("/es/?game=gin&free=on").content.decode()) == {"en": "/?game=gin&amp;free=on"}


def test_no_address_makes_a_link_to_another_host(client):
    assert links(client.get("/es//elsewhere.example.org/").content.decode()) == {"en": "/elsewhere.example.org/"}


@pytest.mark.parametrize("path", ["/es", "/es/rules", "/es/rules/gin"])
def test_a_missing_slash_is_added(client, path):
    answer = client.get(path)
    assert (answer.status_code, answer["Location"]) == (301, f"{path}/")


@pytest.mark.parametrize("path", ["/en/", "/fr/", "/es/es/", "/espanol/", "/es-mx/", "/es/admin/"])
def test_there_are_no_other_prefixes(client, path):
    assert client.get(path).status_code == 404


def test_nobody_is_sent_elsewhere_but_spanish_is_offered(client):
    plain, wanted = client.get("/"), client.get("/", headers=SPANISH)
    assert wanted.status_code == 200
    assert wanted["Content-Language"] == "en"
    assert 'lang="es" hreflang="es">Esta página también está en español</a>' in wanted.content.decode()
    assert "también está" not in plain.content.decode()
    assert "Accept-Language" in plain["Vary"]
    assert "This page is in English, too" in client.get("/es/", headers={"Accept-Language": "en"}).content.decode()
    assert "también está" not in client.get("/", headers={"Accept-Language": "en,es;q=0.8"}).content.decode()
    assert "Vary" not in client.get("/rules/", headers=SPANISH).headers


@pytest.mark.parametrize("wanted", ["", "*", "xx", "en-US,es;q=0.1", "tlh, q=x", "e" * 3000])
def test_what_a_browser_prefers_is_taken_as_it_comes(client, wanted):
    assert client.get("/", headers={"Accept-Language": wanted}).status_code == 200


def test_errors_are_told_in_the_language_of_the_address(client):
    assert "En esta dirección no hay nada" in client.get("/es/nada/").content.decode()
    foreign = client.post("/es/contact/", headers={"Sec-Fetch-Site": "cross-site"})
    assert (foreign.status_code, "Esto vino de otro sitio" in foreign.content.decode()) == (403, True)
    large = client.post("/es/contact/", {"text": "x" * 70_000})
    assert (large.status_code, "(64 KB)" in large.content.decode(), large["Content-Language"]) == (413, True, "es")
    assert "No pudimos entender eso" in client.get("/es/", headers={"Host": "elsewhere.example.org"}).content.decode()
    assert "No existe esa mesa" in client.get("/es/table/ABCDEFGH/").content.decode()


def test_what_breaks_is_told_in_the_language_of_the_address(client, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr("lobby.listing.open_tables", lambda: 1 / 0)
    answer = client.get("/es/")
    assert (answer.status_code, "Algo se rompió por nuestra parte" in answer.content.decode()) == (500, True)


def test_one_request_leaves_no_language_to_the_next(client):
    client.get("/es/")
    assert "Open tables" in client.get("/").content.decode()


def test_a_refused_form_answers_in_its_language(client):
    answer = client.post("/es/contact/", {"name": "Ann", "email": "ann@example.org", "text": ""})
    assert "Escribe un mensaje, por favor." in answer.content.decode()
    answer = client.post("/es/open/", {"game": "gin", "handle": ""}, headers={"X-Seat-Key": "a" * 32})
    assert "Elige un nombre" in answer.content.decode()


def test_opening_and_sitting_stay_in_the_language(client):
    answer = client.post("/es/open/", {"game": "gin", "handle": "Ann"}, headers={"X-Seat-Key": "a" * 32})
    assert re.fullmatch(r"/es/table/\w+/", answer["HX-Redirect"])
    # An invitation has the inviter's language, and whoever follows it can switch
    page = client.get(answer["HX-Redirect"]).content.decode()
    assert f'value="{answer["HX-Redirect"]}"' in page
    assert links(page) == {"en": answer["HX-Redirect"].removeprefix("/es")}


def test_numbers_and_plurals_are_right(client):
    SittingFactory(seats=2, people=1), SittingFactory(seats=4, people=1)
    html = client.get("/es/tables/").content.decode()
    assert "1 asiento libre<" in html
    assert "3 asientos libres<" in html


def test_the_admin_speaks_what_the_operators_browser_prefers(client):
    client.force_login(get_user_model().objects.create_superuser("operator"))
    english, spanish = client.get("/admin/"), client.get("/admin/", headers=SPANISH)
    assert (english["Content-Language"], spanish["Content-Language"]) == ("en", "es")
    assert "Accept-Language" in spanish["Vary"]
    assert "mesas en juego" in spanish.content.decode()


@pytest.mark.parametrize(("prefix", "knock"), [("", "Knock · "), ("/es", "Tocar · ")])
async def test_a_table_answers_in_the_language_of_the_page(async_client, prefix, knock):
    sitting = await sync_to_async(SittingFactory)(started=True)
    await sync_to_async(sitting.play_until)("rummy")
    key = sitting.keys["Ann"] if await sync_to_async(lambda: sitting.turn)() == 0 else sitting.keys["Bo"]
    board = await async_client.get(f"{prefix}/table/{sitting.code}/board/", headers={"X-Seat-Key": key})
    assert knock in board.content.decode()
    assert f'hx-post="{prefix}/table/{sitting.code}/act/"' in board.content.decode()


async def test_one_table_two_languages_over_the_socket():
    """Each hears of the same moves in their own language, whoever made them, from the frames of one process."""
    sitting = await sync_to_async(SittingFactory)(started=True, game="gin")
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    ann = WebsocketCommunicator(application, f"/ws/table/{sitting.code}/", headers)
    bo = WebsocketCommunicator(application, f"/es/ws/table/{sitting.code}/", headers)
    heard = {}
    for socket, handle in ((ann, "Ann"), (bo, "Bo")):
        assert (await socket.connect())[0]
        await socket.send_to(text_data=json.dumps({"type": "hello", "key": sitting.keys[handle]}))
        heard[handle] = await _frame(socket)
    assert "The upcard is" in heard["Ann"] and "La carta vista es" in heard["Bo"]
    seat = await sync_to_async(lambda: sitting.turn)()
    await sync_to_async(sitting.act)("pass")
    name = ("Ann", "Bo")[seat]
    assert f"{name} passed." in await _frame(ann)
    assert f"{name} pasó." in await _frame(bo)
    await bo.send_to(text_data=json.dumps({"type": "act", "decision": 9, "do": "whistle"}))
    assert re.search("La mesa no sabe|Eso ya estaba decidido", await _frame(bo))
    await ann.disconnect()
    await bo.disconnect()


async def _frame(socket: WebsocketCommunicator) -> str:
    while True:
        message = await socket.receive_json_from(timeout=5)
        if message["type"] == "frame":
            return message["html"]


async def test_one_lobby_two_languages_over_the_socket():
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    sockets = {path: WebsocketCommunicator(application, path, headers) for path in ("/ws/lobby/", "/es/ws/lobby/")}
    for socket in sockets.values():
        assert (await socket.connect())[0]
    await sync_to_async(SittingFactory)(seats=3, people=2)
    for path, words in (("/ws/lobby/", "1 free seat<"), ("/es/ws/lobby/", "1 asiento libre<")):
        while words not in await _frame(sockets[path]):
            pass
    for socket in sockets.values():
        await socket.disconnect()


@pytest.mark.parametrize("path", ["/es/ws/nowhere/", "/fr/ws/lobby/", "/es/es/ws/lobby/"])
async def test_there_are_no_other_sockets(path):
    socket = WebsocketCommunicator(application, path, [(b"host", b"localhost"), (b"origin", b"http://localhost")])
    assert not (await socket.connect())[0]


def test_the_operators_mail_is_in_the_sites_language(client, settings):
    settings.CONTACT_EMAIL_TO = ["operator@example.org"]
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    Message.objects.create(name="Ann", email="ann@example.org", text="Hola", digest="x", came_at=timezone.now())
    assert translation.get_language() == "en"
    assert send_unsent() == 1
    assert mail.outbox[0].subject.startswith("BagelsKnock: message")
