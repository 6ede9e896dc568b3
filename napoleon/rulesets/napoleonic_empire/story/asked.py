"""What players are asked, and what turns are called: finished texts, to be told again."""

from __future__ import annotations

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.retelling import Retelling

ASKED = Retelling(
    (
        noted("Discard 1 card face down."),
        noted("Discard %(number)s cards face down."),
        noted("Place 1 army: %(card)s."),
        noted("Place %(number)s armies: %(card)s."),
        noted("Place 1 army."),
        noted("Place %(number)s armies."),
        noted("Retreat from %(country)s with 1 army."),
        noted("Retreat from %(country)s with %(number)s armies, all at once or in parts."),
        noted("Spread %(number)s Russian armies over the four areas."),
        noted("Do you play a card (%(when)s)?"),
        noted("Round %(number)s, French turn"),
        noted("Round %(number)s, Allied turn"),
        noted("Round %(number)s, French extra turn"),
        noted("Round %(number)s, Allied extra turn"),
        noted("for %(side)s, %(year)s"),
        noted("for %(side)s"),
        noted("%(country)s won"),
        noted("%(country)s lost"),
        noted("of %(number)s due"),
    )
)
"""Texts in which something is different each time."""

_ALWAYS = (
    noted("Before the first turn"),
    noted("Which battle is fought next?"),
    noted("Where does Kutuzov withdraw?"),
    noted("Does Kutuzov try to withdraw?"),
    noted("Which of your armies move?"),
    noted("Where do rebels rise?"),
    # when cards may be played
    noted("start of the Draw phase"),
    noted("start of the Move phase"),
    noted("before the dice of the battle"),
    noted("start of the Reinforcement phase"),
    noted("end of the turn"),
    noted("both sides"),
    noted("more than the pool holds"),
    # why a game was won
    noted("The Allies control France."),
    noted("The French control the whole continent."),
    noted("The French resigned."),
    noted("The Allies resigned."),
    noted("Both sides agreed to it."),
    # countries in full
    noted("Confederation of the Rhine"),
    noted("Grand Duchy of Warsaw"),
    noted("Kingdom of Italy"),
    noted("Kingdom of Naples"),
    noted("Ottoman Empire"),
    noted("Netherlands"),
    noted("Rhineland"),
    noted("Ottoman"),
)
"""Texts that are always the same; they stand here to be translated."""
