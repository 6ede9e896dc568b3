"""Moving by land: what a step costs, what forbids it, and the attrition of it (chapter 9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tests.napoleonic_wars.second_reading.world import (
    ENEMY,
    NEUTRAL,
    UNCONTROLLED,
    Leader,
    Lot,
    World,
    allied,
    closed_ground,
    controller,
    enemy_fortress,
    kind,
    out_of_fortress,
    strait_closed,
)

UNHALVED = frozenset({"ru", "sp", "ot"})
"""In the home spaces of these French losses are not halved (9.45.a)."""


@dataclass(frozen=True)
class Force:
    """What goes together: leaders of armies, leaders carried as units, and lots (9.1.b, 9.7)."""

    space: str
    lots: tuple[Lot, ...] = ()
    armies: tuple[str, ...] = ()
    """The leaders whose armies pay, the commander first; empty for a leaderless piece (9.1.c)."""
    staff: tuple[str, ...] = ()
    """Leaders who go as units (9.6.a)."""


@dataclass(frozen=True)
class Cause:
    """A cause of attrition and how many dice it rolls for French and for others (9.4, 9.45)."""

    clause: str
    french: int
    others: int


def take(world: World, space: str, nation: str, sp: int) -> tuple[Lot, ...]:
    """The SP that move first: those that entered fewest spaces and did not fight (R-75)."""
    here = [x for x in world.lots if (x.nation, x.space) == (nation, space)]
    taken: list[Lot] = []
    for lot in sorted((x for x in here if not x.fought and not x.halted), key=lambda x: x.entered):
        part = min(sp - sum(x.sp for x in taken), lot.sp)
        if part:
            taken.append(replace(lot, sp=part))
    return tuple(taken)


def force(
    world: World,
    space: str,
    sp: dict[str, int],
    armies: Iterable[str] = (),
    staff: Iterable[str] = (),
) -> Force:
    """A force of so many SP of each nation with these leaders (R-75, R-76)."""
    lots = [lot for nation, n in sp.items() for lot in take(world, space, nation, n)]
    return Force(space, tuple(lots), tuple(armies), tuple(staff))


def leaders_of(world: World, moving: Force) -> tuple[Leader, ...]:
    """All leaders of a force (9.6)."""
    return tuple(world.leaders[x] for x in (*moving.armies, *moving.staff))


def nation_of(world: World, moving: Force) -> str:
    """The nation a force acts for: its commander's, or that of the piece (9.7.d)."""
    return world.leaders[moving.armies[0]].nation if moving.armies else moving.lots[0].nation


# -- cost and capacity -------------------------------------------------------------------------


def step_cost(moving: Force, bad_roads: bool = False) -> int:
    """CP for one space: 1 for each army, or for the piece; doubled by Bad Roads (9.1, 9.7.e)."""
    return max(1, len(moving.armies)) * (2 if bad_roads else 1)


def load(world: World, moving: Force) -> dict[str, int]:
    """The units that a force carries, by nation; leaders of armies are none (9.1.b, 9.7.e)."""
    carried: dict[str, int] = {}
    for lot in moving.lots:
        carried[lot.nation] = carried.get(lot.nation, 0) + lot.sp
    for leader in (world.leaders[x] for x in moving.staff):
        carried[leader.nation] = carried.get(leader.nation, 0) + 1
    return carried


def capacity(world: World, moving: Force) -> dict[str, int]:
    """The command ratings of a force's armies, by nation (9.7.e)."""
    room: dict[str, int] = {}
    for leader in (world.leaders[x] for x in moving.armies):
        command = world.atlas.ratings[leader.id].command
        room[leader.nation] = room.get(leader.nation, 0) + command
    return room


def too_much(world: World, moving: Force) -> str | None:
    """The clause by which a force is too large to move (9.1.b, 9.1.c, 9.7.e, R-25)."""
    carried, room = load(world, moving), capacity(world, moving)
    if not moving.armies:
        return None if len(carried) == 1 and sum(carried.values()) <= 4 else "9.1.c"
    if sum(carried.values()) > sum(room.values()):
        return "9.7.e" if len(moving.armies) > 1 else "9.1.b"
    return None if _own_leaders_carry(world, carried, room) else "9.1.b"


