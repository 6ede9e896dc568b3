"""12 Who has the word where a side has two players [N-54]."""

from __future__ import annotations

from collections.abc import Container, Iterable

from napoleon.rulesets.napoleon_columbia.sides import side_of
from napoleon.rulesets.napoleon_columbia.sight import sees_block
from napoleon.rulesets.napoleon_columbia.table import Table


def next_seat(
    table: Table, side: str, ended: Container[str], concerned: Iterable[str] | None = None
) -> str:
    """The first seat of a side that has not ended its part; empty if all have.

    The Anglo-Dutch seat comes before the Prussian one. `concerned` are units: a seat without one
    of them is not asked. Left out, it is every unit on the map.
    """
    blocks = table.state.blocks
    units = blocks.values() if concerned is None else [blocks[it] for it in concerned]
    armies = {it.army for it in units}
    for seat in table.state.seats_of(side):
        if seat not in ended and not armies.isdisjoint(table.state.armies_of_seat(seat)):
            return seat
    return ""


def deciding_seat(table: Table, side: str, towns: Iterable[str]) -> str:
    """The seat of a side that has more units in these towns; of equal ones the Anglo-Dutch [N-40].

    It decides order, terrain and ties where both Allied armies fight.
    """
    state, where = table.state, set(towns)
    counts = dict.fromkeys(state.seats_of(side), 0)
    for it in state.blocks.values():
        if it.town in where and side_of(it.army) == side:
            counts[state.players[it.army]] += 1
    return max(counts, key=lambda seat: counts[seat])


def commands(table: Table, seat: str, unit: str) -> bool:
    """Whether a unit that is not eliminated is one of the seat's."""
    block = table.state.blocks.get(unit)
    return block is not None and table.state.players.get(block.army) == seat


def is_unseen(table: Table, seat: str, unit: str) -> bool:
    """Whether a seat may not know what a unit is: it stands upright, and is not its own [N-40].

    What a seat may do goes by nothing else of such a unit than that it is there, and its army.
    """
    hidden = not sees_block(table.state, seat, table.state.blocks[unit])
    return table.rulings.partner_unseen and hidden
