"""The privacy page: what it must say, with the numbers that hold, and true to the code."""

import re
from pathlib import Path

import pytest

STATIC = Path(__file__).resolve().parents[2] / "bagelsknock_site" / "static"


@pytest.fixture
def page(client):
    return re.sub(r"\s+", " ", client.get("/privacy/").content.decode())


@pytest.mark.parametrize(
    "said",
    [
        "no cookies, no accounts, no tracking, no addresses stored",
        "localStorage",
        "only to answer you",
        "never sell or share",
        "No money, no payment data, no prizes",
        "under /admin/",
        "Each move is kept with its time",
        '<td class="days">90 days</td>',
        '<td class="days">7 days</td>',
        '<td class="days">180 days</td>',
        '<td class="days">30 days</td>',
    ],
)
def test_what_it_says(page, said):
    assert said in page


def test_its_numbers_are_those_of_the_settings(client, settings):
    settings.RETENTION = {"finished": 31, "closed": 1, "messages": 11, "spam": 12}
    page = client.get("/privacy/").content.decode()
    assert re.findall(r'class="days">([^<]*)<', page) == ["31 days", "1 day", "11 days", "12 days"]


def test_the_form_is_below_it_and_works(page):
    assert 'action="/contact/"' in page
    assert page.index("<form") > page.index("Questions?")


def test_every_key_that_scripts_store_is_named(page):
    """Add a sentence to the page for whatever is stored anew."""
    stored = set()
    for script in STATIC.rglob("*.js"):
        stored |= set(re.findall(r"""(?:lasting|passing|keeper\(\w+\))\.setItem\((\W?\w+)""", script.read_text()))
    assert stored == {"`seat", '"handle', "`pending", '"sorting', "kept", "KEY"}, (
        "kept: the link to move a seat (needs.js), the order of a hand (hand.js), who is muted (phrases.js); KEY: preferences, tips"
    )
    for key in ("seat:", "handle", "pending:", "sorting", "preferences", "tips", "hand:", "muted:", "sessionStorage"):
        assert key in page
    raw = [
        script.name
        for script in STATIC.rglob("*.js")
        if re.search(r"\b(localStorage|sessionStorage|indexedDB|cookie)\b", script.read_text())
    ]
    assert sorted(raw) == ["seated.js", "store.js"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/contact/", "/privacy/", "/open/", "/nowhere/"])
def test_every_page_leads_there(client, path):
    assert 'href="/privacy/"' in client.get(path).content.decode()
