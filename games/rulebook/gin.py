"""The rules page of Gin."""

from django.utils.translation import gettext_lazy as _

from games.rulebook import Example
from games.rulebook.common import ABSENT_TURN, BETWEEN_ROUNDS, TAKEN_CARD

SUMMARY = _("The classic for two: ten cards, and a knock with ten points or less.")

HOUSE = {
    "ten_cards": _("Ten cards each. The two players take turns to deal."),
    "dealer_may_take": _("If the first player passes on the upcard, the dealer may take it or pass."),
    "stock_after_passes": _("If both pass, the first player must draw from the stock. After that you may take from the discard pile, too."),
    "knock_in_first_turn": _("If you take the upcard in the first turn, you may knock with the discard of that turn."),
    "lay_off_usual": _("The opponent lays off cards on the knocker's melds, as is usual. The other way round is an option."),
    "lay_off_least": _("The table lays off for you, in the way that leaves the fewest points."),
    "host_chooses": _(
        "Sometimes several ways to lay out melds count the same. The table then shows the one that leaves the other side the most."
    ),
    "gin_first": _("Gin is counted before anybody lays off. If you get to zero only by laying off, you do not have gin."),
    "two_left": _("If two cards are left in the stock after a discard without a knock, the round is void."),
    "no_reshuffle": _("The discard pile is never shuffled into a new stock."),
    "late_knock": _("A knock still counts when only two cards are left."),
    "victory_to_zero": _(
        "After a victory, the last one too, both sides go back to zero at once. You can still read the points of that round."
    ),
    **TAKEN_CARD,
    "absent_pass": _("If your time runs out while the upcard is offered, the table passes for you."),
    **ABSENT_TURN,
    **BETWEEN_ROUNDS,
}

#: Ann passes, Bo passes, Ann draws from the stock and ends the round with the card drawn.
_KNOCK = "pass, pass, draw stock, knock -"

EXAMPLES = {
    "knock": Example(("3D 3H 3S 5C 6C 7C JC QC KC 6D", "AC AD AH 4H 5H 6H 8C 9C 7S TD"), _KNOCK, "2C QS"),
    "undercut": Example(("5C 6C 7C 9D 9H 9S JC QC KC 8D", "AC AD AH 4H 5H 6H TD TH TS 3S"), _KNOCK, "2C QS"),
    "equal": Example(("5C 6C 7C 9D 9H 9S JC QC KC 8D", "AC AD AH 4H 5H 6H TD TH TS 8S"), _KNOCK, "2C QS"),
    "gin": Example(("5C 6C 7C 9D 9H 9S TC JC QC KC", "AC AD AH 4H 5H 6H 8C 2D 7S TD"), _KNOCK, "2C QS"),
    "none": Example(("3D 3H 3S 5C 6C 7C JC QC KC 6D", "AC AD AH 4H 5H 6H 8C 9C 7S TD"), _KNOCK, "2C QS", {"lay_off": "none"}),
}

TERMS = (
    "deadwood", "dealer", "discard", "draw", "gin", "knock", "lay_off", "leader", "meld", "pass", "round", "run", "set", "stock",
    "undercut", "upcard", "victory", "void",
)  # fmt: skip
