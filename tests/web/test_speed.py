"""Pages of a long game are drawn fast enough, also where a machine has other things to do, and
steps through it are short."""

from __future__ import annotations

import statistics
import time
from types import SimpleNamespace

import pytest

from bench import logs, pages
from bench.stores import store

PAGE, STEP = 100, 50
"""Milliseconds of processor time that a page and a step take at most beside all other tests, which
share the cores: then it is up to twice as much. `napoleon bench` measures by the goals."""


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
    assert min(first) < PAGE
    assert min(steps) < STEP


@pytest.mark.parametrize(("ruleset", "scenario"), pages.GAMES)
def test_a_slider_step_through_a_long_game_is_short(
    capsys: pytest.CaptureFixture[str], ruleset: str, scenario: str
) -> None:
    with store(logs.endless_rules()) as long_store:
        looking = pages.reader(long_store, ruleset, scenario)
        assert long_store.games.head(looking.created.game.id) >= logs.REBUILT
        steps, whole = pages.step_sizes(looking)
    assert len(steps) == 100
    told = f"{ruleset}: {statistics.median(steps):,.0f} bytes (p50), {max(steps):,} (worst)"
    with capsys.disabled():
        print(f"\n{told}; whole sections {statistics.median(whole):,.0f}")  # noqa: T201
    assert statistics.median(steps) < pages.SIZE_GOAL, told
    assert max(steps) < statistics.median(whole), told
