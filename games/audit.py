"""A table as the operator needs it: who sat there, every round with its cards, every move with its time and who made it, how it was paid.

Whatever is wrong with a row is said (`problems`), and hides nothing else. The cards of a table that is not over are not here, besides
those of the rounds in `seen`: the others are as somebody who watches sees them.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import check, history, moments, sentences
from games.models import Move, Report, Round, Seat, Table
from games.rules import engine
from games.rules.cards import in_order
from games.rules.record import Played
from games.rules.state import Settlement, State
from games.sentences import words
from games.sentences.levels import COMPUTERS

T = TypeVar("T")


def audit(table: Table, seen: frozenset[int] = frozenset()) -> dict[str, Any]:
    """The context of the table's page. `seen`: numbers of the rounds of a running game whose hidden hands are to be shown."""
    game = history.stored(table)
    rounds = [_round(game, each, moves, is_open=history.is_over(table) or each.number in seen) for each, moves in game.rounds]
    states = rounds[-1]["played"].states if rounds else ()
    points = _safely(lambda: [words.number(seat.points["total"]) for seat in engine.view(states[-1], None).seats], []) if states else []
    for place, each in enumerate(rounds):
        each["unfolded"] = bool(each["problems"]) or int(each["number"]) in seen or place == len(rounds) - 1
    return {
        "table": table,
        "over": history.is_over(table),
        "problems": [*_problems(game), *(line for each in rounds for line in each["problems"])],
        "facts": _facts(table, game),
        "seats": [_seat(table, seat, points) for seat in game.seats],
        "rounds": rounds,
        "reports": Report.objects.filter(table=table),
    }


def title(name: str) -> str:
    """The game as people call it, or what stands in its place."""
    return engine.GAMES[name].title if name in engine.GAMES else name


def options(table: Table) -> list[str]:
    """The house rules in words; as they are stored if they cannot be read."""
    return sentences.options_in_words(table.game, table.options) if _are_options(table) else [str(table.options)[:500]]


def _are_options(table: Table) -> bool:
    return _safely(lambda: bool(engine.check_options(table.game, table.options)), False)


def _safely(make: Callable[[], T], instead: T) -> T:
    """What is made of rows that may be broken, or older than this code, in ways that nobody has thought of."""
    try:
        return make()
    except Exception:
        return instead


# --- What is wrong with the rows ---


def _problems(game: history.Stored) -> Iterator[str]:
    table = game.table
    if table.game not in engine.GAMES:
        yield _("There is no game called “%(game)s” in today's catalogue.") % {"game": table.game}
    elif not _are_options(table):
        yield _("The options cannot be read.")
    numbers = [each.number for each, _moves in game.rounds]
    missing = sorted(set(range(1, table.round + 1)) - set(numbers))
    if missing:
        lost = ", ".join(map(str, missing))
        yield ngettext("Round %(lost)s is missing.", "Rounds %(lost)s are missing.", len(missing)) % {"lost": lost}
    played = {move.seat + 1 for _each, moves in game.rounds for move in moves}
    if table.round and [seat.number for seat in game.seats] != list(range(max(played | {len(game.seats)}))):
        yield _("Seats are missing.")
    if numbers and numbers[-1] == table.round and len(game.rounds[-1][1]) != table.moves:
        yield _("The table counts %(counted)s moves in its last round, and %(stored)s are stored.") % {
            "counted": table.moves,
            "stored": len(game.rounds[-1][1]),
        }


def _round_problems(table: Table, each: Round, moves: Sequence[Move], played: Played) -> list[str]:
    number = {"round": each.number}
    found = []
    if missing := sorted(set(range(1, moves[-1].number + 1)) - {move.number for move in moves}) if moves else []:
        found.append(_("Round %(round)s: move %(moves)s is missing.") % {**number, "moves": ", ".join(map(str, missing))})
    if played.problem and not played.problem.move:
        found.append(_("Round %(round)s cannot be dealt again by today's rules from what is stored of it.") % number)
    elif played.problem:
        reason = {"move": played.problem.move, "why": played.problem.code}
        found.append(_("Round %(round)s cannot be replayed by today's rules from move %(move)s on (%(why)s).") % {**number, **reason})
    if played.states and not played.problem and _differ(played.states[-1].settled, each.settlements):
        found.append(_("Round %(round)s: what is stored of the payments is not what the moves lead to.") % number)
    return found


def _differ(settled: Sequence[Settlement], stored: Any) -> bool:
    return check.plain([each.to_json() for each in settled]) != stored


# --- The table and its seats ---


