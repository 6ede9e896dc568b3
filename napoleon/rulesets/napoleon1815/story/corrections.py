"""Corrections by the referee: what is put right, and by which judge."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Chapter, Words, corrected
from napoleon.rulesets.napoleon1815.events import corrections


def tracked(words: Words, paragraph: Paragraph, event: corrections.TrackCorrected) -> Iterator[str]:
    """The victory track as it is now."""
    yield words.gettext(
        "%(judge)s corrected the victory track from %(before)s to %(after)s.",
        judge=words.judge(event.by),
        before=event.before,
        after=event.after,
    )


_OTHERS: Chapter = dict.fromkeys(
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
    ),
    corrected,
)

CORRECTIONS: Chapter = {**_OTHERS, corrections.TrackCorrected: tracked}
