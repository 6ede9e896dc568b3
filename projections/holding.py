"""What workers hold of the log, for those who watch them; see `napoleon.log.store.leases`."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from eventsourcing.persistence import PersistenceError
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from napoleon.log.store.leases import Held
from napoleon.play.games import Games
from projections.projector import group
from projections.store import ViewStore

_log = logging.getLogger(__name__)


def held(games: Games, views: ViewStore) -> Held | None:
    """What workers hold that draw into `views`; None where nobody can say."""
    return games.recorder.held(group(games, views))


class HeldCollector(Collector):
    """Asks the database whenever the metrics are asked for, so that it tells of other workers."""

    def __init__(self, games: Games, views: ViewStore) -> None:
        self._games = games
        self._views = views

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """The metrics without their values; no store is asked."""
        yield GaugeMetricFamily("napoleon_workers", "Workers that live, also those that stand by")
        yield GaugeMetricFamily(
            "napoleon_partitions_unheld", "Partitions of the log on which no worker works"
        )

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The metrics as they are now; none where nobody can say."""
        try:
            found = held(self._games, self._views)
        except PersistenceError as error:
            _log.warning("what workers hold cannot be said: %s", type(error).__name__)
            return
        if found is not None:
            values = (len(found.workers), len(found.unheld))
            for family, value in zip(self.describe(), values, strict=True):
                family.add_metric((), value)
                yield family
