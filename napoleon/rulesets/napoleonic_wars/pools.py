"""6.3 CP: which pool pays for what, and what is spent [R-71]."""

from __future__ import annotations

from napoleon.rules.events import Line
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleonic_wars.events.impulses import CommandPointsSpent
from napoleon.rulesets.napoleonic_wars.frames.impulses import Pool
from napoleon.rulesets.napoleonic_wars.scene import Acting

ANYTHING, LAND, SEA, PRODUCTION, FLAGS = "any", "land", "sea", "production", "flags"
INFLUENCE = "influence"
"""Consuls: reinforcements serve for them too [14.2.c]."""
FLAGS_IN_RUSSIA = "flags_in_russia"
"""Flags on Russian home duchies: there the CP of Russian Winter may be used as well [17.1.b]."""

_SERVES = {
    ANYTHING: {"any"},
    LAND: {"any", "land", "moves", "winter"},
    SEA: {"any", "moves"},
    FLAGS: {"any"},
    FLAGS_IN_RUSSIA: {"any", "winter"},
    PRODUCTION: {"any", "production", "winter", "reinforcement"},
    INFLUENCE: {"any", "reinforcement"},
}
"""By what CP are needed for, the uses of the pools that have them."""


def in_cp(cp: int) -> Phrase | None:
    """CP as the price of an order; None for nothing."""
    return say("%(cp)s CP", cp=cp) if cp else None


def pools(it: Acting, use: str) -> list[Pool]:
    """The pools that may pay for such a use, those with a restriction first."""
    own = (pool for pool in it.pools if pool.use in _SERVES[use] and pool.cp)
    serving = [pool for pool in own if it.serves(pool)]
    return sorted(serving, key=lambda pool: pool.use == ANYTHING)


def paying(it: Acting, use: str, cost: int) -> Pool | None:
    """The pool that pays: the first that can pay all of it."""
    return next((pool for pool in pools(it, use) if pool.cp >= cost), None)


def refuse_cost(it: Acting, use: str, cost: int, clause: str) -> Refusal | None:
    """Why it cannot be paid."""
    if paying(it, use, cost) is not None:
        return None
    left = max((pool.cp for pool in pools(it, use)), default=0)
    detail = f"That costs {cost} CP, and you have {left} left for it."
    return refuse("TOO_FEW_CP", clause, detail, cost=cost, left=left)


def pay(it: Acting, use: str, lines: tuple[Line, ...], clause: str) -> None:
    """Spend what the lines sum to."""
    cost = sum(line.amount for line in lines)
    pool = paying(it, use, cost)
    assert pool is not None, "it was refused if it cannot be paid"
    if cost:
        it.tell(CommandPointsSpent, clause, pool=pool.id, cp=cost, breakdown=lines)
