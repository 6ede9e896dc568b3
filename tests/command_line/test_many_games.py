"""``python -m tools.bench.many_games``: a log and read models that are filled, and measured."""

from __future__ import annotations

import pytest

from tools.bench import many_games
from tools.bench.stores import Servers


@pytest.mark.soak
@pytest.mark.parametrize("partitions", ["", "3"])
def test_copies_are_listed_and_drawn_at_each_size(
    monkeypatch: pytest.MonkeyPatch, database_url: str, redis_url: str, partitions: str
) -> None:
    monkeypatch.setenv("DATABASE_PARTITIONS", partitions)
    monkeypatch.setattr(many_games, "ROUNDS", 2)
    few, many = many_games.measured([20, 60], Servers(database_url, redis_url))
    assert (few.games, many.games) == (20, 60)
    assert many.log > few.log > 0
    assert many.memory > few.memory > 0
    for found in (few, many):
        assert min(found.page, found.looks, found.worker, found.web) > 0
        assert found.line().startswith(f"{found.games} games, {found.games // 10} of them going on")
