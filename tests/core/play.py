"""Random legal play of the toy game."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest

from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from tests.toy import Toy

on_sqlite = pytest.mark.parametrize("log_env", ["sqlite"], indirect=True)
"""Of tests of files, and of what others do to them."""


class Clock:
    """A clock that shows a microsecond more whenever somebody looks."""

    def __init__(self) -> None:
        self._times = count(1_763_700_000_000_000)

    def __call__(self) -> int:
        return next(self._times)


class Interrupted(Toy):
    """Rules that let others act while an order is being decided."""

    def __init__(self) -> None:
        self.meanwhile: list[Callable[[], object]] = []

    def decide(self, *arguments: Any) -> Any:
        outcome = super().decide(*arguments)
        if self.meanwhile:
            self.meanwhile.pop(0)()
        return outcome


@contextmanager
def unfollowed(games: Games) -> Iterator[Games]:
    """As a process that ends before it has seen to standing orders."""
    games.follow_standing_orders = lambda game_id: None  # type: ignore[method-assign]
    try:
        yield games
    finally:
        del games.follow_standing_orders


@contextmanager
def logs(make: Callable[..., Games]) -> Iterator[Callable[..., Games]]:
    """Opens a log as another process would, as often as it is called; all are closed in the end."""
    with ExitStack() as everything:
        yield lambda *given, **chosen: everything.enter_context(make(*given, **chosen))


def noted_reads(games: Games, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many events are read from the log from now on, each time somebody reads."""
    counts: list[int] = []
    select = games.recorder.select_events

    def counted(*arguments: object, **part: object) -> object:
        rows = select(*arguments, **part)  # type: ignore[arg-type]
        counts.append(len(rows))
        return rows

    monkeypatch.setattr(games.recorder, "select_events", counted)
    return counts


def process_env(env: Mapping[str, str]) -> dict[str, str]:
    """The environment of another process on the log of `env`."""
    return {**os.environ, **env, "CREATE_TABLE": "no"}


def play(games: Games, game_id: str, moves: int, seed: int = 0) -> list[Game]:
    """Give up to `moves` random legal orders; the positions after each of them."""
    random = Random(seed)
    positions = []
    for _ in range(moves):
        game = games.open(game_id)
        if game.over:
            break
        decision = random.choice(games.decisions(game))
        order = random.choice(list(games.rules(game).legal_orders(game.state, decision)))
        accepted = games.submit_orders(game_id, decision.seat, [order], expected=game.version)
        assert isinstance(accepted, Accepted), accepted
        positions.append(games.open(game_id))
    return positions


def digest(game: Game) -> bytes:
    """All of a position, as bytes."""
    return msgspec.json.encode(game, order="sorted")


def stored(games: Games) -> list[tuple[Any, ...]]:
    """Everything in the log's tables, to show that nothing was recorded."""
    select = games.recorder.datastore.select  # type: ignore[attr-defined]
    tables = ("games", "topics", "events", "orders", "names", "texts", "checkpoints")
    return [
        (table, *row) for table in tables for row in select(f"SELECT * FROM {table} ORDER BY 1, 2")
    ]
