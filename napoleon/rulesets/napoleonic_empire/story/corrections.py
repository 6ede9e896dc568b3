"""Corrections by the referee: what is put right, with whoever did it."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Chapter, Words, corrected
from napoleon.rulesets.napoleonic_empire.events.corrections import (
    ArmiesCorrected,
    BattleDueCorrected,
    CardCorrected,
    CommanderCorrected,
    CommanderWithdrawn,
    ContinentalSystemCorrected,
    MovedArmiesCorrected,
    MovementBarCorrected,
    OpenCardCorrected,
)
from napoleon.rulesets.napoleonic_empire.story.places import within
from napoleon.rulesets.napoleonic_empire.story.sides import of_the

CORRECTED = (
    ArmiesCorrected,
    BattleDueCorrected,
    CardCorrected,
    CommanderCorrected,
    CommanderWithdrawn,
    ContinentalSystemCorrected,
    MovedArmiesCorrected,
    MovementBarCorrected,
    OpenCardCorrected,
)


def armies_corrected(words: Words, paragraph: Paragraph, event: ArmiesCorrected) -> Iterator[str]:
    """How many armies of a side stand in a country now."""
    yield words.gettext(
        "%(judge)s corrected the armies %(of)s %(where)s from %(before)s to %(after)s.",
        judge=words.judge(event.by),
        of=of_the(words, event.side),
        where=within(words, event.country),
        before=event.before,
        after=event.after,
    )


CORRECTIONS: Chapter = {
    **dict.fromkeys(CORRECTED, corrected),
    ArmiesCorrected: armies_corrected,
}
