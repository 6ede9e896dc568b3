"""Where pieces have just gone, as a reader of a position may know it."""

from __future__ import annotations

from napoleon.log.journal import Narrator
from napoleon.log.recent import Recent
from napoleon.rules.contract import Ruleset
from napoleon.rules.picture.model import Trail
from napoleon.rules.picture.trails import trails, trails_since


def last_trails(recent: Recent, tells: Narrator, rules: Ruleset) -> tuple[Trail, ...]:
    """The ways of the last operation or turn up to the position that `recent` leads to.

    No more of it is read than is needed; see `Moves`.
    """
    if rules.pictures is None:
        return ()
    moves = rules.pictures.moves
    return trails(moves, filter(tells.counts, recent.of(moves.topics)), tells.redacted)


def all_trails(recent: Recent, tells: Narrator, rules: Ruleset, after: int) -> tuple[Trail, ...]:
    """The ways of everybody after version `after`, up to the position that `recent` leads to."""
    if rules.pictures is None:
        return ()
    moves = rules.pictures.moves
    found = filter(tells.counts, recent.of(moves.topics, after=after))
    return trails_since(moves, found, tells.redacted)


def has_moved(recent: Recent, tells: Narrator, rules: Ruleset, after: int) -> bool:
    """Whether anything has gone anywhere after version `after`; no more is read than is needed."""
    if rules.pictures is None:
        return False
    return any(map(tells.counts, recent.of(rules.pictures.moves.steps, after=after)))
