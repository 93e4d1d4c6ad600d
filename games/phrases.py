"""Quick phrases instead of a chat: a dozen, of which only the code travels, so that everybody reads them in their own language.

Nothing of them is stored and no version grows: whoever looks at the table at that moment hears it. A table is opened with them or
without (`Table.phrases`).

Codes of `Refused`, besides those of `games.play`: phrases_off, phrase_unknown, phrase_often, has_left.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games import play, updates
from games.limits import refuse_often
from games.models import Table
from games.play import Refused

#: By code, in the order of the page.
PHRASES: Mapping[str, Any] = {
    "hello": pgettext_lazy("phrase", "Hello!"),
    "good_luck": pgettext_lazy("phrase", "Good luck!"),
    "nice_hand": pgettext_lazy("phrase", "Nice hand!"),
    "well_played": pgettext_lazy("phrase", "Well played!"),
    "thank_you": pgettext_lazy("phrase", "Thank you!"),
    "sorry": pgettext_lazy("phrase", "Sorry!"),
    "ouch": pgettext_lazy("phrase", "Ouch!"),
    "close": pgettext_lazy("phrase", "That was close!"),
    "moment": pgettext_lazy("phrase", "One moment, please."),
    "back": pgettext_lazy("phrase", "I'm back."),
    "again": pgettext_lazy("phrase", "Another game?"),
    "good_night": pgettext_lazy("phrase", "Good night!"),
}


def say(code: str, key: str | None, phrase: object) -> None:
    """Somebody who sits at the table says something; those who watch it hear it."""
    table, seat = play.find(code, key)
    if seat is None:
        raise Refused("no_key", status=403)
    if table.status == Table.Status.CLOSED:
        raise Refused("closed")
    if not table.phrases:
        raise Refused("phrases_off", status=403)
    if seat.left_at:
        raise Refused("has_left")
    if not isinstance(phrase, str) or phrase not in PHRASES:
        raise Refused("phrase_unknown", status=400)
    refuse_often("phrases", seat.pk, "phrase_often")
    updates.phrase(code, seat.number, phrase)


def in_words(table: Table) -> str:
    """Whether people can speak at this table, as one of its rules."""
    return _("quick phrases") if table.phrases else _("no quick phrases")
