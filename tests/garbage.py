"""When the collector of garbage comes by: between tests, hardly ever in one.

Games are millions of small values, hardly any of them in a circle. In the middle of a test all of
them are alive, and looking through them took up to a tenth of the time; behind it most are gone.
"""

from __future__ import annotations

import gc
from itertools import count

import pytest

OFTEN = 1_000_000
"""Values that have come and not gone, after which the young ones are looked through."""

SELDOM = 50
"""Every so many times the middle-aged ones are looked through as well."""

AT_MOST = 3_000_000
"""Values that a test may leave lying before the collector comes by in the middle of it."""


def begin_to_collect() -> None:
    """Spare the collector what was loaded before the first test, which all of them share."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(AT_MOST, SELDOM, 100)


class BetweenTests:
    """Calls the collector when a test has ended and left something."""

    def __init__(self) -> None:
        self._visits = count(1)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self) -> None:
        """Called after the teardown of each test."""
        if gc.get_count()[0] > OFTEN:
            gc.collect(0 if next(self._visits) % SELDOM else 1)
