"""What is chosen by name in forms of standing orders and corrections, with what it is called."""

from __future__ import annotations

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
