"""What a computer player would do, with the reason: for a person who asks for a hint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules.cards import is_joker
from games.rules.melds import Aces, least_after_discard, loose_points
from games.rules.state import Action, View


@dataclass(frozen=True, slots=True)
class Advice:
    """An action and why: a code, and the numbers by which it was decided. Sentences are made at the edge (`games.sentences`).

    reason      "" where there is nothing to say; the sentence then tells the action alone
    params      cards as they are written in code, points and chances (0 to 1) as numbers, seats by number
    """

    action: Action
    reason: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)


def of_rummy(view: View, action: Action, ace: Aces) -> Advice:
    """The action with what it does to the loose points of the viewer's hand."""
    me = view.seats[view.viewer or 0]
    hand = [card for card in me.cards if card]
    match action.verb:
        case "draw":
            loose, top = loose_points(hand, ace), view.discard_top
            if action.argument == "discard" and top is not None:
                return Advice(action, "joker" if is_joker(top) else "takes", {"loose": min(_without([*hand, top], top, ace)), "now": loose})
            return Advice(action, "draws", {"loose": loose})
        case "discard" | "splash" | "knock" if action.argument is not None:
            left = view.after.get(action.argument)
            return Advice(action, f"{action.verb}s", {} if left is None else {"loose": left})
        case "pass":
            return Advice(action, "passes")
        case "knock":
            return Advice(action, "knocks", {"loose": loose_points(hand, ace)})
    return Advice(action)


def _without(cards: list[Any], kept: str, ace: Aces) -> list[int]:
    return [points for card, points in least_after_discard(cards, ace).items() if card != kept]
