"""What a process does before it serves the first stream: it tells nobody what happened last.

The first messages would wait otherwise for what is done once in each process: the log is followed,
events of a kind are read, and their sentences made.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection
from contextlib import suppress
from typing import cast

from flask import Flask

from api.http.stores import stores_of
from api.live.channel import Channel
from napoleon.log.replayer import UNREADABLE
from napoleon.log.store.mapper import EventMapper
from napoleon.play.games import Games
from napoleon.rules.events import REFEREE, SPECTATOR, TOPICS

NEWEST = 200
"""In which of the last events a game has had one that counts as played lately."""

OPENING = 0.2
"""Seconds after which no further game is opened."""

_LAST = 20
"""How many of its last events are told in each game."""

_TIMES = 8
"""How often they are told. Python is fast from the eighth time on."""

_log = logging.getLogger(__name__)


def lately_played(games: Games) -> Collection[str]:
    """Ids of the games that were played last: what comes first will be about these."""
    newest = games.recorder.places()
    return games.recorder.games_since(tuple(max(0, it - NEWEST) for it in newest))


def rehearse(app: Flask) -> None:
    """Follow the log in `app`, and tell nobody what happened in the games that were played last.

    Raises nothing.
    """
    until = time.monotonic() + OPENING
    try:
        games = stores_of(app).games
        # What the system tells of a file is asked of a library, which is looked for by a program.
        first = games.recorder.partition(0)
        with first.subscribe(gt=first.max_notification_id()):
            pass
        for game_id in lately_played(games):
            if time.monotonic() > until:
                break
            with suppress(*UNREADABLE):
                _tell_nobody(games, game_id, until)
        # Of the games that were opened, their kinds of events that have not happened yet.
        cast("EventMapper", games.mapper).learn(TOPICS)
    except Exception:
        _log.warning("what happened last could not be told ahead", exc_info=True)


def _tell_nobody(games: Games, game_id: str, until: float) -> None:
    newest = games.open(game_id)
    before = games.at(game_id, max(1, newest.version - _LAST))
    for _ in range(_TIMES):
        channel = Channel(games, before)
        channel.refresh()
        for reader in (SPECTATOR, REFEREE, *newest.created.seats):
            channel.latest.told(reader, before.version)
        if time.monotonic() > until:
            return
