"""4.0 The places of a battlefield: two lines of three positions, and a Reserve behind each.

My left faces your right, so a lane is told by where it lies on the drawing.
"""

from __future__ import annotations

from functools import cache

from napoleon.rulesets.eagles_waterloo.sides import ALLIED, FRENCH, SIDES, enemy

WINGS = ("left", "centre", "right")
"""The positions of a line, as their owner sees them [4.0, G-07]."""

WEST = "west"
LANES = (WEST, "middle", "east")

_LANE_OF_WING = {
    FRENCH: {"right": WEST, "centre": "middle", "left": "east"},
    ALLIED: {"left": WEST, "centre": "middle", "right": "east"},
}


def reserve(side: str) -> str:
    """The Reserve of a side."""
    return f"{side}_reserve"


def position(side: str, wing: str) -> str:
    """A position of a side's line."""
    return f"{side}_{wing}"


@cache
def in_lane(side: str, lane: str) -> str:
    """The position of a side's line in a lane.

    >>> in_lane("french", "west"), in_lane("allied", "west")
    ('french_right', 'allied_left')
    """
    return next(position(side, wing) for wing, it in _LANE_OF_WING[side].items() if it == lane)


@cache
def line(side: str) -> tuple[str, ...]:
    """The positions of a side, from west to east."""
    return tuple(in_lane(side, lane) for lane in LANES)


def owner(place: str) -> str:
    """The side whose line or Reserve a place belongs to."""
    return place.partition("_")[0]


def is_reserve(place: str) -> bool:
    """Whether a place is a Reserve."""
    return place in RESERVES


@cache
def lane_of(place: str) -> str:
    """The lane of a position.

    >>> lane_of("french_right") == lane_of("allied_left") == "west"
    True
    """
    side, _, wing = place.partition("_")
    return _LANE_OF_WING[side][wing]


@cache
def opposite(place: str) -> str:
    """The position on the other side of the Middle Ground.

    >>> opposite("french_left")
    'allied_right'
    """
    return in_lane(enemy(owner(place)), lane_of(place))


def is_position_of(place: str, side: str) -> bool:
    """Whether a place is in the line of a side."""
    return place in line(side)


@cache
def adjacent(place: str, side: str) -> tuple[str, ...]:
    """Where a card of a side may go from a place by one move; never into the enemy Reserve [8.0].

    >>> adjacent("allied_right", "french")
    ('french_left',)
    """
    if is_reserve(place):
        return line(side)
    if owner(place) == side:
        return reserve(side), opposite(place)
    return (opposite(place),)


POSITIONS = tuple(it for side in SIDES for it in line(side))
RESERVES = tuple(reserve(side) for side in SIDES)
INVADERS = {it: enemy(side) for side in SIDES for it in line(side)}
"""By position the side whose cards do not belong there, in the order of `POSITIONS`."""
PLACES = (RESERVES[0], *POSITIONS, RESERVES[1])
"""In the order in which boards list them: from the French Reserve to the Allied one."""
