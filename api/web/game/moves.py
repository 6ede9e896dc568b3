"""All moves since one was here, as arrows on the map: since when, and the link to them."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from api.web.game.cache import kept
from api.web.game.looking import Look
from api.web.game.narration import moved_after
from api.web.game.scene import Scene
from api.web.game.trails import MOST


class Moves(NamedTuple):
    """What the strip of news says of moves."""

    since: int
    """The version after which all moves are asked for."""
    own: bool
    """Whether that is the reader's own last order, and not their last visit."""
    drawn: bool
    """Whether they are drawn on the map now."""


def moves(shown: Scene) -> Moves | None:
    """What there is to ask for; None where nothing has moved, or nobody knows since when.

    A script knows when its reader was here. Without one it counts since the seat's own last order.
    """
    seen = shown.look
    if not seen.laid or seen.rules.pictures is None:
        return None
    if shown.moves is not None:
        return Moves(shown.moves, own=False, drawn=True)
    visited = None if shown.changes is None else shown.changes.since
    since = _own_last_order(seen) if visited is None else visited
    if seen.past or since is None or not moved_after(seen, since):
        return None
    return Moves(since, own=visited is None, drawn=False)


def _own_last_order(seen: Look) -> int | None:
    """The version at which the last order of the reader's seat was done; None if that is long ago.

    That a seat has answered is public even while its answer is sealed.
    """
    seat = seen.who.seat
    if seat is None:
        return None
    return kept("own last order", (*seen.key, seat), lambda: _found(seen, seat))


def _found(seen: Look, seat: str) -> int | None:
    done: dict[str, int] = {}
    for event in islice(seen.recent, MOST):
        if event.order_id:
            # What an order has led to comes after it, under the same id.
            last = done.setdefault(event.order_id, event.version)
            if (event.behalf or event.by) == seat:
                return last
    return None
