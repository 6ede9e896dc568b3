"""Pages of a long game are drawn fast enough, also where a machine has other things to do, and
steps through it are short."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from functools import cache
from types import SimpleNamespace

import pytest

from napoleon.rules.bots import RandomBot
from projections.worker import catch_up
from tests.repetitions import so_many
from tools.bench import logs, pages
from tools.bench.pages import Reader
from tools.bench.stores import store

PAGE, STEP = 100, 50
"""Milliseconds of processor time that a page and a step take at most beside all other tests, which
share the cores: then it is up to twice as much. `napoleon bench` measures by the goals."""


@pytest.fixture(scope="module")
def looking() -> Iterator[Callable[..., Reader]]:
    """Gives a reader of a long game, which is played once for all tests."""
    with store(logs.endless_rules()) as long_store:
        yield cache(lambda *game: pages.reader(long_store, *game))


def test_the_page_and_a_slider_step_of_a_long_game_are_fast(
    looking: Callable[..., Reader], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "ROUNDS", 12)
    # What else the machine does is not counted.
    taken = SimpleNamespace(perf_counter=time.process_time, process_time=time.process_time)
    monkeypatch.setattr(pages, "time", taken)
    reader = looking(*pages.GAMES[0])
    first, _ = pages.page_times(reader)
    steps, _ = pages.step_times(reader)
    assert min(first) < PAGE
    assert min(steps) < STEP


def test_a_page_and_a_step_read_the_log_a_few_times(
    looking: Callable[..., Reader], monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = looking(*pages.GAMES[0])
    games, game = reader.store.games, reader.created.game
    asked: list[str] = []
    for name in ("head", "names", "select_events"):
        monkeypatch.setattr(games.recorder, name, _noting(asked, getattr(games.recorder, name)))

    def reads(part: str = "") -> int:
        asked.clear()
        reader.get(part)
        return len(asked)

    # The first page of a process learns of the game what never changes.
    reader.get()
    logs.one_order(games, games.open(game.id), RandomBot(3))
    catch_up(games, reader.store.views)
    # What is asked first for every page, what has come before and what could be taken back.
    assert 0 < reads() <= 8
    assert reads() == 2, "the newest version, and what people call themselves now"
    rests = reader.rests()
    for number in range(100, len(rests), 50):
        shown = reader.get(f"/position?at={rests[number - 1]}").shown
        assert 0 < reads(f"/position?at={rests[number]}&{shown}") <= 8


def _noting(asked: list[str], ask: Callable[..., object]) -> Callable[..., object]:
    def noted(*arguments: object, **named: object) -> object:
        asked.append(ask.__name__)
        return ask(*arguments, **named)

    return noted


@pytest.mark.sampled(1)
@pytest.mark.parametrize("stretches", so_many(3, 10))
@pytest.mark.parametrize(("ruleset", "scenario"), pages.GAMES)
def test_a_slider_step_through_a_long_game_is_short(
    looking: Callable[..., Reader],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    ruleset: str,
    scenario: str,
    stretches: int,
) -> None:
    monkeypatch.setattr(pages, "STRETCHES", stretches)
    reader = looking(ruleset, scenario)
    assert reader.store.games.head(reader.created.game.id) >= logs.REBUILT
    steps, whole = pages.step_sizes(reader)
    assert len(steps) == 10 * stretches
    told = f"{ruleset}: {statistics.median(steps):,.0f} bytes (p50), {max(steps):,} (worst)"
    with capsys.disabled():
        print(f"\n{told}; whole sections {statistics.median(whole):,.0f}")  # noqa: T201
    assert statistics.median(steps) < pages.SIZE_GOAL, told
    assert max(steps) < statistics.median(whole), told
