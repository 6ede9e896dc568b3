"""What people call the things of the game, by their ids."""

from __future__ import annotations

from napoleon.rules.prose.language import noted
from napoleon.rulesets.napoleon_columbia import places
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.sides import FIRST, NAMES, SECOND

PHASES = {
    "bidding": noted("Bidding"),
    "handicap": noted("Steps for the bid"),
    "setup_allied": noted("Allied set-up"),
    "setup_french": noted("French set-up"),
    "march": noted("March phase"),
    "forced_checks": noted("Forced-march checks"),
    "skirmish": noted("Skirmishes"),
    "battle_deploy": noted("Deployment"),
    "battle": noted("Battle phase"),
    "supply": noted("Supply phase"),
}

SIDES_OF_BOARD = {
    ("attacker", "a"): noted("the attacker's left"),
    ("attacker", "b"): noted("the attacker's centre"),
    ("attacker", "c"): noted("the attacker's right"),
    ("attacker", "reserve"): noted("the attacker's Reserve"),
    ("defender", "a"): noted("the defender's right"),
    ("defender", "b"): noted("the defender's centre"),
    ("defender", "c"): noted("the defender's left"),
    ("defender", "reserve"): noted("the defender's Reserve"),
}
"""My left faces your right [N-13]."""

CAUSES = {
    "hit": noted("a hit"),
    "forced": noted("a forced march"),
    "rout": noted("a rout"),
    "stream": noted("the Stream behind it"),
    "no_retreat": noted("want of a road to retreat by"),
    "shelter": noted("the fall of its square"),
}
"""Why a unit loses steps, or is eliminated."""

STEPS = {
    "morale": noted("morale"),
    "combat": noted("combat"),
    "reinforcement": noted("reinforcement"),
    "end": noted("the end of the combat turn"),
}
"""The steps of a combat turn [6.3]; bad morale eliminates units as well [6.31]."""

TERRAIN = {
    "woods": noted("Woods"),
    "farm": noted("Farm"),
    "stream": noted("Stream"),
    "hill": noted("Hill"),
}


def names(pack: Pack) -> dict[str, str]:
    """Display names of ids."""
    return {
        **NAMES,
        FIRST: noted("First player"),
        SECOND: noted("Second player"),
        "attacker": noted("attacker"),
        "defender": noted("defender"),
        **PHASES,
        **{
            place: SIDES_OF_BOARD[places.owner(place), places.lane_of(place)]
            for place in places.PLACES
        },
        **TERRAIN,
        **CAUSES,
        **STEPS,
        **{it.date.isoformat(): f"{it.date.day} June 1815" for it in pack.turns},
        **{town.id: town.name for town in pack.towns.values()},
        **{
            road.id: f"{pack.towns[road.a].name}-{pack.towns[road.b].name}"
            for road in pack.roads.values()
        },
        **pack.unit_names,
        **{f"the {unit}": _in_a_sentence(pack, unit) for unit in pack.unit_names},
    }


def _in_a_sentence(pack: Pack, unit: str) -> str:
    """A unit by its name, with an article where it bears one."""
    name, block = pack.unit_names[unit], pack.blocks[unit]
    return name if block.type == "leader" or block.commander else f"the {name}"
