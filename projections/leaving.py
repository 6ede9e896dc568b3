"""Games in which nothing has happened for long leave the read models, but for the lists.

Readers of one are answered from the log, with the same bytes. It is not drawn for them: a crawler
that goes through all games would bring all of them back. The next event brings a game back.
"""

from __future__ import annotations

import logging
from threading import Event

from eventsourcing.persistence import PersistenceError

from napoleon.log.errors import EventsLost
from napoleon.play.games import Games
from projections.listing import NEAR
from projections.metrics import KEPT, LEFT
from projections.projector import edition
from projections.reading import places
from projections.store import ViewStore
from projections.witness import refuse_if_lost

LOOKING = 60.0
"""Seconds between looks at which games are idle."""

AT_ONCE = 100
"""How many leave at once, so that nobody waits for long."""

_log = logging.getLogger(__name__)


def let_idle_leave(games: Games, views: ViewStore, ended: Event) -> None:
    """Let games leave, about once a minute, until `ended` is set; see `leave`.

    It waits for a database that is gone. See `projections.worker.Companion`.
    """
    while views.idle is not None and not ended.wait(LOOKING):
        try:
            while leave(games, views) and not ended.is_set():
                pass
        except (EventsLost, PersistenceError) as error:
            _log.warning("games that are idle stay in Redis: %s", type(error).__name__)


def leave(games: Games, views: ViewStore) -> int:
    """Let some games leave in which nothing has happened for long; returns how many.

    None while the read models are far behind: in some of them more has happened than they show.
    Raises EventsLost, as nothing that was drawn is thrown away then; and what the stores raise.
    """
    drawn_by = edition(games)
    behind = sum(games.recorder.places()) - sum(places(games, views))
    if views.idle is None or behind > NEAR:
        return 0
    refuse_if_lost(games, views)
    left, kept = views.leave(games.clock() - views.idle, AT_ONCE, edition=drawn_by)
    KEPT.set(kept)
    LEFT.inc(left)
    return left
