"""What follows when a power changes camp or joins one: new enemies part [8.34.c-e, 14.1.b].

Its forces among former allies suffer and are regrouped; new enemies in its duchies suffer, and take
a duchy where they stand alone, or are regrouped; those who still share a space fight, unless the
power evades. Its new allies may take their flags off its duchies.
"""

from __future__ import annotations

from collections.abc import Sequence

from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain, its_subject
from napoleon.rules.kit.frames import top
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.kit.sequence import Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.attrition import suffer
from napoleon.rulesets.napoleonic_wars.conquest import country
from napoleon.rulesets.napoleonic_wars.encounters import seats_standing
from napoleon.rulesets.napoleonic_wars.events.camps import (
    AlliesParted,
    FlagsLifted,
    ForcesCutOff,
    InvadersCaught,
    InvadersSettled,
    NewEnemiesMet,
)
from napoleon.rulesets.napoleonic_wars.events.conquest import ForcesRegrouped
from napoleon.rulesets.napoleonic_wars.events.flags import FlagRemoved
from napoleon.rulesets.napoleonic_wars.flags import leading_nation, set_flag
from napoleon.rulesets.napoleonic_wars.frames import Force, Joining, Lot
from napoleon.rulesets.napoleonic_wars.nations import commander, in_track_order
from napoleon.rulesets.napoleonic_wars.orders import (
    LiftFlag,
    LiftNoMore,
    PullOut,
    TakeOver,
)
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.spaces import (
    controller,
    hostile_in,
    leaders_in,
    present,
)
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars

# -- where they stand ------------------------------------------------------------------------------


def abroad(
    state: State, pack: Pack, group: Sequence[str], former: Sequence[str]
) -> tuple[str, ...]:
    """The duchies of former allies in which forces of the power stand [8.34.c].

    Those are their home duchies, and all that they control. A neutral power had no allies.
    """
    if not state.nations[group[0]].camp:
        return ()
    home = {space for it in former for space in pack.home_duchies[it]}
    return tuple(
        it
        for it in pack.spaces
        if (it in home or controller(state, pack, it) in former)
        and {*present(state, it)} & {*group}
    )


def invaded(state: State, pack: Pack, group: Sequence[str], foes: Sequence[str]) -> tuple[str, ...]:
    """The duchies of the power in which its new enemies stand [8.34.d]."""
    land = country(state, pack, group)
    return tuple(it for it in pack.spaces if it in land and {*present(state, it)} & {*foes})


def lifting(state: State, pack: Pack, nation: str, camp: str) -> tuple[str, ...]:
    """The seats of its new allies whose flags lie in its duchies [14.1.b]."""
    flags = (state.spaces[it].flag for it in _own(pack, nation))
    owners = {it for it in flags if it and state.nations[it].camp == camp}
    seats = dict.fromkeys(commander(state, it) for it in in_track_order(pack, owners, nation))
    return tuple(it for it in seats if it)


def _own(pack: Pack, nation: str) -> list[str]:
    return [*pack.home_duchies[nation], *pack.associated[nation]]


def _force(state: State, space: str, nations: Sequence[str]) -> Force:
    """All field forces of some nations in a space."""
    lots = [
        Lot(lot.nation, lot.sp, lot.entered, lot.fought)
        for lot in state.spaces[space].lots
        if lot.nation in nations
    ]
    return Force([name for it in nations for name in leaders_in(state, space, it)], lots)


def _group(joining: Joining) -> list[str]:
    return [joining.nation, *joining.followers]


# -- its forces among former allies [8.34.c] -------------------------------------------------------


def _cut_off(table: Wars) -> None:
    """They suffer attrition."""
    joining = top(table.state, Joining)
    space, group = joining.abroad[0], _group(joining)
    table.record(ForcesCutOff(joining.nation, space), "8.34.c")
    there = [it for it in group if it in present(table.state, space)]
    suffer(table, space, _force(table.state, space, there), ["8.34.c"])


