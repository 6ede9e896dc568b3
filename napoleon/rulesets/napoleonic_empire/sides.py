"""COMP.1, DN.1 The two sides, which are the two seats, and the nations of the Allied one."""

FRENCH = "french"
ALLIED = "allied"
SIDES = (FRENCH, ALLIED)
NAMES = {FRENCH: "French", ALLIED: "Allies"}
"""How people call them."""

ALLIED_NATIONS = ("britain", "russia", "prussia", "austria")
"""The nations among which several people share the Allied seat [DN.1, E-32]."""


def enemy(side: str) -> str:
    """The other side."""
    return ALLIED if side == FRENCH else FRENCH


def counted(armies: int) -> str:
    """A number of armies in words.

    >>> counted(1), counted(3)
    ('1 army', '3 armies')
    """
    return "1 army" if armies == 1 else f"{armies} armies"
