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
    """The files of the project that were entered, each with the number of its calls."""

    calls: Counter[str]

    @property
    def house(self) -> list[str]:
        """Those of the service."""
        return sorted(it for it in self.calls if "/rulesets/" not in it)

    @property
    def game(self) -> list[str]:
        """Those of a game."""
        return sorted(it for it in self.calls if "/rulesets/" in it)


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
