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
    noted("Where does the stack march?"),
    # why something is spread or lost
    noted("combat"),
    noted("event"),
    noted("movement"),
    noted("exhaustion"),
    noted("retreat"),
    noted("retreat direction"),
    noted("Prussian"),
)
"""What is said elsewhere than where `babel.cfg` looks for it, to be translated."""
