"""How far the read models are behind the log."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import NamedTuple, cast

from eventsourcing.persistence import MapperDeserialisationError, PersistenceError
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from napoleon.log.store.recorder import LogPartition
from napoleon.play.games import Games
from napoleon.rules.events import Event
from projections.projector import edition
from projections.store import ViewStore
from projections.store.contract import tracked

_log = logging.getLogger(__name__)


class Lag(NamedTuple):
    """Where the log and the read models stand."""

    recorded: int
    """Events in the log, of all games."""
    drawn: int
    """How many of them the read models show."""
    seconds: float
    """How long the oldest event that they do not show has been waiting; 0 if there is none."""

    @property
    def events(self) -> int:
        """How many events the read models do not show yet."""
        return max(0, self.recorded - self.drawn)


def lag(games: Games, views: ViewStore) -> Lag:
    """How far `views` are behind the log. Raises what either store raises.

    Read models that are away are an error here, while other readers see them as empty. The answer
    comes as soon as theirs would: a store that accepts and says nothing holds nobody up.
    """
    drawn_by = edition(games)
    drawn = [
        views.max_tracking_id(tracked(drawn_by, number)) or 0
        for number in range(games.recorder.partitions)
    ]
    recorded = games.recorder.places()
    waiting = [
        _waiting(games, games.recorder.partition(number), place)
        for number, place in enumerate(drawn)
        if place < recorded[number]
    ]
    return Lag(sum(recorded), sum(drawn), max(waiting, default=0.0))


def _waiting(games: Games, partition: LogPartition, drawn: int) -> float:
    """Seconds that the oldest event has waited; up to one too many, as times are whole seconds."""
    [oldest] = partition.select_notifications(drawn + 1, 1)
    try:
        event = cast("Event", games.mapper.to_domain_event(oldest))
    except MapperDeserialisationError:
        # For a damaged event it is not known; the ones after it are at most as old.
        return 0.0
    return max(0.0, (games.now() - event.at) / 1e6)


class LagCollector(Collector):
    """Measures the lag whenever the metrics are asked for, so that it grows while nothing draws."""

    def __init__(self, games: Games, views: ViewStore) -> None:
        self._games = games
        self._views = views

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """The metrics without their values; no store is asked."""
        yield GaugeMetricFamily(
            "napoleon_projection_lag_events", "Events that the read models do not show yet"
        )
        yield GaugeMetricFamily(
            "napoleon_projection_lag_seconds", "Age of the oldest of them, in seconds"
        )

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The metrics as they are now; none while a store is away; other metrics stay."""
        try:
            found = lag(self._games, self._views)
        except PersistenceError as error:
            _log.warning("the lag cannot be measured: %s", type(error).__name__)
            return
        for family, value in zip(self.describe(), (found.events, found.seconds), strict=True):
            family.add_metric((), value)
            yield family
