"""9.1.b to 9.1.d, 9.7 to 9.72 Who marches: who is gathered, joins or stays behind [R-76]."""

from __future__ import annotations

from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.armies import (
    PIECE,
    able_to_move,
    fullest,
    led_by,
    may_lead,
    with_sp,
)
from napoleon.rulesets.napoleonic_wars.events.marches import MarchBegan
from napoleon.rulesets.napoleonic_wars.frames.forces import Force, Lot, March
from napoleon.rulesets.napoleonic_wars.impulses import IMPULSE
from napoleon.rulesets.napoleonic_wars.marching import MARCH, Marching, refuse_moving
from napoleon.rulesets.napoleonic_wars.nations import commander, is_allied
from napoleon.rulesets.napoleonic_wars.orders.marches import (
    Gather,
    GatherPiece,
    Join,
    LeaveLeader,
    Take,
    TakeLeader,
)
from napoleon.rulesets.napoleonic_wars.pieces import drawn_from, strength
from napoleon.rulesets.napoleonic_wars.scene import Acting
from napoleon.rulesets.napoleonic_wars.spaces import commanding, leaders_in, leaders_on_map

# -- gathering -------------------------------------------------------------------------------------


def _thought_of(it: Acting, space: str, armies: list[str], force: Force) -> Marching:
    """A force that could be gathered, as if it were."""
    return Marching(it.table, it.player, March(it.nation, space, armies, force))


def army_of(it: Acting, leader: str) -> Marching:
    """The army of a leader with as many strength points as it can lead, as if it were gathered."""
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


def _gather(it: Acting, order: Gather) -> None:
    army = army_of(it, order.leader)
    it.tell(MarchBegan, "R-76", space=army.space, armies=(order.leader,), force=army.force)


GATHER = DeclaredVerb(
    Gather,
    IMPULSE,
    "9.1.a",
    fields={
        "leader": Domain(
            lambda it: leaders_on_map(it.state, it.nation), refusal=_refuse_leader, points="piece"
        )
    },
    does=_gather,
    irreversible=Irreversible.NEVER,
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
    irreversible=Irreversible.NEVER,
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


def _refuse_unled(it: Marching) -> Refusal | None:
    if it.armies:
        return None
    return refuse("NO_ARMY", "9.1.c", "Strength points without a leader move by themselves.")


def _refuse_joining(it: Marching, order: Join) -> Refusal | None:
    if refusal := _refuse_unled(it):
        return refusal
    nation = it.state.leaders[order.leader].nation
    if nation != it.nation and commanding(it.state, it.pack, (*it.armies, order.leader)) not in (
        it.armies
    ):
        detail = "They would command the group, which moves in an impulse of their nation."
        return refuse("NOT_THEIR_COMMANDER", "9.71.a", detail)
    return None


def _join(it: Marching, order: Join) -> None:
    armies = [*it.armies, order.leader]
    force = it.force.joined_by(order.leader)
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
    if refusal := _refuse_unled(it):
        return refusal
    nation = it.state.leaders[order.leader].nation
    with_them = it.force.joined_by(order.leader)
    if nation in may_lead(it.state, it.pack, it.armies, it.space) and led_by(
        it.state, it.pack, it.armies, with_them
    ):
        return None
    return refuse("TOO_MANY", "9.1.b", "The army cannot lead them too.")


def _take_leader(it: Marching, order: TakeLeader) -> None:
    it.changed(it.force.joined_by(order.leader), it.armies, "9.6.b")


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
    if not armies:
        return refuse("NO_ARMY", "9.1.b", "Somebody has to lead the army.")
    if led_by(it.state, it.pack, armies, it.force.without(leader)):
        return None
    return refuse("TOO_MANY", "9.1.b", "The others cannot lead all that marches.")


def _leave_leader(it: Marching, order: LeaveLeader) -> None:
    armies = [name for name in it.armies if name != order.leader]
    it.changed(it.force.without(order.leader), armies)


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
    irreversible=Irreversible.NEVER,
    line="take {sp:number} of {nation:nation}",
    says=say("Let %(sp)s SP of %(nation)s march"),
)