def _facts(table: Table, game: history.Stored) -> list[dict[str, Any]]:
    """Labels with what stands there; empty ones are left out."""
    over = history.is_over(table)
    names = {seat.number: seat.handle for seat in game.seats}
    closed = ": ".join(filter(None, [table.get_close_reason_display(), table.close_text and f"“{table.close_text}”"]))
    rules = f"{table.rules_version}" if table.rules_version == engine.RULES_VERSION else _("%(old)s, today's are %(new)s") % {
        "old": table.rules_version, "new": engine.RULES_VERSION,
    }  # fmt: skip
    facts: list[tuple[str, Any]] = [
        (_("Game"), title(table.game)),
        (_("Status"), table.get_status_display()),
        (_("Closed because"), closed),
        (_("House rules"), " · ".join(options(table))),
        (_("Turn clock"), table.get_turn_clock_display()),
        (_("Who may come"), _("everybody: it is in the lobby") if table.public else _("who has the link")),
        (_("Leads"), names.get(table.leader, _("seat %(number)s") % {"number": table.leader})),
        (_("Opened"), table.created_at),
        (_("Started"), table.started_at),
        (_("Ended"), table.finished_at),
        (_("Paused since"), table.paused_at),
        (_("Goes on by itself"), table.due_at),
        (_("Rules version"), rules),
        (_("Version of the table"), str(table.version)),
        (_("Points brought along"), _by_seat(table.tally, names)),
        (_("Commitment"), {"code": table.commitment}),
        (_("Secret"), {"code": bytes(table.secret).hex()} if over else _("is shown when the game is over")),
    ]
    for label, other in ((_("Played before at"), table.rematch_of), (_("Played again at"), getattr(table, "rematch", None))):
        facts.append((label, other and {"url": reverse("admin:games_table_change", args=[other.pk]), "text": other.code}))
    return [{"label": label, "value": value, "is_time": hasattr(value, "tzinfo")} for label, value in facts if value]


def _by_seat(points: Any, names: dict[int, str]) -> str:
    if not isinstance(points, dict):
        return str(points)[:200] if points else ""
    return ", ".join(f"{names.get(int(seat), seat) if str(seat).isdecimal() else seat} {each}" for seat, each in points.items())


def _seat(table: Table, seat: Seat, points: Sequence[str]) -> dict[str, Any]:
    return {
        "seat": seat,
        "leads": seat.number == table.leader,
        "player": str(COMPUTERS[seat.plays]) if seat.is_computer else _("person"),
        "away": seat.away,
        "played_by_computer": seat.bot and not seat.is_computer,
        "points": points[seat.number] if seat.number < len(points) else str(_get(table.result, str(seat.number))),
    }


# --- Rounds ---


def _round(game: history.Stored, each: Round, moves: Sequence[Move], *, is_open: bool) -> dict[str, Any]:
    table = game.table
    played = history.played(table, game.seats, each, moves)
    lines = moments.log(game, each, moves)
    problems = _round_problems(table, each, moves, played)
    kinds = [_get(settlement, "kind") for settlement in each.settlements] if isinstance(each.settlements, list) else []
    rules = table.close_reason == Table.CloseReason.RULES and not each.finished_at
    return {
        "number": str(each.number),
        "played": played,
        "problems": problems,
        "told": lines[0]["told"],
        "started_at": each.started_at,
        "finished_at": each.finished_at,
        "void": "void" in kinds or rules,
        "points": _points(game, each.settlements),
        "is_open": is_open,
        "hands": _safely(lambda: _hands(game, played, is_open=is_open), []),
        "shuffles": [[signs(order[start : start + 13]) for start in range(0, len(order), 13)] for order in played.shuffles]
        if is_open
        else [],
        "settled": _settled(game, each, played),
        "moves": _moves(game, each, moves, lines, played, is_open=is_open),
        "count": len(moves),
    }


def _hands(game: history.Stored, played: Played, *, is_open: bool) -> list[dict[str, Any]]:
    """Everybody's cards at the deal and at the last move; of those that a watcher does not see the backs."""
    if not played.states:
        return []
    first, last = played.states[0], played.states[-1]
    if is_open:
        dealt, held = [seat.cards for seat in first.seats], [in_order(seat.cards) for seat in last.seats]
    else:
        dealt, held = ([seat.cards for seat in engine.view(state, None).seats] for state in (first, last))
    return [
        {"name": name, "dealt": signs(dealt[number]), "held": signs(held[number])}
        for number, name in enumerate(game.names[: len(first.seats)])
    ]


