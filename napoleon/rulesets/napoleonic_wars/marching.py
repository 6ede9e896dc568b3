"""9.3, 9.51 to 9.53 A force on the march: what a space costs it, where it may go [R-76]."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.events import Line, total
from napoleon.rules.kit.frames import within
from napoleon.rules.kit.scenes import found_once
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.attrition import FAR, FORCED_MARCH
from napoleon.rulesets.napoleonic_wars.encounters import causes_of_advance
from napoleon.rulesets.napoleonic_wars.events.marches import ForceChanged
from napoleon.rulesets.napoleonic_wars.frames.forces import Force, March
from napoleon.rulesets.napoleonic_wars.frames.impulses import Pool
from napoleon.rulesets.napoleonic_wars.invasions import refuse_leaving_home
from napoleon.rulesets.napoleonic_wars.nations import RUSSIA, is_truce
from napoleon.rulesets.napoleonic_wars.pools import LAND, paying, refuse_cost
from napoleon.rulesets.napoleonic_wars.scene import Acting, asked
from napoleon.rulesets.napoleonic_wars.spaces import (
    commanding,
    hostile_in,
    is_enemy_fortress,
    is_open,
    may_leave,
)
from napoleon.rulesets.napoleonic_wars.table import Wars

A_SPACE = 1
"""CP of a space for an army, or for a piece without a leader [9.1.a, 9.1.c]."""


class Marching(Acting):
    """A force of a nation in its impulse: the one on the march, or one that might be gathered."""

    def __init__(self, table: Wars, player: str, march: March) -> None:
        super().__init__(table, player, march.nation)
        self.march = march
        self.force = march.force
        self.armies = march.armies
        self.space = march.at
        self.goal = ""
        """Where it would go, if that is known."""

    def serves(self, pool: Pool) -> bool:
        """Whether CP of a pool may move it: some are for certain commanders, or inside Russia."""
        if pool.use == "winter":
            there = [self.pack.spaces[it].home for it in (self.space, self.goal) if it]
            return all(it == RUSSIA for it in there)
        return not pool.leaders or commanding(self.state, self.pack, self.armies) in pool.leaders

    @found_once
    def cost(self) -> tuple[Line, ...]:
        """The CP of a space: one for each army, or for a piece without a leader [9.1, 9.7.e]."""
        each = Line(A_SPACE * (len(self.armies) or 1), "9.7.e", say("CP for each army"))
        if not any(rule.hook == "slow" for rule in self.state.rules):
            return (each,)
        return (each, Line(each.amount, "9.1.a", say("bad roads")))

    @found_once
    def too_dear(self) -> Refusal | None:
        """Why it cannot pay for another space."""
        return refuse_cost(self, LAND, total(self.cost), "9.1.a")

    @property
    def has_stopped(self) -> bool:
        """Whether it has entered an enemy fortress space in this impulse [9.52.a]."""
        if not is_enemy_fortress(self.state, self.pack, self.space, self.nation):
            return False
        lots = any(it.entered for it in self.force.lots)
        return lots or any(self.state.leaders[it].entered for it in self.force.leaders)

    @property
    def trait(self) -> str:
        """The trait of the CP that pay for its next space."""
        pool = paying(self, LAND, total(self.cost))
        return pool.trait if pool is not None else ""

    def causes(self, to: str, trait: str) -> tuple[str, ...]:
        """The clauses by which it would take attrition on entering a space [9.41-9.43]."""
        found = causes_of_advance(self.state, self.pack, self.space, to, self.nation)
        forced = self._goes_far and trait != "march_free"
        return (*found, FORCED_MARCH) if forced else tuple(found)

    @property
    def _goes_far(self) -> bool:
        lots = any(it.entered + 1 >= FAR for it in self.force.lots)
        return lots or any(self.state.leaders[it].entered + 1 >= FAR for it in self.force.leaders)

    def changed(self, force: Force, armies: Iterable[str], clause: str = "9.71.a") -> None:
        """Pieces join, or stay behind."""
        self.tell(ForceChanged, clause, armies=tuple(armies), force=force)


MARCH = asked(lambda table, seat: Marching(table, seat, within(table.state, March)), "march")
"""The force that marches."""


def refuse_moving(army: Marching) -> Refusal | None:
    """Why a force cannot go anywhere."""
    if army.has_stopped:
        detail = "A force that has entered an enemy fortress space moves no farther."
        return refuse("STOPPED_BY_FORTRESS", "9.52.a", detail)
    return army.too_dear


def refuse_way(it: Marching, to: str) -> Refusal | None:
    """Why no way leads there for it; who controls the space does not matter."""
    link = it.pack.link(it.space, to) if to in it.pack.spaces else None
    if link is None:
        return refuse("NOT_ADJACENT", "9.3.a", "No connection leads there.", to=to)
    if not is_open(it.state, it.pack, link, it.nation):
        return refuse("STRAIT_CLOSED", "9.53.a", "An enemy fleet closes the strait.", to=to)
    return refuse_leaving_home(it.state, it.pack, to, it.nation)


def refuse_entry(it: Marching, to: str) -> Refusal | None:
    """Why it cannot enter a space of a friend or an enemy."""
    if any(is_truce(it.state, it.nation, other) for other in hostile_in(it.state, to, it.nation)):
        detail = "An armistice holds with those who stand there."
        return refuse("ARMISTICE", "R-106", detail, to=to)
    if not may_leave(it.state, it.pack, it.space, to, it.nation):
        detail = "Out of an enemy fortress space one goes to friendly or uncontrolled spaces only."
        return refuse("OUT_OF_FORTRESS", "12.4.a", detail, to=to)
    if any(pool.use == "winter" for pool in it.impulse.pools):
        it.goal = to
        return refuse_cost(it, LAND, total(it.cost), "17.1.b")
    return None
