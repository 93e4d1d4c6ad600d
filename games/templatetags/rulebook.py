"""What the rules pages are written with: marks of house decisions, worked examples, cards in a row."""

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import rulebook, showdown
from games.rules.cards import parse_cards
from games.templatetags.cards import card

register = template.Library()


@register.simple_tag(takes_context=True)
def house(context: dict[str, Any], key: str) -> SafeString:
    """A small mark that leads to a house decision of the game. KeyError if it has not been decided."""
    decided = rulebook.house(context["game"].name)[key]
    return format_html('<a class="house-mark" href="#house-{}" title="{}">{}</a>', key, decided, house_sign())


@register.simple_tag
def house_sign() -> SafeString:
    """The sign of a house decision."""
    return format_html('<svg role="img" aria-label="{}"><use href="{}#house"/></svg>', _("house decision"), static("icons.svg"))


@register.inclusion_tag("pages/_example.html", takes_context=True)
def example(context: dict[str, Any], name: str) -> dict[str, Any]:
    """A worked example of the game: the hands, what was settled, and why."""
    first, view = rulebook.played(context["game"].name, name)
    names = rulebook.PEOPLE[: len(view.seats)]
    return {
        "name": name,
        **showdown.showdown(view, names),
        "before": showdown.standings(first, names) if first.sheet else [],
        "after": showdown.standings(view, names),
    }


@register.simple_tag
def cards(written: str) -> SafeString:
    """Cards in a row: `{% cards "9C TC JC" %}`."""
    return format_html('<span class="cards-row">{}</span>', format_html_join("", "{}", ((card(one),) for one in parse_cards(written))))
