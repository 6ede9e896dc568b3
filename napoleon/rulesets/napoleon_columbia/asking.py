"""Questions to the seat that answers them, with how much is left to do."""

from __future__ import annotations

from napoleon.rules.terms import Decision
from napoleon.rules.wording import Asked, say, say_many
from napoleon.rulesets.napoleon_columbia import setups, skirmishes
from napoleon.rulesets.napoleon_columbia.sides import (
    ALLIED,
    ANGLO,
    FRENCH,
    NAMES,
    PRUSSIAN,
    side_of,
)
from napoleon.rulesets.napoleon_columbia.table import Table
from napoleon.rulesets.napoleon_columbia.turns import FORCED_CHECKS


def asks(table: Table, decision: Decision) -> Asked | None:
    """What is still to be placed, lost or chosen; None where the prompt says it all."""
    match decision.kind:
        case "march":
            return Asked(_MARCH[_commanding(table, decision.seat)])
        case "setup":
            return _set_up(len(setups.unplaced(table, decision.seat)))
        case "handicap":
            left = say_many(
                "%(count)s step is left to lose.",
                "%(count)s steps are left to lose.",
                table.state.handicap,
            )
            return Asked(say("Which of your units loses a step for your bid?"), (left,))
        case "skirmishers":
            town, count = skirmishes.to_choose(table)
            asked = say("Who fights in the skirmish in %(town)s?", town=table.data.towns[town].name)
            left = say_many(
                "%(count)s more unit is to be chosen.",
                "%(count)s more units are to be chosen.",
                count,
            )
            return Asked(asked, (left,))
        case "reveal_leader":
            if table.state.phase == FORCED_CHECKS:
                return Asked(say("Do you show a leader who began the turn with the forced units?"))
            return Asked(
                say("Do you show a leader who stands with the units whose morale is checked?")
            )
        case "supply":
            city, army, units = table.state.supply_due[0]
            asked = say("Which unit of the %(army)s is lost?", army=NAMES[army])
            held = say("The French hold %(city)s.", city=table.data.towns[city].name)
            left = say_many("%(count)s unit is to go.", "%(count)s units are to go.", units)
            return Asked(asked, (held, left))
    return None


_MARCH = {
    FRENCH: say("Which French unit marches, and where?"),
    ALLIED: say("Which Allied unit marches, and where?"),
    ANGLO: say("Which Anglo-Dutch unit marches, and where?"),
    PRUSSIAN: say("Which Prussian unit marches, and where?"),
}
"""By the side, or the army, that the seat commands."""


def _commanding(table: Table, seat: str) -> str:
    """The army that a seat commands; of a seat with several, their side.

    The seats of a game in which sides were bid for are called after neither.
    """
    armies = table.state.armies_of_seat(seat)
    return armies[0] if len(armies) == 1 else side_of(armies[0])


def _set_up(left: int) -> Asked:
    if not left:
        other = say("You may still take up a unit, and place it elsewhere.")
        return Asked(say("Is your set-up finished?"), (other,))
    told = say_many("%(count)s unit is left to place.", "%(count)s units are left to place.", left)
    return Asked(say("Where do your units stand?"), (told,))
