"""House decisions that games share."""

from django.utils.translation import gettext_lazy as _

LEADER = {
    "leader": _("The player who opened the table leads it. If the leader goes, the next seat with a person in it leads."),
}

BETWEEN_ROUNDS = {
    **LEADER,
    "between_rounds": _(
        "Between rounds the leader deals the next round or ends the game. If the leader does not choose within 20 seconds, the table deals."
    ),
}

TAKEN_CARD = {
    "taken_card": _("If you take a card from the discard pile, you must keep it for that turn."),
}

RESHUFFLE = {
    "reshuffle": _(
        "If the stock is empty when somebody draws, the discard pile is shuffled into a new stock. Its top card stays. Taking the "
        "discard never needs this."
    ),
    "fifth_reshuffle": _(
        "There is no fifth reshuffle in one round. The draw that needs one ends the round: hands are shown and the round is void."
    ),
    "void_counts": _("A void round counts like any other for the number of rounds and for who deals next."),
}

ODD_POINTS = {
    "odd_points": _("What cannot be divided evenly is handed out one by one to those who share, in seat order after the dealer."),
}

ABSENT_BETTING = {
    "absent_betting": _("If your time runs out in betting, the table checks for you if that is free. If not, it folds."),
}

ABSENT_TURN = {
    "absent_turn": _("If your time runs out in a turn, the table draws from the stock and discards that card. It never knocks for you."),
    "absent_taken": _("If you took the discard before your time ran out, the table discards your highest loose card that may go."),
}
