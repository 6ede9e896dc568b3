"""What is measured about mail, for Prometheus: what waits, what is held, what could not be sent.

No label holds an address, a game or a seat.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

from eventsourcing.persistence import PersistenceError
from prometheus_client import Counter
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from api.mail.office import Office
from napoleon.log.times import HOUR, SECOND

FAILURES = Counter(
    "napoleon_mail_failures",
    "Mails that could not be sent, by kind: unsent is tried again, refused is not",
    ["kind"],
)

_log = logging.getLogger(__name__)


class MailCollector(Collector):
    """Looks at the store of mail whenever the metrics are asked for."""

    def __init__(self, office: Office) -> None:
        self._office = office

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """The metrics without their values; no store is asked."""
        yield GaugeMetricFamily("napoleon_mail_waiting", "Mails that wait to be sent")
        yield GaugeMetricFamily("napoleon_mail_oldest_seconds", "Age of the oldest of them")
        yield GaugeMetricFamily("napoleon_mail_unanswered", "Mails that have come, not yet seen to")
        yield GaugeMetricFamily("napoleon_mail_held", "Mails that are held until their player asks")
        yield GaugeMetricFamily("napoleon_mail_robots", "Mails of robots in the last hour, dropped")

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The metrics as they are now; none while the store is away; other metrics stay."""
        try:
            store = self._office.store
            waiting, oldest = store.outbox.waiting("made")
            unanswered, _ = store.inbox.waiting("came")
            held = store.inbox.all_held()
            robots = store.inbox.robots(self._office.games.now() - HOUR)
        except PersistenceError as error:
            _log.warning("mail cannot be measured: %s", type(error).__name__)
            return
        age = 0.0 if oldest is None else max(0, self._office.games.now() - oldest) / SECOND
        values = (waiting, age, unanswered, held, robots)
        for family, value in zip(self.describe(), values, strict=True):
            family.add_metric((), value)
            yield family