def _settled(game: history.Stored, each: Round, played: Played) -> list[dict[str, Any]]:
    """Every settlement explained, as the moves lead to it; then, where they lead to another, as it is stored."""
    told = []
    known = 0
    for state in played.states:
        if len(state.settled) > known:
            known, settlement = len(state.settled), state.settled[-1]
            headline, lines = _safely(partial(_explained, game, state, settlement), (settlement.kind, []))
            told.append({"headline": headline, "lines": lines, "points": _points(game, [settlement.to_json()])})
    if played.problem or _differ(played.states[-1].settled, each.settlements):
        stored = each.settlements if isinstance(each.settlements, list) else [each.settlements]
        for settlement in stored:
            head = _("As stored: %(kind)s") % {"kind": _get(settlement, "kind") or "?"}
            told.append({"headline": head, "lines": [], "points": _points(game, [settlement]), "stored": True})
    return told


def _explained(game: history.Stored, state: State, settlement: Settlement) -> tuple[str, list[str]]:
    view = engine.view(state, None)
    return sentences.headline(view, settlement, game.names), sentences.explanation(view, settlement, game.names)


def _points(game: history.Stored, settlements: Any) -> list[dict[str, str]]:
    """What settlements as stored brought each seat; nothing if they cannot be read."""
    try:
        sums = [sum(column) for column in zip(*(settlement["points"] for settlement in settlements), strict=True)]
    except (TypeError, KeyError, ValueError, AttributeError, IndexError):
        return []
    return [{"name": _name(game, seat), "text": words.signed(points)} for seat, points in enumerate(sums)]


#: A move as a row; by the template language a long game would take a second more.
_ROW = (
    '<tr class="by-{by}"><td class="num">{number}</td><td>{at}</td><td class="num">{passed} s</td>'
    "<td><bdi>{name}</bdi></td><td>{by_whom}</td><td>{told} <small>{action}</small></td></tr>\n"
)


def _moves(
    game: history.Stored, each: Round, moves: Sequence[Move], lines: Sequence[dict[str, Any]], played: Played, *, is_open: bool
) -> SafeString:
    """A row for each move. What went away face down is in the action alone, and only what happened was seen by all."""
    replay = f"{reverse('admin:games_table_replay', args=[game.table.pk])}?round={each.number}&step="
    before = [each.started_at, *(move.at for move in moves)]
    rows = (
        {
            "by": move.by,
            # a move that deals the next round has no step of its own here
            "number": format_html('<a href="{}{}">{}</a>', replay, move.number, move.number)
            if move.number < len(played.states)
            else move.number,
            "at": f"{timezone.localtime(move.at):%H:%M:%S}",
            "passed": f"{max(0.0, (move.at - earlier).total_seconds()):.1f}",
            "name": _name(game, move.seat),
            "by_whom": move.get_by_display(),
            "told": line["told"],
            "action": _untold(move.action, line["told"]) if is_open else "",
        }
        for move, line, earlier in zip(moves, lines[1:], before, strict=False)
    )
    return mark_safe("".join(format_html(_ROW, **row) for row in rows))


def _untold(action: Any, told: str) -> str:
    """What was done, where its sentence does not tell all of it: a card that went away face down, or an action that is broken."""
    card = action.get("card") if isinstance(action, dict) else None
    is_told = words.card_sign(card) in told if isinstance(card, str) else isinstance(action, dict) and "do" in action
    return "" if is_told else action_in_short(action)


def action_in_short(action: Any, *, public: bool = False) -> str:
    """ "discard 9♣"; `public`: without the card, which may have gone away face down."""
    if not isinstance(action, dict) or not isinstance(action.get("do"), str):
        return "?" if public else str(action)[:80]
    arguments = [] if public else [words.card_sign(str(value)) for key, value in action.items() if key != "do"]
    return " ".join([action["do"].replace("_", " "), *arguments])[:80]


def _name(game: history.Stored, number: int) -> str:
    return game.seats[number].handle if 0 <= number < len(game.seats) else _("seat %(number)s") % {"number": number}


def _get(value: Any, key: str) -> Any:
    return value.get(key, "") if isinstance(value, dict) else ""


def _sign(card: str | None) -> SafeString:
    if card is None:
        return mark_safe('<span class="back">▒▒</span>')
    return format_html('<span class="suit-{}">{}</span>', card[1:], words.card_sign(card))


def signs(cards: Sequence[str | None]) -> SafeString:
    """Cards in a row, in signs."""
    return mark_safe(" ".join(_sign(card) for card in cards))