def _part(table: Wars) -> None:
    """What is left is regrouped."""
    joining = top(table.state, Joining)
    space = joining.cut_off[0]
    for nation in _group(joining):
        if nation in present(table.state, space):
            table.record(ForcesRegrouped(nation, space), "8.34.c")
    table.record(AlliesParted(space), "8.34.c")


# -- new enemies in its duchies [8.34.d] -----------------------------------------------------------


def _catch(table: Wars) -> None:
    """They suffer attrition."""
    joining, state = top(table.state, Joining), table.state
    space = joining.invaded[0]
    hostile = hostile_in(state, space, joining.nation)
    table.record(InvadersCaught(space), "8.34.d")
    suffer(table, space, _force(state, space, hostile), ["8.34.d"])


class Caught(Scene[Wars]):
    """Forces among new enemies, as their commander sees them."""

    def __init__(self, table: Wars, player: str = "", nation: str = "") -> None:
        super().__init__(table, player)
        self.joining = top(table.state, Joining)
        self.space = self.joining.held[0]
        hostile = hostile_in(table.state, self.space, self.joining.nation)
        leading = leading_nation(table.state, table.data, self.space, hostile[0]) if hostile else ""
        self.nation = nation or leading
        self.hostile = hostile

    def leave(self) -> None:
        """All of them are regrouped."""
        for nation in self.hostile:
            self.tell(ForcesRegrouped, "8.34.d", nation=nation)
        self.tell(InvadersSettled, "8.34.d")

    def take_over(self) -> None:
        """The duchy is flagged."""
        set_flag(self.table, self.space, self.nation, "8.34.d", "R-82")
        self.tell(InvadersSettled, "8.34.d")


def _no_choice(table: Wars) -> bool:
    it = Caught(table)
    fortress = table.data.spaces[it.space].fortress
    return not it.nation or bool(fortress) or not commander(table.state, it.nation)


def _asks_caught(table: Wars) -> list[Decision]:
    it = Caught(table)
    text = say("Does %(nation)s take %(space)s?", nation=it.nation, space=it.space)
    seat = commander(table.state, it.nation)
    return [table.question(seat, "caught", "8.34.d", text, it.nation)]


CAUGHT: Actor[Wars, Caught] = Actor(
    ("caught",),
    "",
    lambda table, decision, nation: Caught(table, decision.seat, nation),
    "nation",
    its_subject,
    subject="nation",
)


def _refuse_space(it: Caught, space: str) -> Refusal | None:
    if space == it.space:
        return None
    return refuse("NOT_ASKED_FOR", "8.34.d", "You are not asked for that space.", space=space)


_SPACE = Domain[Caught](lambda it: [it.space], refusal=_refuse_space, points="target")

TAKE_OVER = DeclaredVerb(
    TakeOver,
    CAUGHT,
    "8.34.d",
    fields={"space": _SPACE},
    does=lambda it, order: it.take_over(),
    line="take over {space:space} for {nation:nation}",
    says=say("Raise the flag of %(nation)s in %(space)s"),
)

PULL_OUT = DeclaredVerb(
    PullOut,
    CAUGHT,
    "8.34.d",
    fields={"space": _SPACE},
    does=lambda it, order: it.leave(),
    line="pull out of {space:space} with {nation:nation}",
    says=say("Regroup what stands in %(space)s"),
)


# -- who still shares a space [8.34.e] -------------------------------------------------------------


def _shared(table: Wars) -> tuple[str, str, str]:
    """The next space where the power stands among enemies, with these and who of it is there."""
    state = table.state
    for nation in _group(top(state, Joining)):
        for space in table.data.spaces:
            if nation in present(state, space) and (foes := hostile_in(state, space, nation)):
                return space, foes[0], nation
    return "", "", ""


