"""6.2 The places of a battle board: for each side three positions and a Reserve.

My left faces your right: lane ``a`` is the attacker's left [N-13].
"""

from __future__ import annotations

from functools import lru_cache

from napoleon.rulesets.napoleon_columbia.sides import ROLES, opposing

LANES = ("a", "b", "c")
RESERVE = "reserve"
MOST = 16
"""Places that are remembered: the eight of a board, and what players type besides."""


def position(role: str, lane: str) -> str:
    """The position of one side in a lane, such as ``attacker_a``."""
    return f"{role}_{lane}"


def reserve(role: str) -> str:
    """The Reserve of one side, such as ``attacker_reserve``."""
    return f"{role}_{RESERVE}"


@lru_cache(MOST)
def positions(role: str) -> tuple[str, ...]:
    """The three positions of one side, by lanes."""
    return tuple(position(role, lane) for lane in LANES)


POSITIONS = tuple(place for role in ROLES for place in positions(role))
PLACES = tuple(place for role in ROLES for place in (*positions(role), reserve(role)))


@lru_cache(MOST)
def owner(place: str) -> str:
    """Whose place it is: ``attacker`` or ``defender``.

    >>> owner("defender_reserve")
    'defender'
    """
    return place.partition("_")[0]


@lru_cache(MOST)
def lane_of(place: str) -> str:
    """Its lane; ``reserve`` for a Reserve.

    >>> lane_of("attacker_c"), lane_of("attacker_reserve")
    ('c', 'reserve')
    """
    return place.partition("_")[2]


@lru_cache(MOST)
def is_reserve(place: str) -> bool:
    """Whether it is a Reserve, where nobody is engaged."""
    return lane_of(place) == RESERVE


@lru_cache(MOST)
def beside(place: str) -> tuple[str, ...]:
    """The positions of the same side in the lanes next to that of a position.

    >>> beside("attacker_a"), beside("defender_b")
    (('attacker_b',), ('defender_a', 'defender_c'))
    """
    at = LANES.index(lane_of(place))
    near = LANES[max(0, at - 1) : at + 2]
    return tuple(position(owner(place), lane) for lane in near if lane != LANES[at])


@lru_cache(MOST)
def opposite(place: str) -> str:
    """The enemy position of the same lane.

    >>> opposite("attacker_a")
    'defender_a'
    """
    return position(opposing(owner(place)), lane_of(place))
