"""Who sits at the table: by the bar of a game's page, with who is waited for and since when."""

from __future__ import annotations

from typing import NamedTuple

from api.web.game.offers import decisions
from api.web.game.scene import Scene
from api.web.game.trails import last_moved
from napoleon.log.clocks import Deadline


class Place(NamedTuple):
    """A seat at the table."""

    seat: str
    name: str
    """What its player calls themselves; empty if nobody says."""
    own: bool
    claimed: bool
    asked: tuple[str, ...]
    """What it is asked, in words; empty while nobody waits for it."""
    due: Deadline | None
    """By when it has to answer, or since when it is late; None without a clock."""
    since: int
    """Instant since which it has been waited for; 0 if that is long ago."""
    moved: int
    """Instant of its last order; 0 if that is long ago."""


def places_at_table(shown: Scene) -> list[Place]:
    """The seats in their order. An earlier position tells nothing that may be erased later."""
    seen, game = shown.look, shown.look.newest
    asked = decisions(seen) if seen.laid and not shown.ending else []
    moved = {} if seen.past else last_moved(seen)
    deadlines = {} if seen.past else game.timekeeping.deadlines
    since = max(moved.values(), default=0)

    def place(seat: str) -> Place:
        own = [it for it in asked if it.seat == seat]
        return Place(
            seat,
            shown.people.get(seat, ""),
            seat == seen.who.seat,
            seat in game.claimed,
            tuple(seen.told(it.prompt) for it in own),
            next((deadlines[it.id] for it in own if it.id in deadlines), None),
            since,
            moved.get(seat, 0),
        )

    return [*map(place, game.created.seats)]
