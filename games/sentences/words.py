"""Words for cards, points, people and poker hands, in the reader's language."""

import re
from collections.abc import Callable, Iterable, Sequence

from django.utils.translation import gettext_lazy, pgettext_lazy

from games.remembered import gettext as _
from games.remembered import in_each_language
from games.rules.state import PokerRank

_RANKS = {
    "A": pgettext_lazy("card", "ace"),
    "2": pgettext_lazy("card", "two"),
    "3": pgettext_lazy("card", "three"),
    "4": pgettext_lazy("card", "four"),
    "5": pgettext_lazy("card", "five"),
    "6": pgettext_lazy("card", "six"),
    "7": pgettext_lazy("card", "seven"),
    "8": pgettext_lazy("card", "eight"),
    "9": pgettext_lazy("card", "nine"),
    "T": pgettext_lazy("card", "ten"),
    "J": pgettext_lazy("card", "jack"),
    "Q": pgettext_lazy("card", "queen"),
    "K": pgettext_lazy("card", "king"),
}
_MANY = {
    "A": gettext_lazy("aces"),
    "2": gettext_lazy("twos"),
    "3": gettext_lazy("threes"),
    "4": gettext_lazy("fours"),
    "5": gettext_lazy("fives"),
    "6": gettext_lazy("sixes"),
    "7": gettext_lazy("sevens"),
    "8": gettext_lazy("eights"),
    "9": gettext_lazy("nines"),
    "T": gettext_lazy("tens"),
    "J": gettext_lazy("jacks"),
    "Q": gettext_lazy("queens"),
    "K": gettext_lazy("kings"),
}
_SUITS = {
    "C": gettext_lazy("clubs"),
    "D": gettext_lazy("diamonds"),
    "H": gettext_lazy("hearts"),
    "S": gettext_lazy("spades"),
}
# The selector after the sign asks for a letter and not for a picture.
_SIGNS = {"C": "♣\ufe0e", "D": "♦\ufe0e", "H": "♥\ufe0e", "S": "♠\ufe0e"}

_OF_SIGNS = {sign: suit for suit, sign in _SIGNS.items()}
_SIGNED = re.compile(rf"(10|[2-9AJQK])({'|'.join(_OF_SIGNS)})")
_SEVERAL = re.compile(rf"({'|'.join(_OF_SIGNS)}) (?={_SIGNED.pattern})")

#: What a card of a hand is in.
_IN = {"run": gettext_lazy("in a run"), "set": gettext_lazy("in a set"), "loose": gettext_lazy("loose")}

_HANDS = {
    "high_card": gettext_lazy("high card"),
    "pair": gettext_lazy("a pair"),
    "two_pair": gettext_lazy("two pairs"),
    "three_of_a_kind": gettext_lazy("three of a kind"),
    "straight": gettext_lazy("a straight"),
    "flush": gettext_lazy("a flush"),
    "full_house": gettext_lazy("a full house"),
    "four_of_a_kind": gettext_lazy("four of a kind"),
    "straight_flush": gettext_lazy("a straight flush"),
    "royal_flush": gettext_lazy("a royal flush"),
}
_NAMED_HANDS = {
    "high_card": gettext_lazy("%(one)s high"),
    "pair": gettext_lazy("a pair of %(many)s"),
    "two_pair": gettext_lazy("%(many)s and %(others)s"),
    "three_of_a_kind": gettext_lazy("three %(many)s"),
    "straight": gettext_lazy("a straight to the %(one)s"),
    "flush": gettext_lazy("a flush, %(one)s high"),
    "full_house": gettext_lazy("%(many)s full of %(others)s"),
    "four_of_a_kind": gettext_lazy("four %(many)s"),
    "straight_flush": gettext_lazy("a straight flush to the %(one)s"),
    "royal_flush": gettext_lazy("a royal flush"),
}


@in_each_language(256)
def card_name(card: str) -> str:
    """ "nine of clubs": a card as it is spoken."""
    if card[0] == "X":
        return _("joker")
    return _("%(rank)s of %(suit)s") % {"rank": _RANKS[card[0]], "suit": _SUITS[card[1]]}


def card_sign(card: str) -> str:
    """ "10♣": a card as it is written. Anything that is no card is written as it came."""
    if len(card) != 2 or card[0] not in _RANKS or card[1] not in _SIGNS:
        return _("joker") if card in ("X1", "X2") else card[:10]
    return rank_sign(card) + _SIGNS[card[1]]


def with_cards(text: str, write: Callable[[str, str], str]) -> str:
    """A sentence in which each card that is written with its sign is what `write` makes of that and of its name."""
    return _SIGNED.sub(lambda found: write(found[0], card_name(found[1][-1:].replace("0", "T") + _OF_SIGNS[found[2]])), text)


@in_each_language(8192)
def spoken(text: str) -> str:
    """ "Bo took nine of clubs.": a sentence with all its cards in words, as it is read aloud."""
    return with_cards(_SEVERAL.sub(r"\1, ", text), lambda sign, name: name)


def stand_in(name: str, other: str) -> str:
    """ "joker as nine of clubs"; a card that stands for none is itself."""
    return _("%(card)s as %(other)s") % {"card": name, "other": other} if other else name


def placed(name: str, kind: str) -> str:
    """ "nine of clubs, in a run": a card with what it is in, "run", "set" or "loose"; "" says nothing of that."""
    return f"{name}, {_IN[kind]}" if kind else name


def group(kind: str, names: Sequence[str]) -> str:
    """ "five of clubs, six of clubs and seven of clubs in a run"; loose cards are just named."""
    return f"{people(names)} {_IN[kind]}" if kind in ("run", "set") else people(names)


def rank_name(card: str) -> str:
    """ "nine": the rank of a card as it is spoken."""
    return str(_RANKS[card[0]])


def rank_sign(card: str) -> str:
    """ "10": the rank of a card as it is written."""
    return "10" if card[0] == "T" else card[0]


def cards(them: Iterable[str]) -> str:
    return " ".join(card_sign(card) for card in them)


def signed(points: int) -> str:
    """ "+12", "−30", "0", with a real minus sign."""
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


def number(points: int) -> str:
    """ "12", "−30", with a real minus sign."""
    return str(points) if points >= 0 else f"−{-points}"


def people(names: Sequence[str]) -> str:
    """ "Ann", "Ann and Bo", "Ann, Bo and Cy"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(some)s and %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}


def hand(category: str) -> str:
    """ "a pair": a poker hand by its category."""
    return str(_HANDS.get(category, category))


@in_each_language(2048)
def poker_hand(rank: PokerRank) -> str:
    """ "a pair of nines": a poker hand by what names it. The cards stand in the order of `games.rules.poker`."""
    first = rank.cards[0][0]
    other = next((card[0] for card in rank.cards if card[0] != first), first)
    named = _NAMED_HANDS.get(rank.category)
    return str(named) % {"one": _RANKS[first], "many": _MANY[first], "others": _MANY[other]} if named else rank.category
