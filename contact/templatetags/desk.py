"""The operator's desk, on the admin's front page: each app says its numbers, and none knows the others (settings.DESK)."""

from django import template
from django.conf import settings
from django.template.context import Context
from django.utils.module_loading import import_string

register = template.Library()


@register.simple_tag(takes_context=True)
def desk_figures(context: Context) -> list[tuple[str, str, str]]:
    """All numbers that this operator may see: what, how many, and the page to look at."""
    return [figure for path in settings.DESK for figure in import_string(path)(context["request"])]
