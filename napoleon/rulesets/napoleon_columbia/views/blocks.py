"""A block as one reader may see it [3.2, (d)]."""

from __future__ import annotations

import msgspec

from napoleon.rulesets.napoleon_columbia.table import Table
from napoleon.rulesets.napoleon_columbia.views import sight


class BlockView(msgspec.Struct, kw_only=True):
    """A block on the map: all of its label, or only a token of its army's colour [N-44]."""

    id: str
    """Of the unit, or of its token for who may see no more than that."""
    token: str
    """What others see of it while it is upright."""
    army: str
    name: str | None
    """None, as all that its label tells, where only the token is seen."""
    type: str | None
    """``leader``, ``inf``, ``cav``, ``foot_art`` or ``horse_art``."""
    corps: str | None
    strength: int | None
    """Steps that it has left."""
    max_strength: int | None
    firepower: int | None
    """As printed."""
    revealed: bool
    """Whether everybody sees its label."""
    disrupted: bool
    """Whether it lies face down after a retreat [7.3]."""
    marched: int
    """Roads that it has marched in this player turn, which everybody saw [5.0]."""


def block_view(table: Table, seat: str, unit: str) -> BlockView:
    """A unit as `seat` may see it."""
    block, label = table.state.blocks[unit], table.data.blocks[unit]
    seen = sight.sees_unit(table, seat, unit)
    return BlockView(
        id=unit if seen else block.token,
        token=block.token,
        army=block.army,
        name=label.called if seen else None,
        type=label.type if seen else None,
        corps=label.corps or None if seen else None,
        strength=block.strength if seen else None,
        max_strength=label.max_strength if seen else None,
        firepower=label.firepower if seen else None,
        revealed=block.revealed,
        disrupted=block.disrupted,
        marched=len(block.path),
    )
