"""Corrections by the referee: what is put right, and by which judge."""

from __future__ import annotations

from napoleon.rules.events import Event
from napoleon.rules.prose.storybook import Chapter, corrected
from napoleon.rulesets.eagles_waterloo.events.corrections import (
    ActionCorrected,
    ArrivalCorrected,
    CardBrought,
    CardRestored,
    CardReturned,
    CardShown,
    CardTurnedDown,
    CardWithdrawn,
    CavalryBlown,
    CavalryRested,
    FormationCorrected,
    HitsCorrected,
    HolderCorrected,
    PlaceCorrected,
    QuietCorrected,
)

CORRECTED: tuple[type[Event], ...] = (
    ActionCorrected,
    ArrivalCorrected,
    CardBrought,
    CardRestored,
    CardReturned,
    CardShown,
    CardTurnedDown,
    CardWithdrawn,
    CavalryBlown,
    CavalryRested,
    FormationCorrected,
    HitsCorrected,
    HolderCorrected,
    PlaceCorrected,
    QuietCorrected,
)

CORRECTIONS: Chapter = dict.fromkeys(CORRECTED, corrected)
