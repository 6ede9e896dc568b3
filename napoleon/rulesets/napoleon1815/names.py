"""What things are called: in forms of standing orders and corrections, and in other languages."""

from __future__ import annotations

from napoleon.rules.prose.language import noted
from napoleon.rulesets.napoleon1815.packs.pack import Pack

Named = dict[str, str]


def blocks(pack: Pack) -> Named:
    """Every block. One scout is called like another, so its id is added."""
    return {
        it.id: f"{it.name} ({it.id})" if it.id in pack.scouts else it.name
        for it in sorted(pack.pieces.values(), key=lambda it: it.name)
    }


def areas(pack: Pack) -> Named:
    """Every area."""
    return {it.id: it.name for it in sorted(pack.areas.values(), key=lambda it: it.name)}


def roads(pack: Pack) -> Named:
    """Every road, by its two ends."""
    names = areas(pack)
    return {it.id: f"{names[it.a]} \N{EN DASH} {names[it.b]}" for it in pack.graph.roads.values()}


IN_OTHER_LANGUAGES = (
    *(noted("French scout 1"), noted("French scout 2")),
    *(noted("French scout 3"), noted("French scout 4"), noted("French scout 5")),
    *(noted("Anglo-Dutch scout 1"), noted("Anglo-Dutch scout 2")),
    *(noted("Anglo-Dutch scout 3"), noted("Prussian scout 1")),
    *(noted("Prussian scout 2"), noted("Prussian scout 3")),
    *(noted("Napoleon"), noted("Frederick")),
    *(noted("Napoléon 1815: the campaign from 14 June"), noted("Ligny and Quatre-Bras")),
    *(noted("Napoléon 1815: the historical invasion"), noted("Waterloo and Wavre")),
)
"""Names of the data that are spelt otherwise in other languages."""
