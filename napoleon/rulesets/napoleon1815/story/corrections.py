"""Corrections by the referee: each is told by its own sentence."""

from __future__ import annotations

from napoleon.rules.prose.storybook import Chapter, as_it_is
from napoleon.rulesets.napoleon1815.events import corrections

CORRECTIONS: Chapter = dict.fromkeys(
    (
        corrections.BlockRestored,
        corrections.BlocksCorrected,
        corrections.BlockWithdrawn,
        corrections.BridgeCorrected,
        corrections.CardCorrected,
        corrections.ControlCorrected,
        corrections.DiscardCorrected,
        corrections.FatigueCorrected,
        corrections.FortifiedPositionCorrected,
        corrections.ReadinessCorrected,
        corrections.RetreatMarkerCorrected,
        corrections.StrengthCorrected,
        corrections.TrackCorrected,
    ),
    as_it_is,
)
