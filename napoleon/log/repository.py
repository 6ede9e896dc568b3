"""What the eventsourcing library's users call: a repository of games, and saving of events.

See docs/eventsourcing.md. A `Game` is moved on by events alone and keeps none that are pending, so
that a position is never ahead of the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol

from eventsourcing.application import Repository, project_aggregate
from eventsourcing.persistence import EventStore

from napoleon.log.errors import BrokenLog, UnknownGame, UnknownVersion
from napoleon.log.folding import copied, folded
from napoleon.log.game import Game, GameCreated
from napoleon.log.times import SECOND
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event


class Positions(Protocol):
    """Gives every position of every game; see `napoleon.log.game_log.GameLog`."""

    def open(self, game_id: str) -> Game:
        """The newest position, for reading only."""

    def at(self, game_id: str, version: int) -> Game:
        """The position at a version, for reading only."""

    def head(self, game_id: str) -> int:
        """The newest version."""

    def rules(self, game: Game) -> Ruleset:
        """The rules by which a game is played in a position."""

    def rules_of(self, created: GameCreated) -> Ruleset:
        """The rules by which a game began."""


class NotSaved(ValueError):
    """What was to be saved does not continue a game; nothing was recorded. The text says why."""


class GameRepository(Repository[str]):
    """The games of a log at any version, rebuilt by the rules that each of them is pinned to."""

    def __init__(self, events: EventStore[str], log: Positions) -> None:
        super().__init__(events)
        self._log = log

    def get(
        self,
        aggregate_id: str,
        *,
        version: int | None = None,
        projector_func: Any = project_aggregate,
        fastforward_skipping: bool = False,
        deepcopy_from_cache: bool = True,
    ) -> Any:
        """The `Game` with that id at a version, or at its newest one.

        It is a copy that may be changed, unless `deepcopy_from_cache` is false. Nothing is skipped:
        the newest version is always that of the log. A projector of one's own is given every event
        up to there, and its answer is returned. Raises UnknownGame and UnknownVersion, which are
        AggregateNotFoundErrors, UnknownRuleset and BrokenLog.
        """
        if projector_func is not project_aggregate:
            return super().get(aggregate_id, version=version, projector_func=projector_func)
        log = self._log
        found = log.open(aggregate_id) if version is None else log.at(aggregate_id, version)
        return copied(found, log.rules(found)) if deepcopy_from_cache else found

    def __contains__(self, item: str) -> bool:
        """Whether there is a game with that id; it is not rebuilt for it."""
        try:
            self._log.head(item)
        except UnknownGame:
            return False
        return True


def continuing(log: Positions, saved: Sequence[object]) -> tuple[Game, list[Event]] | None:
    """The game after the events in `saved`, and these events; None if there are none.

    Raises NotSaved unless they continue one game. They may do so from a version that it had before:
    it is the database that tells who was first.
    """
    events = [_event(it) for it in saved if it is not None]
    if not events:
        return None
    first = events[0]
    if any(it.game != first.game for it in events):
        raise NotSaved("Events that are saved together are of one game: they are one piece.")
    for due, event in enumerate(events, first.version):
        if event.version != due:
            there, missing = f"version {event.version} of {event.game}", f"version {due}"
            raise NotSaved(f"There is {there} where {missing} is due.")
    try:
        if isinstance(first, GameCreated):
            _check_times(1, events)
            return folded(None, events, log.rules_of(first)), events
        before = log.at(first.game, first.version - 1)
        _check_times(before.updated - before.updated % SECOND, events)
        rules = log.rules(before)
        return folded(copied(before, rules), events, rules, partial(log.at, first.game)), events
    except UnknownVersion:
        newest = log.head(first.game)
        raise NotSaved(f"Version {first.version} of {first.game} comes after {newest}.") from None
    except UnknownGame:
        raise NotSaved(f"There is no game {first.game}: it begins with game_created.") from None
    except BrokenLog as error:
        raise NotSaved(f"That does not fit the game: {error}.") from error


def _event(saved: object) -> Event:
    if isinstance(saved, Event):
        return saved
    if isinstance(saved, Game):
        raise NotSaved(
            f"The position of {saved.id} keeps no pending events. Games.submit_orders() decides "
            "orders, and save(*events) appends events that continue a game."
        )
    raise NotSaved(f"A {type(saved).__name__} is no event.")


def _check_times(earliest: int, events: Sequence[Event]) -> None:
    """All but the first event of a game are told in whole seconds."""
    for event in events:
        if event.at < earliest:
            raise NotSaved(f"Version {event.version} of {event.game} is earlier than it can be.")
        earliest = event.at - event.at % SECOND
