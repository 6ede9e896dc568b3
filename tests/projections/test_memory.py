"""The worker holds no more after ten thousand games than after a thousand."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest

from napoleon.play.games import Games
from projections.store import open_views
from projections.worker import catch_up
from tests.stores import embedded
from tests.toy import Toy

FIRST, ALL = 1_000, 10_000

MOST = 8
"""Megabytes more: parts of the heap that are not given back, and notes of a few bytes a game."""


@pytest.mark.soak
def test_the_worker_stays_as_large_as_it_is(tmp_path: Path) -> None:
    env = embedded(tmp_path) | {"CREATE_TABLE": "yes"}
    sizes = []
    with Games(env, rulesets={"toy": Toy()}) as playing, Games(env, rulesets={"toy": Toy()}) as log:
        views = open_views(env)
        for number in range(1, ALL + 1):
            playing.create("toy", "short", {})
            if number % FIRST == 0:
                catch_up(log, views)
                gc.collect()
                sizes.append(_megabytes())
    assert sizes[-1] - sizes[0] < MOST, sizes


def _megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000
