"""11.0, 11.4 Terrain cards in play: where they lie, and who may stand on them [4.2]."""

from __future__ import annotations

from napoleon.rules.orders import Refusal
from napoleon.rulesets.eagles_waterloo import labels, places
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, refuse

MOST_TERRAIN = 2
"""Terrain cards in a position, rivers apart [11.0, G-51]."""

HILL = "hill"
WOODS = "woods"
RIVER = "river"
BUILDING = "building"
INFANTRY_ONLY = (WOODS, BUILDING)
"""Terrain on which only infantry stands [11.2, 11.4]."""


def terrain_of(table: Table, site: str) -> labels.Terrain:
    """What a terrain card says."""
    found = labels.label(table, site)
    assert isinstance(found, labels.Terrain), f"{site} is no terrain"
    return found


def under(table: Table, battle: Battle, card: str) -> str:
    """Kind of the terrain that a unit stands on; empty for none."""
    site = battle.cards[card].terrain
    return terrain_of(table, site).terrain if site else ""


def refuse_site(
    table: Table, battle: Battle, card: str, place: str, *, decoy: bool = False
) -> Refusal | None:
    """Why a terrain card cannot lie in a position [4.2, 11.0, 11.3, G-51]."""
    it = labels.label(table, card)
    assert isinstance(it, labels.Terrain), "only terrain is asked about"
    if place != places.position(side_of(it.nation), it.lane):
        detail = f"{labels.name_of(table, card)} belongs to the {it.lane} of its side."
        return refuse("WRONG_LANE", "4.2", detail, lane=it.lane)
    if decoy:
        return None
    lane = places.lane_of(place)
    if it.terrain == "river":
        if river_in(table, battle, lane):
            return refuse("TWO_TERRAINS", "G-51", "There is a river in that lane already.")
        return None
    lying = [site for site in battle.sites_at(place) if not is_river(table, site)]
    if len(lying) >= MOST_TERRAIN:
        detail = f"At most {MOST_TERRAIN} terrain cards lie in a position."
        return refuse("TWO_TERRAINS", "11.0", detail)
    return None


def is_river(table: Table, site: str) -> bool:
    """Whether a terrain card is a river [11.3]."""
    it = labels.label(table, site)
    return isinstance(it, labels.Terrain) and it.terrain == "river"


def river_in(table: Table, battle: Battle, lane: str) -> str:
    """The river in a lane, of either side; empty for none [11.3, G-51]."""
    for site, it in battle.sites.items():
        if is_river(table, site) and places.lane_of(it.place) == lane:
            return site
    return ""


def refuse_stand(
    table: Table,
    battle: Battle,
    card: str,
    site: str,
    place: str = "",
    instead: str = "",
) -> Refusal | None:
    """Why a unit cannot stand on a terrain card [11.0, 11.2, 11.4, 11.5, G-52].

    `place` is where it stands then, if it is about to move; `instead` the unit that gives place.
    """
    if site not in battle.sites or is_river(table, site):
        return refuse("WRONG_TYPE", "11.0", "Name a hill, woods or a building of that position.")
    it, name = labels.label(table, card), labels.name_of(table, card)
    if not labels.is_unit(it):
        return refuse("WRONG_TYPE", "11.0", f"{name} is no unit: only units stand on terrain.")
    if battle.sites[site].place != (place or battle.cards[card].place):
        return refuse("NOT_IN_POSITION", "11.0", "That terrain lies in another position.")
    kind, called = terrain_of(table, site).terrain, labels.name_of(table, site)
    if kind in INFANTRY_ONLY and not isinstance(it, labels.Infantry):
        return refuse("WRONG_TYPE", "11.2", f"Only infantry stands on {called}.")
    if battle.cards[card].terrain == site:
        return refuse("CAPACITY", "11.0", f"{name} stands on {called} already.")
    there = [unit for unit in battle.on(site) if unit != instead]
    side = side_of(it.nation)
    if battle.sites[site].side != side:
        infantry = isinstance(it, labels.Infantry)
        if there or not (infantry or table.rulings.hills_for_all):
            return refuse("HELD", "11.5", f"The enemy holds {called}.")
        return None
    if len(there) >= terrain_of(table, site).capacity:
        room = terrain_of(table, site).capacity
        detail = f"{called} takes no more: {len(there)} of {room}."
        return refuse("CAPACITY", "11.0", detail, capacity=room)
    return None
