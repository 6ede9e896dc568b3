"""Laying the muster: infantry and guns in line, cavalry in Reserve, generals with them [4]."""

from __future__ import annotations

from napoleon.rules.orders import Order
from napoleon.rulesets.eagles_waterloo import places
from napoleon.rulesets.eagles_waterloo.bot import leading
from napoleon.rulesets.eagles_waterloo.bot.seen import Field, Seen
from napoleon.rulesets.eagles_waterloo.orders import EndDeployment, OccupyTerrain, Place

IN_LINE = {"infantry": 6.0, "artillery": 5.0, "cavalry": 1.0}
"""What it is worth to have a unit in line."""
FIRST_OF_ALL = {"infantry": 30.0, "cavalry": 22.0, "artillery": 16.0}
"""What it is worth to have it in a position that is empty."""
CROWDED = 0.9
"""What each unit that a position has already takes from it."""
GUNS_TOGETHER = 2.0
"""What each battery there takes from another one."""
ENOUGH = 2.0
"""What a placing has to be worth."""
LAID = {"hill": 40.0, "building": 40.0, "woods": 38.0, "river": 0.0}
"""Terrain comes first, as units stand on it; a river is kept."""
SHELTER = {"building": 12.0, "woods": 9.0, "hill": 10.0}
"""What it is worth to stand on terrain."""
NEVER = -1.0


def worth(seen: Seen, order: Order) -> float:
    """What an order is worth while the muster is laid; who has laid enough ends it."""
    match order:
        case EndDeployment():
            return ENOUGH
        case Place(card, place, formation, decoy):
            return NEVER if formation or decoy else _placing(seen.field_of(card), card, place)
        case OccupyTerrain(card, terrain):
            return _posting(seen.field_of(card), card, terrain)
    return NEVER


def _placing(field: Field, card: str, place: str) -> float:
    piece = field.pieces[card]
    assert piece.face is not None, "an own card is known"
    if piece.kind == "terrain":
        return LAID[piece.face.terrain or "river"]
    if piece.kind == "general":
        return ENOUGH + leading.support(field, piece, place)
    if piece.kind not in IN_LINE:
        return NEVER
    there = field.own(place)
    if not there:
        return FIRST_OF_ALL[piece.kind] + piece.power / 10
    guns = sum(it.kind == "artillery" for it in there)
    value = IN_LINE[piece.kind] - CROWDED * len(there) + piece.power / 10
    if not any(it.wins for it in there) and piece.wins:
        value += IN_LINE["infantry"]
    return value - GUNS_TOGETHER * guns * (piece.kind == "artillery")


def _posting(field: Field, card: str, terrain: str) -> float:
    """Infantry into buildings and woods, guns onto hills."""
    piece, site = field.pieces[card], field.sites[terrain]
    wanted = "artillery" if site.terrain == "hill" else "infantry"
    if piece.terrain or piece.kind != wanted or len(site.on) >= (site.capacity or 0):
        return NEVER
    return SHELTER[site.terrain] + piece.power / 10 if places.lane_of(piece.place) else NEVER
