"""Errors of Redis as the library's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import redis
from eventsourcing import persistence

from projections.metrics import REDIS_FAILURES
from projections.redis_client import FAILURES

CHANGED = "CHANGED "
"""What the script that writes says if somebody else was first."""


@contextmanager
def translated_errors() -> Iterator[None]:
    """IntegrityError if somebody else was first, OperationalError if Redis does not do its work."""
    try:
        yield
    except redis.DataError as error:
        raise persistence.DataError(str(error)) from error
    except redis.ResponseError as error:
        said = str(error)
        if said.startswith(CHANGED):
            raise persistence.IntegrityError(said.removeprefix(CHANGED)) from error
        REDIS_FAILURES.inc()
        raise persistence.OperationalError(f"Redis refuses: {said}") from error
    except FAILURES as error:
        REDIS_FAILURES.inc()
        raise persistence.OperationalError(f"Redis cannot be reached: {error}") from error
