"""The turn index: which version ended which phase of which turn."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from napoleon.events import Event
from napoleon.game import Game, fold
from napoleon.ruleset import Ruleset


class UnknownTurn(LookupError):
    """The game was never in that turn, or never in that phase of it."""


class Phase(msgspec.Struct, frozen=True):
    """A phase of a turn. `version` is its last one: the position when it was over, or now."""

    turn: int
    phase: str
    version: int


def phases(events: Iterable[Event], rules: Ruleset) -> list[Phase]:
    """The turn index of a game from all its `events`, oldest phase first."""
    game: Game | None = None
    last: dict[tuple[int, str], int] = {}
    for event in events:
        game = fold(game, event, rules)
        if (where := place(game)) is not None:
            last[where] = game.version
    return [Phase(*where, version) for where, version in sorted(last.items(), key=lambda x: x[1])]


def place(game: Game) -> tuple[int, str] | None:
    """The turn and phase that `game` is in; None before its table is laid."""
    return None if game.state is None else (game.state.turn, game.state.phase)


def version_of(index: Iterable[Phase], turn: int, phase: str | None) -> int:
    """The last version of `turn`, or of that `phase` of it. Raises UnknownTurn."""
    found = [
        entry.version for entry in index if entry.turn == turn and phase in (None, entry.phase)
    ]
    if not found:
        raise UnknownTurn(f"turn {turn}" if phase is None else f"phase {phase} of turn {turn}")
    return max(found)
