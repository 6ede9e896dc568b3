"""Battles and sieges (chapters 11 and 12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations, product

from tests.napoleonic_wars.second_reading.world import (
    ENEMY,
    FRIENDLY,
    UNCONTROLLED,
    Atlas,
    World,
    closed_ground,
    enemies_in,
    enemy_fortress,
    kind,
    out_of_fortress,
    strait_closed,
)

TERRAIN = {"rough": 1, "pass": 2, "marsh": 3}
"""Dice of the defender by the connection of the attacker (11.22.b, R-57)."""
ROUT = 3
"""So many hits more than the winner suffered are a rout (11.5.a)."""


@dataclass(frozen=True)
class Side:
    """A side of a battle, as it stands before a round: pieces that are not removed."""

    sp: Mapping[str, int]
    """SP by nation, disrupted ones too."""
    commander: str | None = None
    leaders: tuple[str, ...] = ()
    """Subordinate leaders, disrupted ones too."""
    disrupted: int = 0
    """SP and subordinate leaders that are disrupted."""
    commander_disrupted: bool = False
    excess: int = 0
    """Disruptions for which no unit was left (11.3.e)."""
    nations: Mapping[str, str] = field(default_factory=dict)
    """Nations of leaders that are not the printed ones (R-119)."""

    @property
    def units(self) -> int:
        """SP and subordinate leaders (11.2.a)."""
        return sum(self.sp.values()) + len(self.leaders)

    @property
    def pieces(self) -> int:
        """Units and the commander: what can satisfy losses (11.3.a, R-79)."""
        return self.units + (self.commander is not None)


# -- dice --------------------------------------------------------------------------------------


def unit_bonus(atlas: Atlas, side: Side) -> int:
    """FR 2, other powers 1 in all; none if half the units or more are minors' (11.21, R-26)."""
    here = {nation: n for nation, n in side.sp.items() if n}
    chiefs = side.leaders if side.commander is None else (*side.leaders, side.commander)
    for leader in chiefs:
        nation = side.nations.get(leader, atlas.ratings[leader].nation)
        here[nation] = here.get(nation, 0) + 1
    minors = sum(n for nation, n in here.items() if not atlas.nations[nation].power)
    if not here or 2 * minors >= sum(here.values()):
        return 0
    return max(atlas.nations[nation].bonus for nation in here)


def terrain(
    world: World,
    defender: str,
    place: str,
    entered_over: Iterable[str],
    evasion_failed: bool = False,
) -> int:
    """Dice of the ground, from the position before the step (11.22.a, 11.22.b, R-27).

    `entered_over` are the spaces that the active force entered from; none if it appeared there.
    """
    if evasion_failed or kind(world, defender, place) != FRIENDLY:
        return 0
    links = (world.atlas.link(origin, place) for origin in entered_over)
    return min((TERRAIN.get(link.kind, 0) for link in links if link), default=0)


def battle_dice(
    atlas: Atlas,
    side: Side,
    *,
    first_round: bool = True,
    ground: int = 0,
    failed_evasions: int = 0,
    cards: int = 0,
) -> dict[str, int]:
    """The dice of a side, line by line (11.2.a, 11.3.e); the sum of them is rolled, at least 0."""
    up = side.commander is not None and not side.commander_disrupted
    battle = atlas.ratings[side.commander].battle if side.commander and up else 0
    lines = {
        "units": side.units - side.disrupted,
        "commander": battle,
        "terrain": ground if first_round else 0,
        "evasions": failed_evasions if first_round else 0,
        "bonus": unit_bonus(atlas, side),
        "cards": cards,
    }
    over = sum(n for name, n in lines.items() if name != "units")
    lines["excess"] = -min(side.excess, max(over, 0))
    return {name: n for name, n in lines.items() if n}


# -- hits --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Settlement:
    """What the hits of a round do to a side (11.3.a, R-80)."""

    removed: int
    disrupted: int
    """Disrupted in this round."""
    down: int
    """All that are disrupted after it, and would go in a rout (11.5.a)."""
    commander: str
    """What befalls the commander: "", "disrupted" or "removed"."""
    excess: int
    suffered: int


def settle(side: Side, sixes: int, fives: int) -> Settlement:
    """Settles 6s and 5s against a side, the commander last (11.3.a, R-79, R-80).

    The commander is counted in everywhere. What is disrupted already is removed first: the owner
    chooses, and would not choose otherwise (R-28, R-140). That holds for one nation without
    subordinate leaders; shares and leaders may bring it about that others go.
    """
    removed = min(sixes, side.pieces)
    spared = max(side.disrupted - removed, 0)
    fresh = max(side.units - removed - spared, 0)
    down = min(fives, fresh)
    chief = ""
    if side.commander is not None and removed > side.units:
        chief = "removed"
    elif side.commander is not None and not side.commander_disrupted and fives > fresh:
        chief, down = "disrupted", down + 1
    earlier = spared
    earlier += side.commander_disrupted and chief != "removed"
    return Settlement(removed, down, earlier + down, chief, fives - down, sixes + fives)


def _levels(room: Mapping[str, int], n: int) -> set[tuple[tuple[str, int], ...]]:
    """Every even spread of so many losses over nations with this room (11.3.b)."""
    level = max(x for x in range(n + 1) if sum(min(r, x) for r in room.values()) <= n)
    even = {nation: min(r, level) for nation, r in room.items()}
    odd = min(n, sum(room.values())) - sum(even.values())
    more = [nation for nation in sorted(room) if room[nation] > level]
    chosen = [frozenset(c) for c in combinations(more, odd)]
    return {tuple(sorted((x, even[x] + (x in c)) for x in even)) for c in chosen}


