"""11.3 Rivers: how many cards cross in a player turn [G-21, G-51]."""

from __future__ import annotations

from napoleon.rules.orders import Refusal
from napoleon.rulesets.eagles_waterloo import labels, places, sites
from napoleon.rulesets.eagles_waterloo.specials import effects
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, refuse


def crossed_by(table: Table, battle: Battle, card: str, to: str) -> str:
    """The river that a unit crosses on its way; empty for none. Generals are exempt [11.3]."""
    place = battle.cards[card].place
    if places.is_reserve(place) or places.is_reserve(to):
        return ""
    if labels.kind_of(table, card) == labels.GENERAL:
        return ""
    return sites.river_in(table, battle, places.lane_of(to))


def limit(table: Table, battle: Battle, lane: str) -> int:
    """How many units may cross in this player turn [11.3, 13.a]."""
    river = sites.river_in(table, battle, lane)
    broken = sum(
        effects.special(table, it.card).amount
        for it in effects.running(table, battle, effects.CROSSING_LIMIT, place=lane)
    )
    return max(0, sites.terrain_of(table, river).crossing_limit + broken)


def refuse_crossing(table: Table, battle: Battle, card: str, to: str) -> Refusal | None:
    """No more than the river lets across, engaging and disengaging together [11.3, G-21]."""
    river = crossed_by(table, battle, card, to)
    if not river:
        return None
    lane = places.lane_of(to)
    most = limit(table, battle, lane)
    if battle.crossed.get(lane, 0) >= most:
        name = labels.name_of(table, river)
        detail = f"{name} lets no more across in this turn: the limit is {most}."
        return refuse("RIVER_LIMIT", "11.3", detail, limit=most)
    return None
