"""A seat's way to another device: a link that opens it there once, within a few minutes, and ends the key of the old device.

Codes of `Refused`, besides those of `games.play`: move_over.
"""

import hashlib
import re
import secrets

from django.db import IntegrityError
from django.utils import timezone

from games.change import Refused, changing, hash_key
from games.models import Seat
from games.patience import patience


def offer(code: str, key: str | None) -> str:
    """A token that takes the seat to another device (128 bits, in hex). It ends the one before; only its hash is stored."""
    token = secrets.token_hex(16)
    with changing(code) as change:
        seat = change.seat_of(key)
        Seat.objects.filter(pk=seat.pk).update(move_hash=_hash(token), move_until=timezone.now() + patience("move"))
    return token


def claim(code: str, key: str | None, token: str) -> Seat:
    """Give the seat that the token is for to the key of the new device. The same key again is the same seat, token or not."""
    key_hash = hash_key(key)
    for _attempt in range(2):
        try:
            with changing(code) as change:
                for seat in change.seats:
                    if seat.key_hash == key_hash:
                        return seat
                # What this process remembers of the seats need not have the token
                valid = Seat.objects.filter(table=change.table, move_hash=_hash(token), move_until__gt=timezone.now())
                offered = valid.values_list("pk", flat=True).first()
                seat = next((seat for seat in change.seats if seat.pk == offered), None)
                if seat is None:
                    raise Refused("move_over", status=410)
                if Seat.objects.filter(key_hash=key_hash).exists():
                    raise Refused("key_elsewhere", status=403)
                give(seat, key_hash)
                change.save()
                return seat
        except IntegrityError:
            continue  # the same key sat down at another table at the same moment: look again
    raise Refused("key_elsewhere", status=403)


def give(seat: Seat, key_hash: str) -> None:
    """Let this key open the seat from now on, and the one before no more."""
    seat.former_hash, seat.key_hash = seat.key_hash or seat.former_hash, key_hash
    seat.move_hash, seat.move_until, seat.seen_at = "", None, timezone.now()
    seat.save(update_fields=["key_hash", "former_hash", "move_hash", "move_until", "seen_at"])


def _hash(token: str) -> str:
    if not isinstance(token, str) or not re.fullmatch(r"[0-9a-f]{32}", token):
        raise Refused("move_over", status=410)
    return hashlib.sha256(token.encode()).hexdigest()
