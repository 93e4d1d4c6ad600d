"""How well computer players play, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.bots import Level

#: What a level is called, beside a computer player and where one is chosen.
LEVELS: Mapping[Level, Any] = {
    Level.GENTLE: pgettext_lazy("computer player", "gentle"),
    Level.STEADY: pgettext_lazy("computer player", "steady"),
    Level.SHARP: pgettext_lazy("computer player", "sharp"),
}

#: What it means.
MEANINGS: Mapping[Level, Any] = {
    Level.GENTLE: _("Gentle is a kind beginner."),
    Level.STEADY: _("Steady plays as most families do."),
    Level.SHARP: _("Sharp remembers every card and counts the odds."),
}

#: A computer player in the lists of people.
COMPUTERS: Mapping[Level, Any] = {
    Level.GENTLE: _("computer, gentle"),
    Level.STEADY: _("computer, steady"),
    Level.SHARP: _("computer, sharp"),
}
