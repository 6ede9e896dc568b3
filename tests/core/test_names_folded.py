"""Names are looked for in one folded column, on each database."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon.play.games import Games
from tests.core.test_kept_orders import execute

NAMES = ("Ødegård", "Nu\u0301n\u0303ez", "Straße", "ΝΕΪ")


@pytest.mark.parametrize(
    ("typed", "found"),
    [("ODEGÅRD", 0), ("ødeg", 0), ("NÚÑEZ", 1), ("nunez", 1), ("STRASSE", 2), ("νεϊ", 3)],
)
def test_every_store_folds_alike(games: Games, typed: str, found: int) -> None:
    ids = [games.create("toy", "short", {"turns": 1}).game.id for _ in NAMES]
    for game_id, name in zip(ids, NAMES, strict=True):
        games.put_name(game_id, "red", name)
    assert games.recorder.games_named(typed, 9) == [ids[found]]


def test_names_of_earlier_releases_are_folded_when_one_is_looked_for(games: Games) -> None:
    """Also those that processes of 0.7.0 keep, which go on while others are upgraded."""
    game_id = games.create("toy", "short", {"turns": 1}).game.id
    games.put_name(game_id, "red", "Murat")
    datastore = games.recorder.datastore  # type: ignore[attr-defined]
    execute(datastore, f"DELETE FROM names WHERE game = '{game_id}'")
    execute(datastore, f"INSERT INTO names VALUES ('{game_id}', 'red', 'Ødegård')")
    assert games.recorder.games_named("murat", 9) == []
    assert games.recorder.games_named("odegard", 9) == [game_id]
    assert _kept(datastore) == [("Ødegård", "odegard")], "nothing is left of a name that is gone"
    games.put_name(game_id, "red", "Ney")
    assert games.recorder.games_named("odegard", 9) == []
    games.put_name(game_id, "red", None)
    assert _kept(datastore) == []


def test_a_name_that_an_earlier_release_erases_is_forgotten_with_the_next_search(
    games: Games,
) -> None:
    game_id = games.create("toy", "short", {"turns": 1}).game.id
    games.put_name(game_id, "red", "Murat")
    datastore = games.recorder.datastore  # type: ignore[attr-defined]
    execute(datastore, f"DELETE FROM names WHERE game = '{game_id}'")
    assert games.recorder.games_named("ney", 9) == []
    assert _kept(datastore) == []


def _kept(datastore: Any) -> list[tuple[str, str]]:
    return [tuple(it) for it in datastore.select("SELECT name, folded FROM folded_names", ())]
