"""The rules page of BagelsKnock."""

from django.utils.translation import gettext_lazy as _

from games.rulebook import Example
from games.rulebook.common import ABSENT_BETTING, ABSENT_TURN, LEADER, ODD_POINTS, RESHUFFLE, TAKEN_CARD
from games.rules.state import Standing

SUMMARY = _("A little poker, then rummy with a knock, on the same seven cards; and one final hand for everything.")

HOUSE = {
    "three_card_order": _(
        "Three cards rank as is usual for three: a straight flush, three of a kind, a straight, a flush, a pair, a high card."
    ),
    "one_betting_round": _("There is one betting round. A bet or a raise may be any whole number, up to 20 in all."),
    "blind_posted": _("The table posts the blind for the first player. If nobody raises it, that player may still check or raise."),
    "blind_all_fold": _("If everybody else folds to the blind, the pot goes to the first player, who gets no further turn."),
    "ace_exception": _(
        "With an ace up in a Big Kahuna round the blind is 20, and its player alone may raise it, to 25 at most; "
        "the others may then call or fold. In a regular round an ace forces nothing."
    ),
    "nothing_bet": _("If nobody has bet, nothing is shown and nothing is paid, even if somebody has folded."),
    "go_on": _("If the leader does not start the rummy, the table does: after 20 seconds, or after 5 if no cards were shown."),
    "first_begins": _("The first player begins the rummy, even after folding in the poker."),
    "ace_low_and_high": _("In runs an ace is low or high, A-2-3 and Q-K-A, but never in the middle of K-A-2."),
    "knock_first_turn": _("You may knock from your very first turn on, always instead of drawing."),
    "knock_announced": _("A knock announces how many loose points it leaves, so that everybody knows what to beat; the cards stay hidden."),
    "splash_ends": _(
        "A splash in a last turn ends the round at once: the splash is paid, the knock is not, and last turns still to come are lost."
    ),
    "splash_needs_draw": _("A splash needs a draw. Seven melded cards in the deal can be knocked with, or drawn to."),
    "splash_box": _("The card in the Splash box lies face up and is not part of the discard pile."),
    "first_round": _("The first round is a regular one."),
    "due_by_number": _(
        "When a Big Kahuna is due goes by the number of the round alone; playing one early, or skipping one, moves nothing."
    ),
    "leader_waits": _("If the leader chooses nothing for 30 seconds between rounds, the table takes what it suggests."),
    "fixed_rounds": _(
        "With a fixed number of rounds the table decides what comes next, and the last round is a Big Kahuna. "
        "The leader can only end early."
    ),
    "chooser": _("The lowest player chooses the final bet; of several who are equally low, the first after the dealer."),
    "bet_before_deal": _("The final bet is chosen before any card of the final hand is dealt: any whole number up to 9,999."),
    "turn_over": _("Nobody has seen the two face-down cards of the final hand; after 15 seconds the table turns them over for you."),
    "bet_from_everybody": _("The winner of the final hand takes the bet from every other player; equal hands share what the others pay."),
    "void_phase_1": _("If a round's rummy is void, its poker still counts, and a knock that was pending is not paid."),
    "shared_place": _("Equal final results share the place."),
    **TAKEN_CARD,
    **RESHUFFLE,
    **ODD_POINTS,
    **ABSENT_BETTING,
    **ABSENT_TURN,
    "absent_bet": _("When the time for choosing the final bet is up, the neutral bet is taken."),
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
    "leader", "loose", "meld", "neutral_bet", "pot", "raise", "reshuffle", "round", "run", "set", "showdown", "splash",
    "splash_box", "stock", "upcard", "void",
)  # fmt: skip
