"""What a test asks of a log, whether it is divided or not."""

from __future__ import annotations

from eventsourcing.persistence import Notification

from napoleon.log.store.recorder import LogRecorder


def recorded(recorder: LogRecorder) -> int:
    """How many events there are."""
    return sum(recorder.places())


def everything(recorder: LogRecorder, limit: int = 10_000) -> list[Notification]:
    """The events, of one partition after the other, each in its order."""
    return [
        it
        for number in range(recorder.partitions)
        for it in recorder.partition(number).select_notifications(1, limit)
    ]
