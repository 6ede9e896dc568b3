"""Corrections by the referee: what is put right, with whoever did it."""

from __future__ import annotations

from napoleon.rules.events import Event
from napoleon.rules.prose.storybook import Chapter, corrected
from napoleon.rulesets.napoleon_columbia.events.corrections import (
    ActionsCorrected,
    BlockShown,
    BlockStoodUp,
    CombatRoadUseCorrected,
    DisruptionCorrected,
    FighterCorrected,
    GroupCorrected,
    HolderCorrected,
    HolderWithdrawn,
    RoadUseCorrected,
    SquareCorrected,
    StrengthCorrected,
    SupplyDueCorrected,
    TerrainCorrected,
    UnitMarchCorrected,
    UnitRestored,
    UnitsCorrected,
    UnitWithdrawn,
)

CORRECTED: tuple[type[Event], ...] = (
    ActionsCorrected,
    BlockShown,
    BlockStoodUp,
    CombatRoadUseCorrected,
    DisruptionCorrected,
    FighterCorrected,
    GroupCorrected,
    HolderCorrected,
    HolderWithdrawn,
    RoadUseCorrected,
    SquareCorrected,
    StrengthCorrected,
    SupplyDueCorrected,
    TerrainCorrected,
    UnitMarchCorrected,
    UnitRestored,
    UnitWithdrawn,
    UnitsCorrected,
)

CORRECTIONS: Chapter = dict.fromkeys(CORRECTED, corrected)
