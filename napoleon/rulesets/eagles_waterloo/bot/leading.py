"""Generals: where they help most [12]."""

from __future__ import annotations

from napoleon.rulesets.eagles_waterloo import places
from napoleon.rulesets.eagles_waterloo.bot.power import Piece
from napoleon.rulesets.eagles_waterloo.bot.seen import Field

ANY_CORPS = "A"
UNHURT = 0.4
"""What support is worth where nobody fights."""
ON_THE_WAY = 0.9
"""What is left of it for a position from which a general gets there."""
ALONE = -5.0


def support(field: Field, general: Piece, place: str) -> float:
    """What a general does for the morale of own units in a position [12.1, 12.2]."""
    if places.is_reserve(place):
        return 0.0
    leader = field.general_at(place)
    if leader is not None and leader.id != general.id:
        return ALONE
    units = field.own(place)
    if not units:
        return ALONE
    face = general.face
    assert face is not None, "an own card is known"
    amount = (face.defence if places.owner(place) == field.side else face.attack) or 0
    led = sum(
        it.nation == general.nation
        and it.face is not None
        and face.corps in (ANY_CORPS, it.face.corps)
        for it in units
    )
    return amount * led * (1.0 if field.is_engaged(place) else UNHURT)


def going(field: Field, general: Piece, to: str) -> float:
    """What a move of a general gains; one that leads on counts for where it leads."""
    here = support(field, general, general.place)
    there = support(field, general, to)
    if general.moves == 0 and not places.is_reserve(to) and not field.is_engaged(to):
        there = max(there, ON_THE_WAY * support(field, general, places.opposite(to)))
    return there - here
