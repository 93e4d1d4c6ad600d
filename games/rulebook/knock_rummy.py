"""The rules page of Knock Rummy."""

from django.utils.translation import gettext_lazy as _

from games.rulebook import Example
from games.rulebook.common import ABSENT_TURN, BETWEEN_ROUNDS, ODD_POINTS, RESHUFFLE, TAKEN_CARD

SUMMARY = _("Sets and runs for two to five; knock when you think that you have the least left over.")

HOUSE = {
    "rummy_wins": _("A knock with nothing left over beats everything: another hand with nothing left over pays all the same."),
    "shared_undercut": _("Several players who undercut the knocker with the same count divide all that the others pay."),
    "knock_face_down": _("The card with which somebody knocks goes face down and is seen by nobody; the last open discard stays on top."),
    "kept_cards": _("Where a knock needs 10 or less, it is the cards kept that count, without the one thrown."),
    "go_out": _("Where knocking is not played, a round ends with “Go out”, which is offered when the cards kept leave nothing over."),
    "jokers_two_naturals": _("A meld with jokers needs at least two natural cards, and a set has four cards at most, jokers included."),
    "jokers_any_card": _("A joker may stand for a card that somebody holds, and in a run for any card from ace to king."),
    "pool_in_full": _("In a pool everything is paid in full, so a bankroll can fall below zero."),
    "re_entry_once": _("Buying in again is possible once, between the round that eliminated you and the next deal."),
    "re_entry_bankroll": _("Who buys in again has exactly the starting bankroll; the score sheet counts the buy-ins."),
    "re_entry_wait": _("If one player is left and another could still buy in again, the table waits a minute for it."),
    "pool_result": _("The winner of a pool takes every buy-in of the others; each of them ends at minus what they bought in for."),
    "pool_deal": _("In a pool the deal goes to the next seat that is still in; the number of cards follows the players still in."),
    "pool_leader": _("A leader who is eliminated still leads the table."),
    "match_alone": _("A match is won by the highest total at or above the target, if nobody else has as much; otherwise play goes on."),
    **TAKEN_CARD,
    **RESHUFFLE,
    **ODD_POINTS,
    **ABSENT_TURN,
    **BETWEEN_ROUNDS,
}

_ANN = "5C 6C 7C 9D 9H 9S 8D"

EXAMPLES = {
    "lowest": Example((_ANN, "AC AD AH 2S 4S 3D 6H", "4C 4D 4H TD 7H 3S AS"), "draw stock, knock -", "2C QS"),
    "undercut": Example((_ANN, "AC AD AH 5S 6S 7S 3D", "4C 4D 4H TD 7H 3S AS"), "draw stock, knock -", "2C QS"),
    "equal": Example((_ANN, "AC AD AH 5S 6S 7S 8H", "4C 4D 4H TC JC QC KD"), "draw stock, knock -", "2C QS"),
    "shared": Example((_ANN, "AC AD AH 5S 6S 7S 3D", "4C 4D 4H TC JC QC 3H", "5H 6H 7H 2D 3S 7D 8C"), "draw stock, knock -", "2C QS"),
    "rummy": Example(("5C 6C 7C 9C 9D 9H 9S", "AC AD AH 2S 3S 4D 5H", "2H 3H 4H TC JC QC KC"), "draw stock, knock -", "2C QS"),
    "jokers": Example(
        ("5C X1 7C 9D 9S X2 2H", "AC AD AH 2S 4S 3D 6H", "4C 4D 4H TD 7H 3S AS"), "draw stock, knock -", "2C QS", {"jokers": True}
    ),
}

TERMS = (
    "bankroll", "buy_in", "deadwood", "dealer", "discard", "draw", "eliminated", "go_out", "joker", "knock", "leader", "match",
    "meld", "pool", "reshuffle", "round", "rummy", "run", "set", "stock", "undercut", "upcard", "void",
)  # fmt: skip
