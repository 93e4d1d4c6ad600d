"""The shuffle that can be checked: from a secret and the players' cuts to the order of every deck of a game.

    commitment  hex SHA-256 of the secret, shown from the moment the table opens
    seed        SHA-256(secret, then 0x00 and the cut of each seat in seat order, UTF-8)
    words       of shuffle j in round r: the big-endian 32-bit words of HMAC-SHA256(seed, "r:j:i"), i = 0, 1, 2 ...
    order       Fisher-Yates from the last position down, each place drawn without bias (`below`)
    lot         the first dealer, drawn from the words of "0:0"

The secret is fixed before the cuts are made, and the cuts are made after the commitment was seen: neither side alone
chooses the cards. Anybody who knows secret and cuts can compute every deck again; a change here makes old games
uncheckable.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.rules.cards import Card, deck

_WORDS = 2**32
_PLACE = {card: place for place, card in enumerate(deck(jokers=True))}


def commitment(secret: bytes) -> str:
    """What is shown of the secret while the game runs: its SHA-256 in hex."""
    return hashlib.sha256(secret).hexdigest()


def seed(secret: bytes, cuts: Sequence[str]) -> bytes:
    """The 32 bytes that decide every shuffle of a game. `cuts` by seat; "" for a seat that made none."""
    return hashlib.sha256(secret + b"".join(b"\0" + cut.encode() for cut in cuts)).digest()


def words(seed: bytes, round_number: int, shuffle_number: int) -> Iterator[int]:
    """The endless sequence of 32-bit numbers that decides one shuffle."""
    block = 0
    while True:
        digest = hmac.digest(seed, f"{round_number}:{shuffle_number}:{block}".encode("ascii"), "sha256")
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def below(count: int, numbers: Iterator[int]) -> int:
    """A number 0 .. count-1, all equally likely: words in the incomplete last stretch of the 2**32 are passed over."""
    limit = _WORDS // count * count
    return next(word for word in numbers if word < limit) % count


def order(cards: Sequence[Card], numbers: Iterator[int]) -> tuple[Card, ...]:
    """`cards` in dealing order."""
    mixed = list(cards)
    for place in range(len(mixed) - 1, 0, -1):
        other = below(place + 1, numbers)
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return tuple(mixed)


def lot(seed: bytes, seats: int) -> int:
    """The seat that deals the first round."""
    return below(seats, words(seed, 0, 0))


@dataclass(frozen=True, slots=True)
class SeededDecks:
    """The decks of a game in play (see `state.Decks`): every shuffle follows from the seed."""

    seed: bytes

    def shuffle(self, round_number: int, shuffle_number: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards in dealing order. They start in the order of an unshuffled deck, however they come."""
        return order(sorted(cards, key=_PLACE.__getitem__), words(self.seed, round_number, shuffle_number))
