"""Cards in templates: `{% card "9C" %}` and `{% card_back %}`, pictures from the sprite with a name that is read aloud."""

from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.sentences import words

register = template.Library()


@lru_cache(maxsize=2048)
def _picture(card: str, css: str, stands: str, language: str) -> SafeString:
    name = words.card_name(card) if card else _("face-down card")
    if stands:
        name = _("%(card)s as %(other)s") % {"card": name, "other": stands}
    return format_html(
        '<svg class="card card-{}{}" role="img" aria-label="{}"><use href="{}#card-{}"/></svg>',
        card[1:] or "back", f" {css}" if css else "", name, static("cards.svg"), card or "back",
    )  # fmt: skip


@register.simple_tag
def card(which: str | None, css: str = "", stands: str = "") -> SafeString:
    """The card's face; its back where the face is hidden (None). `stands` is the card that a joker stands for, as it is spoken."""
    return _picture(which or "", css, stands, get_language() or "")


@register.simple_tag
def card_back(css: str = "") -> SafeString:
    return _picture("", css, "", get_language() or "")


@register.filter
def card_sign(which: str) -> str:
    """ "10♣"."""
    return words.card_sign(which)


@register.filter
def card_name(which: str) -> str:
    """ "ten of clubs"."""
    return words.card_name(which)
