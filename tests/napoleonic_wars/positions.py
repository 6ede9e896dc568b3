"""Random positions by land, in the game and in the second reading of its rules."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from random import Random

from napoleon.rulesets.napoleonic_wars.frames.forces import Lot
from napoleon.rulesets.napoleonic_wars.state import Squadrons, State
from tests.napoleonic_wars.playing import emptied, pack
from tests.napoleonic_wars.second_reading.world import Atlas, World, empty, read_atlas

CAMPS = {"imperial": ("fr", "sp"), "coalition": ("gb", "au", "ru")}
FIGHTING = tuple(nation for members in CAMPS.values() for nation in members)


@cache
def atlas() -> Atlas:
    """The map of the pack, as the second reading has it."""
    with as_file(files("napoleon.rulesets.napoleonic_wars") / "data") as folder:
        return read_atlas(folder)


def position(random: Random, nation: str = "") -> State:
    """Forces of both camps here and there, flags, fleets, some of what an impulse leaves behind.

    Enemies stand in one space only outside an enemy fortress, as they do between two orders: so
    they never do here.
    """
    state = emptied(nation or random.choice(FIGHTING), cp=random.randint(1, 8))
    spaces = [*pack().spaces]
    # A corner of the map is enough: forces meet there.
    start = random.choice(spaces)
    near = _around(start, 3)
    camp_in = {it: random.choice([*CAMPS]) for it in near}
    for space in near:
        if random.random() < 0.25:
            state.spaces[space].flag = random.choice(FIGHTING)
        for name in CAMPS[camp_in[space]]:
            if random.random() < 0.3:
                _put_lots(random, state, space, name)
    for leader in state.leaders.values():
        if leader.nation in FIGHTING and random.random() < 0.6:
            camp = next(it for it, members in CAMPS.items() if leader.nation in members)
            there = [it for it in near if camp_in[it] == camp]
            if there:
                leader.standing, leader.where = "map", random.choice(there)
                leader.entered = random.choice((0, 0, 0, 1, 3, 4, 5))
                leader.fought = random.random() < 0.1
                leader.failed = random.random() < 0.1
    for _ in range(random.randint(0, 3)):
        at = random.choice([*pack().zones])
        state.squadrons.append(Squadrons(random.choice(FIGHTING), at, ready=1))
    return state


def _around(space: str, steps: int) -> list[str]:
    found = {space}
    for _ in range(steps):
        found |= {link.other(it) for it in found for link in pack().links[it]}
    return sorted(found)


def _put_lots(random: Random, state: State, space: str, nation: str) -> None:
    lots = {
        (random.choice((0, 0, 0, 2, 4)), random.random() < 0.1): random.randint(1, 5)
        for _ in range(random.randint(1, 2))
    }
    state.spaces[space].lots += [Lot(nation, sp, *done) for done, sp in lots.items()]


def world_of(state: State) -> World:
    """The same position for the second reading."""
    world = empty(atlas())
    world.flags = {name: it.flag for name, it in state.spaces.items() if it.flag}
    for name, space in state.spaces.items():
        for lot in space.lots:
            world.put(lot.nation, name, lot.sp, lot.entered, lot.fought)
    for name, leader in state.leaders.items():
        if leader.standing == "map":
            world.lead(name, leader.where, leader.entered, leader.fought)
            world.leaders[name].nation = leader.nation
    for fleet in state.squadrons:
        held = world.fleets.setdefault(fleet.at, {})
        held[fleet.nation] = held.get(fleet.nation, 0) + fleet.ready + fleet.refit + fleet.building
    world.failed = {name for name, it in state.leaders.items() if it.failed}
    world.failed_spaces = {*state.failed_from}
    return world
