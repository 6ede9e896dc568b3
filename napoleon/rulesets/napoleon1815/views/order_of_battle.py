"""The order of battle: every army's blocks, with strength and fatigue as far as may be seen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal

import msgspec

from napoleon.rules import views
from napoleon.rulesets.napoleon1815.packs.pack import ARMY_NAMES, BlockType
from napoleon.rulesets.napoleon1815.state import Block
from napoleon.rulesets.napoleon1815.table import Table
from napoleon.rulesets.napoleon1815.views import sight

Place = Literal["map", "removed", "to_come", "by_event", "absent"]
"""Where a block is: on the map, out of the game, due in a later turn, for a card event to bring, or
not in the game at all."""


class PrintedView(msgspec.Struct, kw_only=True):
    """What is printed on a block: strength in points, and its symbols [TERM.3-4]."""

    infantry: int
    cavalry: int
    march: bool
    pursuit: bool
    combat_bonus: int
    """Combat cards that it adds to those of its stack [COMBAT.1h]."""
    combat_bonus_when: str
    """When it does: ``any``, ``defence`` or ``attack``."""


class UnitView(msgspec.Struct, kw_only=True):
    """A block of an army; what the reader may not know of it, or it does not have, is None."""

    id: str
    name: str
    kind: str
    """``corps``, ``commander`` or ``scout``."""
    state: Place
    area: str | None
    ready: bool | None
    infantry: int | None
    """Strength and fatigue in points, as they are now [VIS.4]."""
    cavalry: int | None
    fatigue: int | None
    printed: PrintedView
    data_status: str


class ArmyView(views.ArmyView, kw_only=True):
    """An army, and whether the reader may see its strength and fatigue."""

    visible: bool
    hidden_by: str | None
    """The clause that hides them."""
    units: Sequence[UnitView]


class OrderOfBattleView(views.OrderOfBattleView, kw_only=True):
    """The three armies."""

    armies: Sequence[ArmyView]


def order_of_battle(table: Table, seat: str) -> OrderOfBattleView:
    """The order of battle as `seat` may see it [VIS.4]."""
    return OrderOfBattleView(
        turn=table.state.turn,
        phase=table.state.phase,
        armies=[_army(table, seat, army) for army in ARMY_NAMES],
    )


def _army(table: Table, seat: str, army: str) -> ArmyView:
    visible = sight.sees_army(table, seat, army)
    return ArmyView(
        army=army,
        visible=visible,
        hidden_by=None if visible else "VIS.4",
        units=[
            _unit(table, seat, printed, visible=visible)
            for printed in table.pack.pieces.values()
            if printed.army == army and _counts(table, printed.id, visible=visible)
        ],
    )


def _counts(table: Table, block: str, *, visible: bool) -> bool:
    """Whether a block belongs in the order of battle: scouts only for those who may see them."""
    return not table.is_scout(block) or (visible and block in table.state.blocks)


def _unit(table: Table, seat: str, printed: BlockType, *, visible: bool) -> UnitView:
    block = printed.id
    it = table.state.blocks.get(block)
    if not visible and _is_being_laid_out(table):
        it = None
    located = it if it is not None and (visible or sight.sees_block(table, seat, block)) else None
    shown = it if visible else None
    return UnitView(
        id=block,
        name=printed.name,
        kind=printed.kind,
        state=_place(table, block, it),
        area=located.area if located else None,
        ready=located.ready if located and located.area is not None else None,
        infantry=shown.infantry if shown else None,
        cavalry=shown.cavalry if shown else None,
        fatigue=shown.fatigue if shown else None,
        printed=_printed(printed),
        data_status=printed.status,
    )


@cache
def _printed(on_block: BlockType) -> PrintedView:
    return PrintedView(
        infantry=on_block.infantry,
        cavalry=on_block.cavalry,
        march=on_block.march,
        pursuit=on_block.pursuit,
        combat_bonus=on_block.combat_bonus,
        combat_bonus_when=on_block.combat_bonus_condition,
    )


def _place(table: Table, block: str, it: Block | None) -> Place:
    """Where a block is that has been placed as `it`, or not yet."""
    if it is not None:
        return "removed" if it.removed else "map"
    if block in table.state.reinforcements:
        return "to_come"
    return "by_event" if block in table.state.awaiting_event else "absent"


def _is_being_laid_out(table: Table) -> bool:
    """Whether blocks are still being placed, in fog of war: who is next would name its token.

    The decks are shuffled when all of them stand [SETUP.3, SETUP.6, VIS.6].
    """
    return table.fog and not table.state.decks
