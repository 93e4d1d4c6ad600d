"""What a board is drawn with: Jinja templates, which are compiled to Python, in `templates/board/`. (Pages are Django's templates.)

A *part* is drawn from a few plain values and nothing else, and therefore remembered: a pile, a seat, a held card look the same at every
table where these values are the same. A move changes few of them, so most of a board is looked up. Parts are in templates:
`{{ part("stock", stock=stock, draws=draws) }}`. Of most regions it is declared here what they are drawn from, and `games.boards` draws
them again where that has changed. In templates, too:

    {{ _("Discard") }}, {% trans %}      sentences, in the reader's language
    {{ url("games:act", code) }}         an address of the site
    {{ static("icons.svg") }}            an address of a static file
    {{ card("9C") }}, {{ card_back() }}  and the filters of `games.templatetags.cards` and `.terms`
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.template import engines
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext, npgettext, pgettext
from jinja2 import TemplateNotFound
from markupsafe import Markup

from games.remembered import Plain, in_each_language
from games.templatetags import cards, terms
from games.templating import Environment

#: All that each region is drawn from: plain values, so that equal ones give equal text. Others are drawn from all that is known.
INPUTS = {
    "topbar": ("started", "deal", "round", "look", "game_title", "phase_name", "goal", "due"),
    "sentence": ("started", "sentence", "my_turn", "touch", "due", "hints", "hint_now"),
    "told": ("deal", "told", "asked", "my_turn"),
    "hand": ("deal", "hand", "my_name", "unit"),
    "actions": ("started", "code", "phase", "watches", "bot_plays", "watches_on", "replaceable", "hints"),
    "reckoning": (),
    "notice": ("notice", "said"),
    "waiting": ("started",),
}
#: Where one of these is so, a region is drawn from all that is known, too.
UNLESS = {"actions": ("offers", "is_over"), "waiting": ("unstarted",), "reckoning": ("reckoning",)}

#: Those that several viewers may have alike, at whatever table.
ALIKE = ("topbar", "sentence", "actions", "notice", "waiting", "reckoning")

#: How many parts a process remembers, of about half a kilobyte.
KEPT = 20_000


def inputs(name: str, context: Mapping[str, Any]) -> tuple[Any, ...] | None:
    """What the region of this name is drawn from; None: from all that is known."""
    if name not in INPUTS or any(context.get(key) for key in UNLESS.get(name, ())):
        return None
    return tuple([context.get(key, "") for key in INPUTS[name]])


def region(name: str, given: tuple[Any, ...]) -> SafeString:
    """The region of this name, from its inputs and nothing else."""
    return _alike(name, given) if name in ALIKE else _from(name, given)


def _from(name: str, given: tuple[Any, ...]) -> SafeString:
    return draw(name, dict(zip(INPUTS[name], given, strict=True)))


_alike = in_each_language(KEPT)(_from)


def part(name: str, **inputs: Any) -> SafeString:
    """The part of this name, from plain values."""
    return _remembered(name, Plain(inputs))


@in_each_language(KEPT)
def _remembered(name: str, inputs: Plain) -> SafeString:
    return draw(name, inputs.value)


def draw(name: str, context: Mapping[str, Any]) -> SafeString:
    """The template `templates/board/NAME.html`."""
    return mark_safe(_environment().get_template(f"{name.removesuffix('.html')}.html").render(context))


def own(game: str, name: str) -> str | None:
    """The path of the game's template of this name, else of the one for all games, else None."""
    for template in (f"{game}/{name}.html", f"{name}.html"):
        try:
            _environment().get_template(template)
        except TemplateNotFound:
            continue
        return template
    return None


def environment(**options: Any) -> Environment:
    """For `TEMPLATES` in the settings."""
    made = Environment(**options, extensions=["jinja2.ext.i18n"])
    # Looking a sentence up in the catalogues takes longer than drawing a seat, and Jinja's own way to do it several times as long again
    made.install_gettext_callables(
        translation.gettext, ngettext, newstyle=True, pgettext=in_each_language(4096)(pgettext), npgettext=npgettext
    )  # type: ignore
    made.globals |= {"gettext": _gettext, "_": _gettext}
    made.globals |= {"part": part, "url": _url, "static": cache(static), "card": cards.card, "card_back": cards.card_back}
    made.filters |= {"read_out": cards.read_out, "card_sign": cards.card_sign, "card_name": cards.card_name, "terms": terms.terms}
    return made


def _gettext(message: str, **variables: Any) -> str:
    """A sentence in the reader's language; as in all of Jinja's, a % of its own is written twice."""
    return _template(message) % variables if variables else _plain(message)


@in_each_language(4096)
def _template(message: str) -> Markup:
    return Markup(translation.gettext(message))


@in_each_language(4096)
def _plain(message: str) -> Markup:
    return _template(message) % {}


@in_each_language(4096)
def _url(name: str, *args: str) -> str:
    return reverse(name, args=args)


def _environment() -> Environment:
    return engines["board"].env
