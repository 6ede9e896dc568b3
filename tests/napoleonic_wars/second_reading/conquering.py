"""Flags, conquest, cession and evacuation (7.4 and chapter 15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tests.napoleonic_wars.second_reading.marching import side_of
from tests.napoleonic_wars.second_reading.world import (
    FRIENDLY,
    TRACK,
    UNCONTROLLED,
    Atlas,
    World,
    allied,
    at_war,
    controller,
    enemies_in,
    from_next,
    keys_at_start,
    keys_lost,
    kind,
    present,
    strait_closed,
    strength,
)

CONQUERED = 6
"""A die and the modifiers have to reach it (15.1.b)."""


# -- flags -------------------------------------------------------------------------------------


def flag_acts(world: World, nation: str, space: str) -> frozenset[str]:
    """What a nation may do to the flag of a space, wherever it stands: "place", "remove".

    7.4.b, 7.42, 8.22.b, and the last words of 18.B's row PlaceFlag.
    """
    land, holder = world.atlas.spaces[space], controller(world, space)
    if land.fortress:
        return frozenset()
    acts = {"remove"} if at_war(world, nation, world.flags.get(space, "")) else set()
    of_ally = any(allied(world, nation, x) for x in land.colours - {nation})
    wanted = at_war(world, nation, holder) or nation in land.colours
    if land.start != nation and not of_ally and not allied(world, nation, holder) and wanted:
        acts.add("place")
    return frozenset(acts)


def flagger(world: World, space: str, commander: str | None = None) -> str | None:
    """Whose flag it is where several nations could place one (R-82).

    The commander's; without one that of most SP, then first in track order.
    """
    here = [n for n in TRACK if n in present(world, space)]
    able = [n for n in here if kind(world, n, space) == UNCONTROLLED]
    if commander is not None and world.leaders[commander].nation in able:
        return world.leaders[commander].nation
    return max(able, key=lambda n: strength(world, n, space), default=None)


def end_of_turn_flag(
    world: World, space: str, commander: str | None = None
) -> tuple[str, str] | None:
    """The act and the nation of a free flag at the end of a turn (5.6.a, 7.4.b, 8.22.b, R-82)."""
    nation = flagger(world, space, commander)
    if nation is None:
        return None
    acts = flag_acts(world, nation, space)
    act = "place" if "place" in acts else "remove" if "remove" in acts else None
    return (act, nation) if act else None


# -- conquest ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trial:
    """A roll for conquest at the end of a turn (15.1)."""

    victim: str
    conqueror: str
    lines: dict[str, int]
    needed: int
    """The least die that conquers: 1 is certain, more than 6 impossible."""

    def conquers(self, die: int) -> bool:
        """Whether a die conquers (15.1.b)."""
        return die >= self.needed


def capitals(atlas: Atlas, nation: str) -> tuple[str, ...]:
    """The capitals of a nation; Russia has two (15.1.c)."""
    return tuple(x.id for x in atlas.spaces.values() if x.capital and x.start == nation)


def conqueror(world: World, victim: str, due: str) -> str | None:
    """The enemy that controls the capital, all of them if there are two (15.1.b to 15.1.d).

    Two holders: the one with more of the victim's keys, then first in track order (R-127).
    """
    holders = {controller(world, c) for c in capitals(world.atlas, victim)}
    if not holders or not all(at_war(world, victim, holder) for holder in holders):
        return None
    lost = keys_lost(world, victim)
    in_order = [n for n in from_next(due) if n in holders]
    return max(in_order, key=lambda n: sum(controller(world, k) == n for k in lost))


def trial(world: World, victim: str, due: str) -> Trial | None:
    """The roll against a victim with its modifiers, if it can be conquered (15.1.b, 15.1.c)."""
    by = conqueror(world, victim, due)
    if by is None:
        return None
    lost = keys_lost(world, victim)
    lines = {"keys": len(lost), "nation": world.atlas.nations[victim].conquest}
    all_lost = len(lost) == len(keys_at_start(world.atlas, victim))
    needed = 1 if all_lost else max(1, CONQUERED - sum(lines.values()))
    return Trial(victim, by, lines, needed)


def victims(world: World, due: str, fallen: frozenset[str] = frozenset()) -> tuple[Trial, ...]:
    """The rolls still to make in their order; the fallen neither fall again nor conquer (R-42)."""
    found = (trial(world, n, due) for n in from_next(due) if n not in fallen)
    return tuple(t for t in found if t and t.conqueror not in fallen)


# -- cession and evacuation --------------------------------------------------------------------


def home_duchies(atlas: Atlas, nation: str) -> tuple[str, ...]:
    """The home duchies of a nation: its country (R-64)."""
    return tuple(x.id for x in atlas.spaces.values() if x.home == nation)


def cedable(atlas: Atlas, victim: str) -> tuple[str, ...]:
    """The duchies that may be ceded: home, never a capital (15.2.a, R-43)."""
    return tuple(x for x in home_duchies(atlas, victim) if not atlas.spaces[x].capital)


def picks(atlas: Atlas, victim: str, by: str, die: int) -> tuple[str, ...]:
    """Who picks each ceded duchy: conqueror and victim in turn (15.2.a, R-43)."""
    many = min(die, len(cedable(atlas, victim)))
    return tuple((by, victim)[i % 2] for i in range(many))


def flags_lifted(world: World, victim: str, by: str) -> frozenset[str]:
    """Flags of the conqueror and allies that come off before the cession (15.2.a).

    Those of the victim's former allies do, too: flags are forces (3.force, 15.21.b, R-195).
    """
    home = home_duchies(world.atlas, victim)
    out = side_of(world, by) | side_of(world, victim) - {victim} - _proxies(world, victim)
    return frozenset(x for x in home if world.flags.get(x) in out)


def own_flags_lifted(world: World, victim: str) -> frozenset[str]:
    """The victim's flags outside its home and associated duchies: they come off (15.21.b)."""
    abroad = (x for x, nation in world.flags.items() if nation == victim)
    return frozenset(x for x in abroad if victim not in world.atlas.spaces[x].colours)


