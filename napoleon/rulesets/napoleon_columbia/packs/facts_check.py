"""Checks of the tables against what is known of the printed game by the pack's own account.

What ``checks.json`` calls inferred or reconstructed is a choice of the pack, and is not asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from napoleon.rules.kit.findings import differences, strays
from napoleon.rulesets.napoleon_columbia.packs.facts import KNOWN, Facts
from napoleon.rulesets.napoleon_columbia.packs.pack import ARMIES, Pack

# -- map ---------------------------------------------------------------------------------------


def _roads(pack: Pack, facts: Facts) -> Iterator[str]:
    for a, b, fact in facts.known_roads():
        road = pack.road_between(a, b)
        if road is None:
            yield f"no road joins {a} and {b}"
            continue
        if fact.kind not in (None, road.kind):
            yield f"{road.id} must be {fact.kind}"
        if fact.river not in (None, road.river):
            yield f"{road.id} {'must' if fact.river else 'must not'} cross a river"
    for a, b in facts.roads_that_are_not():
        if pack.road_between(a, b) is not None:
            yield f"no road must join {a} and {b}"


def _neighbours(pack: Pack, facts: Facts) -> Iterator[str]:
    for town, due in facts.all_neighbours().items():
        there = pack.neighbours(town) if town in pack.towns else ()
        yield from strays(there, due, f"be a neighbour of {town}")


def _front(pack: Pack, facts: Facts) -> Iterator[str]:
    if facts.front_towns.status not in KNOWN:
        return
    over: dict[str, list[bool]] = {}
    for town in pack.zone("french"):
        for road in pack.roads_of(town.id):
            if pack.towns[road.other(town.id)].country != town.country:
                over.setdefault(town.id, []).append(road.river)
    yield from strays(over, facts.front_towns.towns, "be a front town")
    wet = [town for town, rivers in over.items() if all(rivers)]
    yield from strays(wet, facts.front_towns.river_on_every_approach, "be behind rivers alone")


def _distances(pack: Pack, facts: Facts) -> Iterator[str]:
    for a, b, due, status in facts.distance:
        there = pack.distance(a, b) if {a, b} <= pack.towns.keys() else None
        if status in KNOWN and there != due:
            words = "unknown" if there is None else there
            yield f"the distance of {a} and {b} is {words} instead of {due}"


def _deployment_line(pack: Pack, facts: Facts) -> Iterator[str]:
    for a, b in facts.deployment_line.between if facts.deployment_line.status in KNOWN else ():
        if not {a, b} <= pack.towns.keys() or pack.towns[a].zone == pack.towns[b].zone:
            yield f"{a} and {b} must lie in different zones"


# -- blocks ------------------------------------------------------------------------------------


def _counts(pack: Pack, facts: Facts) -> Iterator[str]:
    if facts.blocks.status in KNOWN:
        there: dict[str, int] = {army: len(pack.blocks_of(army)) for army in ARMIES}
        yield from differences(there, facts.blocks.count)


def _steps(pack: Pack, facts: Facts) -> Iterator[str]:
    if facts.steps.status in KNOWN:
        there: dict[str, int] = {
            army: sum(b.max_strength for b in pack.blocks_of(army)) for army in ARMIES
        }
        yield from differences(there, facts.steps.total)


def _french_list(pack: Pack, facts: Facts) -> Iterator[str]:
    if facts.french_list.status in KNOWN:
        there = Counter(f"{b.type} of {b.max_strength}" for b in pack.blocks_of("french"))
        due = Counter(f"{kind} of {steps}" for kind, steps in facts.french_list.units)
        yield from differences(there, due)


def _prussian_corps(pack: Pack, facts: Facts) -> Iterator[str]:
    if facts.prussian_corps.status not in KNOWN:
        return
    there = Counter(block.corps for block in pack.blocks_of("prussian"))
    due = facts.prussian_corps.count
    yield from differences({corps: there[corps] for corps in due}, due)
    others = there.total() - sum(there[corps] for corps in due)
    if others != facts.prussian_corps.i_and_ii_with_leader:
        words = f"instead of {facts.prussian_corps.i_and_ii_with_leader}"
        yield f"the other corps and the leader have {others} blocks {words}"


# -- turn record, terrain, set-up --------------------------------------------------------------


def _turns(pack: Pack, facts: Facts) -> Iterator[str]:
    if facts.turns.status not in KNOWN:
        return
    first, last = pack.turns[0], pack.turns[-1]
    yield from differences(
        {
            "the record": len(pack.turns),
            "the first turn": (first.date, first.side),
            "the last turn": (last.date, last.side),
        },
        {
            "the record": facts.turns.count,
            "the first turn": facts.turns.first,
            "the last turn": facts.turns.last,
        },
    )
    for side, due in facts.turns.night.items():
        nights = {str(turn.date.day) for turn in pack.turns if turn.night and turn.side == side}
        yield from strays(nights, {str(day) for day in due}, f"be a night of the {side} side")


def _terrain(pack: Pack, facts: Facts) -> Iterator[str]:
    if facts.terrain.status not in KNOWN:
        return
    there = {
        "the pool": sum(pack.terrain.values()),
        "the stream": pack.terrain["stream"],
        "the box": sum(green.count for green in pack.green_blocks.values()),
    }
    due = {
        "the pool": facts.terrain.pool,
        "the stream": facts.terrain.stream,
        "the box": facts.terrain.green_blocks,
    }
    yield from differences(there, due)
    if pack.terrain["woods"] < facts.terrain.woods_at_least:
        due_woods = f"{facts.terrain.woods_at_least} or more"
        yield f"woods has {pack.terrain['woods']} instead of {due_woods}"


def _groups(pack: Pack, facts: Facts) -> Iterator[str]:
    if facts.set_up.status in KNOWN:
        placed = pack.historical.placed
        towns = [town for block, town in placed.items() if pack.blocks[block].army != "anglo"]
        yield from differences(Counter(towns), facts.set_up.groups)


FACT_CHECKS: dict[str, Callable[[Pack, Facts], Iterable[str]]] = {
    "roads that are known": _roads,
    "towns whose neighbours are known": _neighbours,
    "front towns": _front,
    "distances that are known": _distances,
    "towns on both sides of the deployment line": _deployment_line,
    "blocks of each army": _counts,
    "steps of each army": _steps,
    "French units by type and strength": _french_list,
    "blocks of the Prussian corps": _prussian_corps,
    "turns and nights": _turns,
    "terrain that is known": _terrain,
    "French and Prussian groups of the historical set-up": _groups,
}
"""What is known of the printed game: the name of each check, and what finds what is unlike it."""
