"""The words of card tables, each explained in a sentence: for the rules pages, and wherever else a word wants explaining."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Term:
    """A word and what it means, in the reader's language."""

    word: Any
    meaning: Any


TERMS: Mapping[str, Term] = {
    "ante": Term(_("ante"), _("The chip that everybody puts into the pot before the cards are dealt.")),
    "bankroll": Term(_("bankroll"), _("The points a player starts with in a pool; who has none left is eliminated.")),
    "big_kahuna": Term(_("Big Kahuna"), _("A round in which the first player must bet the value of the upcard, whatever it is.")),
    "blind": Term(_("blind"), _("A bet that must be made before anybody has chosen anything; the table puts it down.")),
    "bonus": Term(_("bonus"), _("Extra chips from everybody else for winning with a rare hand, or with a daring knock.")),
    "buy_in": Term(_("buy-in"), _("One starting bankroll; the winner of a pool takes all of them.")),
    "call": Term(_("call"), _("To bet as much as the highest bet, and no more.")),
    "check": Term(_("check"), _("To stay in without betting, while nothing more than you have bet is asked for.")),
    "circuit": Term(_("circuit"), _("Once around the table: one turn for everybody still in.")),
    "cut": Term(_("cut"), _("A bit of chance that your browser adds to the shuffle, so that nobody can have arranged it.")),
    "deadwood": Term(_("deadwood"), _("The points of the cards in your hand that are in no meld.")),
    "dealer": Term(_("dealer"), _("The seat that deals; the seat after it plays first. The deal moves on by one seat each round.")),
    "discard": Term(_("discard"), _("To put a card from your hand face up on the discard pile; also that card.")),
    "draw": Term(_("draw"), _("To take a card into your hand, from the stock or from the discard pile.")),
    "eliminated": Term(_("eliminated"), _("Out of the game: a player without a bankroll watches on.")),
    "final_hand": Term(_("final hand"), _("The one hand of seven-card poker with which the game ends.")),
    "fold": Term(_("fold"), _("To give up what you have put in, and with it the chance to win it back.")),
    "gin": Term(_("gin"), _("Ten cards that are all in melds.")),
    "go_out": Term(_("go out"), _("To end the round with every card in a meld, where a knock is allowed with nothing else.")),
    "joker": Term(_("joker"), _("A card that stands for any other in a meld.")),
    "kicker": Term(_("kicker"), _("A card beside a pair or the like that decides between two equal ones.")),
    "knock": Term(_("knock"), _("To rap on the table: no more building, now hands are compared.")),
    "last_turn": Term(_("last turn"), _("The one turn that everybody else still gets after a knock.")),
    "lay_off": Term(_("lay off"), _("To add a card to another player's meld, so that it does not count against you.")),
    "leader": Term(_("leader"), _("Whoever opened the table, or who leads it since: deals the next round or ends the game.")),
    "loose": Term(_("loose points"), _("The points of the cards in your hand that are in no meld.")),
    "match": Term(_("match"), _("A game that goes to a number of points instead of a number of rounds.")),
    "meld": Term(_("meld"), _("A set or a run. A card is in one meld at most.")),
    "neutral_bet": Term(
        _("neutral bet"), _("The smallest bet on the final hand with which the lowest player comes back to zero, or above, by winning.")
    ),
    "pass": Term(_("pass"), _("To leave your hand as it is and let the next player go on.")),
    "pool": Term(_("pool"), _("A game with bankrolls in which the last player standing takes everything.")),
    "pot": Term(_("pot"), _("What has been bet or paid in, and goes to the winner.")),
    "quick_knock": Term(_("quick knock"), _("A knock after which nobody has another turn: the hands are shown at once.")),
    "raise": Term(_("raise"), _("To bet more than the highest bet.")),
    "reshuffle": Term(_("reshuffle"), _("When the stock is used up, the discard pile but for its top card is shuffled into a new one.")),
    "round": Term(_("round"), _("One deal, from the shuffle until it is paid.")),
    "rummy": Term(_("rummy"), _("A knock with nothing left over: every card in a meld.")),
    "run": Term(_("run"), _("Three or more cards of one suit in a row.")),
    "set": Term(_("set"), _("Three or four cards of one rank.")),
    "showdown": Term(_("showdown"), _("The moment when hands are laid open and compared.")),
    "splash": Term(_("splash"), _("To end the round by throwing your last card into the Splash box while all seven others are in melds.")),
    "splash_box": Term(_("Splash box"), _("The place beside the piles for the card with which somebody splashes.")),
    "stock": Term(_("stock"), _("The face-down cards that are left after the deal.")),
    "undercut": Term(
        _("undercut"),
        _("To beat a knock by having less left over than the knocker; each game says what happens when it is just as little."),
    ),
    "upcard": Term(_("upcard"), _("The card that is turned face up after the deal, and then whatever lies on top of the discard pile.")),
    "victory": Term(_("victory"), _("What 100 points are turned into; both sides then count from zero again.")),
    "void": Term(_("void"), _("Of a round: over without a result, so that nothing is paid for it.")),
}
