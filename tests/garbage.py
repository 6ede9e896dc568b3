"""When the collector of garbage comes by: between tests, where memory has grown.

Games are millions of small values, hardly any of them in a circle. In the middle of a test all of
them are alive, and looking through them took up to a tenth of the time; behind it most are gone.
"""

from __future__ import annotations

import gc
import os
from itertools import count
from pathlib import Path

import pytest

RESIDENT = Path("/proc/self/statm")
"""Where Linux says how many pages of memory a process has."""

GROWN = 256 * 1024**2
"""Bytes by which the memory of a process may grow until the collector comes by."""

SELDOM = 20
"""It comes by after so many tests where nobody knows how much memory there is."""

AT_MOST = 3_000_000
"""Values that a test may leave lying before the collector comes by in the middle of it."""


def begin_to_collect() -> None:
    """Spare the collector what was loaded before the first test, which all of them share."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(AT_MOST, 50, 100)


class BetweenTests:
    """Calls the collector when a test has ended and memory has grown."""

    def __init__(self) -> None:
        self._tests = count(1)
        self._before = 0

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self) -> None:
        """Called after the teardown of each test.

        What is alive yet is kept by the tests to come, and not looked through again.
        """
        if not RESIDENT.exists():
            if next(self._tests) % SELDOM == 0:
                gc.collect()
            return
        if self._before and resident() > self._before + GROWN:
            gc.collect()
            gc.freeze()
            self._before = 0
        self._before = self._before or resident()


def resident() -> int:
    """Bytes of memory that this process has."""
    return int(RESIDENT.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
