"""Drawing the read models again from the log: all of them, or those of one game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from eventsourcing.persistence import IntegrityError, Tracking

from napoleon.log.game import Game
from napoleon.play.games import Games
from projections import reading
from projections.lobby import Wanted
from projections.projector import drawn, edition
from projections.rows import Step
from projections.rulings import Wanted as WantedRulings
from projections.store import ViewStore
from projections.store.contract import Body, tracked
from projections.witness import refuse_if_lost
from projections.worker import draw_anew

ATTEMPTS = 100
"""How many attempts are made to draw a game again while workers write in between."""


class Redrawn(msgspec.Struct, frozen=True):
    """What became of a game that was drawn again."""

    before: int
    """The version that the read models showed; 0 if they did not show the game."""
    version: int
    """The version that they show now."""
    differed: list[str]
    """What was not as the log has it at the version that was shown."""


def rebuild(games: Games, views: ViewStore, watch: Callable[[int, int], None]) -> int:
    """Draw everything again, show it once that is done, and return how many events there were.

    `watch` is told how many events have been drawn, of how many. Raises EventsLost, and what the
    stores raise.
    """

    def drawn_to(position: int) -> None:
        watch(position, max(position, sum(games.recorder.places())))

    refuse_if_lost(games, views)
    games.drop_snapshots()
    position = draw_anew(games, views, drawn_to)
    for game_id in views.distrusted():
        views.trust(game_id)
    return position


def redraw(games: Games, views: ViewStore, game_id: str) -> Redrawn:
    """Draw a game again from its first event on, and say whether it was shown as it should be.

    Raises UnknownGame, UnknownRuleset, BrokenLog, EventsLost, and what the stores raise.
    """
    refuse_if_lost(games, views)
    drawn_by = edition(games)
    there = tracked(drawn_by, games.recorder.partition_of(game_id))
    games.drop_snapshots(game_id)
    for attempt in range(ATTEMPTS):
        position = views.begin(there)
        before = views.shown([game_id], edition=drawn_by).get(game_id, 0)
        game = _replayed(games, game_id)
        expected = game if before in (0, game.version) else _replayed(games, game_id, before)
        differed = list(_differences(games, views, expected)) if before else []
        changes = drawn(games, game)
        changes.steps[:] = [Step(game_id, before, game.version, game.updated)]
        changes.replaced.append(game_id)
        try:
            views.record(changes, after=position, tracking=Tracking(there, position))
        except IntegrityError:
            if attempt == ATTEMPTS - 1:
                raise
        else:
            break
    views.trust(game_id)
    games.take_snapshots(game_id)
    return Redrawn(before, game.version, differed)


def _replayed(games: Games, game_id: str, upto: int | None = None) -> Game:
    """The position at a version, or the newest one, from the first event on without snapshots."""
    found, broken = games.replay_until_broken(game_id, upto)
    if broken is not None:
        raise broken
    return found


def _differences(games: Games, views: ViewStore, game: Game) -> Iterator[str]:
    """What is not drawn as it should be, of a game that is shown at the position `game`."""
    rows = drawn(games, game)
    shown_by = edition(games)
    for row in rows.drawn:
        found = views.drawn(game.id, row.reader, row.name, edition=shown_by)
        if found != (row.version, row.body):
            yield f"{row.name} for {row.reader}"
    if views.turns(game.id, edition=shown_by) != (game.version, rows.turns):
        yield "turns"
    reached = reading.places(games, views)
    listed = [Body(game.id, row.body) for row in rows.lobby]
    if views.lobby(Wanted(game=game.id), edition=shown_by, reached=reached) != listed:
        yield "lobby"
    ruled = [Body(game.id, row.body) for row in reversed(rows.rulings)]
    wanted = WantedRulings(game=game.id, limit=len(ruled))
    if views.rulings(wanted, edition=shown_by, reached=reached) != ruled:
        yield "rulings"
