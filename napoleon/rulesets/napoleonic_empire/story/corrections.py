"""Corrections by the referee: most of them are told by their own sentences."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Chapter, Words, as_it_is
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
from napoleon.rulesets.napoleonic_empire.story.sides import armies, of_the

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
        "Correction: %(armies)s %(of)s stand %(where)s, no longer %(before)s.",
        armies=armies(words, event.after),
        of=of_the(words, event.side),
        where=within(words, event.country),
        before=event.before,
    )


CORRECTIONS: Chapter = {
    **dict.fromkeys(CORRECTED, as_it_is),
    ArmiesCorrected: armies_corrected,
}
