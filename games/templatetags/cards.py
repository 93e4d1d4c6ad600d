"""Cards in templates: `{% card "9C" %}` and `{% card_back %}`, pictures from the sprite with a name that is read aloud."""

from functools import cache
from html import escape

from django import template
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from games.remembered import in_each_language
from games.sentences import words

register = template.Library()


@in_each_language(4096)
def _picture(card: str, css: str, stands: str, kind: str) -> SafeString:
    name = words.placed(words.stand_in(words.card_name(card), stands), kind)
    return format_html(
        '<svg class="card card-{}{}" role="img" aria-label="{}"><use href="{}#card-{}"/></svg>',
        card[1:], f" {css}" if css else "", name, static("cards.svg"), card,
    )  # fmt: skip


@register.simple_tag
def card(which: str, css: str = "", stands: str = "", kind: str = "") -> SafeString:
    """The card's face. `stands` is the card that a joker stands for, as it is spoken; `kind` is what the card is in, see `words.placed`."""
    return _picture(which, css, stands, kind)


@register.simple_tag
@cache
def card_back() -> SafeString:
    """The back of a card, which says nothing: how many there are is told beside them."""
    return format_html('<svg class="card card-back" aria-hidden="true"><use href="{}#card-back"/></svg>', static("cards.svg"))


@register.filter
@in_each_language(4096)
def read_out(text: str) -> SafeString:
    """A sentence in which each card is seen as its sign and read aloud as its name."""
    return mark_safe(words.with_cards(conditional_escape(text), lambda sign, name: f'<b role="img" aria-label="{escape(name)}">{sign}</b>'))


@register.filter
def card_sign(which: str) -> str:
    """ "10♣"."""
    return words.card_sign(which)


@register.filter
def card_name(which: str) -> str:
    """ "ten of clubs"."""
    return words.card_name(which)
