"""TERM.1, SETUP.2, THREE.2 The two sides and their armies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FRENCH = "french"
ALLIED = "allied"
SIDES = (FRENCH, ALLIED)
THREE_SEATS = ("french", "anglo_dutch", "prussian")
"""The seats of three players: each Allied army has its own [THREE.2]."""


def seats_for(options: Mapping[str, Any]) -> tuple[str, ...]:
    """French and Allies [SETUP.2], or French, Anglo-Dutch and Prussians [THREE.2]."""
    return THREE_SEATS if options.get("players") == len(THREE_SEATS) else SIDES


def enemy(side: str) -> str:
    """The other side."""
    return ALLIED if side == FRENCH else FRENCH


def side_of_army(army: str) -> str:
    """The side of an army or a seat."""
    return FRENCH if army == FRENCH else ALLIED
