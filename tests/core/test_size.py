"""The log stays small, and work on a long game does not grow with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from eventsourcing.persistence import StoredEvent

from napoleon.log.ids import keyed_order_id
from napoleon.log.store.home import LOG
from napoleon.log.store.recorder import OrderRow, SideRecords
from napoleon.log.store.sqlite.connection import connect
from napoleon.play.games import Games
from tests.core.play import noted_reads, on_sqlite, play

BYTES_PER_EVENT = 260
STATE = b'{"at":1763700000000000,"s":"france","o":"abcdefghijkl","t":3,"p":"operations","c":["MOVE.2"],"player":"france","side":"france","road":"charleroi-fleurus"}'  # noqa: E501


def order_id(game: str, last: int) -> str:
    return keyed_order_id(b"secret", game, str(last))


@on_sqlite
def test_bytes_per_event(games: Games, tmp_path: Path) -> None:
    assert len(STATE) >= 150
    count, per_order = 10_000, 4
    for game in ("3q9xk2m7dw", "9xk2m7dw3q"):
        for last in range(per_order, count // 2 + 1, per_order):
            first = last - per_order + 1
            games.recorder.insert_events(
                [
                    StoredEvent(game, version, f"napoleon1815.stack_moved_{version % 40}/1", STATE)
                    for version in range(first, last + 1)
                ],
                side_records=SideRecords(
                    OrderRow(game, order_id(game, last), first, last, b"8" * 8, 1)
                ),
            )
    connection = connect(tmp_path / LOG, synchronous="NORMAL")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()
    size = (tmp_path / LOG).stat().st_size
    assert size / count <= BYTES_PER_EVENT


def test_giving_an_order_reads_no_more_of_a_long_game(
    games: Games, opened: Callable[[], Games], monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = games.create("toy", "short", {"turns": 2000}).game.id
    play(games, game_id, 20)
    read = noted_reads(games, monkeypatch)
    play(games, game_id, 200)
    assert sum(read) == 0, "the position is in the cache"
