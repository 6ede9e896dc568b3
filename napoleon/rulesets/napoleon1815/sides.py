"""The two sides and their armies [TERM.1]."""

FRENCH = "french"
ALLIED = "allied"
SIDES = (FRENCH, ALLIED)
THREE_SEATS = ("french", "anglo_dutch", "prussian")
"""The seats of three players: each Allied army has its own [THREE.2]."""


def enemy(side: str) -> str:
    """The other side."""
    return ALLIED if side == FRENCH else FRENCH


def side_of_army(army: str) -> str:
    """The side of an army or a seat."""
    return FRENCH if army == FRENCH else ALLIED
