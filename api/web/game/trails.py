"""When each seat last acted, as everybody may read in the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from api.http.stores import stores
from api.web.game.cache import kept
from api.web.game.looking import Look
from napoleon.play import seats

MOST = 400
"""How many events are looked through; acts before them were long ago."""


def last_moved(seen: Look) -> Mapping[str, int]:
    """By seat the instant of its last order, in microseconds since 1970, as far as it is recent.

    It is the last one before the position. That a seat has answered is public even while its
    answer is sealed.
    """
    shown = seen.shown
    return kept("moved", (shown.id, shown.version, shown.updated), lambda: _found(seen))


def passed_on_early(seen: Look) -> Sequence[str]:
    """The seats that changed hands before their first order."""
    game = seen.newest
    key = (game.id, *game.passed_on.items())
    return kept("passed on", key, lambda: seats.passed_on_early(stores().games, game))


def _found(seen: Look) -> Mapping[str, int]:
    table = seen.shown.created.seats
    moved: dict[str, int] = {}
    for event in islice(seen.recent, MOST):
        seat = event.behalf or event.by
        if event.order_id and seat in table:
            moved.setdefault(seat, event.at)
            if len(moved) == len(table):
                break
    return moved
