"""The rules page of Knock Poker."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.rulebook import Example
from games.rulebook.common import ABSENT_BETTING, ABSENT_TURN, BETWEEN_ROUNDS, ODD_POINTS, RESHUFFLE, TAKEN_CARD
from games.rules.knock_poker import BONUSES
from games.sentences import words

SUMMARY = _("Draw poker played like rummy, for three to five: improve five cards until somebody knocks, then fold or stay.")

HOUSE = {
    "chips": _("Chips are counters, not money. Everybody starts with the same number, and a round can take a player below zero."),
    "no_chips_left": _("A round after which somebody has no chips left is the last one."),
    "all_folded": _("A player whom everybody else has left alone takes the pot and shows nothing; nobody pays that player the 2."),
    "losing_knocker": _("A knocker who loses pays those who stayed in, and nobody who folded."),
    "first_may_check": _("The first player in a betting round may check."),
    "three_raises": _("At most three raises in each betting round; the opening bet is not one of them."),
    "no_second_betting": _("If everybody else has folded in the last turns, there is no second betting round."),
    "knocker_folds": _("A knocker who folds in the second betting round pays 2 at once to everybody who is in at that moment."),
    "quick_betting": _(
        "With the quick knock and betting, the second betting round follows the knock; a knocker who folds in it pays nothing."
    ),
    "bonus_sole_winner": _(
        "Bonuses need a showdown and a sole winner, who need not be the knocker; with the quick knock they are paid too."
    ),
    "empty_pile": _("While the discard pile is empty, at the start or after a knock without drawing, only the stock can be drawn from."),
    "folded_hidden": _("The cards of a player who has folded stay hidden, and out of any reshuffle."),
    "draw_paid_first": _("Where drawing costs a chip, the draw of a last turn is paid for before you may fold."),
    "first_still_in": _("The first player still in after the dealer begins, in the betting and in the play."),
    "closed_pile": _("Only the last discard is named in the log, since nobody may look at the pile below it."),
    "void_chips": _("In a void round everybody gets back every chip of that round."),
    **TAKEN_CARD,
    **RESHUFFLE,
    **ODD_POINTS,
    **ABSENT_BETTING,
    **ABSENT_TURN,
    "absent_taken": _(
        "If you had taken the discard before your time was up, the table throws the card that may go and is missed the least."
    ),
    "absent_last_turn": _(
        "When your time is up after a knock, the table stays in for you; where passing is allowed, it passes before a knock."
    ),
    **BETWEEN_ROUNDS,
}

#: Ann deals. Bo draws and discards, Cy knocks, Di stays in, Ed folds, Ann and Bo stay in.
_CY_KNOCKS = (
    "draw stock, discard -, draw stock, knock -, draw stock, discard -, draw stock, fold, draw stock, discard -, draw stock, discard -"
)
_JUNK = "2C 3D 4C 5D 7C 8D"

EXAMPLES = {
    "knocker_best": Example(
        ("9C 9S 2D 6H KD", "JC TS 8H 4D 3C", "QC QD 7H 7S AC", "TC TD 6C 4S 2H", "KS JD 8C 5H 3H"), _CY_KNOCKS, _JUNK, dealer=0
    ),
    "tie": Example(("9C 9S 2D 6H QD", "JC TS 8H 4D 3C", "KC KH JS 9H 6S", "KS KD JH 9D 6D", "QS JD 8C 5H 3H"), _CY_KNOCKS, _JUNK, dealer=0),
    "somebody_else": Example(
        ("AC AD 2D 6H KD", "JC TS 8H 4D 3C", "QC QD 7H 8S 6C", "TC TD 6D 4S 2H", "KS JD 8C 5H 3H"), _CY_KNOCKS, _JUNK, dealer=0
    ),
    "bonus": Example(
        ("AC AD 2D 6H KD", "JC TS 8H 4D 3C", "QC QD QH QS 6C"),
        "draw stock, discard -, knock, draw stock, discard -, draw stock, fold",
        _JUNK,
        {"bonuses": "classic"},
        dealer=0,
    ),
    "quick": Example(
        ("AC AD 2D 6H KD", "JC TS 8H 4D 3C", "QC QD 7H 8S 6C"),
        "draw stock, discard -, draw stock, knock -",
        _JUNK,
        {"knock": "quick"},
        dealer=0,
    ),
}

TERMS = (
    "ante", "bonus", "call", "check", "circuit", "dealer", "discard", "draw", "fold", "kicker", "knock", "last_turn", "leader",
    "pass", "pot", "quick_knock", "raise", "reshuffle", "round", "showdown", "stock", "void",
)  # fmt: skip


def context() -> dict[str, Any]:
    """What the page shows besides: the bonuses, as the rules have them."""
    names = {name: None for table in BONUSES.values() for name in table}
    told = [{"name": _("knocking without having drawn") if name == "no_draw" else words.hand(name)} for name in names]
    for row, name in zip(told, names, strict=True):
        row |= {kind: str(BONUSES[kind].get(name, "–")) for kind in ("classic", "small")}
    return {"bonuses": told}
