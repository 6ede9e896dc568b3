"""Correcting where blocks stand [RULING.98, RULING.99].

Each function records what corrects the table, or says why it cannot be corrected like this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from napoleon.rules.corrections import Correction
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon1815 import fog
from napoleon.rulesets.napoleon1815.corrections.checks import (
    area_of,
    refuse_alone_on_position,
    refuse_busy,
    refuse_enemy_flag,
    refuse_engaged,
    refuse_fatigue,
    refuse_no_corps,
    refuse_not_on_map,
    refuse_parting,
    refuse_place,
    refuse_risen,
    refuse_strength,
)
from napoleon.rulesets.napoleon1815.events.corrections import (
    BlockRestored,
    BlocksCorrected,
    BlockWithdrawn,
)
from napoleon.rulesets.napoleon1815.events.movement import (
    AreaBecameContested,
    AreaCeasedContested,
    RetreatMarkerRemoved,
)
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH, SIDES
from napoleon.rulesets.napoleon1815.table import Table


class Arrival(NamedTuple):
    """A block as it comes onto the map."""

    source: str
    infantry: int = 0
    cavalry: int = 0
    fatigue: int = 0
    ready: bool = True


class PlaceBlocks(Correction, frozen=True, tag="place_blocks"):
    """Put blocks into an area: from elsewhere on the map, or from off it.

    A block that was still to come brings what the scenario gives it, and a commander or scout
    that was removed comes back ready; for a corps that was eliminated see `RestoreCorps`.
    """

    blocks: tuple[str, ...]
    area: str


def place(table: Table, wanted: PlaceBlocks, reason: str) -> Refusal | None:
    """Blocks are put into an area [TERM.7]; in fog of war they may not part [RULING.99]."""
    if not wanted.blocks or len(set(wanted.blocks)) < len(wanted.blocks):
        return refuse("BAD_PAYLOAD", "RULING.98", "Name at least one block, and each once.")
    refusal = refuse_place(table, wanted.blocks, wanted.area)
    if refusal is not None:
        return refusal
    standing = [block for block in wanted.blocks if area_of(table, block) is not None]
    arriving = {b: _arrival(table, b) for b in wanted.blocks if b not in standing}
    eliminated = [block for block, it in arriving.items() if it is None]
    if eliminated:
        detail = f"{eliminated[0]} was eliminated: restore the corps, and say how strong it is."
        return refuse("CORPS_ELIMINATED", "ELIM.3", detail, corps=eliminated[0])
    refusal = refuse_parting(table, standing)
    if refusal is not None:
        return refusal
    left = [it for block in standing if (it := area_of(table, block)) is not None]
    _move(table, standing, wanted.area, reason)
    for block, arrival in arriving.items():
        assert arrival is not None
        _bring(table, block, wanted.area, arrival, reason)
    return _settle(table, wanted.area, *left)


class RestoreCorps(Correction, frozen=True, tag="restore_corps"):
    """Put a corps that was eliminated back into an area."""

    corps: str
    area: str
    infantry: int = 0
    """Strength points; with `cavalry` 1 to 8."""
    cavalry: int = 0
    fatigue: int = 0
    """0 to 8."""
    ready: bool = True


def restore(table: Table, wanted: RestoreCorps, reason: str) -> Refusal | None:
    """A corps that was eliminated stands on the map again [ELIM.3]."""
    refusal = (
        refuse_no_corps(table, wanted.corps)
        or refuse_place(table, [wanted.corps], wanted.area)
        or refuse_strength(wanted.infantry, wanted.cavalry)
        or refuse_fatigue(wanted.fatigue)
    )
    if refusal is not None:
        return refusal
    it = table.state.blocks.get(wanted.corps)
    if it is None or not it.removed:
        detail = f"{wanted.corps} was not eliminated."
        return refuse("NOT_ELIMINATED", "ELIM.3", detail, corps=wanted.corps)
    refusal = refuse_risen(table, wanted.corps, wanted.infantry, wanted.cavalry)
    if refusal is not None:
        return refusal
    _bring(
        table,
        wanted.corps,
        wanted.area,
        Arrival("removed", wanted.infantry, wanted.cavalry, wanted.fatigue, wanted.ready),
        reason,
    )
    return _settle(table, wanted.area)


class WithdrawBlock(Correction, frozen=True, tag="withdraw_block"):
    """Take a block off the map for good."""

    block: str


def withdraw(table: Table, wanted: WithdrawBlock, reason: str) -> Refusal | None:
    """A block is taken off the map for good; not Napoleon, which would end the game [VICTORY.7]."""
    refusal = (
        refuse_not_on_map(table, wanted.block)
        or refuse_busy(table)
        or refuse_engaged(table, wanted.block)
    )
    if refusal is not None:
        return refusal
    printed, it = table.type_of(wanted.block), table.block(wanted.block)
    if printed.kind == "commander" and printed.side == FRENCH:
        detail = "Without Napoleon the game would be over, which is no correction."
        return refuse("ENDS_THE_GAME", "VICTORY.7", detail)
    area = it.area
    assert area is not None
    kind = f"{printed.army}_scout" if printed.kind == "scout" else wanted.block
    table.record(
        BlockWithdrawn(
            table.owner_of(wanted.block),
            wanted.block,
            kind,
            area,
            reason,
            infantry=it.infantry,
            cavalry=it.cavalry,
            fatigue=it.fatigue,
            token=it.token,
        ),
        "RULING.98",
        "ELIM.3",
    )
    return _settle(table, area)


# -- what is recorded ------------------------------------------------------------------------------


def _move(table: Table, blocks: Sequence[str], area: str, reason: str) -> None:
    """One event for the blocks of a player that stood together."""
    groups: dict[tuple[str, str], list[str]] = {}
    for block in fog.in_order(table, blocks):
        key = (table.owner_of(block), area_of(table, block) or "")
        groups.setdefault(key, []).append(block)
    for (player, origin), moved in groups.items():
        shown = fog.tokens(table, moved)
        corrected = BlocksCorrected(player, tuple(moved), origin, area, reason, shown)
        table.record(corrected, "RULING.98", "TERM.7")
    for origin in dict.fromkeys(origin for _, origin in groups):
        _settle_contest(table, origin)


def _bring(table: Table, block: str, area: str, arrival: Arrival, reason: str) -> None:
    restored = BlockRestored(
        table.owner_of(block),
        block,
        area,
        arrival.source,
        arrival.ready,
        reason,
        infantry=arrival.infantry,
        cavalry=arrival.cavalry,
        fatigue=arrival.fatigue,
        token=fog.next_token(table, block),
    )
    table.record(restored, "RULING.98", "TERM.7")


def _settle(table: Table, area: str, *left: str) -> Refusal | None:
    """The area is contested or not; no position and no flag must have been lost by it.

    Nor in the areas that were `left`.
    """
    _settle_contest(table, area)
    lost = [
        it
        for it in table.state.fortified
        if table.corps_in(it, FRENCH) and not table.corps_in(it, ALLIED)
    ]
    if lost:
        return refuse_alone_on_position(lost[0])
    flagged = (refuse_enemy_flag(table, it, table.state.control.get(it)) for it in (area, *left))
    return next(filter(None, flagged), None)


def _settle_contest(table: Table, area: str) -> None:
    """Whether corps of both sides stand in an area; without them its marker goes.

    Nobody takes control, as nobody came or went by the rules [TERM.10, RETREATDIR.4].
    """
    contested = all(table.corps_in(area, side) for side in SIDES)
    if contested and area not in table.state.contested:
        table.record(AreaBecameContested(area), "RULING.98", "TERM.10")
    if not contested and area in table.state.contested:
        table.record(AreaCeasedContested(area), "RULING.98", "TERM.10")
        marker = table.state.markers.get(area)
        if marker is not None:
            removed = RetreatMarkerRemoved(area, marker.side, marker.road)
            table.record(removed, "RULING.98", "RETREATDIR.4")


def _arrival(table: Table, block: str) -> Arrival | None:
    """How a block that is off the map comes onto it; None for a corps that was eliminated."""
    state, printed = table.state, table.type_of(block)
    if block in state.blocks:
        return None if table.is_corps(block) else Arrival("removed")
    source = "reinforcements" if block in state.reinforcements else "by event"
    strength = table.scenario.strength.get(block, printed)
    fatigue = table.scenario.fatigue.get(block, 0)
    return Arrival(source, strength.infantry, strength.cavalry, fatigue)
