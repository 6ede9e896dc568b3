"""Drawing games again of which the read models had something that was changed."""

from __future__ import annotations

import logging
from threading import Event

from eventsourcing.persistence import IntegrityError, PersistenceError, Tracking

from napoleon.log.errors import EventsLost, UnknownGame
from napoleon.log.replayer import UNREADABLE
from napoleon.play.games import Games
from projections.projector import edition
from projections.rebuild import redraw
from projections.rows import Changes, Step
from projections.store import ViewStore
from projections.store.contract import tracked

LOOKING = 1.0
"""Seconds between looks at whether there is something to mend."""

_log = logging.getLogger(__name__)


def mend_views(games: Games, views: ViewStore, ended: Event) -> None:
    """Draw again what is distrusted, about once a second, until `ended` is set.

    What cannot be mended now, as a database is away or the log has lost events, is tried again. A
    game that fails is told once, and keeps no other from its turn.
    """
    failing = set[str]()
    while not ended.wait(LOOKING):
        try:
            wanted = games.recorder.among(views.distrusted())
        except PersistenceError as error:
            _log.debug("nothing can be drawn again now: %s", error)
            continue
        failing &= {*wanted}
        for game_id in wanted:
            if ended.is_set():
                break
            try:
                mend(games, views, game_id)
            except EventsLost:
                # The worker says so, and draws nothing meanwhile.
                break
            except Exception as error:
                if game_id not in failing:
                    failing.add(game_id)
                    _log.warning("game %s cannot be drawn again now: %r", game_id, error)


def mend(games: Games, views: ViewStore, game_id: str) -> None:
    """Draw a game again, whatever is drawn of it; one that the log cannot tell is taken out.

    Raises EventsLost, and what the stores raise.
    """
    try:
        found = redraw(games, views, game_id)
    except (UnknownGame, *UNREADABLE) as why:
        _take_out(games, views, game_id)
        _log.warning("game %s is not shown: %s: %s", game_id, type(why).__name__, why)
    else:
        _log.info("game %s has been drawn again at version %d", game_id, found.version)


def _take_out(games: Games, views: ViewStore, game_id: str) -> None:
    drawn_by = edition(games)
    there = tracked(drawn_by, games.recorder.partition_of(game_id))
    position = views.begin(there)
    shown = views.shown([game_id], edition=drawn_by).get(game_id, 0)
    gone = Changes(steps=[Step(game_id, shown, 0)], replaced=[game_id])
    try:
        views.record(gone, after=position, tracking=Tracking(there, position))
    except IntegrityError:
        # A worker drew something meanwhile: the next look takes it out.
        return
    views.trust(game_id)
