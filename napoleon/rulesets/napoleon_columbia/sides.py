"""3.1 The two sides, the three armies, and the seats that command them [12.0, 13.0]."""

from __future__ import annotations

FRENCH = "french"
ALLIED = "allied"
SIDES = (FRENCH, ALLIED)

ANGLO = "anglo"
PRUSSIAN = "prussian"
ARMIES = (FRENCH, ANGLO, PRUSSIAN)
"""In the order in which their seats have their parts [N-54]."""

ARMIES_OF = {FRENCH: (FRENCH,), ALLIED: (ANGLO, PRUSSIAN)}

FIRST = "first"
SECOND = "second"
BIDDERS = (FIRST, SECOND)
"""The seats of a game in which the sides are bid for [13.0, N-63]."""

ATTACKER = "attacker"
DEFENDER = "defender"
ROLES = (ATTACKER, DEFENDER)

NAMES = {FRENCH: "French", ALLIED: "Allies", ANGLO: "Anglo-Dutch", PRUSSIAN: "Prussians"}
"""How people call sides and armies."""


def side_of(army: str) -> str:
    """The side that an army fights for.

    >>> side_of("prussian")
    'allied'
    """
    return FRENCH if army == FRENCH else ALLIED


def enemy(side: str) -> str:
    """The other side."""
    return ALLIED if side == FRENCH else FRENCH


def opposing(role: str) -> str:
    """The other role of a battle."""
    return DEFENDER if role == ATTACKER else ATTACKER
