"""The catalogues of all languages: complete, nothing unused, and every translation with the places and tags of its sentence."""

import ast
import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Message
from django.conf import settings

from bagelsknock_site import messages

LANGUAGES = messages.translated_languages()
DO = "run `make messages`, then translate what is new in %s"
CALLS = {"_", *messages.KEYWORDS}
#: What stands for something else in a sentence: %(name)s, the # of scripts, and a percent sign.
PLACES = re.compile(r"%\(\w+\)[sd]|#+|%%")
TAGS = re.compile(r"<[^<>]+>")


def key(message: Message) -> tuple:
    return message.context, message.id


def forms(text: str | tuple) -> tuple[str, ...]:
    return text if isinstance(text, tuple) else (text,)


def translations() -> Iterator[tuple[str, Message]]:
    for language in LANGUAGES:
        yield from ((language, message) for message in messages.stored(language) if message.id)


def test_there_is_spanish():
    assert "es" in LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated_and_none_is_left_over(language):
    wanted = {key(message) for message in messages.collected() if message.id}
    stored = {key(message): message for message in messages.stored(language) if message.id}
    po = messages.po_path(language)
    assert sorted(map(str, wanted - set(stored))) == [], f"not in the catalogue: {DO % po}"
    assert sorted(map(str, set(stored) - wanted)) == [], f"used nowhere: {DO % po}"
    assert [message.id for message in stored.values() if not all(forms(message.string))] == [], f"untranslated: {DO % po}"
    assert [message.id for message in stored.values() if message.fuzzy] == [], f"fuzzy: {DO % po}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_site_reads_the_catalogue_as_it_is_written(language):
    po = messages.po_path(language)
    assert po.with_suffix(".mo").stat().st_mtime >= po.stat().st_mtime


def test_translations_have_the_places_of_their_sentence():
    wrong = []
    for language, message in translations():
        ids = forms(message.id)
        for number, text in enumerate(forms(message.string)):
            wanted = sorted(PLACES.findall(ids[min(number, len(ids) - 1)]))
            if sorted(PLACES.findall(text)) != wanted:
                wrong.append((language, message.id, text))
    assert wrong == []


def test_translations_have_the_tags_of_their_sentence():
    pairs = [(message.id, forms(message.id)[-1], text) for _, message in translations() for text in forms(message.string)]
    assert [each for each, english, text in pairs if sorted(TAGS.findall(english)) != sorted(TAGS.findall(text))] == []


def test_translations_begin_and_end_like_their_sentence():
    """A full stop that is missing, a capital that is not, blanks that were typed by accident."""
    wrong = []
    for _, message in translations():
        for english, text in zip(forms(message.id), forms(message.string), strict=False):
            ends = english[-1:] in ".:!?…" or text[-1:] in ".:!?…"
            if text != text.strip() or (ends and (english[-1], text[-1]) not in {(sign, sign) for sign in ".:!?…"}):
                wrong.append((english, text))
    allowed = {"%(names)s won"}  # a victory is worth an exclamation mark in Spanish
    assert [each for each in wrong if each[0] not in allowed] == []


def joined(tree: ast.AST) -> Iterator[int]:
    """Lines where a translated text is glued to other words: by +, or inside an f-string that says something itself."""

    def translated(node: ast.AST) -> bool:
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS

    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and (translated(node.left) or translated(node.right)):
            yield node.lineno
        if isinstance(node, ast.JoinedStr) and any(translated(part) for piece in node.values for part in ast.walk(piece)):
            words = "".join(piece.value for piece in node.values if isinstance(piece, ast.Constant))
            if re.search(r"[A-Za-z]", words):
                yield node.lineno
        if isinstance(node, ast.Call) and translated(node) and node.args and not all(is_text(each) for each in node.args[:1]):
            yield node.lineno


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


# One translated piece directly after another that has not ended: word order would be English for ever
GLUED = re.compile(r'{% (?:translate|trans) "([^"]*[^.:!?…" ])" %}\s+{% (?:translate|trans) "([^"]*)" %}')


def test_no_sentence_is_glued_together():
    found = []
    for path in messages.sources():
        text = path.read_text()
        if path.suffix == ".py":
            found += [f"{path.name}:{line}" for line in joined(ast.parse(text))]
        else:
            found += [f"{path.name}: {' + '.join(pieces)}" for pieces in GLUED.findall(text)]
    assert found == []


def test_every_language_has_a_name_of_its_own():
    assert all(name for _, name in settings.LANGUAGES)
    assert len({name for _, name in settings.LANGUAGES}) == len(settings.LANGUAGES)


def test_a_new_language_begins_with_every_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(messages, "LOCALE", tmp_path)
    messages.update("fr")
    stored = messages.stored("fr")
    assert {key(message) for message in stored if message.id} == {key(message) for message in messages.collected() if message.id}
    assert not any(any(forms(message.string)) for message in stored if message.id)
    before = messages.po_path("fr").read_bytes()
    messages.update("fr")
    assert messages.po_path("fr").read_bytes() == before, "nothing new, and yet another file"