def _meet(table: Wars) -> None:
    """They fight, unless the power evades: it is the defender [R-24]."""
    space, foe, _ = _shared(table)
    active = leading_nation(table.state, table.data, space, foe)
    standing = seats_standing(table, active, hostile_in(table.state, space, active))
    table.record(NewEnemiesMet(active, space, tuple(standing)), "8.34.e", "R-24")


# -- flags of new allies [14.1.b] ------------------------------------------------------------------


class Lifting(Scene[Wars]):
    """A new ally that may take its flags off the duchies of the power."""

    def __init__(self, table: Wars, player: str) -> None:
        super().__init__(table, player)
        self.nation = top(table.state, Joining).nation

    def flags(self) -> list[str]:
        """The duchies where flags of nations of the seat lie."""
        state = self.table.state
        own = ((it, state.spaces[it].flag) for it in _own(self.table.data, self.nation))
        camp = state.nations[self.nation].camp
        return [
            it
            for it, flag in own
            if flag and state.nations[flag].camp == camp and commander(state, flag) == self.player
        ]

    def lift(self, space: str) -> None:
        """The duchy is the power's again."""
        flag = self.table.state.spaces[space].flag
        self.table.record(FlagRemoved(flag, space, flag), "14.1.b")


LIFTER: Actor[Wars, Lifting] = Actor(
    ("lift",), "", lambda table, decision, _: Lifting(table, decision.seat)
)


def _refuse_flag(it: Lifting, space: str) -> Refusal | None:
    if space in it.flags():
        return None
    detail = "No flag of yours lies there in a duchy of your new ally."
    return refuse("NO_FLAG_THERE", "14.1.b", detail, space=space)


LIFT_FLAG = DeclaredVerb(
    LiftFlag,
    LIFTER,
    "14.1.b",
    fields={"space": Domain(lambda it: it.flags(), refusal=_refuse_flag, points="target")},
    does=lambda it, order: it.lift(order.space),
    line="take the flag off {space:space}",
    says=say("Take your flag off %(space)s"),
)

LIFT_NO_MORE = DeclaredVerb(
    LiftNoMore,
    LIFTER,
    "14.1.b",
    does=lambda it, order: it.tell(FlagsLifted, "14.1.b"),
    line="leave the flags",
    says=say("Take no more flags off"),
)


def _lifter(table: Wars) -> Lifting | None:
    waiting = top(table.state, Joining).lifting
    return Lifting(table, waiting[0]) if waiting else None


def _asks_to_lift(table: Wars) -> list[Decision]:
    it = _lifter(table)
    assert it is not None, "somebody has flags there"
    text = say("Do you take flags off the duchies of %(nation)s?", nation=it.nation)
    return [table.question(it.player, "lift", "14.1.b", text)]


def _nothing_to_lift(table: Wars) -> bool:
    it = _lifter(table)
    return it is None or not it.flags()


def _leave_flags(table: Wars) -> None:
    table.record(FlagsLifted(top(table.state, Joining).lifting[0]), "14.1.b")


VERBS = (TAKE_OVER, PULL_OUT, LIFT_FLAG, LIFT_NO_MORE)

STEPS: tuple[Step[Wars], ...] = (
    Step("regrouped", lambda it: bool(top(it.state, Joining).cut_off), _part),
    Step("among former allies", lambda it: bool(top(it.state, Joining).abroad), _cut_off),
    Step("new enemies", lambda it: bool(top(it.state, Joining).invaded), _catch),
    Step("fights", lambda it: bool(_shared(it)[0]), _meet),
    Step(
        "their duchies",
        lambda it: bool(top(it.state, Joining).held),
        lambda it: Caught(it).leave(),
        _asks_caught,
        _no_choice,
    ),
    Step(
        "flags of new allies",
        lambda it: bool(top(it.state, Joining).lifting),
        _leave_flags,
        _asks_to_lift,
        _nothing_to_lift,
    ),
)
"""One after the other, when the power is of its new camp."""
