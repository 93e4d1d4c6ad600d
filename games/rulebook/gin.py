"""The rules page of Gin."""

from django.utils.translation import gettext_lazy as _

from games.rulebook import Example
from games.rulebook.common import ABSENT_TURN, BETWEEN_ROUNDS, TAKEN_CARD

SUMMARY = _("The classic for two: ten cards, and a knock with ten points or less left over.")

HOUSE = {
    "ten_cards": _("Ten cards each, and the deal alternates."),
    "dealer_may_take": _("After the first player has passed on the upcard, the dealer may take it or pass."),
    "stock_after_passes": _(
        "After two passes the first player draws from the stock, and from the stock only; after that the pile is open."
    ),
    "knock_in_first_turn": _("Who takes the upcard in the first turn may knock with that turn's discard."),
    "lay_off_usual": _("Cards are laid off by the opponent on the knocker's melds, as is usual; the other way round is an option."),
    "lay_off_least": _("The table lays off for you, in the way that leaves the fewest points."),
    "host_chooses": _(
        "If melds can be laid out in several ways that count the same, the way is shown that leaves the other side the most."
    ),
    "gin_first": _("Gin is counted before anything is laid off: who gets down to nothing by laying off does not have gin."),
    "two_left": _("When two cards are left in the stock and the player has discarded without a knock, the round is void."),
    "no_reshuffle": _("The discard pile is never shuffled into a new stock."),
    "late_knock": _("A knock at the very moment when two cards are left still counts."),
    "victory_to_zero": _(
        "With a victory, the last one too, both sides go back to zero at once; the points of that round can still be read."
    ),
    **TAKEN_CARD,
    "absent_pass": _("When your time is up while the upcard is offered, the table passes for you."),
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
