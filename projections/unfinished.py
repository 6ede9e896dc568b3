"""Games that may go on, told by the lobby: a worker that begins opens none that are over.

The log knows which games are awake, and a worker lets those sleep that have been over for a day.
So what a start takes grows with the games that go on, and not with those that are over.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from threading import Event
from typing import Any

import msgspec
from eventsourcing.persistence import PersistenceError

from napoleon.log.store.marks import AT_ONCE, portions
from napoleon.log.times import DAY
from napoleon.play.games import Games
from projections.lobby import OVER
from projections.projector import edition
from projections.store.contract import ViewStore

Entry = Mapping[str, Any]
"""What the lobby says of a game; see `projections.lobby.entry`."""

SETTLED = DAY
"""How long a game has been over before it sleeps: so those who have a part in it were told."""

LOOKING = 3600.0
"""Seconds between looks for games that may sleep."""

TRYING = 10.0
"""Seconds until the next look where a database was away."""

PAUSE = 0.02
"""Seconds between portions that are marked, in which others write."""

_log = logging.getLogger(__name__)


def unfinished(
    games: Games, views: ViewStore, ids: Collection[str]
) -> Iterator[tuple[str, Entry | None]]:
    """Those of the games with these `ids` that are not known to be over, in their order.

    With what the lobby says of each; None where it does not show the newest version, or where the
    read models are gone. Raises PersistenceError if the log is.
    """
    for some in portions(ids):
        told = _told(games, views, some)
        for game_id in some:
            entry = told.get(game_id)
            if entry is None or entry["status"] != OVER:
                yield game_id, entry


def let_sleep(games: Games, views: ViewStore) -> int:
    """Let those games sleep that have been over for a day; returns how many.

    None whose clock has something to do: a game that is over has no deadlines. Raises
    PersistenceError.
    """
    before, done = games.clock() - SETTLED, 0
    for some in portions([*games.recorder.awake()], AT_ONCE):
        over = {
            game_id: int(entry["version"])
            for game_id, entry in _told(games, views, some).items()
            if entry["status"] == OVER and entry["updated"] < before and not entry["first_due"]
        }
        if over:
            games.recorder.rest(over)
        done += len(over)
    return done


def let_finished_sleep(games: Games, views: ViewStore, ended: Event) -> None:
    """Mark what earlier releases have recorded, and then let games sleep, until `ended` is set.

    Both go on where they were left, whatever process did it. It waits for a database that is gone.
    See `projections.worker.Companion`.
    """
    pause = 0.0
    while not ended.wait(pause):
        try:
            while games.recorder.mark_more():
                if ended.wait(PAUSE):
                    return
            let_sleep(games, views)
            pause = LOOKING
        except PersistenceError as error:
            _log.warning("games that are over stay awake: %s", type(error).__name__)
            pause = TRYING


def _told(games: Games, views: ViewStore, ids: Collection[str]) -> dict[str, Entry]:
    """What the lobby says of those of some games of which it shows the newest version."""
    drawn = []
    with suppress(PersistenceError):
        drawn = views.entries(ids, edition=edition(games))
    entries: dict[str, Entry] = {it.game: msgspec.json.decode(it.body) for it in drawn}
    heads = games.recorder.heads(entries)
    return {it: entry for it, entry in entries.items() if entry["version"] == heads.get(it)}
