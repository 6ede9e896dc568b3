"""What is measured of many games, and of partitions: ``python -m tools.bench.many_games``."""

from __future__ import annotations

import pytest

from tools.bench import many_games, partitions
from tools.bench.stores import Servers


@pytest.mark.soak
@pytest.mark.parametrize("parts", ["", "3"])
def test_copies_are_listed_and_drawn_at_each_size(
    monkeypatch: pytest.MonkeyPatch, database_url: str, redis_url: str, parts: str
) -> None:
    monkeypatch.setenv("DATABASE_PARTITIONS", parts)
    monkeypatch.setattr(many_games, "ROUNDS", 2)
    few, many = many_games.measured([20, 60], Servers(database_url, redis_url))
    assert (few.games, many.games) == (20, 60)
    assert many.log > few.log > 0
    assert many.memory > few.memory > 0
    for found in (few, many):
        assert min(found.page, found.looks, found.worker, found.web) > 0
        assert found.line().startswith(f"{found.games} games, {found.games // 10} of them going on")


@pytest.mark.soak
def test_partitions_and_workers_are_measured(
    monkeypatch: pytest.MonkeyPatch, database_url: str, redis_url: str
) -> None:
    monkeypatch.setattr(partitions, "SECONDS", 0.5)
    monkeypatch.setattr(partitions, "COPIES", 5)
    one, two = partitions.measured((1, 2), Servers(database_url, redis_url))
    assert (one.partitions, two.partitions) == (1, 2)
    assert min(one.commits, two.commits) > 0
    assert [*one.drawn] == [1] and [*two.drawn] == [1, 2]
    assert min(*one.drawn.values(), *two.drawn.values()) > 0
    assert two.line().startswith("2 partitions: ")
