"""The turn index: which version ended which phase of which turn."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from napoleon.log.branches import Stretch, is_on
from napoleon.rules.events import Event


class UnknownTurn(LookupError):
    """The game was never in that turn, or never in that phase of it."""


class Phase(msgspec.Struct, frozen=True):
    """A phase of a turn. `version` is its last one: the position when it was over, or now.

    A turn that was undone is not listed; of one played twice the second time is.
    """

    turn: int
    phase: str
    version: int


def phases(events: Iterable[Event], stretches: Iterable[Stretch]) -> list[Phase]:
    """The phases in which those `events` happened that are in one of the `stretches`.

    The oldest come first; there are none for what came before the table.
    """
    on_path = list(stretches)
    last = {
        (event.turn, event.phase): event.version
        for event in events
        if event.phase and is_on(on_path, event.version)
    }
    return [Phase(*where, version) for where, version in sorted(last.items(), key=lambda x: x[1])]


def version_of(index: Iterable[Phase], turn: int, phase: str | None) -> int:
    """The last version of `turn`, or of that `phase` of it. Raises UnknownTurn."""
    found = [
        entry.version for entry in index if entry.turn == turn and phase in (None, entry.phase)
    ]
    if not found:
        raise UnknownTurn(f"turn {turn}" if phase is None else f"phase {phase} of turn {turn}")
    return max(found)
