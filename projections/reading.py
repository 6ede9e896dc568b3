"""Reading the read models; where they lag behind the log, or it was put back, the log answers.

The bytes are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from napoleon.log.branches import path
from napoleon.log.game import Game
from napoleon.log.store.recorder import Places, RulingPlace
from napoleon.play.games import Games
from napoleon.rules.events import SPECTATOR
from napoleon.rules.picture.mini import Mini
from napoleon.rules.views import Views, boards
from projections import decisions, listing
from projections import lobby as lobbies
from projections import rulings as judged
from projections.encoding import encode
from projections.projector import edition, mini_map
from projections.rows import MINI
from projections.store import ViewStore
from projections.store.contract import tracked
from projections.turns import Phase, phases

_NOBODY = ""
"""An edition that nothing is drawn by."""


def view_bytes(games: Games, views: ViewStore, game: Game, seat: str, name: str) -> bytes:
    """The view called `name` of the newest position, `game`, as `seat` may see it, as JSON.

    Raises UnknownRuleset, and KeyError for a view that the game does not have.
    """
    if name != decisions.NAME:
        drawn = views.drawn(game.id, seat, name, edition=_shown_by(games))
        if drawn is not None and drawn[0] == game.version:
            return drawn[1]
    return view_at(games, game, seat, name)


def view_at(games: Games, game: Game, seat: str, name: str, *, newest: Game | None = None) -> bytes:
    """The view called `name` of a position, as JSON. Raises KeyError for an unknown view.

    `newest` is the game now, where `game` may be an earlier position of it.
    """
    if name != decisions.NAME:
        views = games.views(game, seat, newest=newest)
        return encode(boards(game.version, views)[name])
    return encode(decisions.decisions_view(game, games.rules(game), seat, newest=newest))


def as_served(game: Game, views: Views | None) -> dict[str, Any]:
    """All boards of a position by name, as the JSON that `view_at` writes of each."""
    served: dict[str, Any] = msgspec.json.decode(encode(boards(game.version, views)))
    return served


def mini(games: Games, views: ViewStore, game_id: str) -> tuple[int, Mini | None]:
    """The small map of a game, and the version that it shows; see `projector.mini_map`.

    Where the read models lag behind it is that of an earlier position; where they have none, the
    log answers. Raises UnknownGame, UnknownRuleset, BrokenLog.
    """
    drawn = views.drawn(game_id, SPECTATOR, MINI, edition=_shown_by(games))
    if drawn is not None:
        return drawn[0], msgspec.json.decode(drawn[1], type=Mini)
    game = games.open(game_id)
    return game.version, mini_map(games, game)


def turns_told(games: Games, game: Game) -> list[Phase]:
    """What `turns` says, as the log tells it: its events are gone through."""
    stretches = path(game.rewinds, game.version)
    return phases(games.history(game.id, upto=game.version), stretches)


def turns(
    games: Games,
    views: ViewStore,
    game: Game,
    told: Callable[[Games, Game], list[Phase]] = turns_told,
) -> list[Phase]:
    """The turn index of a game: its phases that count, each with its last version.

    Where it is not drawn it is `told`.
    """
    version, index = views.turns(game.id, edition=_shown_by(games))
    if version == game.version:
        return [Phase(row.turn, row.phase, row.version) for row in index]
    return told(games, game)


def lobby(
    games: Games, views: ViewStore, wanted: lobbies.Wanted
) -> tuple[Sequence[dict[str, Any]], str | None]:
    """A page of the lobby, newest games first, and the id after which to go on if there are more.

    Where the read models are far behind it may hold fewer than it has room for, although there are
    more: no more games are opened than fit on about a page. Raises UnknownGame if the page before
    did not end with a game, BrokenLog if its first event cannot be read.
    """
    before = None if wanted.after is None else listing.place(games, wanted.after)
    shown_by, reached = _shown_by(games), places(games, views)
    behind = listing.games_behind(games, reached, wanted.limit)
    drawn = None
    if behind is not None:
        drawn = views.lobby(
            wanted, edition=shown_by, reached=reached, before=before, besides=behind
        )
    if behind is None or drawn is None:
        return listing.lobby(games, wanted, before)
    entries = [msgspec.json.decode(body) for _, body in drawn]
    missing = behind if wanted.game is None else {wanted.game}.intersection(behind)
    entries += listing.entries(games, missing, wanted, before)
    return lobbies.page(entries, wanted.limit)


def rulings(
    games: Games, views: ViewStore, wanted: judged.Wanted
) -> tuple[Sequence[dict[str, Any]], RulingPlace | None]:
    """A page of rulings of all games, newest first, and the place after which there are more.

    Where the read models are far behind it may hold fewer than it has room for; see `lobby`.
    """
    shown_by, reached = _shown_by(games), places(games, views)
    behind = listing.games_behind(games, reached, wanted.limit)
    drawn = None
    if behind is not None:
        drawn = views.rulings(wanted, edition=shown_by, reached=reached, besides=behind)
    if behind is None or drawn is None:
        return listing.rulings(games, wanted)
    found = [msgspec.json.decode(body) for _, body in drawn]
    for game_id in behind if wanted.game is None else {wanted.game}.intersection(behind):
        found += listing.rulings_in(games, game_id, wanted)
    return judged.page(found, wanted.limit)


def places(games: Games, views: ViewStore) -> Places:
    """How far in the log the read models have come: in each partition."""
    shown_by = _shown_by(games)
    partitions = range(games.recorder.partitions)
    return tuple(views.position(tracked(shown_by, number)) for number in partitions)


def _shown_by(games: Games) -> str:
    """The edition to read. What was drawn of events that the log has lost is shown to nobody."""
    return edition(games) if games.is_whole() else _NOBODY
