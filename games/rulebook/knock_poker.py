"""The rules page of Knock Poker."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.rulebook import Example
from games.rulebook.common import ABSENT_BETTING, ABSENT_TURN, BETWEEN_ROUNDS, ODD_POINTS, RESHUFFLE, TAKEN_CARD
from games.rules.knock_poker import BONUSES
from games.sentences import words

SUMMARY = _("Draw poker played like rummy, for three to five. Improve five cards until somebody knocks. Then fold or stay in.")

HOUSE = {
    "chips": _("Chips are counters, not money. Everybody starts with the same number. A round can take you below zero."),
    "no_chips_left": _("If a player has no chips left after a round, that round was the last one."),
    "all_folded": _("If everybody else has folded, the player who is left takes the pot and shows nothing. Nobody pays that player the 2."),
    "losing_knocker": _("A knocker who loses pays those who stayed in, but not those who folded."),
    "first_may_check": _("The first player in a betting round may check."),
    "three_raises": _("There are at most three raises in each betting round. The opening bet is not a raise."),
    "no_second_betting": _("If everybody else folded in the last turns, there is no second betting round."),
    "knocker_folds": _("A knocker who folds in the second betting round pays 2 at once to everybody still in."),
    "quick_betting": _(
        "With the quick knock and betting, the second betting round comes after the knock. A knocker who folds in it pays nothing."
    ),
    "bonus_sole_winner": _(
        "Bonuses need a showdown and only one winner, the knocker or somebody else. With the quick knock they are paid, too."
    ),
    "empty_pile": _(
        "If the discard pile is empty, you can only draw from the stock. It is empty at the start, or after a knock without drawing."
    ),
    "folded_hidden": _("The cards of a player who folded stay hidden. They are not used in a reshuffle."),
    "draw_paid_first": _("If drawing costs a chip, you pay for the draw of your last turn before you may fold."),
    "first_still_in": _("The first player after the dealer who is still in begins, in the betting and in the play."),
    "closed_pile": _("The log names only the last discard, because nobody may look at the pile below it."),
    "void_chips": _("In a void round everybody gets back all chips of that round."),
    **TAKEN_CARD,
    **RESHUFFLE,
    **ODD_POINTS,
    **ABSENT_BETTING,
    **ABSENT_TURN,
    "absent_taken": _("If you took the discard before your time ran out, the table discards the least useful card that may go."),
    "absent_last_turn": _(
        "If your time runs out after a knock, the table stays in for you. Before a knock it passes, if passing is allowed."
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
    told = [{"name": _("knocking without drawing") if name == "no_draw" else words.hand(name)} for name in names]
    for row, name in zip(told, names, strict=True):
        row |= {kind: str(BONUSES[kind].get(name, "–")) for kind in ("classic", "small")}
    return {"bonuses": told}