def _own_leaders_carry(world: World, carried: dict[str, int], room: dict[str, int]) -> bool:
    """Leaders carry their own nation, those of powers allied minors as well (9.1.b)."""
    nations = world.atlas.nations
    spare = {n: room.get(n, 0) - carried.get(n, 0) for n in {*carried, *room}}
    if any(spare[n] < 0 and nations[n].power for n in spare):
        return False
    over = sum(-spare[n] for n in spare if spare[n] < 0)
    return over <= sum(spare[n] for n in spare if spare[n] > 0 and nations[n].power)


# -- what forbids a step -----------------------------------------------------------------------


def stopped(world: World, moving: Force) -> str | None:
    """The clause that ended the movement of a force in this impulse (9.51.a, 9.52.a, 12.2.e)."""
    parts: list[Lot | Leader] = [*moving.lots, *leaders_of(world, moving)]
    if any(x.fought for x in parts):
        return "9.51"
    in_fortress = enemy_fortress(world, nation_of(world, moving), moving.space)
    if any(x.halted or (in_fortress and x.entered) for x in parts):
        return "9.52"
    return None


def needs_confirmation(world: World, nation: str, target: str) -> bool:
    """Whether the entry invades a neutral minor (9.54.b)."""
    owner = controller(world, target)
    minor = not world.atlas.nations[owner].power
    return minor and kind(world, nation, target) == NEUTRAL


def refusals(world: World, moving: Force, target: str) -> tuple[str, ...]:
    """All clauses that forbid a step: 9.1, 9.3, 9.51 to 9.54, 12.4, 15.21.c; none if allowed.

    A neutral minor's duchy is not refused by 9.54: see `needs_confirmation`.
    """
    nation, origin = nation_of(world, moving), moving.space
    if world.atlas.link(origin, target) is None:
        return ("9.3",)
    found = [too_much(world, moving), stopped(world, moving)]
    if strait_closed(world, nation, origin, target):
        found.append("9.53")
    if not needs_confirmation(world, nation, target):
        found.append(closed_ground(world, nation, target))
    if not out_of_fortress(world, nation, origin, target):
        found.append("12.4")
    return tuple(clause for clause in found if clause)


# -- attrition ---------------------------------------------------------------------------------


def _dice(world: World, moving: Force, entered: int = 0) -> tuple[int, int]:
    """Dice for French and others: each SP and leader that entered so many spaces (9.4.a, 9.42)."""
    counted = [(x.nation, x.sp) for x in moving.lots if x.entered >= entered]
    counted += [(x.nation, 1) for x in leaders_of(world, moving) if x.entered >= entered]
    french = sum(n for nation, n in counted if nation == "fr")
    return french, sum(n for _, n in counted) - french


def entry_causes(
    world: World, moving: Force, target: str, march_free: bool = False, burnt_earth: bool = False
) -> tuple[Cause, ...]:
    """Why a force rolls that enters a space, before it has left its own (9.41 to 9.43, R-110).

    It holds for interceptors too, for whom there is no Burnt Earth (10.12.a, R-110).
    """
    nation = nation_of(world, moving)
    link = world.atlas.link(moving.space, target)
    hostile = kind(world, nation, target) == ENEMY
    all_of_it = _dice(world, moving)
    causes = []
    if hostile and link is not None and link.kind in ("pass", "marsh"):
        causes.append(Cause("9.41", *all_of_it))
    marchers = _dice(world, moving, entered=4)
    if any(marchers) and not march_free:
        causes.append(Cause("9.42", *marchers))
    if hostile and kind(world, nation, moving.space) == UNCONTROLLED:
        causes.append(Cause("9.43", *all_of_it))
    return (*causes, *(Cause("R-110", *all_of_it),) * (2 if burnt_earth else 0))


def losses(world: World, space: str, french_sixes: int, other_sixes: int) -> tuple[int, int]:
    """What is removed for the 6s of all causes, French and others apart (9.45.a, 3.fraction)."""
    halved = world.atlas.spaces[space].home not in UNHALVED
    return (french_sixes + 1) // 2 if halved else french_sixes, other_sixes


def side_of(world: World, nation: str) -> frozenset[str]:
    """A nation and its allies (3.alliance)."""
    return frozenset(n for n in world.atlas.nations if allied(world, n, nation))