def splits(
    sp: Mapping[str, int], juniors: Mapping[str, int], n: int
) -> frozenset[tuple[tuple[str, int], ...]]:
    """Every way to share so many losses between the nations of a side (11.3.b, R-79).

    Nations with SP take even shares, their subordinate leaders standing in when SP run out; those
    of leaders alone come after them. The commander is in neither table and goes last of all.
    """
    first = {x: sp[x] + juniors.get(x, 0) for x in sp if sp[x]}
    later = {x: juniors[x] for x in juniors if juniors[x] and x not in first}
    rest = max(n - sum(first.values()), 0)
    both = product(_levels(first, n - rest), _levels(later, min(rest, sum(later.values()))))
    return frozenset(tuple(sorted(a + b)) for a, b in both)


# -- who wins ----------------------------------------------------------------------------------


def winner(active: tuple[int, int], passive: tuple[int, int], final: bool) -> str:
    """Who wins after a round: each side is (hits suffered in all rounds, pieces left).

    "active", "passive", "nobody" (R-58), or "again" for a second round (11.3.c, 11.3.d, R-29).
    `final` is true after the second round, when the active side loses a tie.
    """
    (hits_a, left_a), (hits_p, left_p) = active, passive
    if not left_a or not left_p:
        return "nobody" if not left_a and not left_p else "active" if left_a else "passive"
    if hits_a == hits_p:
        return "passive" if final else "again"
    return "active" if hits_a < hits_p else "passive"


def is_rout(inflicted: int, suffered: int) -> bool:
    """Whether the winner removes the loser's disrupted units, Rear Guard apart (11.5.a)."""
    return inflicted - suffered >= ROUT


# -- retreat -----------------------------------------------------------------------------------


def _may_retreat(world: World, nation: str, place: str, target: str) -> bool:
    """What holds for each retreat: 9.53, 9.54, 12.4.a, and no enemy field forces there (11.4)."""
    fortress = enemy_fortress(world, nation, target) and kind(world, nation, target) == ENEMY
    return not (
        fortress
        or enemies_in(world, nation, target)
        or strait_closed(world, nation, place, target)
        or closed_ground(world, nation, target)
        or not out_of_fortress(world, nation, place, target)
    )


def active_retreat(world: World, nation: str, place: str, origin: str) -> tuple[str, ...]:
    """Where a beaten active force goes: back to its origin or nowhere (11.4.d, R-126)."""
    return (origin,) if _may_retreat(world, nation, place, origin) else ()


def defender_retreat(
    world: World, nation: str, place: str, enemy_came_from: str | None
) -> tuple[str, ...]:
    """Where a beaten defender or interceptor may go: the first kind that exists (11.4.a-c, R-81).

    Friendly, then uncontrolled, then enemy spaces without forces or fortress (11.4.b). An active
    force that appeared in the space retreats so too (R-131). None: it is eliminated (11.4.e).
    """
    open_to_it = [
        space
        for space in world.atlas.neighbours(place)
        if space != enemy_came_from and _may_retreat(world, nation, place, space)
    ]
    for wanted in (FRIENDLY, UNCONTROLLED, ENEMY):
        found = tuple(space for space in open_to_it if kind(world, nation, space) == wanted)
        if found:
            return found
    return ()


# -- sieges ------------------------------------------------------------------------------------


def siege_refusals(
    world: World, leader: str, preempting: bool = False, besieged: bool = False
) -> tuple[str, ...]:
    """Why a leader may not besiege where they stand (12.2.a to 12.2.c, 12.1); none if they may.

    `besieged` tells that the fortress was already besieged in this impulse.
    """
    who = world.leaders[leader]
    found = {
        "12.1": not enemy_fortress(world, who.nation, who.space),
        "12.2.a": who.fought or enemies_in(world, who.nation, who.space),
        "12.2.b": preempting,
        "12.2.c": besieged,
    }
    return tuple(clause for clause, holds in found.items() if holds)


def siege_dice(atlas: Atlas, side: Side, cards: int = 0) -> dict[str, int]:
    """The besieger's dice: as in battle, without ground and evasions (12.2.d)."""
    return battle_dice(atlas, side, first_round=False, cards=cards)


def fortress_dice(world: World, place: str) -> int:
    """The fortress's dice: its strength, which never falls (12.3.a)."""
    return world.atlas.spaces[place].fortress


def falls(strength: int, sixes: int, left: int = 1) -> bool:
    """Whether a fortress falls to the 6s of all rounds of an impulse (12.3.a, R-32).

    It does not if nothing is left of the besieger: as in a battle nobody has won (12.2.d, R-58).
    """
    return sixes >= strength and left > 0


def another_round(sixes: int, suffered: int, undisrupted: int) -> bool:
    """Whether the besieger may go on: more 6s than hits suffered in the round (12.3.b)."""
    return sixes > suffered and undisrupted > 0


def siege_overrun(strength: int, sixes: int, rounds: int) -> bool:
    """Whether the besieger may move on: more 6s than strength, or fewer rounds (12.2.e)."""
    return falls(strength, sixes) and (sixes > strength or rounds < strength)
