"""What a check of a game has found, in sentences (`rules.verify`, `games.check`). `names`: the handles by seat number."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.verify import Finding, Result

GOOD = {
    "commitment": gettext_lazy("The secret is the one that the table promised before anybody sat down."),
    "lot": gettext_lazy("The lot made %(name)s the first dealer."),
    "deal": gettext_lazy("Round %(round)s: the deck follows from the secret and the cuts."),
    "reshuffle": gettext_lazy("Round %(round)s: reshuffle %(number)s follows from the secret and the cuts."),
    "dealt": gettext_lazy("Round %(round)s: hands and upcard were dealt from the top of that deck."),
    "moves": gettext_lazy("Round %(round)s: all %(moves)s moves are by the rules."),
    "points": gettext_lazy("Round %(round)s: the points are what the moves lead to."),
    "result": gettext_lazy("The result is what the moves lead to."),
}

BAD = {
    "commitment": gettext_lazy("The secret is not the one that the table promised."),
    "lot": gettext_lazy("The lot would have made somebody else the first dealer."),
    "order": gettext_lazy("Rounds are missing, or out of order."),
    "deal": gettext_lazy("Round %(round)s: the deck is not what follows from the secret and the cuts."),
    "reshuffle": gettext_lazy("Round %(round)s: reshuffle %(number)s is not what follows from the secret and the cuts."),
    "dealt": gettext_lazy("Round %(round)s: hands or upcard are not the top of the deck."),
    "moves": gettext_lazy("Round %(round)s: move %(move)s does not fit (%(why)s)."),
    "points": gettext_lazy("Round %(round)s: the points are not what the moves lead to."),
    "standing": gettext_lazy("Round %(round)s: it did not start from what the rounds before lead to."),
    "opening": gettext_lazy("Round %(round)s: what is stored of the deal is not what was dealt."),
    "events": gettext_lazy("Round %(round)s: move %(move)s did not lead to what is stored of it."),
    "settlements": gettext_lazy("Round %(round)s: what was paid is not what the moves lead to."),
    "result": gettext_lazy("The stored result is not what the moves lead to."),
}

UNKNOWN = gettext_lazy("From round %(round)s on, the rules were different (version %(version)s). Its moves cannot be checked here.")


def finding(found: Finding, names: Sequence[str] = ()) -> str:
    """ "Round 2: all 31 moves are by the rules." """
    sentences = {Result.GOOD: GOOD, Result.BAD: BAD}
    sentence = UNKNOWN if found.result is Result.UNKNOWN else sentences[found.result][found.code]
    params: dict[str, Any] = dict(found.params)
    seat = params.get("seat")
    params["name"] = names[seat] if isinstance(seat, int) and 0 <= seat < len(names) else _("nobody")
    return str(sentence) % params
