"""The sentences of what the games share: dealing, betting, drawing and discarding, and the table itself.

The functions at the end are what a game's own module need not say.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, ngettext_lazy

from games.rules.state import Event, Options, View
from games.sentences import words


def _knocked(event: Event) -> str:
    return ngettext("%(name)s knocked with %(loose)s loose.", "%(name)s knocked with %(loose)s loose.", event.params["loose"])


def _too_much(params: Mapping[str, Any]) -> str:
    return ngettext(
        "With that card you would keep %(deadwood)s deadwood. To knock, you need %(most)s or less.",
        "With that card you would keep %(deadwood)s deadwood. To knock, you need %(most)s or less.",
        params["deadwood"],
    )


EVENTS = {
    "upcard_turned": _("The upcard is %(card)s."),
    "blind_posted": _("%(name)s posted the blind of %(to)s."),
    "checked": _("%(name)s checked."),
    "bet": _("%(name)s bet %(to)s."),
    "called": _("%(name)s called %(to)s."),
    "raised": _("%(name)s raised to %(to)s."),
    "folded": _("%(name)s folded."),
    "drew_stock": _("%(name)s drew from the stock."),
    "took_discard": _("%(name)s took %(card)s."),
    "discarded": _("%(name)s discarded %(card)s."),
    "reshuffled": _("The stock ran out: %(cards)s cards of the discard pile were shuffled into a new one."),
    "knocked": _knocked,
    "turned_over": _("%(name)s turned over %(card)s."),
}

#: The same to whoever did it, for what they do most often.
YOURS = {
    "blind_posted": _("You posted the blind of %(to)s."),
    "checked": _("You checked."),
    "bet": _("You bet %(to)s."),
    "called": _("You called %(to)s."),
    "raised": _("You raised to %(to)s."),
    "folded": _("You folded."),
    "drew_stock": _("You drew from the stock."),
    "took_discard": _("You took %(card)s."),
    "discarded": _("You discarded %(card)s."),
    "passed": _("You passed."),
    "turned_over": _("You turned over %(card)s."),
    "paid_knocker": _("You paid the knocker 1 chip."),
}

#: In games that count deadwood, what is left in no meld; the number with "#" is filled in by the page's script.
DEADWOOD = {
    "count": ngettext_lazy("%(points)s deadwood", "%(points)s deadwood", "points"),
    "best": ngettext_lazy("best discard leaves %(points)s deadwood", "best discard leaves %(points)s deadwood", "points"),
    "leaves": _("leaves # deadwood"),
    "with": _("with # deadwood"),
}

#: Phases of a round after which points are still to come (a game's own says how many of the row's phases).
YET_TO_COME: Mapping[str, int] = {}

#: What everybody is told before they sit down.
SEEN_AFTERWARDS = _("After the game, everybody with the link can see all hands in its history.")

#: What a seat did last, in a word or two, beside its name.
DEEDS = {
    "blind_posted": _("blind %(to)s"),
    "checked": _("checked"),
    "bet": _("bet %(to)s"),
    "called": _("called"),
    "raised": _("raised to %(to)s"),
    "folded": _("folded"),
    "drew_stock": _("drew"),
    "took_discard": _("took %(card)s"),
    "discarded": _("threw %(card)s"),
    "knocked": _("knocked"),
    "turned_over": _("turned %(card)s"),
}

REFUSALS = {
    "unknown_verb": _("The table does not know what to do with that."),
    "no_such_seat": _("There is no such seat at this table."),
    "game_over": _("The game is over."),
    "wrong_phase": _("That is not possible in this part of the game."),
    "leader_only": _("%(leader)s leads this table and decides that."),
    "not_your_turn": _("It is not your turn: the table waits for %(to_act)s."),
    "amount_needed": _("Say how much: a whole number from %(low)s to %(high)s."),
    "not_a_whole_number": _("That must be a whole number."),
    "out_of_range": _("That must be from %(low)s to %(high)s."),
    "choice_needed": _("Choose one first."),
    "not_a_choice": _("That cannot be chosen now."),
    "not_now": _("That is not possible now."),
    "check_not_free": _("You cannot check: there is a bet of %(bet)s. Call, raise or fold."),
    "nothing_to_call": _("There is nothing to call."),
    "bet_stands": _("There is a bet of %(bet)s already: raise it instead."),
    "nothing_to_raise": _("There is no bet yet: bet instead of raising."),
    "bet_at_maximum": _("The bet is %(bet)s. It cannot go higher."),
    "draw_first": _("Draw a card first."),
    "already_drawn": _("You have drawn already: now discard a card."),
    "pile_empty": _("The discard pile is empty."),
    "stock_empty": _("The stock is empty."),
    "card_not_held": _("You do not hold %(card)s."),
    "too_much_deadwood": _too_much,
    "card_just_taken": _("You have just taken %(card)s. You must keep it for this turn."),
}


def _bad_seats(params: Mapping[str, Any]) -> Any:
    if params["low"] == params["high"]:
        return _("This game is for %(low)s players, not %(seats)s.")
    return _("This game is for %(low)s to %(high)s players, not %(seats)s.")


#: Refusals that do not come from the rules: of the table (`games.play`), of handles, of forms, of the options of a new table.
TABLE_REFUSALS = {
    "unknown_table": _("There is no such table. Perhaps the link is incomplete, or the table is long gone."),
    "closed": _("This table is closed."),
    "finished": _("The game at this table is over."),
    "started": _("The game has started already. You can watch."),
    "not_started": _("The game has not started yet."),
    "full": _("All seats at this table are taken. You can watch."),
    "no_key": _("You are watching. Only players at the table can do that."),
    "wrong_key": _("Your browser has no seat at this table any more. You are watching."),
    "key_elsewhere": _("Your browser's key belongs to a seat at another table. Reload the page and sit down again."),
    "bad_reason": _("Please say why in one line of visible characters."),
    "bad_turn_clock": _("The turn clock must be off, 30 seconds, 60 seconds or 2 minutes."),
    "bad_computers": _("Computer players at this table: at most %(most)s."),
    "hint_people": _("Hints are for playing with computer players alone: here are other people."),
    "hint_nothing": _("There is nothing to choose now."),
    "hint_often": _("That were many hints in a short time. Please try again in a minute."),
    "bad_level": _("A computer player is gentle, steady or sharp."),
    "bad_cut": _("A cut is 1 to 64 visible characters."),
    "cut_fixed": _("The game has started: the cuts are fixed."),
    "too_few": _("It takes at least %(low)s to play: wait for somebody, or add a computer player."),
    "not_yourself": _("You cannot remove yourself. Leave the table instead."),
    "not_a_person": _("That seat is a computer player's."),
    "not_here": _("%(seat)s is not here now."),
    "still_here": _("%(seat)s has not been gone for two minutes yet."),
    "seat_moved": _("%(seat)s now sits here on another device. Here you are watching."),
    "freed": _("The leader has freed your seat. You are watching, and you can sit down again."),
    "game_gone": _("The game of this table is not played here any more."),
    "removed": _("The leader has given your seat to a computer player. You are watching."),
    "move_over": _("That link was used already, or it is too old. Ask for a new one where you sit."),
    "seats_reserved": _("Wait a moment: seats are still kept for %(awaited)s."),
    "not_over": _("The game is not over yet."),
    "nothing_to_carry": _("You can only carry scores along if the same people play again."),
    "too_late": _("That was decided already. Here is the table as it is now."),
    "handle_empty": _("Please choose a name, at least one visible character."),
    "handle_long": _("That name is too long: at most %(max)s characters."),
    "handle_hidden": _("That name has characters that nobody can see. Please choose another."),
    "handle_refused": _("That name cannot be used here. Please choose another."),
    "report_self": _("That is your own seat."),
    "report_reason": _("Please choose what is wrong."),
    "report_seat": _("Please choose a player: nobody has that seat any more."),
    "phrases_off": _("This table was opened without quick phrases."),
    "phrase_unknown": _("There is no such phrase."),
    "phrase_often": _("That was a lot at once. You can say more in a few seconds."),
    "pages_often": _("Too much came from your connection at once. Nothing was changed. Please wait a moment and try again."),
    "crowded": _("Very many people are here just now. Nothing was changed. Please wait a moment and try again."),
    "history_often": _("Many games are being looked at just now. Please try again in a minute."),
    "open_often": _("Many tables were opened from your connection in a short time. Please try again in a few minutes."),
    "sit_often": _("Many people sat down from your connection in a short time. Please try again in a few minutes."),
    "move_often": _("That was very fast. Please try again in a moment."),
    "has_left": _("You have left this table. Take your seat back first."),
    "report_often": _("You sent many reports in a short time. Please try again in an hour."),
    "bad_decision": _("The table does not know which turn that was for."),
    "bad_action": _("The table does not know what to do with that."),
    "bad_amount": _("That must be a whole number."),
    "bad_number": _("That must be a whole number."),
    "bad_card": _("There is no such card."),
    "bad_pile": _("Draw from the stock or from the discard pile."),
    "bad_choice": _("Choose yes or no."),
    "bad_form": _("The table did not understand that form."),
    "message_too_long": _("That message is too long."),
    "not_saved": _("That could not be saved just now. Please try again in a moment."),
    "broken": _("Something went wrong on our side. Nothing is lost: please try again."),
    "bad_message": _("The table did not understand that message."),
    "unknown_game": _("There is no game called “%(game)s” here."),
    "unknown_option": _("%(game)s has no option called “%(option)s”."),
    "bad_value": _("The option “%(option)s” cannot be “%(value)s”."),
    "bad_seats": _bad_seats,
}

FALLBACK = _("That is not possible now.")

#: Payments for the same reason in one line.
PAYMENTS_OF_SEVERAL: dict[str, Any] = {}

#: Who is paid where several divide it.
THE_WINNERS = _("the winners")

#: A whole turn of somebody else, for the sentence in the middle of the table.
DREW_AND_DISCARDED = _("%(name)s drew and discarded %(card)s.")
TOOK_AND_DISCARDED = _("%(name)s took %(taken)s and discarded %(card)s.")

#: What is left in no meld; the number with "#" is filled in by the page's script.
LEFT_OVER = {
    "count": ngettext_lazy("%(points)s loose", "%(points)s loose", "points"),
    "best": ngettext_lazy("best discard leaves %(points)s loose", "best discard leaves %(points)s loose", "points"),
    "leaves": _("leaves # loose"),
    "with": _("with # loose"),
}

#: Numbers that a game carries over besides its points, as rows of the score sheet.
CARRIED = {"victories": _("Victories"), "buy_ins": _("Buy-ins")}

#: What a total is a number of: what it is called in the score sheet, and aloud before the number; whether it is written with its sign.
UNITS: dict[str, tuple[Any, Any, bool]] = {
    "points": (_("Total"), _("Points:"), True),
    "score": (_("Points"), _("Points:"), False),
    "chips": (_("Chips"), _("Chips:"), False),
    "bankroll": (_("Bankroll"), _("Bankroll:"), False),
}


def unit(options: Options) -> str:
    """What is counted at the table, one of UNITS."""
    return "points"


def goal(view: View) -> str:
    """How far the game goes, in a few words; "" where that is open."""
    return ""


def badge(view: View, seat: int) -> str:
    """What a seat has won or paid besides its points, in a word or two."""
    return ""


def result(view: View, seat: int) -> tuple[Any, str]:
    """A seat's final result: to compare it by, and as it is written."""
    total = view.results[seat] if view.results else view.seats[seat].points["total"]
    return total, words.signed(total) if view.results else words.number(total)
