"""What is measured about requests, orders and live streams, for Prometheus.

No label holds a game, a seat or anything else that there may be any number of.
"""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

REQUESTS = Counter(
    "napoleon_http_requests",
    "Requests, by the pattern of their address",
    ["method", "route", "status"],
)

REQUEST_SECONDS = Histogram(
    "napoleon_http_request_seconds",
    "From a request to the end of its answer; not of live streams, which stay open",
    ["method", "route"],
    buckets=(0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)

ORDERS = Counter("napoleon_orders_accepted", "Orders that were carried out when they were sent")

ORDERS_CHANGED = Counter(
    "napoleon_orders_changed",
    "Requests sent again of which what was kept had been changed: they are not answered",
)

REFUSALS = Counter("napoleon_orders_refused", "Orders that were not, by the code", ["code"])

LIVE_STREAMS = Gauge(
    "napoleon_live_streams", "Live streams that are open", multiprocess_mode="livesum"
)

READY = Gauge(
    "napoleon_ready",
    "Whether the last trial found that an order could be recorded: 1 or 0",
    multiprocess_mode="livemin",
)

BUNDLE_READS = Counter(
    "napoleon_bundle_reads",
    "Bundles that were looked for in their store: hit, miss, damaged, failed or skipped",
    ["outcome"],
)

BUNDLE_WRITES = Counter(
    "napoleon_bundle_writes",
    "Bundles that were made and could be kept in their store: kept, failed or skipped",
    ["outcome"],
)

ERASURES_WAITING = Gauge(
    "napoleon_bundle_erasures_waiting",
    "Games whose bundles are to be deleted from their store, as a text was erased",
    multiprocess_mode="mostrecent",
)
