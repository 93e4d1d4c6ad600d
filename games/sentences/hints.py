"""A hint in one sentence: what a sharp computer player would do, and why."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy, ngettext

from games.bots import Advice
from games.remembered import gettext as _
from games.rules.state import View
from games.sentences import words

#: What to do, by verb; with an argument, where a verb may have one.
_DO: Mapping[str, Any] = {
    "check": gettext_lazy("Check"),
    "call": gettext_lazy("Call"),
    "fold": gettext_lazy("Fold"),
    "bet": gettext_lazy("Bet %(amount)s"),
    "raise": gettext_lazy("Raise to %(amount)s"),
    "pass": gettext_lazy("Pass"),
    "knock": gettext_lazy("Knock"),
    "re_enter": gettext_lazy("Buy in again"),
    "choose_bet": gettext_lazy("Bet %(amount)s"),
    "discard": gettext_lazy("Throw %(card)s"),
    "splash": gettext_lazy("Splash with %(card)s"),
}

#: Why, by the reason of the advice.
_WHY: Mapping[str, Any] = {
    "bet_strong": gettext_lazy("your hand is the best %(often)s"),
    "bet_pressure": gettext_lazy("your hand is the best %(often)s, but the others may fold"),
    "check_weak": gettext_lazy("your hand is the best %(often)s"),
    "call": gettext_lazy("your hand is the best %(often)s, which is worth the price"),
    "fold": gettext_lazy("your hand is the best %(often)s"),
    "knock": gettext_lazy("your hand is the best %(often)s, also after the others have drawn"),
    "knock_quick": gettext_lazy("your hand is the best %(often)s"),
    "too_weak": gettext_lazy("too little to knock with: your hand would be the best %(often)s"),
    "keep": gettext_lazy("your best hand without it wins %(often)s"),
    "stay": gettext_lazy("your hand is the best %(often)s, and folding costs 1 chip"),
    "pat": gettext_lazy("your hand is the best %(often)s, and a card would hardly help"),
    "take": gettext_lazy("with it your hand is the best %(often)s, which is more than a card from the stock promises"),
    "draw": gettext_lazy("a new card makes your hand the best %(often)s"),
    "bet_to_win": gettext_lazy("if you win the hand you win the game, and with less you would not"),
    "bet_neutral": gettext_lazy("if you win the hand it brings you to zero"),
    "joker": gettext_lazy("a joker fits every meld"),
    "takes": gettext_lazy("with it you can come down from %(now)s to %(loose)s"),
    "draws": gettext_lazy("%(loose)s in your hand is still too much, and the discard does less for it"),
    "discards": gettext_lazy("that leaves %(loose)s and gives the others little"),
    "passes": gettext_lazy("the card on the pile does little for your hand"),
    "splashes": gettext_lazy("all your other cards are in melds"),
    "knocks": gettext_lazy("%(loose)s is little enough, the others probably hold more"),
}


def hint(view: View, advice: Advice) -> str:
    """ "Take 9♣: with it you can come down from 23 to 12." """
    why = _WHY.get(advice.reason)
    what = _what(view, advice)
    told = {name: str(value) for name, value in advice.params.items() if type(value) is int}
    if "chance" in advice.params:
        told["often"] = often(advice.params["chance"])
    return _("%(what)s.") % {"what": what} if why is None else _("%(what)s: %(why)s.") % {"what": what, "why": str(why) % told}


def _what(view: View, advice: Advice) -> str:
    verb, argument = advice.action.verb, advice.action.argument
    if verb == "draw":
        if argument == "discard" and view.discard_top:
            return _("Take %(card)s") % {"card": words.card_sign(view.discard_top)}
        return _("Draw a card")
    if verb in ("bet", "raise") and argument is None:
        argument = view.bet + 1
    if verb == "knock" and isinstance(argument, str):
        return _("Knock with %(card)s") % {"card": words.card_sign(argument)}
    params = {"amount": str(argument), "card": words.card_sign(argument) if isinstance(argument, str) else ""}
    return str(_DO.get(verb, verb)) % params


def often(chance: float) -> str:
    """ "1 time in 8", "7 times in 10": a chance as people say it."""
    if chance >= 0.95:
        return _("nearly always")
    if chance < 0.04:
        return _("hardly ever")
    if chance < 0.3:
        return _("1 time in %(number)s") % {"number": round(1 / chance)}
    tenths = round(10 * chance)
    if tenths == 5:
        return _("half of the time")
    return ngettext("%(times)s time in 10", "%(times)s times in 10", tenths) % {"times": tenths}
