"""The kinds of correction: what a referee may set, in the words of the API [RULING.98]."""

from __future__ import annotations

from typing import Literal

from napoleon.rules.corrections import Correction
from napoleon.rulesets.napoleon1815.packs.pack import Army, Side


class PlaceBlocks(Correction, frozen=True, tag="place_blocks"):
    """Put blocks into an area: from elsewhere on the map, or from off it.

    A block that was still to come brings what the scenario gives it, and a commander or scout
    that was removed comes back ready; for a corps that was eliminated see `RestoreCorps`.
    """

    blocks: tuple[str, ...]
    area: str


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


class WithdrawBlock(Correction, frozen=True, tag="withdraw_block"):
    """Take a block off the map for good."""

    block: str


class SetFatigue(Correction, frozen=True, tag="set_fatigue"):
    """Set the fatigue of a corps, 0 to 8."""

    corps: str
    fatigue: int


class SetStrength(Correction, frozen=True, tag="set_strength"):
    """Set the strength points of a corps, 1 to 8 in all."""

    corps: str
    infantry: int
    cavalry: int


class SetReadiness(Correction, frozen=True, tag="set_readiness"):
    """Make a block ready or spent."""

    block: str
    ready: bool


class SetTrack(Correction, frozen=True, tag="set_track"):
    """Put the marker of the victory track on a value between the ends, 1 to 19."""

    value: int


class SetControl(Correction, frozen=True, tag="set_control"):
    """Put the flag of an army on a place that scores, or take the flag away."""

    area: str
    army: Army | Literal["none"]


class SetBridge(Correction, frozen=True, tag="set_bridge"):
    """Break the bridge of a road, or mend it."""

    road: str
    broken: bool


class SetFortifiedPosition(Correction, frozen=True, tag="set_fortified_position"):
    """Put a fortified position on a fortified farm, or take it off."""

    area: str
    standing: bool


class SetRetreatMarker(Correction, frozen=True, tag="set_retreat_marker"):
    """Put the arrow of a side on a road of a contested area."""

    area: str
    side: Side
    road: str


class RemoveRetreatMarker(Correction, frozen=True, tag="remove_retreat_marker"):
    """Take the arrow of a contested area away."""

    area: str


class PlaceCard(Correction, frozen=True, tag="place_card"):
    """Move a card from a deck, a hand or the discards to another of these."""

    card: int
    to: str
    """``deck``, ``discards``, or the seat whose hand it is."""
