"""10.1 to 10.13 Interception: an army comes to meet a force that enters a space next to it."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.frames import top
from napoleon.rules.kit.scenes import found_once
from napoleon.rules.kit.sequence import Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import attrition
from napoleon.rulesets.napoleonic_wars.armies import fullest
from napoleon.rulesets.napoleonic_wars.encounters import (
    NEEDED,
    Meet,
    causes_of_advance,
    lines_of,
    may_meet,
)
from napoleon.rulesets.napoleonic_wars.events.meetings import (
    ForceShifted,
    InterceptionDeclined,
    InterceptionTried,
)
from napoleon.rulesets.napoleonic_wars.frames.forces import Force, Lot, Meeting
from napoleon.rulesets.napoleonic_wars.nations import at_war, is_allied
from napoleon.rulesets.napoleonic_wars.orders.marches import Intercept, LetPass
from napoleon.rulesets.napoleonic_wars.pieces import first_of
from napoleon.rulesets.napoleonic_wars.scene import asked
from napoleon.rulesets.napoleonic_wars.spaces import commanding, present
from napoleon.rulesets.napoleonic_wars.table import Wars


class Intercepting(Meet):
    """What a seat may intercept with."""

    @found_once
    def able(self) -> list[str]:
        """The leaders that may try: not where enemies of theirs have come to already [10.1.a]."""
        state, pack, mover = self.state, self.pack, self.meeting.nation
        others = [it for it in present(state, self.space) if not is_allied(state, it, mover)]
        return [
            name
            for name, it in state.leaders.items()
            if self.is_own(it.nation)
            and may_meet(state, pack, name, self.space, mover)
            and not any(at_war(state, it.nation, other) for other in others)
        ]

    def group(self, leader: str) -> list[str]:
        """The army group that a leader commands: all that may go with them [10.13.a]."""
        where = self.state.leaders[leader].where
        beside = [it for it in self.able if self.state.leaders[it].where == where]
        return beside if commanding(self.state, self.pack, beside) == leader else [leader]

    def most(self, armies: list[str]) -> list[Lot]:
        """The strength points that armies can take along."""
        return fullest(self.state, self.pack, armies, self.state.leaders[armies[0]].where)


INTERCEPTOR = asked(Intercepting, "intercept")


def _refuse_interceptor(it: Intercepting, leader: str) -> Refusal | None:
    if leader in it.able:
        return None
    return refuse("CANNOT_INTERCEPT", "10.1.a", "That leader cannot intercept there.")


def _refuse_interception(it: Intercepting, order: Intercept) -> Refusal | None:
    armies = it.group(order.leader) if order.group else [order.leader]
    if order.group and len(armies) == 1:
        return refuse("NO_GROUP", "10.13.a", "That leader commands no army group.")
    most = sum(lot.sp for lot in it.most(armies))
    if 0 <= order.sp <= most:
        return None
    return refuse("WRONG_NUMBER", "10.1.a", f"They can take {most} strength points.", most=most)


def _most_of_any(it: Intercepting) -> Iterator[int]:
    groups = [it.group(leader) for leader in it.able]
    most = max((sum(lot.sp for lot in it.most(armies)) for armies in groups), default=0)
    return iter(range(most, -1, -1))


def _intercept(it: Intercepting, order: Intercept) -> None:
    state, pack, leader = it.state, it.pack, order.leader
    nation, start = state.leaders[leader].nation, state.leaders[leader].where
    armies = it.group(leader) if order.group else [leader]
    force = Force(armies, first_of(it.most(armies), order.sp))
    link = pack.link(start, it.space)
    assert link is not None, "it leads there"
    causes = causes_of_advance(state, pack, start, it.space, nation)
    lines = list(lines_of(state, pack, leader, link, start, nation))
    dice, draw, every, number = it.roll(lines, "interception")
    it.tell(
        InterceptionTried,
        "10.11.a",
        "10.1.d",
        nation=nation,
        leader=leader,
        start=start,
        dice=dice,
        draw=draw,
        total=number,
        breakdown=tuple(every),
        succeeds=number >= NEEDED,
    )
    if number >= NEEDED:
        it.tell(ForceShifted, "10.12.a", nation=nation, start=start, force=force)
        attrition.suffer(it.table, it.space, force, causes)


INTERCEPT = DeclaredVerb(
    Intercept,
    INTERCEPTOR,
    "10.1.a",
    fields={
        "leader": Domain(lambda it: it.able, refusal=_refuse_interceptor, points="piece"),
        "group": Domain(lambda it: (False, True), lambda it, group: group),
        "sp": Domain(_most_of_any, lambda it, sp: sp),
    },
    refuses=_refuse_interception,
    does=_intercept,
    irreversible=Irreversible.ALWAYS,
    line="intercept with {leader:leader} and {sp:number}",
    lines={
        "intercept with the group of {leader:leader} and {sp:number}": {"group": True},
        "intercept with {leader:leader} and {sp:number}": {"group": False},
    },
    says=lambda it, order: (
        say("Intercept with the group of %(leader)s and %(sp)s SP", sp=order.sp)
        if order.group
        else say("Intercept with %(leader)s and %(sp)s SP", sp=order.sp)
    ),
)

LET_PASS = DeclaredVerb(
    LetPass,
    INTERCEPTOR,
    "10.1.a",
    does=lambda it, order: it.tell(InterceptionDeclined, "10.1.a"),
    line="let pass",
    says=say("Let them pass"),
)

VERBS = (INTERCEPT, LET_PASS)


def _waiting(table: Wars) -> bool:
    return bool(top(table.state, Meeting).waiting)


def interceptor(table: Wars) -> Intercepting:
    """The seat that may intercept next, as it stands in the meeting."""
    return Intercepting(table, top(table.state, Meeting).waiting[0])


def _asks_interception(table: Wars) -> list[Decision]:
    it = interceptor(table)
    text = say("Does somebody intercept in %(space)s?", space=it.space)
    return [table.question(it.player, "intercept", "10.1.a", text)]


STEP: Step[Wars] = Step(
    "interception",
    _waiting,
    lambda table: interceptor(table).tell(InterceptionDeclined, "10.1.a"),
    _asks_interception,
    lambda table: not interceptor(table).able,
)
"""A seat says who intercepts, one after the other."""
