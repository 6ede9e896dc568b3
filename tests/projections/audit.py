"""The read models compared with what the log says by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from napoleon.log.folding import folded
from napoleon.log.game import Game, readers
from napoleon.play.games import Games
from napoleon.rules.events import SPECTATOR, Event
from napoleon.rules.terms import VIEWS
from projections.encoding import encode
from projections.projector import edition, mini_map
from projections.reading import places
from projections.rows import MINI
from projections.store import SealedViews, ViewStore
from projections.store.redis.keys import literal
from projections.store.redis.store import RedisViewStore
from tests.followed import everything


def agree(games: Games, views: ViewStore, game_id: str) -> int:
    """Assert that `views` show what the log says at the version they show, which is returned."""
    shown_by = edition(games)
    version, index = views.turns(game_id, edition=shown_by)
    assert version == views.shown([game_id], edition=shown_by).get(game_id, 0)
    if version == 0:
        assert content(views, shown_by, game_id) == []
        return 0
    events = games.history(game_id, upto=version)
    assert [event.version for event in events] == list(range(1, version + 1))
    game = replayed(games, events)
    for reader in readers(game):
        boards = games.view(game, reader)
        assert set(boards) == set(VIEWS)
        for name, board in boards.items():
            drawn = views.drawn(game_id, reader, name, edition=shown_by)
            assert drawn == (version, canonical(board)), f"{name} of {game_id} for {reader}"
    small = mini_map(games, game)
    drawn = views.drawn(game_id, SPECTATOR, MINI, edition=shown_by)
    assert drawn == (None if small is None else (version, encode(small)))
    assert [(row.turn, row.phase, row.version) for row in index] == turns(games, events)
    return version


def agree_in_all(games: Games, views: ViewStore) -> dict[str, int]:
    """Assert it of every game in the log; the versions shown."""
    return {game_id: agree(games, views, game_id) for game_id in recorded_games(games)}


def all_is_drawn(games: Games, views: ViewStore) -> None:
    """Assert that `views` show every game of the log as it stands now."""
    newest = {game_id: games.head(game_id) for game_id in recorded_games(games)}
    assert agree_in_all(games, views) == newest
    assert places(games, views) == games.recorder.places()


def recorded_games(games: Games) -> list[str]:
    """Every game of the log, oldest first."""
    rows = everything(games.recorder, 1_000_000)
    found = list(dict.fromkeys(str(row.originator_id) for row in rows))
    if games.recorder.partitions > 1:
        found.sort(key=lambda it: games.created(it).at)
    return found


def replayed(games: Games, events: list[Event]) -> Game:
    """The position after `events`, from the first one, without any cache or snapshot."""
    rules = games.rulesets[events[0].ruleset]  # type: ignore[attr-defined]
    return folded(None, events, rules)


def canonical(view: dict[str, Any]) -> bytes:
    """The bytes that a view has to have."""
    return json.dumps(view, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def turns(games: Games, events: list[Event]) -> list[tuple[int, str, int]]:
    """The last version of each turn and phase, found by replaying to every version."""
    last: dict[tuple[int, str], int] = {}
    game = folded(None, events[:1], rules := games.rulesets[events[0].ruleset])  # type: ignore[attr-defined]
    for event in events[1:]:
        game = folded(game, [event], rules)
        # Before the table is laid there is no turn, as while clocks are set or seats are awaited.
        if game.state is not None:
            last[game.state.turn, game.state.phase] = event.version
    return sorted(((*where, version) for where, version in last.items()), key=lambda row: row[2])


def content(views: ViewStore, drawn_by: str, game_id: str | None = None) -> list[tuple[Any, ...]]:
    """Every row that an edition has drawn, of one game or of all: table, game, and the rest."""
    views = views.inner if isinstance(views, SealedViews) else views
    rows = _in_redis if isinstance(views, RedisViewStore) else _in_file
    return sorted(row for row in rows(views, drawn_by) if game_id in (None, row[1]))


def _in_file(views: Any, drawn_by: str) -> Iterator[tuple[Any, ...]]:
    if views.max_tracking_id(drawn_by) is None:
        return
    with views.datastore.transaction(commit=False) as cursor:
        cursor.execute("SELECT game, turn, phase, version FROM turns")
        yield from (("turns", *row) for row in cursor.fetchall())
        for table in ("drawn", "rulings"):
            cursor.execute(f"SELECT * FROM {table}")
            yield from ((table, *row) for row in cursor.fetchall())
        cursor.execute(
            "SELECT game, version, created, ruleset, status, listed, tags, body FROM lobby"
        )
        yield from (("lobby", *row) for row in cursor.fetchall())


def _in_redis(views: Any, drawn_by: str) -> Iterator[tuple[Any, ...]]:
    build = views._build(drawn_by)
    if build is None:
        return
    for root in views._shared.keys(build):
        for key in views._writer.scan_iter(match=f"{literal(root)}*"):
            kind, _, game = key.decode().removeprefix(root).partition(":")
            yield from _in_key(views._writer, key, kind, game.strip("{}"))


def _in_key(client: Any, key: bytes, kind: str, game: str) -> Iterator[tuple[Any, ...]]:
    if kind == "view":
        for place, value in client.hgetall(key).items():
            version, _, body = value.partition(b" ")
            yield "drawn", game, *place.decode().split("/"), int(version), body
    elif kind == "mini":
        version, _, body = client.get(key).partition(b" ")
        yield "drawn", game, SPECTATOR, MINI, int(version), body
    elif kind == "turns":
        for place, version in client.hgetall(key).items():
            turn, phase = place.decode().split("/")
            yield "turns", game, int(turn), phase, int(version.partition(b" ")[0])
    elif kind in ("lobby", "tags", "versions"):
        yield from ((kind, game.decode(), it) for game, it in client.hgetall(key).items())
    elif kind == "rulings":
        yield from ((kind, *it.decode().split(), body) for it, body in client.hgetall(key).items())
    elif kind == "version":
        yield kind, game, client.get(key)
    elif kind.partition("#")[0] != "position":
        for member, at in client.zrange(key, 0, -1, withscores=True):
            yield "lists", *member.decode().split(), kind, int(at)
