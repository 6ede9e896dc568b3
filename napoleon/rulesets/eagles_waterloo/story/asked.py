"""What players are asked, and why games end: finished texts, to be told again."""

from __future__ import annotations

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.retelling import Retelling

ASKED = Retelling(())
"""Nothing is different in a question from one time to the next."""

_ALWAYS = (
    noted("Make your deck: add cards, take them out again, and end it."),
    noted("Split your army between the two battles, and end your decks."),
    noted("Lay your muster: 1 to 4 cards face down in each position. The rest is your Reserve."),
    noted("You have seen how the enemy stands: lay your cards again where you like, and end it."),
    noted(
        "Check the morale of your cards that were hit, in any order; first play what helps them."
    ),
    noted("The enemy's Combat phase begins: play a special now, or nothing."),
    noted("Have each card move or fire, one by one, and end your Combat phase."),
    noted("Choose the infantry that goes onto the terrain that has fallen to you."),
    noted("Your reinforcements have come: play a special of this phase, or end your turn."),
    noted("Send cards to your other battle, as many as you like; the others wait."),
)
"""Texts that are always the same; they stand here to be translated."""
