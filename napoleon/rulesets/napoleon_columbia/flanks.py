"""What players call places of a battle board: my left faces your right [6.2, N-13]."""

from __future__ import annotations

from functools import lru_cache

from napoleon.rulesets.napoleon_columbia import places
from napoleon.rulesets.napoleon_columbia.sides import ATTACKER, DEFENDER
from napoleon.rulesets.napoleon_columbia.state import State

LEFT, CENTRE, RIGHT = FLANKS = ("left", "centre", "right")

OF_LANE = {
    ATTACKER: dict(zip(places.LANES, FLANKS, strict=True)),
    DEFENDER: dict(zip(places.LANES, reversed(FLANKS), strict=True)),
}
"""By role and lane, what its owner calls the position."""


@lru_cache(places.MOST)
def own_name(place: str) -> str:
    """What its owner calls a place.

    >>> own_name("defender_a"), own_name("attacker_reserve")
    ('right', 'Reserve')
    """
    if places.is_reserve(place):
        return "Reserve"
    return OF_LANE[places.owner(place)][places.lane_of(place)]


def lane_of(role: str, flank: str) -> str:
    """The lane of a position by what a role calls it.

    >>> lane_of("defender", "left")
    'c'
    """
    return next(lane for lane, name in OF_LANE[role].items() if name == flank)


def role_of(state: State, side: str) -> str:
    """Whether a side attacks or defends in all battles: whose player turn it is attacks [6.1]."""
    return ATTACKER if side == state.active else DEFENDER
