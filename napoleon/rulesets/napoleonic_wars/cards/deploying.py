"""An army that an event moves over friendly spaces, however far [14.21, 9.53]."""

from __future__ import annotations

from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.scenes import found_once
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import encounters
from napoleon.rulesets.napoleonic_wars.armies import able_to_move
from napoleon.rulesets.napoleonic_wars.events.building import ArmyMovedFar, ArmyNamed, FarMoveEnded
from napoleon.rulesets.napoleonic_wars.frames.cards import Deploying
from napoleon.rulesets.napoleonic_wars.frames.forces import Lot
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander
from napoleon.rulesets.napoleonic_wars.orders.cards import GoFar, GoNoFarther, LeadFar
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.pieces import drawn_from
from napoleon.rulesets.napoleonic_wars.scene import Acting, asked
from napoleon.rulesets.napoleonic_wars.spaces import FRIENDLY, hostile_in, status, ways
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars

DEPLOY = "deploy"
"""The kind of the question."""


def destinations(state: State, pack: Pack, leader: str, *, shy: bool) -> list[str]:
    """Where a leader can go over friendly spaces without enemies, in the order of the map.

    One that is `shy` enters no space where an enemy army could intercept it [14.21.b].
    """
    it = state.leaders[leader]
    if it.standing != "map":
        return []
    found, edge = {it.where}, [it.where]
    while edge:
        start = edge.pop()
        for _, to in ways(state, pack, start, it.nation):
            if to not in found and _is_safe(state, pack, to, it.nation, shy=shy):
                found.add(to)
                edge.append(to)
    return [space for space in pack.spaces if space in found and space != it.where]


def _is_safe(state: State, pack: Pack, space: str, nation: str, *, shy: bool) -> bool:
    if status(state, pack, space, nation) != FRIENDLY or hostile_in(state, space, nation):
        return False
    return not shy or not any(
        encounters.may_meet(state, pack, name, space, nation)
        for name, it in state.leaders.items()
        if it.standing == "map" and at_war(state, it.nation, nation)
    )


class Going(Acting):
    """An army that may go far."""

    def __init__(self, table: Wars, player: str) -> None:
        self.frame = top(table.state, Deploying)
        super().__init__(table, player, self.frame.nation)
        self.leader = self.frame.leader

    @found_once
    def start(self) -> str:
        """Where it stands."""
        return self.state.leaders[self.leader].where

    @found_once
    def goals(self) -> list[str]:
        """Where it can go."""
        return destinations(self.state, self.pack, self.leader, shy=self.frame.gather)

    @found_once
    def amounts(self) -> range:
        """How many strength points may go along: on a next leg more than have come so far."""
        fresh = able_to_move(self.state, self.start, self.nation)
        most = min(self.pack.leaders[self.leader].command, fresh + self.frame.sp)
        has_moved = self.state.leaders[self.leader].fought
        return range(self.frame.sp + has_moved, most + 1)

    def go(self, sp: int, to: str) -> None:
        """It goes there."""
        fresh = drawn_from(self.state, self.start, self.nation, sp - self.frame.sp)
        lots = [*fresh, *self._along(self.frame.sp)]
        waiting = encounters.interceptors(self.table, self.nation, to)
        gather = self.frame.gather
        self.tell(
            ArmyMovedFar,
            "14.21.a",
            space=to,
            sp=sp,
            lots=tuple(lots),
            fought=gather,
        )
        if not gather:
            encounters.appear(self.table, self.nation, to, waiting)

    def _along(self, sp: int) -> list[Lot]:
        """The strength points that came along, which count as spent."""
        found: list[Lot] = []
        for lot in self.state.spaces[self.start].lots:
            if lot.nation == self.nation and lot.fought and sp:
                going = min(sp, lot.sp)
                found.append(Lot(lot.nation, going, lot.entered, fought=True))
                sp -= going
        return found


GOING = asked(Going, DEPLOY)


def _refuse_leading(it: Going) -> Refusal | None:
    if not it.leader:
        return None
    return refuse("ARMY_NAMED", "14.21.a", "The army that goes is named already.")


def _refuse_leader(it: Going, leader: str) -> Refusal | None:
    if leader in it.frame.leaders:
        return None
    return refuse("CANNOT_GO", "14.21.a", "That army cannot go anywhere.", leader=leader)


LEAD_FAR = DeclaredVerb(
    LeadFar,
    GOING,
    "14.21.a",
    fields={"leader": Domain(lambda it: it.frame.leaders, refusal=_refuse_leader, points="piece")},
    unable=_refuse_leading,
    does=lambda it, order: it.tell(ArmyNamed, "14.21.a", leader=order.leader),
    line="lead far {leader:leader}",
    says=say("Move the army of %(leader)s"),
)


def _refuse_going(it: Going) -> Refusal | None:
    if it.leader:
        return None
    return refuse("NAME_AN_ARMY", "14.21.a", "Name the leader whose army goes first.")


def _refuse_goal(it: Going, to: str) -> Refusal | None:
    if to in it.goals:
        return None
    detail = "The army cannot come there over friendly spaces."
    return refuse("OUT_OF_REACH", "14.21.a", detail, to=to)


def _refuse_number(it: Going, sp: int) -> Refusal | None:
    if sp in it.amounts:
        return None
    least, most = it.amounts.start, it.amounts.stop - 1
    detail = f"From {least} to {most} strength points can go along."
    return refuse("WRONG_NUMBER", "14.21.a", detail, least=least, most=most)


GO_FAR = DeclaredVerb(
    GoFar,
    GOING,
    "14.21.a",
    fields={
        "sp": Domain(lambda it: it.amounts if it.leader else (), lambda it, sp: sp, _refuse_number),
        "to": Domain(
            lambda it: it.goals if it.leader else (), refusal=_refuse_goal, points="target"
        ),
    },
    unable=_refuse_going,
    does=lambda it, order: it.go(order.sp, order.to),
    irreversible=Irreversible.NEVER,
    line="go far to {to:space} with {sp:number}",
    says=lambda it, order: say(
        "Go to %(to)s with %(leader)s and %(sp)s SP", leader=it.leader, sp=order.sp
    ),
)

GO_NO_FARTHER = DeclaredVerb(
    GoNoFarther,
    GOING,
    "14.21.a",
    does=lambda it, order: it.tell(FarMoveEnded, "14.21.a"),
    line="go no farther",
    says=say("Move no farther"),
)

VERBS = (LEAD_FAR, GO_FAR, GO_NO_FARTHER)


def _asks(table: Wars) -> list[Decision]:
    nation = top(table.state, Deploying).nation
    text = say("Which army of %(nation)s goes where by the event?", nation=nation)
    return [table.question(commander(table.state, nation), DEPLOY, "14.21.a", text)]


STEPS = Part[Wars](
    "deployment by event",
    on_top(Deploying),
    (Step("deployment", lambda table: True, only_asks, _asks),),
)
"""An army goes far before the card of the event goes on."""
