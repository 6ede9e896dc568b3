"""What is measured about people, for Prometheus. No label holds a person, a game or an address."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from eventsourcing.persistence import PersistenceError
from prometheus_client import Counter
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from api.people.registry import Registry
from api.people.rows import MAIL, PUSH, WEBHOOK

SIGN_INS = Counter(
    "napoleon_people_sign_ins",
    "Signing in, by what happened: asked for a link by mail, or entered",
    ["step"],
)

MESSAGES = Counter(
    "napoleon_people_messages",
    "Attempts to tell somebody, by how (mail, push, webhook) and by what became of them: "
    "sent, failed (tried again), moot (nothing waits any more) or dropped (given up)",
    ["kind", "outcome"],
)

_log = logging.getLogger(__name__)


class PeopleCollector(Collector):
    """Looks at the store of people whenever the metrics are asked for."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """The metrics without their values; no store is asked."""
        yield GaugeMetricFamily("napoleon_people", "People who have a desk")
        yield GaugeMetricFamily(
            "napoleon_people_channels", "Ways on which they are told, by kind", labels=["kind"]
        )
        yield GaugeMetricFamily("napoleon_people_messages_waiting", "Messages to be sent to them")
        yield GaugeMetricFamily(
            "napoleon_people_reports_open", "Reports that the operator has not done"
        )

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The metrics as they are now; none while the store is away; other metrics stay."""
        store = self._registry.store
        try:
            numbers = (store.people.count(), store.messages.waiting(), store.reports.count())
            kinds = store.channels.count()
        except PersistenceError as error:
            _log.warning("people cannot be measured: %s", type(error).__name__)
            return
        people, channels, waiting, reports = self.describe()
        for family, number in zip((people, waiting, reports), numbers, strict=True):
            family.add_metric((), number)
        for kind in (MAIL, PUSH, WEBHOOK):
            channels.add_metric((kind,), kinds.get(kind, 0))
        yield from (people, channels, waiting, reports)
