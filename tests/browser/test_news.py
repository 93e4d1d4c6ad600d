"""What the operator tells everybody comes to open pages, and moves nothing there."""

import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.scaled.wire import ROOT, Server

#: where the regions of the board are
PLACES = """() => [...document.querySelectorAll("#board > [id]:not(#news)")]
    .map((each) => JSON.stringify([each.id, each.getBoundingClientRect()]))"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that looks for news often."""
    server = Server(tmp_path_factory.mktemp("site"), PATIENCE="beat=0.2").start()
    yield server
    server.stop()


def operator_types(server: Server, *words: str) -> None:
    subprocess.run([sys.executable, "manage.py", "notice", *words], cwd=ROOT, env=server.environment, check=True, capture_output=True)


def test_a_notice_comes_and_goes_and_moves_nothing(person: Person, server: Server) -> None:
    code, _ = server.open_table("Ann", ("Bo", "Cy"))
    phone, laptop = person(f"/table/{code}/", phone=True), person(f"/es/table/{code}/")
    lobby = person()
    for page in (phone, laptop):
        expect(page.locator("#board[data-greeted]")).to_be_visible()
    before = [page.evaluate(PLACES) for page in (phone, laptop)]
    operator_types(server, "--minutes", "10")
    restart = "The site restarts in about 10 minutes; your game goes on afterwards."
    for page in (phone, lobby):
        expect(page.get_by_role("status").filter(has_text=restart)).to_be_visible()
    expect(laptop.get_by_text("El sitio se reinicia en unos 10 minutos")).to_be_visible()
    assert [page.evaluate(PLACES) for page in (phone, laptop)] == before
    operator_types(server, "--clear")
    for page in (phone, lobby, laptop):
        expect(page.locator("#news")).to_be_empty()
