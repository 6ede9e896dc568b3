"""What every correction is checked for: names, numbers, and that nothing is under way [R-135]."""

from __future__ import annotations

from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.table import Wars

CLAUSE = "R-135"


def refuse_unknown(table: Wars, **named: str) -> Refusal | None:
    """Refuses a name that the pack does not have: by the kind of thing what was said."""
    pack = table.data
    known = {
        "nation": pack.nations,
        "one": pack.nations,
        "other": pack.nations,
        "space": pack.spaces,
        "leader": pack.leaders,
        "card": pack.cards,
        "at": {**pack.spaces, **pack.zones},
    }
    for kind, name in named.items():
        if name not in known[kind]:
            return refuse("UNKNOWN_NAME", CLAUSE, f"The pack has no {name}.", name=name)
    return None


def refuse_number(number: int, most: int, clause: str) -> Refusal | None:
    """Refuses a number below 0 or above what there is."""
    if 0 <= number <= most:
        return None
    return refuse("OUT_OF_RANGE", clause, f"It is a number from 0 to {most}.", most=most)


def refuse_under_way(table: Wars) -> Refusal | None:
    """Refuses to set pieces while a force marches, meets another, fights or loses some."""
    if all(isinstance(frame, Impulse) for frame in table.state.stack):
        return None
    detail = "Something is under way with the pieces; correct them when it is done."
    return refuse("NOT_NOW", CLAUSE, detail)
