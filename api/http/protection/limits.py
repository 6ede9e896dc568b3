"""Limits: a client who asks for too much has to wait, so that something is left for the others.

A request counts under what it does: set up a game, change one, read, read what is expensive, open
a live stream; see `api.http.rates`. Players count by their token, so no limit tells one of them
what another does; whoever has no token counts by address, and so do setting up games, streams, and
what is expensive. Besides, all requests of an address count together, and so do its tokens that
open nothing.

The counters are in Redis, and shared by all processes, where there is one; otherwise, and while it
is away, each process counts for itself. No request is refused because a counter cannot be reached.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from typing import Any

from flask import Flask, Response, request
from flask_limiter import ApplicationLimit, Limiter, RateLimitExceeded
from limits.errors import StorageError

from api.http.problems import Problem
from api.http.protection import client
from api.http.protection.counters import ProcessCounters
from api.http.settings import Settings
from api.http.tokens import shows_token

CREATING = frozenset(
    {
        "games.create",
        "forks.fork",
        "games.take",
        "observers.leave",
        "web.create_game",
        "web.first_game",
        "web.take_seat",
        "web.watch_by_mail",
    }
)
COSTLY = frozenset({"audit.audit", "bundle.bundle", "web.bundle", "web.map_png"})
STREAMING = frozenset({"live.live"})
"""Calls that count under a name of their own, as Flask names them."""

AUDITING = "web.record_page"
"""The page that makes an audit when asked to."""

OPENING = frozenset({"web.open_session"})
"""Calls that look at a token in the body."""

PAGES = "web"
"""The blueprint of the pages, whose readers are known by cookies."""

WHAT = {
    "create": "games were set up, open seats taken, or addresses left, from your address",
    "orders": "orders have come from you",
    "reads": "questions have come from you",
    "expensive": "audits, bundles and pictures were asked for by you",
    "streams": "live streams were opened from your address",
    "guesses": "tokens that open nothing have come from your address",
    "address": "requests have come from your address",
}
"""What the client is told there were too many of."""

REDIS_PATIENCE = 0.25
"""Seconds that a request waits for Redis, before its process counts for itself for a while."""


def register(app: Flask, chosen: Settings) -> None:
    """Let the requests to `app` be limited."""
    rates = {name: rate for name, rate in chosen.limits.rates.items() if rate}
    if not rates:
        return
    limiter = Limiter(
        client.holder,
        application_limits=[*_limits(rates)],
        strategy="fixed-window",
        in_memory_fallback_enabled=True,
        swallow_errors=True,
        **_storage(chosen),
    )
    limiter.request_filter(client.is_exempt)
    limiter.init_app(app)

    def exceeded(error: RateLimitExceeded) -> Response:
        return _problem(limiter, error).answer()

    app.register_error_handler(RateLimitExceeded, exceeded)


def kind(_: str = "") -> str:
    """The name under which the request counts; empty if it only asks what it might ask."""
    endpoint = request.endpoint
    if request.method == "OPTIONS":
        return ""
    if endpoint in CREATING:
        return "create"
    if endpoint in COSTLY or (endpoint == AUDITING and "audit" in request.args):
        return "expensive"
    if endpoint in STREAMING:
        return "streams"
    return "reads" if request.method in ("GET", "HEAD") else "orders"


def _limits(rates: Mapping[str, str]) -> Iterator[ApplicationLimit]:
    """The limits: one counter for each client and name, wherever the calls go.

    A window begins with the first request in it and is forgotten when it is over: that takes one
    number a client, and tells to the second when they may go on.
    """
    yield ApplicationLimit(lambda: rates.get(kind(), ""), _counts_by, scope=kind)
    if "address" in rates:
        yield ApplicationLimit(rates["address"], client.address, scope="address")
    if "guesses" in rates:
        yield ApplicationLimit(
            rates["guesses"],
            client.address,
            scope="guesses",
            exempt_when=lambda: not (shows_token() or request.endpoint in OPENING),
            deduct_when=lambda answer: answer.status_code == 401,
        )


def _counts_by() -> str:
    # By token where it is the seat's own business. Anybody gets any number of tokens by claiming
    # their own seat again; and pages do not look at a bearer token, so it may be made up.
    own = kind() not in ("create", "streams", "expensive") and request.blueprint != PAGES
    return client.holder() if own else client.address()


def _storage(chosen: Settings) -> dict[str, Any]:
    """Where the counters are kept."""
    if not chosen.redis_url:
        return {"storage_uri": f"{ProcessCounters.STORAGE_SCHEME[0]}://"}
    # Only here: without a Redis its client is not loaded.
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    options: dict[str, Any] = {
        "key_prefix": f"{chosen.redis_prefix}:limits",
        "socket_timeout": REDIS_PATIENCE,
        "socket_connect_timeout": REDIS_PATIENCE,
        # Left to itself it would try again for seconds; an order does not wait for a counter.
        "retry": Retry(NoBackoff(), 0),
        "wrap_exceptions": True,
    }
    scheme = "redis+" if chosen.redis_url.startswith("unix:") else ""
    return {"storage_uri": scheme + chosen.redis_url, "storage_options": options}


def _problem(limiter: Limiter, error: RateLimitExceeded) -> Problem:
    """Problem 429 ``TOO_MANY_REQUESTS``, which says when to come again."""
    breached = limiter.current_limit
    try:
        wait = math.ceil(breached.window.reset_time - time.time()) if breached else 1
    except StorageError:
        wait = 1
    what = WHAT[error.limit.scope_for("", None)]
    detail = f"Too many {what}: at most {error.limit.limit}."
    return Problem("TOO_MANY_REQUESTS", detail, headers={"Retry-After": str(max(1, wait))})
