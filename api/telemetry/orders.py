"""Each order that was sent: its line in the log, and its metrics."""

from __future__ import annotations

import logging
from typing import Any

from api.telemetry.metrics import ORDERS, REFUSALS
from api.telemetry.requests import milliseconds
from napoleon.play.outcomes import Accepted, KeyReused, Stale
from napoleon.rules.orders import Refusal

_log = logging.getLogger(__name__)


def tell(
    game: str, version: int, outcome: Accepted | Refusal | Stale | KeyReused, seconds: float
) -> None:
    """Report what became of a request with orders, and how many seconds it took.

    `version` is the one that the game had before; a repeated answer is reported, but not counted
    again.
    """
    facts: dict[str, Any] = {"game": game, "ms": milliseconds(seconds)}
    match outcome:
        case Accepted():
            facts |= {
                "order_id": outcome.events[0].order_id,
                "version": outcome.version,
                "events": len(outcome.events),
            }
            if outcome.version > version:
                ORDERS.inc(outcome.carried_out)
                _log.info("order accepted", extra=facts)
            else:
                _log.info("order answered again", extra=facts)
            if outcome.refused is not None:
                _refused(outcome.refused.code, facts)
        case Stale():
            _refused("VERSION_CONFLICT", facts)
        case KeyReused():
            _refused("KEY_REUSED", facts)
        case Refusal():
            _refused(outcome.code, facts)


def _refused(code: str, facts: dict[str, Any]) -> None:
    REFUSALS.labels(code).inc()
    _log.info("order refused", extra={**facts, "code": code})
