"""How far each side is from its condition of victory, in one line [VIC.1, VIC.2]."""

from __future__ import annotations

from napoleon.rules.picture.score import Score
from napoleon.rulesets.napoleonic_empire.sides import NAMES
from napoleon.rulesets.napoleonic_empire.views import EmpireViews


def scores(views: EmpireViews) -> list[Score]:
    """The countries that each side needs, and how many of them it controls."""
    return [
        Score(
            "Countries",
            it.held,
            0,
            it.needed,
            towards_high=it.side,
            words=f"{NAMES[it.side]}: {it.text}",
        )
        for it in views.victory_track.conditions
    ]
