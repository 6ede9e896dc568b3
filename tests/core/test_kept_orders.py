"""An edited row of the table of orders is not repeated to the client as if it were true."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon.log.errors import BrokenLog
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted

ORDER = [{"order": "draw"}]


def _execute(datastore: Any, statement: str) -> None:
    if hasattr(datastore, "execute"):
        datastore.execute(statement)
    else:
        with datastore.transaction(commit=True) as cursor:
            cursor.execute(statement)


@pytest.mark.parametrize(
    "edited",
    [
        "last_version = last_version - 1",
        "last_version = last_version + 1",
        "first_version = first_version - 1",
        "first_version = first_version + 1",
        "first_version = 1, last_version = 1",
        "carried_out = carried_out + 1",
        "carried_out = 0",
    ],
)
def test_what_an_edited_row_says_is_not_repeated(games: Games, game_id: str, edited: str) -> None:
    given = games.give(game_id, "red", ORDER, key="first")
    assert isinstance(given, Accepted)
    assert games.give(game_id, "red", ORDER, key="first") == given
    for statement in _unguarded(games):
        _execute(games.recorder.datastore, statement)  # type: ignore[attr-defined]
    _execute(games.recorder.datastore, f"UPDATE orders SET {edited}")  # type: ignore[attr-defined]
    with pytest.raises(BrokenLog, match="what is kept of its order"):
        games.give(game_id, "red", ORDER, key="first")


def _unguarded(games: Games) -> list[str]:
    """What an attacker does first: the table is append-only."""
    datastore: Any = games.recorder.datastore  # type: ignore[attr-defined]
    if hasattr(datastore, "execute"):
        return ["ALTER TABLE orders DISABLE TRIGGER ALL"]
    rows = datastore.select(
        "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'orders'", ()
    )
    return [f"DROP TRIGGER {row[0]}" for row in rows]
