"""The order of battle: every army with its units, and what it has lost."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from napoleon.rules import views
from napoleon.rulesets.napoleon_columbia import sight
from napoleon.rulesets.napoleon_columbia.packs.pack import ARMIES, Block
from napoleon.rulesets.napoleon_columbia.table import Table


class UnitView(msgspec.Struct, kw_only=True):
    """A unit of an army; what the reader may not know of it, or it does not have, is None."""

    id: str
    name: str
    type: str
    """``leader``, ``inf``, ``cav``, ``foot_art`` or ``horse_art``."""
    corps: str | None
    nat: str | None
    max_strength: int
    firepower: int
    state: str
    """``in_play``, ``unplaced``, ``eliminated``, or ``gone`` with its defeated army."""
    town: str | None
    strength: int | None
    disrupted: bool | None
    data_status: str


class ArmyView(views.ArmyView, kw_only=True):
    """An army, and whether the reader may see its upright blocks."""

    player: str | None
    """The seat that commands it."""
    visible: bool
    eliminated: int
    """Units that it has lost [11.0]."""
    defeated_at: int
    """Units whose loss defeats it."""
    defeated: bool
    units: Sequence[UnitView]


class OrderOfBattleView(views.OrderOfBattleView, kw_only=True):
    """The three armies."""

    armies: Sequence[ArmyView]


def order_of_battle(table: Table, seat: str) -> OrderOfBattleView:
    """The order of battle as `seat` may see it [3.2]."""
    return OrderOfBattleView(
        turn=table.state.turn,
        phase=table.state.phase,
        armies=[
            ArmyView(
                army=army,
                player=table.state.players.get(army),
                visible=sight.sees_army(table.state, seat, army),
                eliminated=len(table.state.eliminated[army]),
                defeated_at=table.data.defeated_at[army],
                defeated=army in table.state.defeated,
                units=[_unit(table, label) for label in table.data.blocks_of(army)],
            )
            for army in ARMIES
        ],
    )


def _unit(table: Table, label: Block) -> UnitView:
    shown = table.state.blocks.get(label.id)
    return UnitView(
        id=label.id,
        name=label.called,
        type=label.type,
        corps=label.corps or None,
        nat=label.nat or None,
        max_strength=label.max_strength,
        firepower=label.firepower,
        state=_state(table, label),
        town=shown.town or None if shown else None,
        strength=shown.strength if shown else None,
        disrupted=shown.disrupted if shown else None,
        data_status=label.status,
    )


def _state(table: Table, label: Block) -> str:
    """Others do not see which units of an army are placed already."""
    state = table.state
    if label.id in state.eliminated[label.army]:
        return "eliminated"
    if label.army in state.defeated:
        return "gone"
    block = state.blocks.get(label.id)
    return "unplaced" if block is not None and not block.town else "in_play"
