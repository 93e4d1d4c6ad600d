"""Parts of a table that are drawn from a few plain values, and therefore remembered: a pile, a seat, a held card look the same at every
table where these values are the same. A move changes few of them, so most of a board is looked up.

A part is a partial, `templates/games/_NAME.html`, that is given its inputs and nothing else. Templates say `{% part "stock" %}`.
"""

from collections.abc import Mapping
from typing import Any

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from games.remembered import Plain, in_each_language

#: All that each is drawn from: plain values, so that equal ones give equal text.
INPUTS = {
    "topbar": ("started", "deal", "round", "look", "game_title", "phase_name", "goal", "due"),
    "seat": ("seat", "due", "unit"),
    "stock": ("stock", "draws"),
    "discard_pile": ("discard_top", "draws", "last"),
    "score_row": ("row",),
    "reckoning": (),
    "sentence": ("started", "sentence", "my_turn", "touch", "due", "hints", "hint_now"),
    "told": ("deal", "told", "asked", "my_turn"),
    "hand": ("deal", "hand", "my_name", "unit"),
    "held": ("held",),
    "actions": ("started", "code", "phase", "watches", "bot_plays", "watches_on", "replaceable", "hints"),
    "notice": ("notice", "said"),
    "waiting": ("started",),
}
#: Where one of these is so, a part is drawn from all that is known, and not remembered.
UNLESS = {"actions": ("offers", "is_over"), "waiting": ("unstarted",), "reckoning": ("reckoning",)}

#: How many parts a process remembers, of about half a kilobyte.
KEPT = 20_000


def drawn(name: str, context: Any) -> SafeString:
    """The part of this name. `context` is a dict, or a template's context, and has its inputs; what is missing is ""."""
    if name not in INPUTS or any(context.get(key) for key in UNLESS.get(name, ())):
        return _draw(name, context)
    return _remembered(name, Plain({key: context.get(key, "") for key in INPUTS[name]}))


@in_each_language(KEPT)
def _remembered(name: str, inputs: Plain) -> SafeString:
    return _draw(name, inputs.value)


def _draw(name: str, context: Mapping[str, Any]) -> SafeString:
    return mark_safe(get_template(f"games/_{name}.html").render(context).strip())
