"""The names of things in the notations."""

from __future__ import annotations

from functools import lru_cache

from napoleon.rules.notation.codecs import PACKS
from napoleon.rules.notation.names import Names
from napoleon.rulesets.napoleon_columbia import places
from napoleon.rulesets.napoleon_columbia.flanks import own_name
from napoleon.rulesets.napoleon_columbia.packs.pack import Block, Pack
from napoleon.rulesets.napoleon_columbia.sides import ATTACKER, DEFENDER, FIRST, SECOND
from napoleon.rulesets.napoleon_columbia.sides import NAMES as SIDES_AND_ARMIES

_PLAYERS = {**SIDES_AND_ARMIES, FIRST: "First player", SECOND: "Second player"}
PLAYERS = Names(_PLAYERS)
"""Sides, armies and seats; those that share an id share a name."""

WINNERS = Names({**_PLAYERS, "": "nobody"})

ROLES = Names({ATTACKER: "attacker", DEFENDER: "defender"})

PLACES = Names({place: f"{places.owner(place)}'s {own_name(place)}" for place in places.PLACES})
"""The places of a battle board as anybody may call them: ``attacker's left``."""


@lru_cache(PACKS)
def units(pack: Pack) -> Names:
    """All units, by names that no two of them share; what labels say is read as well."""
    return Names(
        {it.id: short_name(it) for it in pack.blocks.values()}, pack.unit_names, pack.labels
    )


def short_name(block: Block) -> str:
    """A unit by its commander, if the label names one, or by its name."""
    return block.commander or block.called


@lru_cache(PACKS)
def towns(pack: Pack) -> Names:
    """The towns of the map."""
    return Names({town.id: town.name for town in pack.towns.values()})


@lru_cache(PACKS)
def roads(pack: Pack) -> Names:
    """The roads of the map, by both of their ends in either order."""
    ends = {
        road.id: (pack.towns[road.a].name, pack.towns[road.b].name) for road in pack.roads.values()
    }
    return Names(
        {road: f"{a}-{b}" for road, (a, b) in ends.items()},
        {road: f"{b}-{a}" for road, (a, b) in ends.items()},
    )
