"""The tables of a site under attack: those of bystanders, those at which attackers sit with others, and the attackers' own.

The attackers' seats are always Bo's where others sit, and all seats of their own tables. They also know keys that open seats elsewhere,
the hashes of other people's keys, as if somebody had read the database, and what everybody knows: the codes of all tables.
"""

import random
import re
from typing import Any

from django.core.cache import cache

from games import devices, history, play, replay
from games.models import Move, Round, Seat, Table
from games.rules import engine
from games.rules.cards import DECK
from games.sentences import words
from tests.factories import Sitting, SittingFactory
from tests.games.over import finished
from tests.games.test_secret import forms, secrets_of

GAMES = list(engine.GAMES)
_CARD = re.compile(r"(?<!%)\b(?:[A2-9TJQK][CDHS]|X[12])\b")
_SIGNED = {words.card_sign(card): card for card in DECK}
_SIGN = re.compile("|".join(sorted(map(re.escape, _SIGNED), key=len, reverse=True)))
_NAMED = {words.card_name(card): card for card in DECK}
_NAME = re.compile("|".join(sorted(map(re.escape, _NAMED), key=len, reverse=True)))


class World:
    """Tables and keys. All of it is made through the doors that players use, from `rng`."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        playing = [SittingFactory(people=min(3, _seats(game)[1]), started=True, game=game) for game in GAMES]
        for table in playing:
            play_on(table, rng.randrange(1, 25))
        # Full: anybody may sit down where there is room
        waiting = [SittingFactory(people=3, game="bagelsknock"), SittingFactory(people=2, public=False, game="gin")]
        self.over = finished(people=2)
        self.bystanders = [*playing, *waiting, self.over]
        self.mixed: list[Sitting] = []
        self.own: list[Sitting] = []
        self.refresh()
        self.kept = {table.code: rows(table.code) for table in self.bystanders}

    def refresh(self) -> None:
        """New tables for the attackers in place of those that they have played to an end, left or filled; the old ones are gone."""
        keep = {table.code for table in self.bystanders}
        Table.objects.exclude(code__in=keep).delete()
        cache.clear()
        self.mixed = [SittingFactory(people=min(3, _seats(game)[1]), started=True, game=game) for game in GAMES]
        self.mixed.append(SittingFactory(people=2, seats=3, game="bagelsknock"))
        for table in self.mixed[:-1]:
            play_on(table, self.rng.randrange(20))
        alone, beside = self.rng.choice(GAMES), self.rng.choice(GAMES)
        self.own = [
            SittingFactory(people=2, bots=1, seats=4, game="bagelsknock"),
            SittingFactory(people=_seats(alone)[0], started=True, game=alone),
            SittingFactory(people=1, bots=_seats(beside)[0] - 1, started=True, game=beside),
            finished(people=2),
        ]
        # Links that take the attackers' own seats to other devices
        self.tokens = [devices.offer(table.code, table.keys["Bo"]) for table in self.mixed]
        self.learn()

    def learn(self) -> None:
        """What is theirs at the mixed tables, as it is now."""
        self.seats = {table.code: others(table) for table in self.mixed}

    def advance(self) -> None:
        """The others at the mixed tables make their moves, when it is their turn; then the game is another for the attackers."""
        for table in self.mixed:
            if table.table.status == Table.Status.PLAYING:
                play_on(table, self.rng.randrange(1, 9), until="Bo")
        self.learn()

    # --- what attackers have ---

    def code(self) -> str:
        """A table to attack."""
        tables = self.rng.choice([self.mixed, self.mixed, self.own, self.bystanders])
        return self.rng.choice(tables).code if self.rng.random() < 0.93 else self.rng.choice(["ABCDEFGH", "0" * 16, "abcdefgh", "IIIIIIII"])

    def key(self, code: str, bad: list[str]) -> str | None:
        """One of their keys for this table, one for another, one that is none, or nothing. A bystander's key is tried at other tables."""
        mine = [
            *(table.keys["Bo"] for table in self.mixed if table.code == code),
            *(k for t in self.own if t.code == code for k in t.keys.values()),
        ]
        chance = self.rng.random()
        if mine and chance < 0.6:
            return self.rng.choice(mine)
        if chance < 0.7:
            return None
        if chance < 0.78:
            return self.rng.choice(bad)
        if chance < 0.88:
            return self.rng.choice([*(table.keys["Bo"] for table in self.mixed), *(k for t in self.own for k in t.keys.values())])
        if chance < 0.93:
            owned = Seat.objects.exclude(key_hash=None).exclude(key_hash="")
            return self.rng.choice(sorted(owned.values_list("key_hash", flat=True)))
        elsewhere = [key for table in self.bystanders if table.code != code for key in table.keys.values()]
        return self.rng.choice(elsewhere)

    def turn(self) -> tuple[str, str] | None:
        """A table that waits for a move of an attacker, and the key of that seat."""
        for table in self.rng.sample([*self.mixed, *self.own], len(self.mixed) + len(self.own)):
            present = table.present
            if present.table.status == Table.Status.PLAYING and present.state and present.state.to_act is not None:
                seat = present.seats[present.state.to_act]
                mine = [
                    key
                    for handle, key in table.keys.items()
                    if (table in self.own or handle == "Bo") and play.hash_key(key) == seat.key_hash
                ]
                if mine:
                    return table.code, mine[0]
        return None

    def viewer(self, code: str, key: str | None) -> Seat | None:
        """The seat that the key opens now."""
        try:
            return play.present(code).seat_of(play.hash_key(key))
        except (play.Refused, TypeError):
            return None

    # --- what must hold ---

    def may_see(self, code: str, key: str | None) -> set[str] | None:
        """The cards that may stand on a page about this table for who has the key; None: all of them, the game is over."""
        try:
            present = play.present(code)
        except play.Refused:
            return set()
        if history.is_over(present.table):
            return None
        if present.state is None:
            return set()
        seat = self.viewer(code, key)
        return set(_CARD.findall(repr(engine.view(present.state, seat.number if seat else None))))

    def secrets(self) -> list[bytes]:
        """How the secrets of all games that are not over could be written."""
        going = [table for table in [*self.bystanders, *self.mixed] if table is not self.over]
        return [form for table in going for secret in secrets_of(table) for form in forms(secret) if len(form) > 12]

    def harmed(self) -> list[str]:
        """Tables and seats of others that are not what they were."""
        changed = [f"{code}: {before} became {now}" for code, before in self.kept.items() if (now := rows(code)) != before]
        return changed + [f"seats of {table.code}" for table in self.mixed if others(table) != self.seats[table.code]]


