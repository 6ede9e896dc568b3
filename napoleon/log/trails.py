"""Where pieces have just gone, as a reader of a position may know it."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.log.journal import Narrator
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.picture.model import Trail
from napoleon.rules.picture.trails import trails


def last_trails(recent: Iterable[Event], tells: Narrator, rules: Ruleset) -> tuple[Trail, ...]:
    """The ways of the last operation or turn up to a position; see `Moves`.

    `recent` are the events up to it, newest first, of which no more are asked for than are needed.
    """
    if rules.pictures is None:
        return ()
    return trails(rules.pictures.moves, filter(tells.counts, recent), tells.redacted)
