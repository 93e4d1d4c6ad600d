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
    "ante": Term(_("ante"), _("One chip from everybody, put into the pot before the deal.")),
    "bankroll": Term(_("bankroll"), _("The points you start with in a pool. When they are gone, you are eliminated.")),
    "big_kahuna": Term(_("Big Kahuna"), _("A round in which the first player must bet the value of the upcard, whatever it is.")),
    "blind": Term(_("blind"), _("A bet that the first player must make before anybody chooses. The table puts it down.")),
    "bonus": Term(_("bonus"), _("Extra chips from everybody else, for winning with a rare hand or a daring knock.")),
    "buy_in": Term(_("buy-in"), _("One starting bankroll. The winner of a pool takes them all.")),
    "call": Term(_("call"), _("To bet as much as the highest bet.")),
    "check": Term(_("check"), _("To stay in without betting. You can do this if nobody has bet more than you.")),
    "circuit": Term(_("circuit"), _("Once around the table: one turn for everybody still in.")),
    "cut": Term(_("cut"), _("A bit of chance from your browser, added to the shuffle. It makes sure that nobody can arrange the cards.")),
    "deadwood": Term(_("deadwood"), _("The points of the cards in your hand that are in no meld.")),
    "dealer": Term(_("dealer"), _("The seat that deals. The next seat plays first. The deal moves on one seat each round.")),
    "discard": Term(_("discard"), _("To put a card from your hand face up on the discard pile. Also that card.")),
    "draw": Term(_("draw"), _("To take a card into your hand, from the stock or from the discard pile.")),
    "eliminated": Term(_("eliminated"), _("Out of the game: a player with no bankroll left can only watch.")),
    "final_hand": Term(_("final hand"), _("The one hand of seven-card poker that ends the game.")),
    "fold": Term(_("fold"), _("To give up what you have put in. You can no longer win it back.")),
    "gin": Term(_("gin"), _("Ten cards that are all in melds.")),
    "go_out": Term(_("go out"), _("To end the round with every card in a meld, at a table without knocking.")),
    "joker": Term(_("joker"), _("A card that can stand for any other card in a meld.")),
    "kicker": Term(_("kicker"), _("A card outside your pair, three or four of a kind. It decides when those are equal.")),
    "knock": Term(_("knock"), _("To rap on the table. You stop improving your hand, and the hands will be compared.")),
    "last_turn": Term(_("last turn"), _("The one turn that everybody else still has after a knock.")),
    "lay_off": Term(_("lay off"), _("To add a card to another player's meld. Then it does not count against you.")),
    "leader": Term(_("leader"), _("The player in charge of the table. The leader deals the next round or ends the game.")),
    "loose": Term(_("loose points"), _("The points of the cards in your hand that are in no meld.")),
    "match": Term(_("match"), _("A game to a number of points, not to a number of rounds.")),
    "meld": Term(_("meld"), _("A set or a run. A card is in one meld at most.")),
    "neutral_bet": Term(
        _("neutral bet"), _("The smallest bet on the final hand that brings the lowest player back to zero or above, if they win.")
    ),
    "pass": Term(_("pass"), _("To leave your hand as it is. The next player goes on.")),
    "pool": Term(_("pool"), _("A game with bankrolls. The last player still in takes everything.")),
    "pot": Term(_("pot"), _("Everything that was bet or paid in. It goes to the winner.")),
    "quick_knock": Term(_("quick knock"), _("A knock without last turns: the hands are shown at once.")),
    "raise": Term(_("raise"), _("To bet more than the highest bet.")),
    "reshuffle": Term(_("reshuffle"), _("When the stock is used up, the discard pile is shuffled into a new one. Its top card stays.")),
    "round": Term(_("round"), _("One deal, from the shuffle until it is paid.")),
    "rummy": Term(_("rummy"), _("A knock with no deadwood: every card is in a meld.")),
    "run": Term(_("run"), _("Three or more cards of one suit in a row.")),
    "set": Term(_("set"), _("Three or four cards of one rank.")),
    "showdown": Term(_("showdown"), _("The moment when hands are shown and compared.")),
    "splash": Term(_("splash"), _("To end the round with all seven of your cards in melds. You put the eighth into the Splash box.")),
    "splash_box": Term(_("Splash box"), _("The place beside the piles for the last card of a splash.")),
    "stock": Term(_("stock"), _("The face-down cards left after the deal. You draw from them.")),
    "undercut": Term(
        _("undercut"),
        _("To beat a knock by having less left over than the knocker. Each game says what happens if it is equal."),
    ),
    "upcard": Term(_("upcard"), _("The card turned face up after the deal. Later, the top card of the discard pile.")),
    "victory": Term(_("victory"), _("What you get for 100 points. Then both sides start again from zero.")),
    "void": Term(_("void"), _("Over without a result. Nothing is paid for a void round.")),
}
