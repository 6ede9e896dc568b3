"""What comes of marching along a road, for the seat that may order it [5.0 to 5.6, chapter b].

It tells only what everybody sees of the enemy [3.2].
"""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleon_columbia import orders, units
from napoleon.rulesets.napoleon_columbia.sides import (
    ALLIED,
    ANGLO,
    ARMIES_OF,
    FRENCH,
    PRUSSIAN,
    enemy,
    side_of,
)
from napoleon.rulesets.napoleon_columbia.state import Block
from napoleon.rulesets.napoleon_columbia.table import Table


def on_a_road(at: Table, order: orders.March, block: Block) -> Iterator[Phrase]:
    """What is to be known of a march along a road, by a unit that stands like `block`."""
    road = at.data.roads[order.road]
    town = road.other(block.town)
    foe = enemy(side_of(block.army))
    attacks = at.state.count(town, foe) > 0
    if order.forced:
        yield say("a forced march: a die of 1 to 3 costs a step")
    if attacks and road.river:
        yield say("across the %(river)s", river=road.river_name)
    done = len(block.path) + 1
    allowance = units.march_allowance(at, order.unit)
    if attacks:
        yield say("ends the march, %(enemies)s stand there", enemies=_standing(at, town, foe))
    elif done > allowance or (at.state.night and done == allowance):
        yield say("ends the march")
    elif done == allowance:
        yield say("farther only by a forced march")


_ENEMIES = {
    FRENCH: say("the French"),
    ALLIED: say("the Allies"),
    ANGLO: say("the Anglo-Dutch"),
    PRUSSIAN: say("the Prussians"),
}


def _standing(at: Table, town: str, side: str) -> Phrase:
    """Whose units of a side stand in a town: their colours lie open [3.1]."""
    armies = [
        it for it in ARMIES_OF[side] if any(_is_there(at, u, town, it) for u in at.state.blocks)
    ]
    return _ENEMIES[armies[0] if len(armies) == 1 else side]


def _is_there(at: Table, unit: str, town: str, army: str) -> bool:
    block = at.state.blocks[unit]
    return block.town == town and block.army == army
