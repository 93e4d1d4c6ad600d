"""What is read aloud at a table, for whoever does not see it: what happened, in order, and what the viewer may do now.

Like everything that is shown it is made from a `View`. The page's script says what of it it has not said yet, so each line has a
place: that of its event in the log of the round. Lines go back to the viewer's last turn; nothing before that can be news.
"""

from collections.abc import Sequence
from typing import Any

from games import sentences, showdown
from games.models import Seat, Table
from games.remembered import gettext as _
from games.remembered import in_each_language, ngettext
from games.rules import engine
from games.rules.cards import Card, in_order
from games.rules.state import Arrangement, Event, View
from games.sentences import words

Line = tuple[int, str]

#: Events whose sentence says no more than others of the same moment, or than the table that lies open.
SILENT = ("hand_shown", "antes_paid", "paid_to_draw", "final_bet_due")

#: Events with which points change hands: the amounts are told after the last of them.
SETTLED = (
    "pot_won", "hand_won", "knock_settled", "splash_settled", "bonus_won",
    "gin_settled", "undercut_settled", "rummy_settled", "lowest_settled",
)  # fmt: skip

#: Events with which somebody's turn goes on: they are told with what ends it.
DRAWN = ("drew_stock", "took_discard")

#: Events with which the viewer sees cards that they have not seen before.
FRESH = ("dealt", "rummy_started", "final_dealt")

#: Events that are somebody's own doing; others come of them, or with the deal.
DECIDED = (
    "checked", "bet", "called", "raised", "folded", "drew_stock", "took_discard", "discarded", "passed", "knocked", "gin", "went_out",
    "splashed", "turned_over", "bet_chosen", "re_entered", "next_round_chosen", "game_ending",
)  # fmt: skip

#: How far back lines go for somebody who only watches, in events.
LATELY = 12


def lines(view: View, names: Sequence[str]) -> list[Line]:
    """What happened since the viewer's last turn, that included: a line for each event that is told, with the event's place."""
    told: list[Line] = []
    settled = _settled(view)
    for place in range(_since(view), len(view.log)):
        event = view.log[place]
        if event.code not in SILENT:
            told.append((place, _line(view, place, names)))
        if event.code in FRESH and (mine := cards(view)):
            told.append((place, mine))
        if place == settled and view.settlement:
            told.append((place, _amounts(event, view.settlement.points, names)))
    return [(place, words.spoken(line)) for place, line in told if line]


def asked(view: View, names: Sequence[str], bots: Sequence[bool]) -> str:
    """What the viewer may do; else for whom the table waits, if that may take a while: for a person, and once in their turn."""
    settled = sentences.told_in(view.game, view.phase)
    waits = settled or (view.to_act is not None and not bots[view.to_act] and not view.drawn)
    return words.spoken(sentences.asked(view, names)) if view.offers or waits else ""


def waiting_room(table: Table, viewer: Seat | None, seats: Sequence[Seat], awaited: Sequence[str]) -> str:
    """Who is at a table that has not started, and whether the viewer may start it."""
    if table.status != Table.Status.WAITING:
        return _("This table is closed.")
    here = [seat.name for seat in seats if not seat.reserved]
    free = table.seats_wanted - len(seats)
    who = {"names": words.people(here), "free": free}
    some = ngettext("At the table: %(names)s. %(free)s seat is free.", "At the table: %(names)s. %(free)s seats are free.", free)
    told = (some if free else _("At the table: %(names)s.")) % who
    may_start = viewer is not None and viewer.number == table.leader and not awaited
    if may_start and len(here) >= engine.GAMES[table.game].seats[0]:
        return " ".join((told, _("You can start the game.")))
    return told


def cards(view: View) -> str:
    """The viewer's own cards, melds first, and what they are worth; "" for somebody who holds none."""
    me = view.seats[view.viewer] if view.viewer is not None else None
    return _cards(me.cards, me.hand, showdown.worth(view, me)) if me and me.cards else ""


@in_each_language(2048)
def _cards(held: tuple[Card | None, ...], hand: Arrangement | None, worth: str) -> str:
    groups = showdown.groups(hand, in_order(card for card in held if card))
    parts = [words.group(group["kind"], [_card(it) for it in group["cards"]]) for group in groups]
    if hidden := held.count(None):
        parts.append(ngettext("%(count)s face-down card", "%(count)s face-down cards", hidden) % {"count": hidden})
    return _("Your cards: %(cards)s.") % {"cards": "; ".join(filter(None, [*parts, worth]))}


def _card(it: dict[str, Any]) -> str:
    return words.stand_in(words.card_name(it["card"]), it["stands"])


def _since(view: View) -> int:
    """Where the viewer's last turn in the log begins: their last events in a row."""
    place = len(view.log)
    if view.viewer is None:
        return max(0, place - LATELY)
    while place and not _own(view, place - 1):
        place -= 1
    while place and _own(view, place - 1):
        place -= 1
    return place


def _own(view: View, place: int) -> bool:
    event = view.log[place]
    return event.seat == view.viewer and event.code in DECIDED


def _settled(view: View) -> int | None:
    """The place of the event after which the amounts of the settlement on the table are told."""
    return max((place for place, event in enumerate(view.log) if event.code in SETTLED), default=None)


def _amounts(event: Event, points: Sequence[int], names: Sequence[str]) -> str:
    """What everybody got or paid: "Ann −27, Cy −18." Whose amount the event names already is left out."""
    told = event.seat if event.params.get("points") == points[event.seat or 0] else None
    paid = [f"{names[seat]} {words.signed(each)}" for seat, each in enumerate(points) if each and seat != told]
    return f"{', '.join(paid)}." if paid else ""


def _line(view: View, place: int, names: Sequence[str]) -> str:
    event = view.log[place]
    if event.seat is not None and event.seat == view.viewer:
        drawn = view.seats[view.viewer].cards[-1:] if view.drawn and view.to_act == view.viewer else ()
        if event.code == "drew_stock" and drawn and drawn[0] and not any(later.code in DRAWN for later in view.log[place + 1 :]):
            return _("You drew %(card)s.") % {"card": words.card_name(drawn[0])}
        return sentences.yours(view.game, event, names)
    if event.code in DRAWN:
        after = _next(view.log[place + 1 :], event)
        if event.code == "drew_stock" or after is None or after.code == "discarded":
            return ""
    return sentences.turn(view.game, _next(view.log[:place][::-1], event), event, names)


def _next(log: Sequence[Event], event: Event) -> Event | None:
    """The nearest event that is told, if it is of the same seat."""
    near = next((each for each in log if each.code not in SILENT), None)
    return near if near and near.seat == event.seat else None
