"""Random legal play of the toy game."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import msgspec

from napoleon.game import Game
from napoleon.games import Accepted, Games


class Clock:
    """A clock that shows a microsecond more whenever somebody looks."""

    def __init__(self) -> None:
        self._times = count(1_763_700_000_000_000)

    def __call__(self) -> int:
        return next(self._times)


def play(games: Games, game_id: str, moves: int, seed: int = 0) -> list[Game]:
    """Give up to `moves` random legal orders; the positions after each of them."""
    random = Random(seed)
    positions = []
    for _ in range(moves):
        game = games.open(game_id)
        if game.over:
            break
        decision = random.choice(games.decisions(game))
        order = random.choice(list(games.rules(game).offers(game.state, decision)))
        accepted = games.give(game_id, decision.seat, [order], expected=game.version)
        assert isinstance(accepted, Accepted), accepted
        positions.append(games.open(game_id))
    return positions


def digest(game: Game) -> bytes:
    """All of a position, as bytes."""
    return msgspec.json.encode(game, order="sorted")


def stored(games: Games) -> list[tuple[Any, ...]]:
    """Everything in the log's tables, to show that nothing was recorded."""
    with games.recorder.datastore.transaction(commit=False) as cursor:  # type: ignore[attr-defined]
        rows: list[tuple[Any, ...]] = []
        for table in ("games", "topics", "events", "orders", "names", "texts", "checkpoints"):
            cursor.execute(f"SELECT * FROM {table}")
            rows += [(table, *row) for row in cursor.fetchall()]
    return rows
