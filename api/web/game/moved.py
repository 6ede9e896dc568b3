"""When each seat last acted, as everybody may read in the log."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from api.http.stores import stores
from api.web.game.kept import kept
from api.web.game.looking import Look
from napoleon.log.game import Game

MOST = 400
"""How many events are looked through; whoever acted before them did so long ago."""


def last_moved(seen: Look) -> Mapping[str, int]:
    """By seat the instant of its last order, in microseconds since 1970, as far as it is recent.

    That a seat has answered is public even while its answer is sealed.
    """
    newest = seen.newest
    return kept("moved", (newest.id, newest.version, newest.updated), lambda: _found(newest))


def _found(game: Game) -> Mapping[str, int]:
    seats = game.created.seats
    moved: dict[str, int] = {}
    for event in islice(stores().games.backwards(game.id, game.version), MOST):
        seat = event.behalf or event.by
        if event.order_id and seat in seats:
            moved.setdefault(seat, event.at)
            if len(moved) == len(seats):
                break
    return moved
