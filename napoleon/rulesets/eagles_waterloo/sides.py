"""The two sides, and the three nations that fight for them [1.0, 2.0]."""

from __future__ import annotations

FRENCH = "french"
ALLIED = "allied"
SIDES = (FRENCH, ALLIED)
"""The French have the first turn in every battle [5.0]."""

BRITISH = "british"
PRUSSIAN = "prussian"
NATIONS = (FRENCH, BRITISH, PRUSSIAN)

NAMES = {FRENCH: "French", ALLIED: "Allies", BRITISH: "British", PRUSSIAN: "Prussians"}
"""How people call sides and nations."""


def side_of(nation: str) -> str:
    """The side that a nation fights for.

    >>> side_of("prussian")
    'allied'
    """
    return FRENCH if nation == FRENCH else ALLIED


def enemy(side: str) -> str:
    """The other side."""
    return ALLIED if side == FRENCH else FRENCH
