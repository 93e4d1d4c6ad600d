"""The rules page of Knock Rummy."""

from django.utils.translation import gettext_lazy as _

from games.rulebook import Example
from games.rulebook.common import ABSENT_TURN, BETWEEN_ROUNDS, ODD_POINTS, RESHUFFLE, TAKEN_CARD

SUMMARY = _("Sets and runs for two to five. Knock when you think you have the least left over.")

HOUSE = {
    "rummy_wins": _("A knock with no deadwood beats everything. Another player with no deadwood pays, too."),
    "shared_undercut": _("If several players undercut the knocker with the same count, they divide what the others pay."),
    "knock_face_down": _("The card you knock with goes face down, and nobody sees it. The last open discard stays on top."),
    "kept_cards": _("If a knock needs 10 or less, only the cards you keep count, not the one you discard."),
    "go_out": _("At a table without knocking, a round ends with “Go out”. You can go out if the cards you keep have no deadwood."),
    "jokers_two_naturals": _("A meld with jokers needs at least two natural cards. A set has at most four cards, jokers included."),
    "jokers_any_card": _("A joker may stand for a card that somebody holds. In a run it may stand for any card from ace to king."),
    "pool_in_full": _("In a pool everything is paid in full, so a bankroll can fall below zero."),
    "re_entry_once": _("You can buy in again once: after the round that eliminated you, and before the next deal."),
    "re_entry_bankroll": _("If you buy in again, you get exactly the starting bankroll. The score sheet counts the buy-ins."),
    "re_entry_wait": _("If one player is left and another could still buy in again, the table waits one minute."),
    "pool_result": _("The winner of a pool takes all buy-ins of the others. Each of the others ends at minus what they bought in for."),
    "pool_deal": _("In a pool the next seat still in deals. The number of cards goes by the players still in."),
    "pool_leader": _("A leader who is eliminated still leads the table."),
    "match_alone": _("The highest total at or above the target wins a match. If two players have that total, play goes on."),
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
