"""Correcting how blocks are: fatigue, strength, ready or spent [RULING.98]."""

from __future__ import annotations

from typing import Annotated, Any

from napoleon.rules.corrections import Correction
from napoleon.rules.events import HIDDEN
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.kit.settings import Field, Setting, corrected, opened
from napoleon.rulesets.napoleon1815.corrections.checks import (
    refuse_awaited,
    refuse_engaged,
    refuse_fatigue,
    refuse_no_corps,
    refuse_not_on_map,
    refuse_risen,
    refuse_strength,
)
from napoleon.rulesets.napoleon1815.events.corrections import ReadinessCorrected
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table


class Standing(Scene[Table]):
    """A block on the map; its owner is the player."""

    def __init__(self, table: Table, block: str) -> None:
        super().__init__(table, table.owner_of(block))
        self.block = self.corps = block
        self.it = table.block(block)

    @property
    def token(self) -> str:
        """What others see of it in fog of war."""
        return self.it.token


def _corps(table: Table, wanted: SetFatigue | SetStrength) -> Standing:
    return Standing(table, wanted.corps)


# -- fatigue [TERM.3] ------------------------------------------------------------------------------


class SetFatigue(Correction, frozen=True, tag="set_fatigue"):
    """Set the fatigue of a corps, 0 to 8."""

    corps: str
    fatigue: int


def _tire(state: State, corps: str, after: int) -> None:
    state.blocks[corps].fatigue = after


FatigueCorrected = corrected(
    "napoleon1815.fatigue_corrected/1",
    "Correction: {corps}: fatigue {before} became {after}.",
    {
        "player": str,
        "corps": Annotated[str, HIDDEN],
        "before": Annotated[int, HIDDEN],
        "after": Annotated[int, HIDDEN],
    },
    _tire,
    veiled="Correction: the fatigue of a corps of {player}.",
)

FATIGUE: Setting[Table, Standing, SetFatigue] = Setting(
    SetFatigue,
    opened(
        _corps,
        lambda table, wanted: refuse_no_corps(table, wanted.corps),
        lambda table, wanted: refuse_not_on_map(table, wanted.corps),
        lambda table, wanted: refuse_fatigue(wanted.fatigue),
        lambda table, wanted: refuse_awaited(table, wanted.corps),
    ),
    "TERM.3",
    FatigueCorrected,
    sets={"fatigue": Field(lambda at: at.it.fatigue)},
)


# -- strength, for which nobody scores [TERM.3] ----------------------------------------------------


class SetStrength(Correction, frozen=True, tag="set_strength"):
    """Set the strength points of a corps, 1 to 8 in all."""

    corps: str
    infantry: int
    cavalry: int


def _strengthen(state: State, corps: str, after: dict[str, int]) -> None:
    block = state.blocks[corps]
    block.infantry, block.cavalry = after["infantry"], after["cavalry"]


def _by_kind(at: Any) -> dict[str, int]:
    """Strength points, of a block or of a correction."""
    return {"infantry": at.infantry, "cavalry": at.cavalry}


StrengthCorrected: Any = corrected(
    "napoleon1815.strength_corrected/1",
    "Correction: {corps}: {before} became {after}.",
    {
        "player": str,
        "corps": Annotated[str, HIDDEN],
        "before": Annotated[dict[str, int], HIDDEN],
        "after": Annotated[dict[str, int], HIDDEN],
    },
    _strengthen,
    veiled="Correction: the strength of a corps of {player}.",
)

STRENGTH: Setting[Table, Standing, SetStrength] = Setting(
    SetStrength,
    opened(
        _corps,
        lambda table, wanted: refuse_no_corps(table, wanted.corps),
        lambda table, wanted: refuse_not_on_map(table, wanted.corps),
        lambda table, wanted: refuse_strength(wanted.infantry, wanted.cavalry),
        lambda table, wanted: refuse_awaited(table, wanted.corps),
        lambda table, wanted: refuse_risen(table, wanted.corps, wanted.infantry, wanted.cavalry),
    ),
    "TERM.3",
    StrengthCorrected,
    sets={
        "infantry": Field(lambda at: at.it.infantry),
        "cavalry": Field(lambda at: at.it.cavalry),
    },
    more=lambda at, wanted: {"before": _by_kind(at.it), "after": _by_kind(wanted)},
)


# -- ready or spent [TERM.5] -----------------------------------------------------------------------


class SetReadiness(Correction, frozen=True, tag="set_readiness"):
    """Make a block ready or spent."""

    block: str
    ready: bool


READINESS: Setting[Table, Standing, SetReadiness] = Setting(
    SetReadiness,
    opened(
        lambda table, wanted: Standing(table, wanted.block),
        lambda table, wanted: refuse_not_on_map(table, wanted.block),
        lambda table, wanted: refuse_awaited(table, wanted.block),
        lambda table, wanted: refuse_engaged(table, wanted.block),
    ),
    "TERM.5",
    ReadinessCorrected,
    sets={"ready": Field(lambda at: at.it.ready, {True: "ready", False: "spent"})},
)

SETTINGS = (FATIGUE, STRENGTH, READINESS)
