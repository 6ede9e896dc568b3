"""Pages of a long game are drawn fast enough, also where a machine has other things to do."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from bench import logs, pages
from bench.stores import store


def test_the_page_and_a_slider_step_of_a_long_game_are_fast(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pages, "ROUNDS", 12)
    # What else the machine does is not counted.
    monkeypatch.setattr(pages, "time", SimpleNamespace(perf_counter=time.process_time))
    with store(logs.endless_rules()) as long_store:
        looking = pages.reader(long_store)
        first, _ = pages.page_times(looking)
        steps, _ = pages.step_times(looking)
    assert min(first) < pages.PAGE_GOAL
    assert min(steps) < pages.STEP_GOAL
