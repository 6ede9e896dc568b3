"""What players are asked, and why games end: finished texts, to be told again."""

from __future__ import annotations

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.retelling import Retelling

ASKED = Retelling(())
"""Nothing is different in a question from one time to the next."""

_ALWAYS = (
    noted("Which cards make up your deck?"),
    noted("Which cards serve in which of your two battles?"),
    noted("Lay your muster: 1 to 4 cards face down in each position. The rest is your Reserve."),
    noted("You have seen how the enemy stands: lay your cards again where you like, and end it."),
    noted(
        "Check the morale of your cards that were hit, in any order; first play what helps them."
    ),
    noted("Do you play a special before the enemy's Combat phase?"),
    noted("Which of your cards moves or fires?"),
    noted("Which infantry goes onto the terrain that has fallen to you?"),
    noted("Do you play a special before your turn ends?"),
    noted("Which cards do you send to your other battle?"),
)
"""Texts that are always the same; they stand here to be translated."""
