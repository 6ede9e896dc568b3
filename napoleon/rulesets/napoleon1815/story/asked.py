"""What players are asked, and what turns are called: finished texts, to be told again."""

from __future__ import annotations

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.retelling import Retelling

ASKED = Retelling(
    (
        noted("Spread the fatigue over your corps (%(why)s)."),
        noted("Spread %(number)s fatigue over your corps (%(why)s)."),
        noted("Choose the strength points that you lose (%(why)s)."),
        noted("Move along a road (%(number)s movement points left), or end the movement."),
        noted("Move along a road (%(number)s movement point left), or end the movement."),
        noted("Place a scout (%(army)s)."),
        noted("Choose the next road of the retreat (%(number)s to go)."),
        noted("Play a card, or none (%(when)s)."),
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
    noted("Your partner proposes to play a card. Allow it, or not."),
    noted("Your partner offers you a card. Give one for it, or none."),
    noted("Move the stack, fight where it stands, or do nothing."),
    noted("Attack in the contested area, or not."),
    noted("Delayed troops: name the Prussian reinforcement that comes a turn later."),
    noted("Foresight: take a card from your deck, any but a red one."),
    noted("Inertia: name an area with corps of yours; all your blocks there are spent."),
    noted("Stay where you are, or retreat."),
    noted("Play a blue card, or none."),
    noted("Pass for the rest of the turn, or activate a stack of ready blocks."),
    noted("Move along a road, or end the movement."),
    noted("Name the Allied player who acts now."),
    noted("Play a recovery card on a spent corps, or finish."),
    noted("Offer your partner a card for one of theirs, or close the contact."),
    noted("The enemy has just played a card. Answer it with a Counter-order, or not."),
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
