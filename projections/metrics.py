"""What is measured about drawing, replaying and telling, for Prometheus.

No label holds a game, a seat or anything else that there may be any number of.
"""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

REPLAYS = Histogram(
    "napoleon_replay_seconds",
    "Rebuilding a position from the log, from the nearest snapshot on",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)

DRAWN = Counter("napoleon_events_drawn", "Events that have been drawn into the read models")

LAST_DRAWN = Gauge(
    "napoleon_last_drawn_timestamp_seconds",
    "When the read models were last written, in seconds since 1970 UTC",
    multiprocess_mode="mostrecent",
)

HELD = Gauge(
    "napoleon_partition_held",
    "1 for each partition of the log that this worker works on",
    ["partition"],
    multiprocess_mode="livesum",
)

HEARTBEAT = Gauge(
    "napoleon_worker_heartbeat_timestamp_seconds",
    "When the worker was last seen at work, in seconds since 1970 UTC",
    multiprocess_mode="mostrecent",
)

REDIS_FAILURES = Counter(
    "napoleon_redis_failures", "Questions that Redis did not answer, as it is away or out of order"
)

KEPT = Gauge(
    "napoleon_games_in_redis",
    "Games of which Redis has more than what lists tell, as something has happened in them lately",
    multiprocess_mode="mostrecent",
)

LEFT = Counter("napoleon_games_left_redis", "Games that have left Redis, but for its lists")

VIEWS_CHANGED = Counter(
    "napoleon_views_changed",
    "Games of which the read models had something that was changed after it was drawn",
)

WEBHOOKS = Counter(
    "napoleon_webhooks",
    "Attempts to tell a webhook, by what became of them: delivered, failed or dropped",
    ["outcome"],
)


def count_webhook(outcome: str) -> None:
    """Count an attempt to tell a webhook; see `projections.webhooks.delivery.Outcome`."""
    WEBHOOKS.labels(outcome).inc()
