"""Questions to the seat that answers them, with what is left to do and how it is done."""

from __future__ import annotations

from napoleon.rules.terms import Decision
from napoleon.rules.wording import Asked, say, say_many
from napoleon.rulesets.eagles_waterloo import morale
from napoleon.rulesets.eagles_waterloo.deployment import DEPLOY
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, FRENCH
from napoleon.rulesets.eagles_waterloo.table import Table

_ACTS = {
    FRENCH: say("Which French card moves or fires?"),
    ALLIED: say("Which Allied card moves or fires?"),
}
"""By the seat that is asked."""


def asks(table: Table, decision: Decision) -> Asked | None:
    """What is laid, checked or sent; None where the prompt says it all."""
    match decision.kind:
        case "deploy" if table.state.phase == DEPLOY:
            how = say("1 to 4 cards lie face down in each position.")
            return Asked(
                say("Where do you lay your muster?"), (how, say("The rest is your Reserve."))
            )
        case "deploy":
            asked = say("Where do your cards lie, now that you see how the enemy stands?")
            return Asked(asked, (say("What you leave stays where it is."),))
        case "combat":
            return Asked(_ACTS[decision.seat])
        case "morale":
            left = say_many(
                "%(count)s card is to be checked.",
                "%(count)s cards are to be checked.",
                len(morale.to_check(table)),
            )
            asked = say("Which of your cards that were hit is checked next?")
            return Asked(asked, (left, say("First play what helps them.")))
        case "sending" if table.state.sent:
            sent = say_many(
                "%(count)s card is on its way already.",
                "%(count)s cards are on their way already.",
                len(table.state.sent),
            )
            return Asked(say("Which cards do you send to your other battle?"), (sent,))
    return None
