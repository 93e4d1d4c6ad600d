"""A third language is one catalogue and one line of settings: shown by one that a machine can write, in which every sentence stands in
brackets. On the pages in that language whatever stands outside of brackets was never translated, which finds what nobody has wrapped.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django.test import override_settings
from django.utils import translation

from bagelsknock_site import messages
from games import boards
from games.rules import engine
from games.sentences import words
from tests.factories import PEOPLE, SittingFactory
from tests.games import over
from tests.games.test_hidden_cards import present
from tests.random_games import states
from tests.site.test_cookies import public_paths

pytestmark = pytest.mark.django_db

CODE, NAME = "eo", "Pseudo"  # a code that Django knows, and has its own sentences in
READ_ALOUD = {"aria-label", "title", "alt", "placeholder"}
FOR_SCRIPTS = {"data-look", "data-verbs", "data-when"}
# Names, and what is the same in all languages
SAME = {
    *PEOPLE, "BagelsKnock", "Knock", "Poker", "Rummy", "Gin", "English", NAME, "Pip", "Juno", "Otto", "Mabel", "Rex", "Tilly",
    "KB", "UTF", "json", "history",
}  # fmt: skip
LETTERS = re.compile(r"[^\W\d_]{2,}")


@pytest.fixture(scope="module", autouse=True)
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The site with the language: its catalogue, its line in the settings, nothing else."""
    locale: Path = tmp_path_factory.mktemp("locale")
    catalogue = Catalog(locale=CODE)
    for message in messages.collected():
        if message.id:
            forms = tuple(f"[{text}]" for text in message.id) if isinstance(message.id, tuple) else f"[{message.id}]"
            catalogue.add(message.id, forms, context=message.context)
    (locale / CODE / "LC_MESSAGES").mkdir(parents=True)
    with (locale / CODE / "LC_MESSAGES" / "django.mo").open("wb") as file:
        write_mo(file, catalogue)
    boards._kept.clear()
    with override_settings(LANGUAGES=[("en", "English"), (CODE, NAME)], LOCALE_PATHS=[locale]):
        yield
    boards._kept.clear()
    translation.activate("en")


class Outside(HTMLParser):
    """What a page says outside of brackets."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.inside: list[str] = []
        self.said = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.said += " "
        found = dict(attrs)
        for name, value in found.items():
            described = name == "content" and found.get("name") == "description"
            spoken = name.startswith("data-") and name not in FOR_SCRIPTS and value and " " in value and not value.startswith(("{", "/"))
            if value and (name in READ_ALOUD or described or spoken):
                self.texts.append(value)
        if tag in ("script", "style", "code", "bdi", "i", "time", "kbd"):  # dates are Django's
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.said += " "
        if self.inside and tag == self.inside[-1]:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.said += data

    def words(self) -> list[str]:
        """Words that are not inside brackets, which may stand in each other and span tags."""
        return [word for text in (self.said, *self.texts) for word in LETTERS.findall(_outside(text)) if word not in SAME]


def _outside(text: str) -> str:
    depth, out = 0, []
    for sign in text:
        depth += sign == "["
        if not depth:
            out.append(sign)
        depth -= sign == "]" and depth > 0
    return "".join(out)


def untranslated(html: str) -> list[str]:
    return sorted(set(Outside(html).words()))


def test_the_brackets_find_what_is_bare():
    assert untranslated("<p>[Round <b>2</b>, dealt by [Ann]] and more</p><img alt='bare'>") == ["and", "bare", "more"]


def test_every_page_is_translated(client):
    waiting, playing, done = SittingFactory(seats=3), SittingFactory(started=True), over.finished(2)
    bare: dict[str, list[str]] = {}
    for sitting in (waiting, playing, done):
        for path in [*public_paths(sitting.code), "/rules/bagelsknock/", "/rules/knock_poker/", "/rules/knock_rummy/", "/nowhere/"]:
            for key in ({}, {"X-Seat-Key": sitting.keys["Ann"]}):
                for answer in (client.get(f"/{CODE}{path}", headers=key), client.post(f"/{CODE}{path}", headers=key)):
                    if "html" in answer.get("Content-Type", "") and (found := untranslated(answer.content.decode())):
                        bare[path] = found
    # the fields of history.json, and of its checker, are called as they are called in the file
    bare["/fairness/"] = [word for word in bare.get("/fairness/", []) if word.lower() not in FIELDS]
    assert {path: found for path, found in bare.items() if found} == {}


FIELDS = {
    "table", "game", "options", "rules", "version", "seats", "secret", "commitment", "cuts", "seed", "words", "first", "dealer",
    "rounds", "number", "shuffles", "hands", "upcard", "moves", "points",
}  # fmt: skip


@pytest.mark.parametrize("game", sorted(engine.GAMES))
def test_every_moment_of_a_game_is_translated(game):
    bare: dict[str, list[str]] = {}
    seen: dict[str, int] = {}
    with translation.override(CODE):
        for seed in range(6):
            for state in states(Random(f"pseudo {seed}"), game):
                last = state.log[-1].code if state.log else ""
                kind = f"{state.phase} {last}"
                seen[kind] = seen.get(kind, 0) + 1
                if seen[kind] > 2:
                    continue
                now = present(state)
                for seat in (None, *range(len(state.seats))):
                    boards._kept.clear()
                    board = boards.render(now, None if seat is None else now.seats[seat])
                    if found := untranslated(f"{board.html}<title>{board.title}</title>"):
                        bare[kind] = found
    assert bare == {}
    assert len(seen) > 8


def test_cards_and_hands_are_translated():
    with translation.override(CODE):
        assert words.card_name("9C") == "[[nine] of [clubs]]"
        assert words.people(["Ann", "Bo"]) == "[Ann and Bo]"
