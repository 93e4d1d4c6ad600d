"""`{% part "stock" %}`: a part of the table that is drawn from its own inputs alone (`games.parts`), which it finds in the context."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from games import parts

register = template.Library()


@register.simple_tag(takes_context=True)
def part(context: Any, name: str) -> SafeString:
    """The partial `templates/games/_NAME.html`, looked up if it was drawn from the same inputs before. KeyError if it declares none."""
    if name not in parts.INPUTS:
        raise KeyError(name)
    return parts.drawn(name, context)
