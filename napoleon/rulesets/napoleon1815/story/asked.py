"""What players are asked, and what turns are called: finished texts, to be told again."""

from __future__ import annotations

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.retelling import Retelling

ASKED = Retelling(
    (
        noted("Which of your corps take the fatigue (%(why)s)?"),
        noted("Which of your corps take %(number)s fatigue (%(why)s)?"),
        noted("Which strength points do you lose (%(why)s)?"),
        noted("Where does the stack march (%(number)s movement points left)?"),
        noted("Where does the stack march (%(number)s movement point left)?"),
        noted("Where does a scout stand (%(army)s)?"),
        noted("Where does the beaten stack retreat (%(number)s to go)?"),
        noted("Do you play a card (%(when)s)?"),
        noted("%(day)s June 1815, morning"),
        noted("%(day)s June 1815, afternoon"),
        noted("%(day)s June, morning"),
        noted("%(day)s June, afternoon"),
        noted("%(when)s (French operations)"),
        noted("%(when)s (Allied operations)"),
    )
)
"""Texts in which something is different each time."""

_ALWAYS = (
    noted("Do you allow your partner to play a card?"),
    noted("Your partner offers you a card. Which do you give for it?"),
    noted("What does the stack do?"),
    noted("Does the stack attack in the contested area?"),
    noted("Delayed troops: name the Prussian reinforcement that comes a turn later."),
    noted("Which card do you take from your deck?"),
    noted("Inertia: name an area with corps of yours; all your blocks there are spent."),
    noted("Does the stack stay, or retreat?"),
    noted("Do you play a blue card?"),
    noted("Which of your stacks acts now?"),
    noted("Where does the stack march?"),
    noted("Which Allied player acts now?"),
    noted("Which spent corps recovers?"),
    noted("Which card do you offer your partner?"),
    noted("The enemy has just played a card. Do you answer with a Counter-order?"),
    # why something is spread or lost
    noted("combat"),
    noted("event"),
    noted("movement"),
    noted("exhaustion"),
    noted("retreat"),
    noted("retreat direction"),
    noted("Prussian"),
    # when cards may be played
    noted("when everybody has drawn"),
    noted("in the initiative phase"),
    noted("when a stack has been activated"),
    noted("when the movement card has been flipped"),
    noted("before or after any road of a movement"),
    noted("when the moving stack has entered an area"),
    noted("when a movement is over"),
    noted("at the start of a combat"),
    noted("when the effects of a combat are known"),
    noted("when the loser has to retreat"),
    noted("when a retreat has been carried out"),
    noted("when an operation is over"),
    noted("when the enemy has just played a card"),
)
"""Texts that are always the same; they stand here to be translated."""
