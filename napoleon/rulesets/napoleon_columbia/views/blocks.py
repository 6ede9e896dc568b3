"""A block as one reader may see it [3.2, (d)]."""

from __future__ import annotations

import msgspec

from napoleon.rulesets.napoleon_columbia.sight import is_seen
from napoleon.rulesets.napoleon_columbia.table import Table


class BlockView(msgspec.Struct, kw_only=True):
    """A block on the map: all of its label, or only a token of its army's colour [N-44]."""

    id: str
    """Of the unit, or of its token if the reader may see no more than that."""
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


def block_view(table: Table, unit: str) -> BlockView:
    """A unit, or a token of which no more is known."""
    block = table.state.blocks[unit]
    label = table.data.blocks[unit] if is_seen(block) else None
    return BlockView(
        id=unit,
        token=block.token,
        army=block.army,
        name=label.called if label else None,
        type=label.type if label else None,
        corps=label.corps or None if label else None,
        strength=block.strength if label else None,
        max_strength=label.max_strength if label else None,
        firepower=label.firepower if label else None,
        revealed=block.revealed,
        disrupted=block.disrupted,
        marched=len(block.path),
    )
