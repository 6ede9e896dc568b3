"""Corrections by the referee: what is put right, and by which judge."""

from __future__ import annotations

from napoleon.rules.prose.sentences import alone, by, tellings
from napoleon.rules.prose.storybook import Chapter, corrected
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
from napoleon.rulesets.napoleonic_empire.story.manner import OF_SIDES
from napoleon.rulesets.napoleonic_empire.story.sides import armies

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


CORRECTIONS: Chapter = {
    **dict.fromkeys(CORRECTED, corrected),
    **tellings(
        {
            ArmiesCorrected: alone(
                "%(judge)s corrected a count: %(who)s have %(armies)s %(where)s, not %(before)s.",
                judge=lambda words, _, it: words.judge(it.by),
                armies=by(armies, "after"),
            )
        },
        OF_SIDES,
    ),
}
