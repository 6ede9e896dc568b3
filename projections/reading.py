"""Reading the read models; where they lag behind the log, the log answers with the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from napoleon.game import Game
from napoleon.games import Games, UnknownGame
from napoleon.ruleset import UnknownRuleset
from projections import decisions
from projections import lobby as lobbies
from projections.encoding import encode
from projections.projector import edition, is_kept, sentences
from projections.store import Sentence, ViewStore
from projections.turns import Phase, phases

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


def turns(games: Games, views: ViewStore, game_id: str) -> list[Phase]:
    """The turn index of a game: its phases so far, each with its last version."""
    if views.version(game_id, edition(games)) >= games.head(game_id):
        return [Phase(row.turn, row.phase, row.version) for row in views.turns(game_id)]
    return phases(games.history(game_id))


def journal(
    games: Games, views: ViewStore, game: Game, seat: str, after: int, limit: int
) -> list[Sentence]:
    """At most `limit` sentences that tell the newest position, `game`, to `seat`.

    They begin after version `after`, oldest first. A journal in which cards fade is told from
    the log each time. Raises UnknownRuleset.
    """
    if is_kept(game) and views.version(game.id, edition(games)) >= game.version:
        return views.journal(game.id, seat, after, limit)
    events = games.history(game.id, after=after, limit=limit)
    return sentences(game, seat, events, games.rules(game))


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
        found = _entry(games, game_id)
        if found is not None and _is_wanted(found, wanted, before):
            entries.append(found)
    return lobbies.page(entries, wanted.limit)


def position(games: Games, views: ViewStore) -> int:
    """How far in the log the read models have come: the id of the last event that they show."""
    return views.max_tracking_id(edition(games)) or 0


def _behind(games: Games, views: ViewStore) -> Iterator[str]:
    """Games with events that the read models do not show yet."""
    seen = position(games, views)
    while lag := games.recorder.select_notifications(seen + 1, _LAG):
        yield from (str(notification.originator_id) for notification in lag)
        seen = lag[-1].id


def _entry(games: Games, game_id: str) -> dict[str, Any] | None:
    try:
        game = games.open(game_id)
        # Through the encoder, so that the fields come in the order of those that were drawn.
        drawn: dict[str, Any] = msgspec.json.decode(encode(lobbies.entry(game, games.rules(game))))
        return drawn
    except (UnknownGame, UnknownRuleset):
        return None


def _is_wanted(
    entry: dict[str, Any], wanted: lobbies.Wanted, before: tuple[int, str] | None
) -> bool:
    return (
        wanted.status in (None, entry["status"])
        and wanted.ruleset in (None, entry["ruleset"])
        and wanted.game in (None, entry["id"])
        and (before is None or (entry["created"], entry["id"]) < before)
    )
