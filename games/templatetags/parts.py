"""`{% part "card" it=it %}`: a part of a board (`games.parts`) on a page, which is a template of Django's."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from games import parts

register = template.Library()


@register.simple_tag
def part(name: str, **inputs: Any) -> SafeString:
    """The part `templates/board/NAME.html`, drawn from these inputs and nothing else."""
    return parts.part(name, **inputs)
