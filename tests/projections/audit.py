"""The read models compared with what the log says by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from napoleon.events import Event, HouseEvent, told
from napoleon.game import Game, readers
from napoleon.games import Games
from napoleon.playing import folded
from napoleon.ruleset import VIEWS, Ruleset
from projections.projector import edition
from projections.store import ViewStore


def agree(games: Games, views: ViewStore, game_id: str) -> int:
    """Assert that `views` show what the log says at the version they show, which is returned."""
    version = views.version(game_id, edition(games))
    if version == 0:
        assert content(views, game_id) == []
        return 0
    events = games.history(game_id, upto=version)
    assert [event.version for event in events] == list(range(1, version + 1))
    game = replayed(games, events)
    rules = games.rules(game)
    for reader in readers(game):
        boards = games.view(game, reader)
        assert set(boards) == set(VIEWS)
        for name, board in boards.items():
            drawn = views.drawn(game_id, reader, name, edition(games))
            assert drawn == (version, canonical(board)), f"{name} of {game_id} for {reader}"
        journal = [tuple(it)[1:] for it in views.journal(game_id, reader, 0, version + 1)]
        assert journal == list(story(events, reader, rules, over=game.over))
    index = [(row.turn, row.phase, row.version) for row in views.turns(game_id)]
    assert index == turns(games, events)
    return version


def agree_in_all(games: Games, views: ViewStore) -> dict[str, int]:
    """Assert it of every game in the log; the versions shown."""
    return {game_id: agree(games, views, game_id) for game_id in recorded_games(games)}


def all_is_drawn(games: Games, views: ViewStore) -> None:
    """Assert that `views` show every game of the log as it stands now."""
    newest = {game_id: games.head(game_id) for game_id in recorded_games(games)}
    assert agree_in_all(games, views) == newest
    assert views.max_tracking_id(edition(games)) == games.recorder.max_notification_id()


def recorded_games(games: Games) -> list[str]:
    """Every game of the log, oldest first."""
    rows = games.recorder.select_notifications(1, 1_000_000)
    return list(dict.fromkeys(str(row.originator_id) for row in rows))


def replayed(games: Games, events: list[Event]) -> Game:
    """The position after `events`, from the first one, without any cache or snapshot."""
    rules = games.rulesets[events[0].ruleset]  # type: ignore[attr-defined]
    return folded(None, events, rules)


def canonical(view: dict[str, Any]) -> bytes:
    """The bytes that a view has to have."""
    return json.dumps(view, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def story(
    events: list[Event], reader: str, rules: Ruleset, *, over: bool
) -> Iterator[tuple[int, str, int, str, str, str, bool]]:
    """The journal as `reader` has to read it."""
    for event in events:
        sentence = told(event, reader, rules.names, over=over)
        house = isinstance(event, HouseEvent)
        yield event.version, reader, event.turn, event.phase, event.type, sentence, house


def turns(games: Games, events: list[Event]) -> list[tuple[int, str, int]]:
    """The last version of each turn and phase, found by replaying to every version."""
    last: dict[tuple[int, str], int] = {}
    game = folded(None, events[:1], rules := games.rulesets[events[0].ruleset])  # type: ignore[attr-defined]
    for event in events[1:]:
        game = folded(game, [event], rules)
        last[game.state.turn, game.state.phase] = event.version
    return sorted(((*where, version) for where, version in last.items()), key=lambda row: row[2])


def content(views: ViewStore, game_id: str | None = None) -> list[tuple[Any, ...]]:
    """Every row of the read models, of one game or of all."""
    chosen, values = ("", ()) if game_id is None else (" WHERE game = ?", (game_id,))
    found: list[tuple[Any, ...]] = []
    with views.datastore.transaction(commit=False) as cursor:
        for table in ("drawn", "turns", "lobby", "journal", "rulings"):
            cursor.execute(f"SELECT * FROM {table}{chosen} ORDER BY 1, 2, 3", values)
            found += [(table, *row) for row in cursor.fetchall()]
    return found