@dataclass(frozen=True)
class Evacuation:
    """What becomes of field forces after a conquest: (nation, space) each (15.21)."""

    regrouped: frozenset[tuple[str, str]]
    """The victim's forces abroad and its former allies' in its country (15.21.b)."""
    leave: frozenset[tuple[str, str]]
    """Conquerors in a capital: to an adjacent space with a friendly flag or regrouped (15.21.a)."""
    choose: frozenset[tuple[str, str]]
    """Conquerors elsewhere in the country: they stay or are regrouped (15.21.a)."""


def evacuation(world: World, victim: str, by: str) -> Evacuation:
    """Who is evacuated or regrouped (15.21.a, 15.21.b, R-64, R-129), camps being as before it."""
    home = home_duchies(world.atlas, victim)
    forces = {(n, x) for x in world.atlas.spaces for n in present(world, x)}
    at_home = {(n, x) for n, x in forces if x in home}
    abroad = {(n, x) for n, x in forces if n == victim and not _stays(world, victim, x)}
    allies = side_of(world, victim) - {victim} - _proxies(world, victim)
    winners = {(n, x) for n, x in at_home if n in side_of(world, by)}
    leave = {(n, x) for n, x in winners if world.atlas.spaces[x].capital}
    regrouped = abroad | {(n, x) for n, x in at_home if n in allies}
    return Evacuation(frozenset(regrouped), frozenset(leave), frozenset(winners - leave))


def _stays(world: World, victim: str, space: str) -> bool:
    """Whether the victim's forces stay: at home, or in a friendly associated duchy (15.21.b)."""
    land = world.atlas.spaces[space]
    associated = victim in land.colours and kind(world, victim, space) == FRIENDLY
    return land.home == victim or associated


def _proxies(world: World, power: str) -> frozenset[str]:
    """The proxies in Pact with a power, which stay its allies (R-129, 8.2.e)."""
    return frozenset(n for n, with_whom in world.pacts.items() if with_whom == power)


def capital_exits(world: World, nation: str, capital: str) -> tuple[str, ...]:
    """Where a conqueror's force in the capital may go, after the cession (15.21.a)."""
    return tuple(
        x
        for x in world.atlas.neighbours(capital)
        if allied(world, nation, controller(world, x))
        and not enemies_in(world, nation, x)
        and not strait_closed(world, nation, capital, x)
    )


def reparations(resources: Mapping[str, int], victim: str, by: str) -> dict[str, int]:
    """Resources after a conquest: the conqueror one more, the victim none (15.5.a)."""
    return {**resources, by: resources.get(by, 0) + 1, victim: 0}
