"""Reading the read models; where they lag behind the log, or it was put back, the log answers.

The bytes are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from napoleon.log.branches import is_on, path
from napoleon.log.errors import UnknownGame
from napoleon.log.events.cases import RulingGiven
from napoleon.log.game import Game
from napoleon.log.journal import Entry, events
from napoleon.log.levels import FULL
from napoleon.log.replayer import UNREADABLE
from napoleon.play.games import Games
from napoleon.rules.views import Views, boards
from projections import decisions
from projections import lobby as lobbies
from projections import rulings as judged
from projections.encoding import encode
from projections.projector import edition, is_kept, sentences
from projections.rows import Sentence
from projections.store import ViewStore
from projections.turns import Phase, phases

_NOBODY = ""
"""An edition that nothing is drawn by."""

_CHUNK = 500
"""Notifications read from the log at a time."""


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


def turns(games: Games, views: ViewStore, game: Game) -> list[Phase]:
    """The turn index of a game: its phases that count, each with its last version."""
    version, index = views.turns(game.id, edition=_shown_by(games))
    if version == game.version:
        return [Phase(row.turn, row.phase, row.version) for row in index]
    stretches = path(game.rewinds, game.version)
    return phases(games.history(game.id, upto=game.version), stretches)


def entries(
    games: Games,
    views: ViewStore,
    game: Game,
    seat: str,
    after: int,
    limit: int,
    level: str = FULL,
) -> list[Entry]:
    """The entries of `journal` as they are told: the sentences also say what was undone."""
    stretches = path(game.rewinds, game.version)
    return [
        Entry(
            row.version,
            row.turn,
            row.phase,
            row.type,
            row.sentence,
            row.house or is_on(stretches, row.version),
        )
        for row in journal(games, views, game, seat, after, limit, level)
    ]


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
    if is_kept(game) and level == FULL:
        version, page = views.journal(game.id, seat, after, limit, edition=_shown_by(games))
        if version >= game.version:
            return page
    told = events(games, game, level, after, limit)
    return sentences(game, seat, told, games.rules(game))


def lobby(
    games: Games, views: ViewStore, wanted: lobbies.Wanted
) -> tuple[Sequence[dict[str, Any]], str | None]:
    """A page of the lobby, newest games first, and the id after which to go on if there are more.

    Raises UnknownGame if the page before did not end with a game, BrokenLog if its first event
    cannot be read.
    """
    before = None
    if wanted.after is not None:
        before = (games.created(wanted.after).at, wanted.after)
    shown_by, reached = _shown_by(games), position(games, views)
    behind = games.recorder.games_after(reached)
    drawn = views.lobby(wanted, edition=shown_by, reached=reached, before=before, besides=behind)
    if drawn is None:
        behind, drawn = games.recorder.games_after(0), []
    entries = [msgspec.json.decode(body) for body in drawn]
    entries += _entries(games, behind, wanted, before)
    return lobbies.page(entries, wanted.limit)


def rulings(
    games: Games, views: ViewStore, wanted: judged.Wanted
) -> tuple[Sequence[dict[str, Any]], bool]:
    """A page of rulings of all games, newest first, and whether there are more."""
    shown_by, reached = _shown_by(games), position(games, views)
    behind = games.recorder.games_after(reached)
    drawn = views.rulings(wanted, edition=shown_by, reached=reached, besides=behind)
    if drawn is None:
        behind, drawn = _ruled(games), []
    found = [msgspec.json.decode(body) for body in drawn]
    for game_id in behind if wanted.game is None else {wanted.game}.intersection(behind):
        found += [it for it in _rulings(games, game_id) if judged.is_wanted(it, wanted)]
    return judged.page(found, wanted.limit)


def position(games: Games, views: ViewStore) -> int:
    """How far in the log the read models have come: the id of the last event that they show."""
    return views.position(_shown_by(games))


def _shown_by(games: Games) -> str:
    """The edition to read. What was drawn of events that the log has lost is shown to nobody."""
    return edition(games) if games.is_whole() else _NOBODY


def _entries(
    games: Games, ids: Iterable[str], wanted: lobbies.Wanted, before: tuple[int, str] | None
) -> list[dict[str, Any]]:
    """The newest entries wanted, of games on which the read models are behind.

    There are no more of them than a page takes. Where all games are asked for, as without any read
    models, only those are opened that are on it.
    """
    found: list[dict[str, Any]] = []
    for _, game_id in sorted(_created(games, ids, wanted, before), reverse=True):
        if len(found) > wanted.limit:
            break
        entry = _entry(games, game_id)
        if entry is not None and lobbies.is_wanted(entry, wanted, before):
            found.append(entry)
    return found


def _created(
    games: Games, ids: Iterable[str], wanted: lobbies.Wanted, before: tuple[int, str] | None
) -> Iterator[tuple[int, str]]:
    """When those games that may be wanted were created, with their ids."""
    for game_id in ids if wanted.game is None else {wanted.game}.intersection(ids):
        with suppress(UnknownGame, *UNREADABLE):
            created = games.created(game_id)
            place = (created.at, game_id)
            if (
                (before is None or place < before)
                and wanted.ruleset in (None, created.ruleset)
                and (wanted.game is not None or not created.unlisted)
            ):
                yield place


def _entry(games: Games, game_id: str) -> dict[str, Any] | None:
    try:
        game = games.open(game_id)
        # Through the encoder, so that the fields come in the order of those that were drawn.
        drawn: dict[str, Any] = msgspec.json.decode(encode(lobbies.entry(game, games.rules(game))))
        return drawn
    except (UnknownGame, *UNREADABLE):
        return None


def _ruled(games: Games) -> list[str]:
    """The games in which there are rulings, found without opening any of the others."""
    found: dict[str, None] = {}
    seen, topics = 0, [RulingGiven.topic]
    while some := games.recorder.select_notifications(seen + 1, _CHUNK, topics=topics):
        found.update(dict.fromkeys(str(it.originator_id) for it in some))
        seen = some[-1].id
    return list(found)


def _rulings(games: Games, game_id: str) -> list[dict[str, Any]]:
    try:
        # Through the encoder, so that the fields come in the order of those that were drawn.
        told = judged.from_log(games, games.open(game_id))
        drawn: list[dict[str, Any]] = msgspec.json.decode(encode(told))
        return drawn
    except (UnknownGame, *UNREADABLE):
        return []
