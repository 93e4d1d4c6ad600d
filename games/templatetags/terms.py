"""Words of card tables as buttons that show what they mean: `{{ text|terms:game }}`, and once on each such page `{% term_tips game %}`.

The browser does the rest: a button with `popovertarget` opens and closes its tip, Escape or a press elsewhere closes it.
"""

import re
from collections import Counter
from functools import lru_cache
from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games import rulebook
from games.remembered import in_each_language
from games.rules import engine
from games.sentences import glossary

register = template.Library()

#: Nothing is marked inside of these: what can be pressed already, titles that are links elsewhere, figures and tables of cards.
_WHOLE = {"a", "button", "code", "figure", "h1", "h2", "h3", "label", "select", "summary", "svg", "table"}
_TAG = re.compile(r"(<[^>]*>)")
_NAME = re.compile(r"</?(\w+)")


@register.filter(is_safe=True)
@in_each_language(2048)
def terms(text: Any, game: str) -> SafeString:
    """The text, or HTML, with the first use of each of the game's words as a button."""
    pattern, keys = _words(game, get_language())
    met: set[str] = set()

    def pressed(found: re.Match[str]) -> str:
        # "Gın", a name, is found as "gin" where case does not count, and is no form of it
        key = keys.get(found[0].casefold())
        if key is None or key in met:
            return found[0]
        met.add(key)
        return _button(key, mark_safe(found[0]))

    parts, inside = [], 0
    for part in _TAG.split(conditional_escape(text)):
        if part.startswith("<"):
            name = _NAME.match(part)
            if name and name[1] in _WHOLE:
                inside += -1 if part[1] == "/" else 1
        elif not inside:
            part = pattern.sub(pressed, part)
        parts.append(part)
    return mark_safe("".join(parts))


@register.simple_tag
def term_words(game: str) -> SafeString:
    """All of the game's words, each a button: for what stands in buttons and fields, where a word cannot be one."""
    return format_html_join(" ", "{}", ((_button(key, term.word),) for key, term in rulebook.terms(game).items()))


@register.simple_tag
def term_tips(game: str) -> SafeString:
    """The tips of the game's words, closed; none of a game that this code no longer knows."""
    if game not in engine.GAMES:
        return SafeString()
    tip = '<p popover id="term-{}" class="term-tip"><b>{}</b> {}</p>'
    return format_html_join("", tip, ((key, term.word, term.meaning) for key, term in rulebook.terms(game).items()))


def _button(key: str, word: Any) -> SafeString:
    # Described by its tip, so that a screen reader need not look for what has opened
    button = '<button type="button" class="term" popovertarget="term-{0}" aria-describedby="term-{0}">{1}</button>'
    return format_html(button, key, word)


@lru_cache(maxsize=64)
def _words(game: str, language: str | None) -> tuple[re.Pattern[str], dict[str, str]]:
    """What finds a game's words in a text of the language, the longest first, and whose form each is. A form of two is neither's."""
    forms_of = [(form.casefold(), key) for key in rulebook.of(game).TERMS for form in set(glossary.TERMS[key].forms())]
    shared = Counter(form for form, _key in forms_of)
    keys = {form: key for form, key in forms_of if shared[form] == 1}
    forms = "|".join(re.escape(form) for form in sorted(keys, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{forms})(?![\w-])", re.IGNORECASE), keys
