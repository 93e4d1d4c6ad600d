"""What a computer player would do, with the reason: for a person who asks for a hint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules.state import Action


@dataclass(frozen=True, slots=True)
class Advice:
    """An action and why: a code, and the numbers by which it was decided. Sentences are made at the edge (`games.sentences`).

    reason      "" where there is nothing to say; the sentence then tells the action alone
    params      cards as they are written in code, points and chances (0 to 1) as numbers, seats by number
    """

    action: Action
    reason: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
