"""Checks a game's history document (`history.json`) by nothing but itself: is the secret the one that was promised, do all decks
follow from it and the cuts, and do the moves, played again by the rules, lead to the points that were paid?

    >>> [finding.code for finding in verify(document) if finding.result is Result.BAD]
    []

Codes of findings, with their parameters:
    commitment, lot {seat}
    deal {round}, reshuffle {round, number}      the order of the cards
    dealt {round}                                hands and upcard are the front of that order
    moves {round, moves}; or, not good, {round, move, why}
    points {round}
    order                                        the rounds are not 1, 2, 3 ..
    other_rules {version, round}                 cannot be judged here: the game was played under other rules
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from games.rules import engine, shuffle
from games.rules.cards import DECK, JOKERS, parse_card
from games.rules.record import Cards, Made, Played, play_round
from games.rules.state import Action


class Result(Enum):
    GOOD = "good"
    BAD = "bad"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was checked, and how it came out."""

    code: str
    result: Result
    params: Mapping[str, Any] = field(default_factory=dict)


class Unreadable(ValueError):
    """This is no history document: something is missing in it, or of the wrong kind."""


@dataclass(frozen=True, slots=True)
class _Round:
    number: int
    shuffles: tuple[Cards, ...]
    moves: tuple[Made, ...]
    points: tuple[int, ...]
    hands: tuple[Cards, ...] | None
    upcard: str | None


@dataclass(frozen=True, slots=True)
class _Record:
    """The document, its values of the right kind."""

    game: str
    options: Mapping[str, Any]
    rules_version: int
    seats: int
    commitment: str
    secret: bytes
    cuts: tuple[str, ...]
    first_dealer: int | None
    rounds: tuple[_Round, ...]


def verify(document: Any) -> list[Finding]:
    """Everything that can be checked, in the order in which it matters. Unreadable if `document` is none."""
    record = _read(document)
    seed = shuffle.seed(record.secret, record.cuts)
    findings = [_found("commitment", shuffle.commitment(record.secret) == record.commitment)]
    if record.first_dealer is not None:
        findings.append(_found("lot", shuffle.lot(seed, record.seats) == record.first_dealer, seat=record.first_dealer))
    if [each.number for each in record.rounds] != list(range(1, len(record.rounds) + 1)):
        findings.append(_found("order", False))
    for each in record.rounds:
        findings += _orders(each, seed)
    return findings + _play(record, seed)


def is_good(findings: Sequence[Finding]) -> bool:
    """Whether nothing was found wrong. What cannot be judged is not wrong."""
    return all(finding.result is not Result.BAD for finding in findings)


def _found(code: str, good: bool, **params: Any) -> Finding:
    return Finding(code, Result.GOOD if good else Result.BAD, params)


def _orders(each: _Round, seed: bytes) -> list[Finding]:
    """Whether the listed decks are what the seed makes of their cards. A deal is of a whole deck, with or without jokers."""
    findings = []
    for number, cards in enumerate(each.shuffles):
        fresh = DECK if len(cards) == len(DECK) else DECK + JOKERS
        whole = number > 0 or sorted(cards) == sorted(fresh)
        right = len(set(cards)) == len(cards) and cards == shuffle.SeededDecks(seed).shuffle(each.number, number, cards)
        code, params = ("reshuffle", {"number": number}) if number else ("deal", {})
        findings.append(_found(code, whole and right, round=each.number, **params))
    return findings


def _play(record: _Record, seed: bytes) -> list[Finding]:
    """Play it again, from the lot to the last move."""
    if not record.rounds:
        return []
    other = record.rules_version != engine.RULES_VERSION
    try:
        options = engine.check_options(record.game, record.options)
        engine.check_seats(record.game, record.seats)
        standing = engine.GAMES[record.game].first_standing(options, record.seats, shuffle.lot(seed, record.seats))
    except engine.BadOption:
        return [Finding("other_rules", Result.UNKNOWN if other else Result.BAD, {"version": record.rules_version, "round": 1})]
    findings: list[Finding] = []
    for number, each in enumerate(record.rounds, start=1):
        played = play_round(record.game, options, standing, record.seats, 0, shuffle.SeededDecks(seed), each.moves)
        found = _compare(each, played, last=number == len(record.rounds))
        if other and not is_good(found):
            return [*findings, Finding("other_rules", Result.UNKNOWN, {"version": record.rules_version, "round": each.number})]
        findings += found
        if played.problem or played.following is None:
            break
        standing = played.following
    return findings


def _compare(each: _Round, played: Played, *, last: bool) -> list[Finding]:
    if played.problem:
        why = {"why": played.problem.code, "move": played.problem.move}
        return [_found("moves", False, round=each.number, **why)]
    findings = []
    if each.hands is not None:
        findings.append(_found("dealt", (each.hands, each.upcard) == (played.hands, played.upcard), round=each.number))
    if each.shuffles != played.shuffles:
        # also a reshuffle that is missing, or one that no move called for
        same = [number for number, cards in enumerate(played.shuffles) if each.shuffles[number : number + 1] == (cards,)]
        wrong = next(number for number in range(len(played.shuffles) + 1) if number not in same)
        code, params = ("reshuffle", {"number": wrong}) if wrong else ("deal", {})
        findings.append(_found(code, False, round=each.number, **params))
    if not last and played.following is None:
        findings.append(_found("moves", False, round=each.number, move=len(each.moves), why="not_over"))
    else:
        findings.append(_found("moves", True, round=each.number, moves=len(each.moves)))
    findings.append(_found("points", each.points == played.points, round=each.number))
    return findings


# --- Reading ---


def _read(document: Any) -> _Record:
    try:
        seats = _texts(document["seats"])
        cuts = _texts(document["cuts"])
        dealer = document["first_dealer"]
        record = _Record(
            game=_is(document["game"], str),
            options=_is(document["options"], dict),
            rules_version=_is(document["rules_version"], int),
            seats=len(seats),
            commitment=_is(document["commitment"], str),
            secret=bytes.fromhex(_is(document["secret"], str)),
            cuts=cuts,
            first_dealer=None if dealer is None else _is(dealer, int),
            rounds=tuple(_round(each) for each in _is(document["rounds"], list)),
        )
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise Unreadable(f"{type(error).__name__}: {error}") from None
    if len(cuts) != len(seats) or (record.rounds and len(seats) < 2):
        raise Unreadable("there must be a cut for each seat, and two seats to play")
    return record


def _round(each: Any) -> _Round:
    moves = _is(each["moves"], list)
    if [move["number"] for move in moves] != list(range(1, len(moves) + 1)):
        raise ValueError(f"the moves of round {each['number']} must be numbered from 1")
    hands = each.get("hands")
    return _Round(
        number=_is(each["number"], int),
        shuffles=tuple(_cards(cards) for cards in each["shuffles"]),
        moves=tuple(Made(_is(move["seat"], int), Action.from_json(_is(move["action"], dict))) for move in moves),
        points=tuple(_is(points, int) for points in each["points"]),
        hands=None if hands is None else tuple(_cards(hand) for hand in hands),
        upcard=each.get("upcard"),
    )


def _is(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{value!r:.40} should be {kind.__name__}")
    return value


def _texts(values: Any) -> tuple[str, ...]:
    for value in _is(values, list):
        _is(value, str).encode()  # half a character is no text
    return tuple(values)


def _cards(cards: Any) -> Cards:
    return tuple(parse_card(card) for card in _is(cards, list))
