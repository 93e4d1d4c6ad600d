"""Words of card tables as tips: every one that a page uses can be pressed there, and its tip says what the glossary says."""

import re
from html.parser import HTMLParser

import pytest
from django.utils import translation

from games import rulebook
from games.rules import engine
from games.templatetags.terms import terms
from tests.factories import SittingFactory

pytestmark = pytest.mark.django_db

PRESSED = {"a", "button", "label", "summary", "select"}
VOID = {"area", "br", "hr", "img", "input", "link", "meta", "use"}
UNREAD = {"script", "style", "title", "svg", "option"}


class Read(HTMLParser):
    """What a page says, which words can be pressed, and what the tips say."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []
        self.said: list[str] = []
        self.words: set[str] = set()
        self.tips: dict[str, str] = {}
        self.nested: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        key = (given.get("popovertarget") or "").removeprefix("term-")
        if key:
            self.words.add(key)
            self.nested += [key for around, _ in self.open if around in PRESSED]
            assert given["type"] == "button"
            assert given["aria-describedby"] == given["popovertarget"]
        if tag not in VOID:
            self.open.append((tag, given["id"].removeprefix("term-") if "popover" in given else ""))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        tip = next((key for _, key in self.open if key), None)
        if tip:
            self.tips[tip] = self.tips.get(tip, "") + data
        elif not any(tag in UNREAD for tag, _ in self.open):
            self.said.append(data)


def pages(client, game: str, prefix: str) -> dict[str, str]:
    low, high = engine.GAMES[game].seats
    waiting = SittingFactory(game=game, seats=high, options={})
    playing = SittingFactory(game=game, seats=low, people=low, options={}, started=True)
    paths = {
        "rules": f"/rules/{game}/",
        "lobby": f"/open/options/?game={game}",
        "waiting room": f"/table/{waiting.code}/",
        "table": f"/table/{playing.code}/",
    }
    return {name: client.get(prefix + path).content.decode() for name, path in paths.items()}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", engine.GAMES)
def test_every_word_that_a_page_uses_can_be_pressed_there(client, game, language):
    found = {name: Read(page) for name, page in pages(client, game, "" if language == "en" else f"/{language}").items()}
    with translation.override(language):
        explained = rulebook.terms(game)
        forms = {key: term.forms() for key, term in explained.items()}
        meanings = {key: str(term.meaning) for key, term in explained.items()}
        tips = {key: f"{term.word} {meanings[key]}" for key, term in explained.items()}
    for name, page in found.items():
        assert page.tips == tips, name
        assert page.nested == [], f"{name}: a word in what can be pressed already"
        said = " ".join(page.said)
        used = {
            key for key in forms if any(re.search(rf"(?<![\w-]){re.escape(form)}(?![\w-])", said, re.IGNORECASE) for form in forms[key])
        }
        # On the rules page the meaning of a word whose form two of them share is read among its words
        assert {key for key in used - page.words if name != "rules" or meanings[key] not in said} == set(), name


def test_a_word_is_marked_once_and_never_where_something_else_is_pressed():
    marked = terms("Ann knocked. A <a href='#'>knock</a> is a KNOCK; <b>knocks</b>", "gin")
    assert marked.count("<button") == 1
    assert "Ann <button" in marked


def test_names_are_text_and_stay_so():
    assert "<i>" not in terms("<i>knock", "gin")


@pytest.mark.parametrize(
    "handle", ["G\N{LATIN SMALL LETTER DOTLESS I}n", "G\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}N", "\N{KELVIN SIGN}nock"]
)
def test_a_name_that_is_nearly_a_word_breaks_no_table(handle):
    assert terms(f"{handle} has won", "gin").endswith(" has won")


def test_a_longer_word_is_not_taken_for_a_shorter_one():
    assert 'popovertarget="term-splash_box"' in terms("The Splash box", "bagelsknock")
    assert "<button" not in terms("Nobody is overdrawn by outrunning", "gin")
