"""Foreign files are read within bounds of time and memory.

How much may be in a bundle is limited by the verifier. What rules make of a forged one is hard to
tell beforehand, so that is bounded, too. The file of a whole store takes as long as it is large,
but never more memory.
"""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from api.command_line.output import fail

SECONDS = 30
"""Seconds of computing that are allowed: three times what the largest record should take."""

MEMORY = 150 * 2**20
"""Bytes of memory allowed besides what the program already has. Where the system does not say how
many that is, as on macOS, there is no such bound."""

_USE = Path("/proc/self/statm")
_DATA = 5
"""Which of its numbers counts the pages of data."""


class _TookTooLong(BaseException):
    """Time is up. Not an Exception, as those are caught where forged events are tried out."""


@contextmanager
def confined() -> Iterator[None]:
    """For reading a foreign file: past `SECONDS` or `MEMORY` the command ends with status 1."""
    handler = signal.signal(signal.SIGPROF, _end)
    # Again every second, as Python goes on if the signal comes while it cleans up.
    signal.setitimer(signal.ITIMER_PROF, SECONDS, 1)
    too_long = False
    try:
        with within_memory():
            yield
    except _TookTooLong:
        too_long = True
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, handler)
    if too_long:
        fail(f"Refused: checking this file takes more than {SECONDS} seconds.", "TOO_LARGE")


@contextmanager
def within_memory() -> Iterator[None]:
    """For reading a large file: past `MEMORY` the command ends with status 1."""
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    _limit_data(soft, hard)
    too_much = False
    try:
        yield
    except MemoryError:
        too_much = True
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
    if too_much:
        fail("Refused: checking this file takes too much memory.", "TOO_LARGE")


def _limit_data(soft: int, hard: int) -> None:
    if _USE.exists():
        taken = int(_USE.read_text(encoding="ascii").split()[_DATA]) * resource.getpagesize()
        most = taken + MEMORY
        if soft == resource.RLIM_INFINITY or most < soft:
            resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def _end(number: int, frame: FrameType | None) -> None:
    raise _TookTooLong