def cards_in(text: str) -> set[str]:
    """The cards that a text shows, in whatever way."""
    return {*_CARD.findall(text), *(_SIGNED[sign] for sign in _SIGN.findall(text)), *(_NAMED[name] for name in _NAME.findall(text))}


def rows(code: str) -> list[Any]:
    """All that is stored of a table."""
    found: list[Any] = [list(Table.objects.filter(code=code).values())]
    for model, table in ((Seat, "table__code"), (Round, "table__code"), (Move, "table__code")):
        found.append(list(model._default_manager.filter(**{table: code}).order_by("pk").values()))
    return found


def others(table: Sitting) -> list[Any]:
    """The seats of a mixed table that are not the attackers', but for when their owners were last heard of."""
    theirs = [play.hash_key(key) for handle, key in table.keys.items() if handle != "Bo"]
    return list(Seat.objects.filter(key_hash__in=theirs).order_by("pk").values())


def play_on(table: Sitting, moves: int, until: str = "") -> None:
    """So many moves, as `Sitting.play_until` makes them, as long as the game goes on, or it is the turn of this one."""
    for _ in range(moves):
        if engine.automatic(table.state) is None:
            return
        seat, action = table.next_action()
        if table.present.seats[seat].handle == until:
            return
        key = table.keys.get(table.present.seats[seat].handle)
        if key is None or table.present.seat_of(play.hash_key(key)) is None:
            return
        table.act(action.verb, action.argument, seat)


def _seats(game: str) -> tuple[int, int]:
    return engine.GAMES[game].seats


def forget() -> None:
    """Nothing is remembered of any table: what is shown now comes from the database."""
    replay._kept.clear()
