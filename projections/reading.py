"""Reading the read models; where they lag behind the log, the log answers with the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from napoleon.events import Event
from napoleon.game import Game
from napoleon.games import Games, UnknownGame
from napoleon.levels import FULL, told_at
from napoleon.replay import UNREADABLE
from napoleon.rewinding import path
from projections import decisions
from projections import lobby as lobbies
from projections import rulings as judged
from projections.encoding import encode
from projections.projector import edition, is_kept, sentences
from projections.rows import Sentence
from projections.store import ViewStore
from projections.turns import Phase, phases

_CHUNK = 500
"""Events read from the store at a time."""

_LAG = 500
"""Events read at once to see which games the read models are behind with."""


def view_bytes(games: Games, views: ViewStore, game: Game, seat: str, name: str) -> bytes:
    """The view called `name` of the newest position, `game`, as `seat` may see it, as JSON.

    Raises UnknownRuleset, and KeyError for a view that the game does not have.
    """
    if name != decisions.NAME:
        drawn = views.drawn(game.id, seat, name, edition(games))
        if drawn is not None and drawn[0] == game.version:
            return drawn[1]
    return view_at(games, game, seat, name)


def view_at(games: Games, game: Game, seat: str, name: str, *, faded: bool = False) -> bytes:
    """The view called `name` of a position, as JSON. Raises KeyError for an unknown view.

    `faded` says that the cards of the position have faded; see `napoleon.game.is_faded`.
    """
    if name != decisions.NAME:
        return encode(games.view(game, seat, faded=faded)[name])
    return encode(decisions.decisions_view(game, games.rules(game), seat, faded=faded))


def turns(games: Games, views: ViewStore, game: Game) -> list[Phase]:
    """The turn index of a game: its phases that count, each with its last version."""
    if views.version(game.id, edition(games)) == game.version:
        return [Phase(row.turn, row.phase, row.version) for row in views.turns(game.id)]
    stretches = path(game.rewinds, game.version)
    return phases(games.history(game.id, upto=game.version), stretches)


def events(
    games: Games, game: Game, level: str, after: int, limit: int | None = None
) -> Iterator[Event]:
    """The events of a game after version `after` that are told at a level, the oldest first.

    See `napoleon.levels.LEVELS`. `limit` is how many of them at most.
    """
    tells = told_at(level, game)
    told = 0
    while after < game.version and told != limit:
        upto = min(game.version, after + _CHUNK)
        for event in filter(tells, games.history(game.id, after=after, upto=upto)):
            if told == limit:
                return
            yield event
            told += 1
        after = upto


def journal(
    games: Games,
    views: ViewStore,
    game: Game,
    seat: str,
    after: int,
    limit: int,
    level: str = FULL,
) -> list[Sentence]:
    """At most `limit` sentences that tell the newest position, `game`, to `seat` at a level.

    They begin after version `after`, oldest first. A journal in which cards fade is told from
    the log each time, and so is one that leaves something out. Raises UnknownRuleset.
    """
    kept = is_kept(game) and level == FULL
    if kept and views.version(game.id, edition(games)) >= game.version:
        return views.journal(game.id, seat, after, limit)
    told = events(games, game, level, after, limit)
    return sentences(game, seat, told, games.rules(game))


def lobby(
    games: Games, views: ViewStore, wanted: lobbies.Wanted
) -> tuple[Sequence[dict[str, Any]], str | None]:
    """A page of the lobby, newest games first, and the id to go on after if there are more.

    Raises UnknownGame if the page before did not end with a game.
    """
    behind = set(_behind(games, views))
    before = None
    if wanted.after is not None:
        before = (games.open(wanted.after).created.at, wanted.after)
    entries = [
        msgspec.json.decode(body) for body in views.lobby(wanted, before=before, besides=behind)
    ]
    for game_id in behind:
        found = _entry(games, game_id, wanted.game)
        if found is not None and _is_wanted(found, wanted, before):
            entries.append(found)
    return lobbies.page(entries, wanted.limit)


def rulings(
    games: Games, views: ViewStore, wanted: judged.Wanted
) -> tuple[Sequence[dict[str, Any]], bool]:
    """A page of rulings of all games, newest first, and whether there are more."""
    behind = set(_behind(games, views))
    found = [msgspec.json.decode(body) for body in views.rulings(wanted, besides=behind)]
    for game_id in behind if wanted.game is None else behind & {wanted.game}:
        found += [it for it in _rulings(games, game_id) if judged.is_wanted(it, wanted)]
    return judged.page(found, wanted.limit)


def position(games: Games, views: ViewStore) -> int:
    """How far in the log the read models have come: the id of the last event that they show."""
    return views.max_tracking_id(edition(games)) or 0


def _behind(games: Games, views: ViewStore) -> Iterator[str]:
    """Games with events that the read models do not show yet."""
    seen = position(games, views)
    while lag := games.recorder.select_notifications(seen + 1, _LAG):
        yield from (str(notification.originator_id) for notification in lag)
        seen = lag[-1].id


def _entry(games: Games, game_id: str, asked_for: str | None) -> dict[str, Any] | None:
    try:
        game = games.open(game_id)
        if game.created.unlisted and game_id != asked_for:
            return None
        # Through the encoder, so that the fields come in the order of those that were drawn.
        drawn: dict[str, Any] = msgspec.json.decode(encode(lobbies.entry(game, games.rules(game))))
        return drawn
    except (UnknownGame, *UNREADABLE):
        return None


def _rulings(games: Games, game_id: str) -> list[dict[str, Any]]:
    try:
        # Through the encoder, so that the fields come in the order of those that were drawn.
        told = judged.from_log(games, games.open(game_id))
        drawn: list[dict[str, Any]] = msgspec.json.decode(encode(told))
        return drawn
    except (UnknownGame, *UNREADABLE):
        return []


def _is_wanted(
    entry: dict[str, Any], wanted: lobbies.Wanted, before: tuple[int, str] | None
) -> bool:
    return (
        wanted.status in (None, entry["status"])
        and wanted.ruleset in (None, entry["ruleset"])
        and wanted.game in (None, entry["id"])
        and (before is None or (entry["created"], entry["id"]) < before)
    )
