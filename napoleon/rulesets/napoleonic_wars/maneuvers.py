"""13.a Maneuvers: what fleets spend, two for a CP [R-33]."""

from __future__ import annotations

from napoleon.rules.events import Line
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import Phrase, say, say_many
from napoleon.rulesets.napoleonic_wars.events.sailing import ManeuversSpent
from napoleon.rulesets.napoleonic_wars.pools import SEA, pay, refuse_cost
from napoleon.rulesets.napoleonic_wars.scene import Acting

A_CP = 2
"""The maneuvers that a CP buys [13.a]."""


def in_maneuvers(number: int) -> Phrase:
    """Maneuvers as the price of an order."""
    return say_many("%(count)s maneuver", "%(count)s maneuvers", number)


def refuse_maneuvers(it: Acting, number: int, clause: str) -> Refusal | None:
    """Why so many maneuvers cannot be paid for."""
    short = number - it.impulse.maneuvers
    return refuse_cost(it, SEA, -(-short // A_CP), clause) if short > 0 else None


def spend_maneuvers(it: Acting, number: int, clause: str) -> None:
    """Maneuvers are spent: what is left of a CP first, then two of each more [13.a, R-71]."""
    left = it.impulse.maneuvers - number
    if left < 0:
        cp = -(left // A_CP)
        pay(it, SEA, (Line(cp, "13.a", say("two maneuvers for each")),), "13.a")
        left += A_CP * cp
    it.tell(ManeuversSpent, clause, number=number, left=left)


def spend_one(it: Acting, left: int, use: str, clause: str) -> int:
    """What is left once one maneuver is spent: of a new CP, if none was left."""
    if left:
        return left - 1
    pay(it, use, (Line(1, "13.a", say("two maneuvers")),), clause)
    return A_CP - 1
