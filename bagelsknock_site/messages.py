"""The sentences of the site and their translations: `python -m bagelsknock_site.messages` brings every catalogue up to date.

Sentences are collected from the code and the templates with Babel, which is pure Python, so that no gettext tools are needed. What is
new arrives untranslated, what is gone is dropped, what changed a little is marked fuzzy; tests/site/test_languages.py asks for the rest.
With `compile`, only the compiled catalogues are written (as `make play` does).
"""

import io
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.template.base import Lexer
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "bagelsknock_site" / "locale"
BOARD = ROOT / "templates" / "board"
"""Jinja's templates, which Babel can read by itself; the others are Django's."""
KEYWORDS: dict[str, tuple | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
TRANSLATORS = "Translators:"
"""How a comment begins that explains the next sentence to who translates it."""


def sources() -> list[Path]:
    """The files that hold sentences, in a lasting order."""
    rooms = ("bagelsknock_site", "contact", "games", "lobby")
    python = (path for room in rooms for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts)
    return sorted([*python, *(path for path in (ROOT / "templates").rglob("*") if path.suffix in (".html", ".txt"))])


def collected(paths: Iterable[Path] | None = None) -> Catalog:
    """Every sentence of the site, untranslated."""
    catalogue = Catalog(charset="utf-8")
    for path in paths or sources():
        text, kind = path.read_text(), "python"
        if path.is_relative_to(BOARD):
            kind = "jinja2"
        elif path.suffix != ".py":
            text = _as_python(text)
        for _line, ids, comments, context in extract(kind, io.BytesIO(text.encode()), KEYWORDS, [TRANSLATORS], {"silent": "false"}):
            catalogue.add(ids, locations=[(str(path.relative_to(ROOT)), 0)], auto_comments=comments, context=context)
    return catalogue


def _as_python(template: str) -> str:
    """The template's sentences as calls, one in a line. Where nothing is translated it would be wasted work, and Babel would stumble."""
    if not any(
        token.contents.partition(" ")[0] in ("translate", "blocktranslate") or "_(" in token.contents
        for token in Lexer(template).tokenize()
    ):
        return ""
    # Django leaves everything else behind as rows of X, indented as it was
    return re.sub(r"(?m)^[ \t]+", "", templatize(template))


def po_path(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def stored(language: str) -> Catalog:
    """The catalogue as it lies in its file; empty if there is none yet."""
    path = po_path(language)
    if not path.exists():
        return Catalog(locale=language, project="BagelsKnock", last_translator="BagelsKnock", language_team="BagelsKnock", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def translated_languages() -> list[str]:
    return [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def update(language: str) -> None:
    """Bring the .po file up to date with the code."""
    catalogue = stored(language)
    made = catalogue.creation_date
    catalogue.update(collected())
    catalogue.creation_date = made  # nothing new, nothing changed
    path = po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        # Line numbers would change with every commit
        write_po(file, catalogue, width=140, ignore_obsolete=True, include_lineno=False)


def compile_stale() -> None:
    """Write the .mo files that Django reads, beside the .po files that are newer. Fuzzy translations are left out."""
    for language in translated_languages():
        po = po_path(language)
        mo = po.with_suffix(".mo")
        if not mo.exists() or mo.stat().st_mtime < po.stat().st_mtime:
            with mo.open("wb") as file:
                write_mo(file, stored(language))


def main(arguments: list[str]) -> None:
    if arguments != ["compile"]:
        for language in translated_languages():
            update(language)
    compile_stale()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bagelsknock_site.settings")
    main(sys.argv[1:])
