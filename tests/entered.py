"""Which files of the project are entered while something is done: how far one has to read."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
ROOMS = tuple(f"{ROOT / room}/" for room in ("api", "napoleon", "projections"))


class Entered(NamedTuple):
    """The files of the project that were entered."""

    calls: Counter[str]
    """Calls by file, as a path from the root of the project."""


def entered(do: Callable[[], Any]) -> Entered:
    """What is entered while something is done in this thread."""
    calls: Counter[str] = Counter()

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(ROOMS):
            calls[frame.f_code.co_filename[len(f"{ROOT}/") :]] += 1

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        do()
    finally:
        sys.setprofile(before)
    return Entered(calls)


SLACK = 6
"""By how many files a limit may be too high before it has to be lowered."""


def hold(limit: int, found: list[Entered]) -> None:
    """Fail unless as many files are entered as a limit says, or a few less.

    It goes by the middle one of all that was looked at: some find what is remembered for seconds
    gone, which takes more.
    """
    middle = sorted(found, key=lambda it: len(it.calls))[len(found) // 2]
    files = len(middle.calls)
    assert files <= limit, f"{files} files are entered: {', '.join(sorted(middle.calls))}"
    assert limit - files < SLACK, f"only {files} files are entered: lower the limit to that"
