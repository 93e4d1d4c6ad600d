"""`python -m tests.scaled.jumping`: the server on a machine whose clock jumps. CLOCK names a file of eight bytes: by how many seconds.

Everything of the site takes the time of day from `time.time` or Django's `timezone.now`; what only ever goes forward (`time.monotonic`)
is left alone, as it is by a clock that is set.
"""

import datetime
import mmap
import os
import struct
import time
from collections.abc import Callable
from pathlib import Path

from django.utils import timezone


class Clock:
    """The clock of the machine, in the hands of a test."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.ahead(0)

    def ahead(self, seconds: float) -> None:
        """Set it so far ahead of the real time."""
        with open(self._file, "r+b" if self._file.exists() else "wb") as file:
            file.write(struct.pack("d", seconds))


def _jump() -> None:
    with open(os.environ["CLOCK"], "rb") as file:
        clock = mmap.mmap(file.fileno(), 8, access=mmap.ACCESS_READ)

    def ahead() -> float:
        return struct.unpack_from("d", clock)[0]

    def jumping(real: Callable[[], float], unit: float = 1) -> Callable[[], float]:
        return lambda: real() + type(real())(ahead() * unit)

    time.time, time.time_ns = jumping(time.time), jumping(time.time_ns, 1e9)
    now = timezone.now
    timezone.now = lambda: now() + datetime.timedelta(seconds=ahead())


if __name__ == "__main__":
    _jump()
    from bagelsknock_site.serve import main

    main()
