"""When each seat last acted, as everybody may read in the log."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from api.web.game.kept import kept
from api.web.game.looking import Look

MOST = 400
"""How many events are looked through; whoever acted before them did so long ago."""


def last_moved(seen: Look) -> Mapping[str, int]:
    """By seat the instant of its last order, in microseconds since 1970, as far as it is recent.

    It is the last one before the position. That a seat has answered is public even while its
    answer is sealed.
    """
    shown = seen.shown
    return kept("moved", (shown.id, shown.version, shown.updated), lambda: _found(seen))


def _found(seen: Look) -> Mapping[str, int]:
    seats = seen.shown.created.seats
    moved: dict[str, int] = {}
    for event in islice(seen.recent, MOST):
        seat = event.behalf or event.by
        if event.order_id and seat in seats:
            moved.setdefault(seat, event.at)
            if len(moved) == len(seats):
                break
    return moved
