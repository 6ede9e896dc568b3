"""Checks of a data pack, for those who replace one: ``napoleon pack check DIR``.

A pack passes when the rules can be played with it, when it agrees with what the rulebook prints,
and when its tables agree with what its own ``checks.json`` says is known of the printed game.
Names, places on the drawing, and everything that is inferred or reconstructed are not judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from napoleon.rules.kit.findings import (
    Explained,
    check_of,
    cut_off,
    differences,
    finding,
    findings,
    not_plain,
    strays,
    without_source,
)
from napoleon.rules.terms import Finding
from napoleon.rulesets.napoleon_columbia.packs import printed
from napoleon.rulesets.napoleon_columbia.packs.drawn_check import DRAWN_CHECKS
from napoleon.rulesets.napoleon_columbia.packs.facts_check import FACT_CHECKS
from napoleon.rulesets.napoleon_columbia.packs.loader import PackAndFacts, read_pack
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.packs.setup_check import SETUP_CHECKS

# -- provenance and map ------------------------------------------------------------------------


def _ids(pack: Pack) -> Iterator[str]:
    yield from not_plain([*pack.towns, *pack.blocks, *pack.battle_board])
    for name in sorted(pack.towns.keys() & pack.blocks.keys()):
        yield f"{name} is a town and a block"


def _sources(pack: Pack) -> Iterator[str]:
    tables: dict[str, Iterable[Explained]] = {
        "town": pack.towns.values(),
        "road": pack.roads.values(),
        "block": pack.blocks.values(),
        "turn": pack.turns,
        "green block": pack.green_blocks.values(),
        "point of a river": pack.rivers,
        "point of a line": pack.lines,
        "place of a battle board": pack.battle_board.values(),
    }
    yield from without_source(tables)


def _connected(pack: Pack) -> Iterator[str]:
    yield from cut_off(pack.towns, pack.distance)


def _named_towns(pack: Pack) -> Iterator[str]:
    yield from (f"{town} is missing" for town in sorted(printed.TOWNS - pack.towns.keys()))


def _supply(pack: Pack) -> Iterator[str]:
    there = {town.id: (town.supply_army, town.supply_loss) for town in pack.supply_cities}
    yield from differences(there, printed.SUPPLY)
    cities = [town.id for town in pack.towns.values() if town.kind == "city"]
    yield from strays(cities, printed.SUPPLY, "be a city")


def _zones(pack: Pack) -> Iterator[str]:
    french = [town.id for town in pack.zone("french")]
    in_france = [town.id for town in pack.towns.values() if town.country == "france"]
    yield from strays(french, in_france, "be a town for the French set-up")


def _roads(pack: Pack) -> Iterator[str]:
    for a, b, kind, river in printed.ROADS:
        road = pack.road_between(a, b)
        if road is None:
            yield f"no road joins {a} and {b}"
        elif kind is not None and road.kind != kind:
            yield f"{road.id} must be {kind}"
        elif river is not None and road.river != river:
            yield f"{road.id} {'must' if river else 'must not'} cross a river"
    for a, b in printed.NOT_JOINED:
        if pack.road_between(a, b) is not None:
            yield f"no road must join {a} and {b}"


# -- blocks, turn record and terrain -----------------------------------------------------------


def _blocks(pack: Pack) -> Iterator[str]:
    if len(pack.blocks) != printed.BLOCKS:
        yield f"there are {len(pack.blocks)} instead of {printed.BLOCKS}"


def _leaders(pack: Pack) -> Iterator[str]:
    for leader in pack.leaders.values():
        if leader.max_strength != 1:
            yield f"{leader.id} has {leader.max_strength} steps"


def _defeat(pack: Pack) -> Iterator[str]:
    yield from differences(pack.defeated_at, printed.DEFEATED_AT)


def _turns(pack: Pack) -> Iterator[str]:
    if pack.turns[0].side != "french":
        yield "the French must go first"
    for before, after in pairwise(pack.turns):
        if after.side == before.side:
            yield f"turn {after.index} is of the same side as the turn before it"
        if after.date < before.date:
            yield f"turn {after.index} is earlier than the turn before it"
    if pack.turns[-1].date != printed.LAST_DATE:
        yield f"the last turn is on {pack.turns[-1].date} instead of {printed.LAST_DATE}"


def _consultation(pack: Pack) -> Iterator[str]:
    for turn in pack.turns:
        due = turn.night and turn.side == "allied"
        if turn.allied_consultation != due:
            yield f"in turn {turn.index} the Allies {'must' if due else 'must not'} consult"


def _terrain(pack: Pack) -> Iterator[str]:
    counts = {
        "the pool": sum(pack.terrain.values()),
        "the stream": pack.terrain["stream"],
        "the box": sum(green.count for green in pack.green_blocks.values()),
    }
    due = {
        "the pool": printed.POOL,
        "the stream": printed.STREAMS,
        "the box": printed.GREEN_BLOCKS,
    }
    yield from differences(counts, due)


PACK_CHECKS: dict[str, Callable[[Pack], Iterable[str]]] = {
    "ids are plain and unique": _ids,
    "sources are told": _sources,
    "map is connected": _connected,
    "towns named by the rules [1.0]": _named_towns,
    "cities and what their loss costs [10.0]": _supply,
    "the French are set up in France [4.1, 4.2]": _zones,
    "roads of the examples [5.1, 5.2, 5.5, 7.5]": _roads,
    "58 blocks [3.1]": _blocks,
    "leaders have one step [9.0]": _leaders,
    "thresholds of defeat [11.0]": _defeat,
    "sides alternate until 22 June [2.0, 11.1]": _turns,
    "the Allies consult in their nights [12.0]": _consultation,
    "green blocks [6.21, FAQ.1]": _terrain,
    **DRAWN_CHECKS,
}
"""What is asked of the tables: the name of each check, and what finds the things that are wrong."""


def _findings(read: PackAndFacts) -> Iterator[Finding]:
    pack, facts = read
    yield from findings(pack, PACK_CHECKS)
    for name, unlike in FACT_CHECKS.items():
        yield finding(name, unlike(pack, facts))
    for setup in pack.setups.values():
        for name, senseless in SETUP_CHECKS.items():
            yield finding(f"{setup.id}: {name}", senseless(pack, setup))


check = check_of(read_pack, _findings)
"""Every check of the pack in a folder."""
