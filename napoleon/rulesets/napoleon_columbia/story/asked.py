"""What players are asked, and what turns are called: finished texts, to be told again."""

from __future__ import annotations

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.retelling import Retelling

ASKED = Retelling(
    (
        noted("%(day)s June, French turn"),
        noted("%(day)s June, French night"),
        noted("%(day)s June, Allied turn"),
        noted("%(day)s June, Allied night"),
        noted("Take a step from a unit for your bid; %(number)s to go."),
        noted("Place your units; %(number)s to go."),
        noted("Who fights in the skirmish in %(town)s? %(number)s more."),
        noted("Where do your units stand in the battle of %(town)s?"),
        noted("What do your units do in the battle of %(town)s?"),
        noted("Which units join the battle of %(town)s?"),
        noted("Which units regroup at %(town)s?"),
        noted("Which unit retreats from %(town)s, and where?"),
        noted("The French hold %(town)s: choose a unit of the %(army)s that is lost."),
    )
)
"""Texts in which something is different each time."""

_ALWAYS = (
    noted("Before the first turn"),
    noted("Do you bid for a side?"),
    noted("End your set-up, or take up a unit."),
    noted("Which unit marches, and where?"),
    noted("Show a leader who began the turn with the forced units, or keep all of them hidden."),
    noted("Show a leader who stands with the units whose morale is checked, or keep them hidden."),
    noted("Which skirmish comes next?"),
    noted("Which battle comes next?"),
    noted("Where do you place the terrain that you have drawn?"),
    noted("Which of your strongest units takes the hit?"),
    # why a game was won
    noted("All three armies were defeated at once."),
    noted("The French army was defeated."),
    noted("Both Allied armies were defeated."),
    noted("On the last day the French held two of Brussels, Ghent and Liege."),
    noted("Time ran out before the French had won."),
    noted("The French gave up."),
    noted("The Allies gave up."),
    noted("The other player gave up."),
    noted("Everybody agreed to end it."),
    noted("A player fell silent."),
)
"""Texts that are always the same; they stand here to be translated."""
