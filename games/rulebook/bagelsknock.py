"""The rules page of BagelsKnock."""

from django.utils.translation import gettext_lazy as _

from games.rulebook import Example
from games.rulebook.common import ABSENT_BETTING, ABSENT_TURN, LEADER, ODD_POINTS, RESHUFFLE, TAKEN_CARD
from games.rules.state import Standing

SUMMARY = _("A little poker, then rummy with a knock, on the same seven cards. Then one final hand.")

HOUSE = {
    "three_card_order": _(
        "Hands of three cards rank in the usual order: a straight flush, three of a kind, a straight, a flush, a pair, a high card."
    ),
    "one_betting_round": _("There is one betting round. You may bet or raise to any whole number, up to 20 in all."),
    "blind_posted": _("The table puts down the blind for the first player. If nobody raises it, that player may still check or raise."),
    "blind_all_fold": _("If everybody else folds to the blind, the first player takes the pot and has no further turn."),
    "ace_exception": _(
        "In a Big Kahuna round with an ace up, the blind is 20. Only its player may raise it, to 25 at most. The others may then "
        "call or fold. In a regular round an ace forces nothing."
    ),
    "nothing_bet": _("If nobody bets, no cards are shown and nothing is paid, even if somebody folded."),
    "go_on": _("If the leader does not start the rummy, the table does: after 20 seconds, or after 5 if no cards were shown."),
    "first_begins": _("The first player begins the rummy, even after folding in the poker."),
    "ace_low_and_high": _("In a run the ace is low or high: A-2-3 or Q-K-A. K-A-2 is not a run."),
    "knock_first_turn": _("You may knock from your very first turn. You always knock instead of drawing."),
    "knock_announced": _("A knock tells everybody how many loose points you have. That is the number to beat. Your cards stay hidden."),
    "splash_ends": _(
        "A splash in a last turn ends the round at once. The splash is paid, the knock is not. Last turns still to come are lost."
    ),
    "splash_needs_draw": _(
        "You must draw before you splash. If you are dealt seven cards that are all in melds, you may knock, or draw first."
    ),
    "splash_box": _("The card in the Splash box lies face up. It is not part of the discard pile."),
    "first_round": _("The first round is a regular one."),
    "due_by_number": _("Only the number of the round says when a Big Kahuna is due. Playing one early, or skipping one, changes nothing."),
    "leader_waits": _("If the leader does not choose within 30 seconds between rounds, the table does what it suggests."),
    "fixed_rounds": _(
        "With a fixed number of rounds, the table decides what comes next. The last round is a Big Kahuna. The leader can only end "
        "the game early."
    ),
    "chooser": _("The lowest player chooses the final bet. If several are equally low, it is the first of them after the dealer."),
    "bet_before_deal": _("The final bet is chosen before the final hand is dealt. It is any whole number up to 9,999."),
    "turn_over": _("Nobody has seen the two face-down cards of the final hand. After 15 seconds the table turns yours over for you."),
    "bet_from_everybody": _("The winner of the final hand takes the bet from every other player. Equal hands share what the others pay."),
    "void_phase_1": _("If the rummy of a round is void, its poker still counts. A knock in that rummy is not paid."),
    "shared_place": _("Players with equal final results share the place."),
    **TAKEN_CARD,
    **RESHUFFLE,
    **ODD_POINTS,
    **ABSENT_BETTING,
    **ABSENT_TURN,
    "absent_bet": _("If the time to choose the final bet runs out, it is the neutral bet."),
    **LEADER,
}

#: Ann leads and begins; nobody bets, and the rummy starts.
_TO_THE_RUMMY = "check, check, check, start_rummy, "

EXAMPLES = {
    "pot": Example(("KD QD 2C 5H 8S JC 3S", "9H 4C AS KC 6D 2H TS", "2S 7H QC 5D 8H JD 3H"), "bet 5, call, fold", "9D"),
    "knock": Example(
        ("7C 7D 7H AS 2D 4H 5S", "9C TC JC 5C 5D 5H 3H", "8C 8D 8H KD 6S 3D AC"),
        _TO_THE_RUMMY + "knock, draw stock, discard -, draw stock, discard -",
        "QH QS JS",
    ),
    "splash": Example(
        ("4C 5C 6C 7C 9D 9H 9S", "AC AD AH 2S 4S 3D 6H", "8C 8D 8H TD 7H 3S 2H"), _TO_THE_RUMMY + "draw stock, splash -", "QH QS"
    ),
    "royal": Example(
        ("KC KD KH KS QS JS TS", "AC AD AH 2S 4S 3D 6H", "8C 8D 8H TD 7H 3S 2H"), _TO_THE_RUMMY + "draw stock, splash -", "QH 2C"
    ),
    "final": Example(
        ("AS AD KH KC 9D 4C 2S", "QH QD JC 7S 5H 3D 2H", "TS TH 8C 6D 5C 3H 2D"),
        "turn_over, turn_over, turn_over, turn_over, turn_over, turn_over",
        standing=Standing(2, 2, "final", (((-10, -20), (5, 0), (5, 20)),), bet=30),
    ),
}

TERMS = (
    "big_kahuna", "blind", "call", "check", "dealer", "discard", "draw", "final_hand", "fold", "kicker", "knock", "last_turn",
    "leader", "loose", "meld", "neutral_bet", "p1", "p2", "p3", "pot", "raise", "reshuffle", "round", "run", "set", "showdown", "splash",
    "splash_box", "stock", "upcard", "void",
)  # fmt: skip
