"""Movement by land: a force is gathered, goes from space to space, and halts [9, R-76]."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain, Final
from napoleon.rules.kit.frames import inmost, on_top, within
from napoleon.rules.kit.scenes import found_once
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import convoys, encounters
from napoleon.rulesets.napoleonic_wars.armies import (
    PIECE,
    able_to_move,
    fullest,
    led_by,
    may_lead,
    with_sp,
)
from napoleon.rulesets.napoleonic_wars.attrition import AMBUSH, DIFFICULT, FAR, FORCED_MARCH
from napoleon.rulesets.napoleonic_wars.events.convoys import LandingOver
from napoleon.rulesets.napoleonic_wars.events.marches import (
    ForceChanged,
    ForceMoved,
    MarchBegan,
    MarchEnded,
)
from napoleon.rulesets.napoleonic_wars.events.war import PrussiaRoused
from napoleon.rulesets.napoleonic_wars.frames.forces import Force, Lot, March
from napoleon.rulesets.napoleonic_wars.frames.impulses import Pool
from napoleon.rulesets.napoleonic_wars.impulses import IMPULSE
from napoleon.rulesets.napoleonic_wars.invasions import refuse_leaving_home, rouses_prussia
from napoleon.rulesets.napoleonic_wars.nations import RUSSIA, commander, is_allied, is_truce
from napoleon.rulesets.napoleonic_wars.orders.marches import (
    Gather,
    GatherPiece,
    Go,
    Halt,
    Join,
    LeaveLeader,
    Take,
    TakeLeader,
)
from napoleon.rulesets.napoleonic_wars.pieces import drawn_from, strength
from napoleon.rulesets.napoleonic_wars.pools import LAND, pay, paying, pools, refuse_cost
from napoleon.rulesets.napoleonic_wars.scene import Acting
from napoleon.rulesets.napoleonic_wars.spaces import (
    ENEMY,
    NEUTRAL,
    UNCONTROLLED,
    commanding,
    hostile_in,
    is_enemy_fortress,
    is_open,
    is_shut,
    leaders_in,
    may_leave,
)
from napoleon.rulesets.napoleonic_wars.table import Wars


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
        each = Line(len(self.armies) or 1, "9.7.e", say("CP for each army"))
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
        link, found = self.pack.link(self.space, to), list[str]()
        assert link is not None, "it leads there"
        if self.status(to) == ENEMY:
            if link.kind in ("pass", "marsh"):
                found.append(DIFFICULT)
            if self.status(self.space) == UNCONTROLLED:
                found.append(AMBUSH)
        if self._goes_far and trait != "march_free":
            found.append(FORCED_MARCH)
        return tuple(found)

    @property
    def _goes_far(self) -> bool:
        lots = any(it.entered + 1 >= FAR for it in self.force.lots)
        return lots or any(self.state.leaders[it].entered + 1 >= FAR for it in self.force.leaders)

    def changed(self, force: Force, armies: Iterable[str], clause: str = "9.71.a") -> None:
        """Pieces join, or stay behind."""
        self.tell(ForceChanged, clause, armies=tuple(armies), force=force)


def _marching(table: Wars, asked: Decision, _: str) -> Marching:
    march = within(table.state, March)
    return Marching(table, asked.seat, march)


MARCH: Actor[Wars, Marching] = Actor(("march",), "", _marching)
"""The force that marches."""


# -- gathering -------------------------------------------------------------------------------------


def _thought_of(it: Acting, space: str, armies: list[str], force: Force) -> Marching:
    """A force that could be gathered, as if it were."""
    return Marching(it.table, it.player, March(it.nation, space, armies, force))


def _army(it: Acting, leader: str) -> Marching:
    space = it.state.leaders[leader].where
    force = Force([leader], fullest(it.state, it.pack, [leader], space))
    return _thought_of(it, space, [leader], force)


def _refuse_leader(it: Acting, leader: str) -> Refusal | None:
    found = it.state.leaders.get(leader)
    if found is None or found.standing != "map" or found.nation != it.nation:
        return refuse("NOT_YOUR_LEADER", "9.1.a", "That is no leader of the nation on the map.")
    if found.fought:
        return refuse("HAS_FOUGHT", "9.51.a", "They have fought, and move no more now.")
    army = _thought_of(it, found.where, [leader], Force([leader]))
    return refuse_moving(army)


def refuse_moving(army: Marching) -> Refusal | None:
    """Why a force cannot go anywhere."""
    if army.has_stopped:
        detail = "A force that has entered an enemy fortress space moves no farther."
        return refuse("STOPPED_BY_FORTRESS", "9.52.a", detail)
    return army.too_dear


def _leaders(it: Acting) -> list[str]:
    return [
        name
        for name, leader in it.state.leaders.items()
        if leader.nation == it.nation and leader.standing == "map"
    ]


def _gather(it: Acting, order: Gather) -> None:
    army = _army(it, order.leader)
    it.tell(MarchBegan, "R-76", space=army.space, armies=(order.leader,), force=army.force)


GATHER = DeclaredVerb(
    Gather,
    IMPULSE,
    "9.1.a",
    fields={"leader": Domain(_leaders, refusal=_refuse_leader, points="piece")},
    does=_gather,
    final=Final.NEVER,
    line="gather {leader:leader}",
    says=say("Gather the army of %(leader)s"),
)


def _spaces_with_units(it: Acting) -> list[str]:
    return [
        name
        for name, space in it.state.spaces.items()
        if any(lot.nation == it.nation and not lot.fought for lot in space.lots)
    ]


def _refuse_space(it: Acting, space: str) -> Refusal | None:
    if space in it.state.spaces and able_to_move(it.state, space, it.nation):
        return None
    return refuse("NOBODY_THERE", "9.1.c", "The nation has no strength points there that may move.")


def _refuse_piece(it: Acting, order: GatherPiece) -> Refusal | None:
    most = min(PIECE, able_to_move(it.state, order.space, it.nation))
    if not 1 <= order.sp <= most:
        detail = f"Without a leader from 1 to {most} strength points move."
        return refuse("WRONG_NUMBER", "R-25", detail, most=most)
    lots = drawn_from(it.state, order.space, it.nation, order.sp)
    return refuse_moving(_thought_of(it, order.space, [], Force([], lots)))


def _gather_piece(it: Acting, order: GatherPiece) -> None:
    force = Force([], drawn_from(it.state, order.space, it.nation, order.sp))
    it.tell(MarchBegan, "R-76", space=order.space, armies=(), force=force)


GATHER_PIECE = DeclaredVerb(
    GatherPiece,
    IMPULSE,
    "9.1.c",
    fields={
        "space": Domain(_spaces_with_units, refusal=_refuse_space, points="target"),
        "sp": Domain(lambda it: range(1, PIECE + 1), lambda it, sp: sp),
    },
    refuses=_refuse_piece,
    does=_gather_piece,
    final=Final.NEVER,
    line="gather {sp:number} in {space:space}",
    says=say("Gather %(sp)s SP without a leader in %(space)s"),
    heading=say("March without a leader"),
)


# -- who goes along --------------------------------------------------------------------------------


def _beside(it: Marching) -> list[str]:
    """The leaders that stand there, do not march, and may."""
    free = (
        name
        for name in leaders_in(it.state, it.space)
        if name not in it.force.leaders and not it.state.leaders[name].fought
    )
    seat = commander(it.state, it.nation)
    nations = {
        name: nation
        for name in free
        if is_allied(it.state, nation := it.state.leaders[name].nation, it.nation)
    }
    return [name for name, nation in nations.items() if commander(it.state, nation) == seat]


def _refuse_beside(it: Marching, leader: str) -> Refusal | None:
    if leader in _beside(it):
        return None
    return refuse("NOT_BESIDE", "9.71.a", "That leader is not there, or cannot march.")


def _refuse_joining(it: Marching, order: Join) -> Refusal | None:
    if not it.armies:
        return refuse("NO_ARMY", "9.1.c", "Strength points without a leader move by themselves.")
    nation = it.state.leaders[order.leader].nation
    if nation != it.nation and commanding(it.state, it.pack, (*it.armies, order.leader)) not in (
        it.armies
    ):
        detail = "They would command the group, which moves in an impulse of their nation."
        return refuse("NOT_THEIR_COMMANDER", "9.71.a", detail)
    return None


def _join(it: Marching, order: Join) -> None:
    armies = [*it.armies, order.leader]
    force = Force([*it.force.leaders, order.leader], it.force.lots)
    it.changed(Force(force.leaders, _refilled(it, armies, force)), armies)


def _refilled(it: Marching, armies: list[str], force: Force) -> list[Lot]:
    """The strength points of a force, with as many more as its armies can lead now."""
    lots = force.lots
    for nation in may_lead(it.state, it.pack, armies, it.space):
        able = able_to_move(it.state, it.space, nation)
        for sp in range(able, strength(lots, nation), -1):
            more = with_sp(it.state, it.space, Force(force.leaders, lots), nation, sp)
            if led_by(it.state, it.pack, armies, more):
                lots = more.lots
                break
    return lots


JOIN = DeclaredVerb(
    Join,
    MARCH,
    "9.7.e",
    fields={"leader": Domain(_beside, refusal=_refuse_beside, points="piece")},
    unable=lambda it: it.too_dear,
    refuses=_refuse_joining,
    does=_join,
    line="join {leader:leader}",
    says=say("Take the army of %(leader)s along, at its own CP"),
)


def _refuse_unit(it: Marching, order: TakeLeader) -> Refusal | None:
    if not it.armies:
        return refuse("NO_ARMY", "9.1.c", "Strength points without a leader move by themselves.")
    nation = it.state.leaders[order.leader].nation
    with_them = Force([*it.force.leaders, order.leader], it.force.lots)
    if nation in may_lead(it.state, it.pack, it.armies, it.space) and led_by(
        it.state, it.pack, it.armies, with_them
    ):
        return None
    return refuse("TOO_MANY", "9.1.b", "The army cannot lead them too.")


def _take_leader(it: Marching, order: TakeLeader) -> None:
    it.changed(Force([*it.force.leaders, order.leader], it.force.lots), it.armies, "9.6.b")


TAKE_LEADER = DeclaredVerb(
    TakeLeader,
    MARCH,
    "9.6.b",
    fields={"leader": Domain(_beside, refusal=_refuse_beside, points="piece")},
    unable=lambda it: it.too_dear,
    refuses=_refuse_unit,
    does=_take_leader,
    line="take {leader:leader}",
    says=say("Take %(leader)s along as a unit"),
)


def _refuse_leaving(it: Marching, leader: str) -> Refusal | None:
    if leader not in it.force.leaders:
        return refuse("NOT_IN_THE_FORCE", "9.71.a", "That leader does not march.")
    armies = [name for name in it.armies if name != leader]
    left = Force([name for name in it.force.leaders if name != leader], it.force.lots)
    if not armies:
        return refuse("NO_ARMY", "9.1.b", "Somebody has to lead the army.")
    if led_by(it.state, it.pack, armies, left):
        return None
    return refuse("TOO_MANY", "9.1.b", "The others cannot lead all that marches.")


def _leave_leader(it: Marching, order: LeaveLeader) -> None:
    armies = [name for name in it.armies if name != order.leader]
    left = [name for name in it.force.leaders if name != order.leader]
    it.changed(Force(left, it.force.lots), armies)


LEAVE_LEADER = DeclaredVerb(
    LeaveLeader,
    MARCH,
    "9.71.a",
    fields={"leader": Domain(lambda it: it.force.leaders, refusal=_refuse_leaving, points="piece")},
    unable=lambda it: it.too_dear,
    does=_leave_leader,
    line="leave {leader:leader}",
    says=say("Leave %(leader)s behind"),
)


def _led(it: Marching) -> list[str]:
    if not it.armies:
        return [it.nation]
    return may_lead(it.state, it.pack, it.armies, it.space)


def _refuse_nation(it: Marching, nation: str) -> Refusal | None:
    if nation in _led(it):
        return None
    return refuse("NOT_LED", "9.1.b", "The force cannot lead units of that nation.")


def _most_there(it: Marching) -> range:
    return range(max((able_to_move(it.state, it.space, name) for name in _led(it)), default=0) + 1)


def _refuse_taking(it: Marching, order: Take) -> Refusal | None:
    there = able_to_move(it.state, it.space, order.nation)
    if not 0 <= order.sp <= there:
        return refuse("NOT_THERE", "9.1.b", f"{there} strength points there may move.", there=there)
    if order.sp == strength(it.force.lots, order.nation):
        return refuse("NO_CHANGE", "9.71.a", "So many march already.")
    force = with_sp(it.state, it.space, it.force, order.nation, order.sp)
    if not it.armies:
        if 1 <= order.sp <= PIECE:
            return None
        return refuse("TOO_MANY", "R-25", f"A piece has from 1 to {PIECE} strength points.")
    if led_by(it.state, it.pack, it.armies, force):
        return None
    return refuse("TOO_MANY", "9.1.b", "That is more than the army can lead.")


def _take(it: Marching, order: Take) -> None:
    it.changed(with_sp(it.state, it.space, it.force, order.nation, order.sp), it.armies)


TAKE = DeclaredVerb(
    Take,
    MARCH,
    "9.1.b",
    fields={
        "nation": Domain(_led, refusal=_refuse_nation),
        "sp": Domain(_most_there, lambda it, sp: sp),
    },
    unable=lambda it: it.too_dear,
    refuses=_refuse_taking,
    does=_take,
    final=Final.NEVER,
    line="take {sp:number} of {nation:nation}",
    says=say("Let %(sp)s SP of %(nation)s march"),
)


# -- going -----------------------------------------------------------------------------------------


def _next_spaces(it: Marching) -> list[str]:
    return [link.other(it.space) for link in it.pack.links[it.space]]


def _refuse_step(it: Marching, to: str) -> Refusal | None:
    """Why it cannot enter a space, CP aside [9.3, 9.5, 12.4]."""
    if refusal := refuse_way(it, to):
        return refusal
    if is_shut(it.state, it.pack, to, it.nation):
        detail = "The capital of a conquered neutral is entered by nobody."
        return refuse("CAPITAL_SHUT", "15.21.c", detail, to=to)
    if it.status(to) == NEUTRAL:
        detail = "That duchy belongs to a neutral: invade a minor, or declare war on a power."
        return refuse("NEUTRAL_GROUND", "9.54.a", detail, to=to)
    return refuse_entry(it, to)


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


def _go(it: Marching, order: Go) -> None:
    it.goal = order.to
    trait = it.trait
    rouses = rouses_prussia(it.state, it.pack, order.to, it.nation)
    pay(it, LAND, it.cost, "9.1.a")
    if rouses:
        it.table.record(PrussiaRoused(), "8.5.a")
    enter(it, order.to, trait)


def enter(it: Marching, to: str, trait: str) -> None:
    """It goes where it has paid for: it may be met there, suffer, and find enemies [R-77]."""
    causes, hostile = it.causes(to, trait), hostile_in(it.state, to, it.nation)
    waiting = [] if trait == "unseen" else encounters.interceptors(it.table, it.nation, to)
    standing = encounters.seats_standing(it.table, it.nation, hostile)
    link = it.pack.link(it.space, to)
    assault = link is not None and link.kind == "strait" and it.status(to) == ENEMY
    it.tell(
        ForceMoved,
        "9.1.a",
        *causes,
        start=it.space,
        space=to,
        waiting=tuple(waiting),
        standing=tuple(standing),
        causes=causes,
        meets=bool(waiting or hostile or causes),
    )
    if assault and it.pack.spaces[to].ports:
        convoys.fire_at_landing(it, to)


GO = DeclaredVerb(
    Go,
    MARCH,
    "9.1.a",
    fields={"to": Domain(_next_spaces, refusal=_refuse_step, points="target")},
    unable=refuse_moving,
    does=_go,
    line="go to {to:space}",
    says=say("March to %(to)s"),
)

HALT = DeclaredVerb(
    Halt,
    MARCH,
    "9.1.e",
    does=lambda it, order: it.tell(MarchEnded, "9.1.e"),
    line="halt",
    says=say("Halt"),
)

VERBS = (GATHER, GATHER_PIECE, GO, TAKE, JOIN, TAKE_LEADER, LEAVE_LEADER, HALT)


def _asks(table: Wars) -> list[Decision]:
    march = within(table.state, March)
    seat = commander(table.state, march.nation)
    left = sum(pool.cp for pool in pools(Marching(table, seat, march), LAND))
    strength = sum(lot.sp for lot in march.force.lots)
    if march.armies:
        text = say(
            "Where does the force of %(leaders)s go? It has %(sp)s SP in %(space)s; "
            "%(cp)s CP are left.",
            leaders=tuple(march.armies), sp=strength, space=march.at, cp=left,
        )  # fmt: skip
    else:
        text = say(
            "Where do the %(sp)s SP in %(space)s go? %(cp)s CP are left.",
            sp=strength, space=march.at, cp=left,
        )  # fmt: skip
    return [table.question(seat, "march", "9.1.a", text)]


def _is_gone(table: Wars) -> bool:
    march = within(table.state, March)
    return not march.force.units


def _end(table: Wars) -> None:
    march = within(table.state, March)
    table.record(MarchEnded(march.nation, march.at), "9.1.e")


def _has_landed(table: Wars) -> bool:
    march = inmost(table.state, March)
    return march is not None and bool(march.zones)


def _end_landing(table: Wars) -> None:
    march = within(table.state, March)
    nations = tuple(dict.fromkeys(lot.nation for lot in march.force.lots))
    leaders = (table.state.leaders[it].nation for it in march.force.leaders)
    those = tuple(dict.fromkeys((*nations, *leaders)))
    table.record(LandingOver(march.nation, march.at, those), "13.6.a")


STEPS = Part[Wars](
    "march",
    on_top(March),
    (
        Step("landing", _has_landed, _end_landing),
        Step("nothing marches", _is_gone, _end),
        Step("march", lambda table: True, only_asks, _asks),
    ),
)
"""A force on the march."""
