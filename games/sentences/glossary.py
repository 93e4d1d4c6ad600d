"""The words of card tables, each explained in a sentence: for the rules pages, and for the tips wherever such a word is used."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


@dataclass(frozen=True)
class Term:
    """A word and what it means, in the reader's language; and the forms in which sentences use it, separated by commas."""

    word: Any
    meaning: Any
    in_text: Any

    def forms(self) -> list[str]:
        """How the word looks in sentences of the language that is active now."""
        return [form.strip() for form in str(self.in_text).split(",")]


TERMS: Mapping[str, Term] = {
    "ante": Term(
        _("ante"),
        _("One chip from everybody, put into the pot before the deal."),
        pgettext_lazy("forms", "ante"),
    ),
    "bankroll": Term(
        _("bankroll"),
        _("The points you start with in a pool. When they are gone, you are eliminated."),
        pgettext_lazy("forms", "bankroll, bankrolls"),
    ),
    "big_kahuna": Term(
        _("Big Kahuna"),
        _("A round in which the first player must bet the value of the upcard, whatever it is."),
        pgettext_lazy("forms", "Big Kahuna"),
    ),
    "blind": Term(
        _("blind"),
        _("A bet that the first player must make before anybody chooses. The table puts it down."),
        pgettext_lazy("forms", "blind"),
    ),
    "bonus": Term(
        _("bonus"),
        _("Extra chips from everybody else, for winning with a rare hand or a daring knock."),
        pgettext_lazy("forms", "bonus, bonuses"),
    ),
    "buy_in": Term(
        _("buy-in"),
        _("One starting bankroll. The winner of a pool takes them all."),
        pgettext_lazy("forms", "buy-in, buy-ins"),
    ),
    "call": Term(
        _("call"),
        _("To bet as much as the highest bet."),
        pgettext_lazy("forms", "call, calls, called"),
    ),
    "check": Term(
        _("check"),
        _("To stay in without betting. You can do this if nobody has bet more than you."),
        pgettext_lazy("forms", "check, checks, checked, checking"),
    ),
    "circuit": Term(
        _("circuit"),
        _("Once around the table: one turn for everybody still in."),
        pgettext_lazy("forms", "circuit"),
    ),
    "cut": Term(
        _("cut"),
        _("A bit of chance from your browser, added to the shuffle. It makes sure that nobody can arrange the cards."),
        pgettext_lazy("forms", "cut, cuts"),
    ),
    "deadwood": Term(
        _("deadwood"),
        _("The points of the cards in your hand that are in no meld."),
        pgettext_lazy("forms", "deadwood"),
    ),
    "dealer": Term(
        _("dealer"),
        _("The seat that deals. The next seat plays first. The deal moves on one seat each round."),
        pgettext_lazy("forms", "dealer"),
    ),
    "discard": Term(
        _("discard"),
        _("To put a card from your hand face up on the discard pile. Also that card."),
        pgettext_lazy("forms", "discard, discards, discarded, discarding"),
    ),
    "draw": Term(
        _("draw"),
        _("To take a card into your hand, from the stock or from the discard pile."),
        pgettext_lazy("forms", "draw, draws, drew, drawing"),
    ),
    "eliminated": Term(
        _("eliminated"),
        _("Out of the game: a player with no bankroll left can only watch."),
        pgettext_lazy("forms", "eliminated"),
    ),
    "final_hand": Term(
        _("final hand"),
        _("The one hand of seven-card poker that ends the game."),
        pgettext_lazy("forms", "final hand"),
    ),
    "fold": Term(
        _("fold"),
        _("To give up what you have put in. You can no longer win it back."),
        pgettext_lazy("forms", "fold, folds, folded"),
    ),
    "gin": Term(
        _("gin"),
        _("Ten cards that are all in melds."),
        pgettext_lazy("forms", "gin"),
    ),
    "go_out": Term(
        _("go out"),
        _("To end the round with every card in a meld, at a table without knocking."),
        pgettext_lazy("forms", "go out, goes out, going out"),
    ),
    "joker": Term(
        _("joker"),
        _("A card that can stand for any other card in a meld."),
        pgettext_lazy("forms", "joker, jokers"),
    ),
    "kicker": Term(
        _("kicker"),
        _("A card outside your pair, three or four of a kind. It decides when those are equal."),
        pgettext_lazy("forms", "kicker, kickers"),
    ),
    "knock": Term(
        _("knock"),
        _("To rap on the table. You stop improving your hand, and the hands will be compared."),
        pgettext_lazy("forms", "knock, knocks, knocked, knocking, knocker"),
    ),
    "last_turn": Term(
        _("last turn"),
        _("The one turn that everybody else still has after a knock."),
        pgettext_lazy("forms", "last turn, last turns"),
    ),
    "lay_off": Term(
        _("lay off"),
        _("To add a card to another player's meld. Then it does not count against you."),
        pgettext_lazy("forms", "lay off, lays off, laid off, laying off"),
    ),
    "leader": Term(
        _("leader"),
        _("The player in charge of the table. The leader deals the next round or ends the game."),
        pgettext_lazy("forms", "leader"),
    ),
    "loose": Term(
        _("loose points"),
        _("The points of the cards in your hand that are in no meld."),
        pgettext_lazy("forms", "loose points, loose"),
    ),
    "match": Term(
        _("match"),
        _("A game to a number of points, not to a number of rounds."),
        pgettext_lazy("forms", "match"),
    ),
    "meld": Term(
        _("meld"),
        _("A set or a run. A card is in one meld at most."),
        pgettext_lazy("forms", "meld, melds"),
    ),
    "neutral_bet": Term(
        _("neutral bet"),
        _("The smallest bet on the final hand that brings the lowest player back to zero or above, if they win."),
        pgettext_lazy("forms", "neutral bet, neutral"),
    ),
    "p1": Term(
        _("P1"),
        _("Phase 1: the points from three-card poker. They count four times at the end."),
        pgettext_lazy("forms", "P1"),
    ),
    "p2": Term(
        _("P2"),
        _("Phase 2: the points from knock rummy."),
        pgettext_lazy("forms", "P2"),
    ),
    "p3": Term(
        _("P3"),
        _("Phase 3: the points from the final hand."),
        pgettext_lazy("forms", "P3"),
    ),
    "pass": Term(
        _("pass"),
        _("To leave your hand as it is. The next player goes on."),
        pgettext_lazy("forms", "pass, passes, passed, passing"),
    ),
    "pool": Term(
        _("pool"),
        _("A game with bankrolls. The last player still in takes everything."),
        pgettext_lazy("forms", "pool"),
    ),
    "pot": Term(
        _("pot"),
        _("Everything that was bet or paid in. It goes to the winner."),
        pgettext_lazy("forms", "pot"),
    ),
    "quick_knock": Term(
        _("quick knock"),
        _("A knock without last turns: the hands are shown at once."),
        pgettext_lazy("forms", "quick knock"),
    ),
    "raise": Term(
        _("raise"),
        _("To bet more than the highest bet."),
        pgettext_lazy("forms", "raise, raises, raised"),
    ),
    "reshuffle": Term(
        _("reshuffle"),
        _("When the stock is used up, the discard pile is shuffled into a new one. Its top card stays."),
        pgettext_lazy("forms", "reshuffle, reshuffles"),
    ),
    "round": Term(
        _("round"),
        _("One deal, from the shuffle until it is paid."),
        pgettext_lazy("forms", "round, rounds"),
    ),
    "rummy": Term(
        _("rummy"),
        _("A knock with no deadwood: every card is in a meld."),
        pgettext_lazy("forms", "rummy"),
    ),
    "run": Term(
        _("run"),
        _("Three or more cards of one suit in a row."),
        pgettext_lazy("forms", "run, runs"),
    ),
    "set": Term(
        _("set"),
        _("Three or four cards of one rank."),
        pgettext_lazy("forms", "set, sets"),
    ),
    "showdown": Term(
        _("showdown"),
        _("The moment when hands are shown and compared."),
        pgettext_lazy("forms", "showdown"),
    ),
    "splash": Term(
        _("splash"),
        _("To end the round with all seven of your cards in melds. You put the eighth into the Splash box."),
        pgettext_lazy("forms", "splash, splashes, splashed"),
    ),
    "splash_box": Term(
        _("Splash box"),
        _("The place beside the piles for the last card of a splash."),
        pgettext_lazy("forms", "Splash box"),
    ),
    "stock": Term(
        _("stock"),
        _("The face-down cards left after the deal. You draw from them."),
        pgettext_lazy("forms", "stock"),
    ),
    "undercut": Term(
        _("undercut"),
        _("To beat a knock by having less left over than the knocker. Each game says what happens if it is equal."),
        pgettext_lazy("forms", "undercut, undercuts"),
    ),
    "upcard": Term(
        _("upcard"),
        _("The card turned face up after the deal. Later, the top card of the discard pile."),
        pgettext_lazy("forms", "upcard"),
    ),
    "victory": Term(
        _("victory"),
        _("What you get for 100 points. Then both sides start again from zero."),
        pgettext_lazy("forms", "victory, victories"),
    ),
    "void": Term(
        _("void"),
        _("Over without a result. Nothing is paid for a void round."),
        pgettext_lazy("forms", "void"),
    ),
}
