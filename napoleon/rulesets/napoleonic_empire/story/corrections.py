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
from napoleon.rulesets.napoleonic_empire.story.sides import armies, the

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
        "%(judge)s corrected a count: %(who)s have %(armies)s %(where)s, not %(before)s.",
        judge=words.judge(event.by),
        who=the(words, event.side),
        armies=armies(words, event.after),
        where=within(words, event.country),
        before=event.before,
    )


CORRECTIONS: Chapter = {
    **dict.fromkeys(CORRECTED, corrected),
    ArmiesCorrected: armies_corrected,
}
