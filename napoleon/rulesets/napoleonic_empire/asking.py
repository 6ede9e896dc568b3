"""Questions to the seat that answers them: about which armies or cards, and how many are left."""

from __future__ import annotations

from napoleon.rules.terms import Decision
from napoleon.rules.wording import Asked, Phrase, say, say_many
from napoleon.rulesets.napoleonic_empire import reinforcement
from napoleon.rulesets.napoleonic_empire.battles import fought
from napoleon.rulesets.napoleonic_empire.cards import armies
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleonic_empire.table import Table


def asks(table: Table, decision: Decision) -> Asked | None:
    """What waits for its place; None where the prompt says it all."""
    match decision.kind:
        case "move":
            return Asked(_MOVE[decision.seat])
        case "place_reinforcements":
            left = reinforcement.waiting(table)
            return Asked(say("Where do your reinforcements go?"), (_to_place(left),))
        case "place_card_armies":
            due = armies.waiting(table)
            card = table.data.pack.cards[due.source].name
            asked = say("Where do the armies of %(card)s go?", card=card)
            return Asked(asked, (_to_place(due.armies),))
        case "discard_excess":
            return Asked(
                say_many(
                    "Which card do you discard face down?",
                    "Which %(count)s cards do you discard face down?",
                    table.state.excess,
                )
            )
        case "retreat":
            return _retreat(table)
        case "set_up_russia":
            return Asked(
                say(
                    "How do the %(armies)s Russian armies spread over the four areas?",
                    armies=table.state.russia_to_set_up,
                )
            )
    return None


_MOVE = {FRENCH: say("Which French armies move?"), ALLIED: say("Which Allied armies move?")}
"""By the seat that is asked."""


def _to_place(left: int) -> Phrase:
    return say_many("%(count)s army is left to place.", "%(count)s armies are left to place.", left)


def _retreat(table: Table) -> Asked:
    battle = fought(table)
    left = table.state.armies_in(battle.loser, battle.country)
    country = table.data.board.countries[battle.country].short_name
    asked = say("Where do your armies in %(country)s retreat?", country=country)
    told = say_many("%(count)s army is left there.", "%(count)s armies are left there.", left)
    parts = say("They may go all at once or in parts.")
    return Asked(asked, (told, parts) if left > 1 else (told,))
