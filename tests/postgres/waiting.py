"""Waiting for what has to happen, but not for ever."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.patience import PATIENCE


def wait_until(true: Callable[[], bool], what: str) -> None:
    """Return as soon as `true` says so. Raises AssertionError if that takes too long."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.01)
