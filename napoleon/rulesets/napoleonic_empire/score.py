"""How far each side is from its condition of victory, in one line [VIC.1, VIC.2]."""

from __future__ import annotations

from napoleon.rules.picture.score import Score
from napoleon.rules.prose.language import Language, noted
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH, NAMES
from napoleon.rulesets.napoleonic_empire.views import EmpireViews

CONDITIONS = (
    noted("Control every country of the continent."),
    noted("Control France."),
)
"""How conditions of victory are worded by the views."""

COUNTRIES = {FRENCH: noted("French countries"), ALLIED: noted("Allied countries")}
"""What each side counts."""


def scores(views: EmpireViews, language: Language) -> list[Score]:
    """The countries that each side needs, and how many of them it controls."""
    return [
        Score(
            language.gettext(COUNTRIES[it.side]),
            it.held,
            0,
            it.needed,
            towards_high=it.side,
            words=language.polished(
                f"{language.gettext(NAMES[it.side])}: {language.gettext(it.text)}"
            ),
        )
        for it in views.victory_track.conditions
    ]
