"""House decisions that games share."""

from django.utils.translation import gettext_lazy as _

LEADER = {
    "leader": _("Whoever opened the table leads it. When the leader goes, the next seat with a person in it leads."),
}

BETWEEN_ROUNDS = {
    **LEADER,
    "between_rounds": _(
        "Between rounds the leader deals on or ends the game as it stands; if nothing is chosen for 20 seconds, the table deals on."
    ),
}

TAKEN_CARD = {
    "taken_card": _("A card taken from the discard pile stays in the hand for that turn: it cannot be put away again at once."),
}

RESHUFFLE = {
    "reshuffle": _(
        "When somebody draws and the stock is empty, the discard pile but for its top card is shuffled into a new stock. "
        "Taking the discard never needs one."
    ),
    "fifth_reshuffle": _("The draw that would need a fifth reshuffle in one round ends it instead: hands are shown and the round is void."),
    "void_counts": _("A void round counts like any other for the number of rounds and for the deal."),
}

ODD_POINTS = {
    "odd_points": _("What cannot be divided evenly goes, one each, to those who divide it in seat order, starting after the dealer."),
}

ABSENT_BETTING = {
    "absent_betting": _("When your time is up in betting, the table checks for you if that is free, and otherwise folds."),
}

ABSENT_TURN = {
    "absent_turn": _("When your time is up in a turn, the table draws from the stock and throws that card; it never knocks for you."),
    "absent_taken": _("If you had taken the discard before your time was up, the table throws the highest loose card that may go."),
}
