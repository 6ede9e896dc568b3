"""Replay: a position out of the log, from the nearest snapshot on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

import msgspec
from eventsourcing.persistence import Mapper, MapperDeserialisationError, StoredEvent

from napoleon.log.branches import path
from napoleon.log.errors import BrokenLog, UnknownGame
from napoleon.log.events.rewinds import HistoryRewound
from napoleon.log.folding import Walk, copied, folded, folded_along
from napoleon.log.game import Game
from napoleon.log.proven import Proven
from napoleon.log.snapshots import Snapshots
from napoleon.log.store.recorder import LogRecorder
from napoleon.rules.contract import Ruleset, UnknownRuleset
from napoleon.rules.events import Event

UNREADABLE = (UnknownRuleset, BrokenLog)
"""What keeps a game from being rebuilt: rules that are missing, or a log that was changed."""

_NEWEST = 2**63 - 1

_MANY = 500
"""Events after which a log is replayed from its beginning, and that is remembered instead."""


class _Rewind(msgspec.Struct):
    to: int


_rewind = msgspec.json.Decoder(_Rewind).decode


def replayed(
    game_id: str,
    rules: Ruleset,
    *,
    recorder: LogRecorder,
    mapper: Mapper[str],
    snapshots: Snapshots,
    upto: int | None = None,
) -> Game:
    """The position of a game at version `upto`, or its newest one.

    What rewinds have undone is passed over, so a snapshot helps only if it was taken on the branch
    that leads to the position. Raises UnknownGame, and BrokenLog for a log that somebody has
    changed.
    """
    newest = upto
    while True:
        kept = snapshots.newest(game_id, rules, upto=newest)
        start = kept.version if kept else 0
        stored = recorder.select_events(game_id, gt=start, lte=upto)
        if kept is None and not stored:
            raise UnknownGame(game_id)
        rewinds = _rewinds(stored)
        events = decoded(stored, mapper)
        if not rewinds:
            return folded(kept, events, rules)
        stretches = path(rewinds, upto or _NEWEST)
        oldest = stretches[0][1]
        if start <= oldest:
            return folded_along(kept, events, rules, stretches)
        newest = oldest


def decoded(stored: Iterable[StoredEvent], mapper: Mapper[str]) -> Iterator[Event]:
    """The events in rows of the log, one by one. Raises BrokenLog for one that cannot be read."""
    for row in stored:
        try:
            event = mapper.to_domain_event(row)
        except MapperDeserialisationError as error:
            raise BrokenLog(str(row.originator_id), row.originator_version, error) from error
        yield cast("Event", event)


def _rewinds(stored: Sequence[StoredEvent]) -> list[tuple[int, int]]:
    """Version and target of each rewind among the events, which are not decoded for it."""
    found = []
    for row in stored:
        if row.topic == HistoryRewound.topic:
            game, version = str(row.originator_id), row.originator_version
            try:
                to = _rewind(row.state).to
            except (ValueError, RecursionError) as error:
                raise BrokenLog(game, version, error) from error
            if not 1 <= to < version:
                raise BrokenLog(game, version, ValueError(f"there is no version {to} before it"))
            found.append((version, to))
    return found


def replay_until_broken(
    game_id: str,
    rules: Ruleset,
    *,
    recorder: LogRecorder,
    mapper: Mapper[str],
    proven: Proven,
    upto: int | None = None,
) -> tuple[Game, BrokenLog | None]:
    """The newest position that a log leads to from its very beginning, and what stops it there.

    It is not after version `upto`. Snapshots are not looked at: what is not replayed is `proven`
    to say what it said. Raises UnknownGame, and BrokenLog if not even the first event can be read.
    """
    broken: BrokenLog | None = None
    while True:
        try:
            stored = recorder.select_events(game_id, lte=upto)
            if not stored:
                raise UnknownGame(game_id)
            return _walked(stored, rules, mapper, proven), broken
        except BrokenLog as earlier:
            if earlier.version == 1:
                raise
            upto, broken = earlier.version - 1, earlier


def _walked(
    stored: Sequence[StoredEvent], rules: Ruleset, mapper: Mapper[str], proven: Proven
) -> Game:
    if (known := proven.start(stored)) is not None:
        before, rows = known
        rest = stored[rows:]
        if len(rest) < _MANY and not _rewinds(rest):
            return folded(copied(before, rules), decoded(rest, mapper), rules)
    walk = Walk(rules, {to for _, to in _rewinds(stored)})
    for event in decoded(stored, mapper):
        walk.step(event)
    assert walk.game is not None, "there is at least one event"
    proven.keep(walk.game, stored)
    return walk.game
