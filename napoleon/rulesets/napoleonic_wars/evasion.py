"""10.2 Evasion: what stands in a space withdraws from a force that enters it, if it can."""

from __future__ import annotations

from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.frames import top
from napoleon.rules.kit.scenes import found_once
from napoleon.rules.kit.sequence import Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import attrition
from napoleon.rulesets.napoleonic_wars.armies import PIECE, fullest
from napoleon.rulesets.napoleonic_wars.encounters import EVASION, NEEDED, Meet, lines_of
from napoleon.rulesets.napoleonic_wars.events.meetings import (
    EvasionAnnounced,
    EvasionsSettled,
    EvasionTried,
    ForceShifted,
)
from napoleon.rulesets.napoleonic_wars.frames.forces import Evasion, Force, Lot, Meeting, same
from napoleon.rulesets.napoleonic_wars.orders.marches import Evade, Slip, Stand
from napoleon.rulesets.napoleonic_wars.pieces import first_of
from napoleon.rulesets.napoleonic_wars.scene import asked
from napoleon.rulesets.napoleonic_wars.spaces import (
    ENEMY,
    NEUTRAL,
    commanding,
    hostile_in,
    is_open,
    leaders_in,
    may_leave,
    status,
    ways,
)
from napoleon.rulesets.napoleonic_wars.table import Wars


class Evading(Meet):
    """What of a seat stands in the space, and may evade."""

    @property
    def named(self) -> Force:
        """What has been announced already."""
        forces = [it.force for it in self.meeting.evading]
        leaders = [name for it in forces for name in it.leaders]
        return Force(leaders, [lot for it in forces for lot in it.lots])

    @found_once
    def leaders(self) -> list[str]:
        """The leaders that stood there before."""
        arrived = (name for it in self.meeting.arrived for name in it.force.leaders)
        gone = {*arrived, *self.named.leaders}
        here = leaders_in(self.state, self.space)
        return [it for it in here if it not in gone and self.is_own(self.state.leaders[it].nation)]

    @found_once
    def lots(self) -> list[Lot]:
        """The strength points that stood there before, and are not named yet."""
        arrived = (lot for it in self.meeting.arrived for lot in it.force.lots)
        gone = [*arrived, *self.named.lots]
        found: list[Lot] = []
        for lot in self.state.spaces[self.space].lots:
            left = lot.sp - sum(it.sp for it in gone if same(it, lot))
            if left > 0 and self.is_own(lot.nation):
                found.append(Lot(lot.nation, left, lot.entered, lot.fought))
        return found

    @found_once
    def commanded(self) -> Force:
        """The leaders with all that they can lead, which evade at once and to one space."""
        if not self.leaders:
            return Force()
        lots = fullest(self.state, self.pack, self.leaders, self.space)
        able = {it.nation: it.sp for it in lots}
        found: list[Lot] = []
        for nation in able:
            sp = sum(it.sp for it in lots if it.nation == nation)
            found += first_of([it for it in self.lots if it.nation == nation], sp)
        return Force(self.leaders, found)

    def unled(self, nation: str) -> list[Lot]:
        """The strength points of a nation that no leader can take along [10.2.b]."""
        led = self.commanded.lots
        found: list[Lot] = []
        for lot in self.lots:
            left = lot.sp - sum(it.sp for it in led if same(it, lot))
            if lot.nation == nation and left > 0:
                found.append(Lot(lot.nation, left, lot.entered, lot.fought))
        return found

    def spaces(self, nation: str) -> list[str]:
        """Where a nation's force may withdraw to [10.2.a, 10.2.c]."""
        return [
            to
            for _, to in ways(self.state, self.pack, self.space, nation)
            if self.refuse_space(to, nation) is None
        ]

    def refuse_space(self, to: str, nation: str) -> Refusal | None:
        """Why it may not withdraw there."""
        state, pack = self.state, self.pack
        link = pack.link(self.space, to) if to in pack.spaces else None
        if link is None:
            return refuse("NOT_ADJACENT", "10.2.a", "No connection leads there.", to=to)
        if to == self.meeting.came:
            return refuse("ENEMY_CAME_THENCE", "10.2.a", "The enemy came from there.", to=to)
        if hostile_in(state, to, nation):
            return refuse("ENEMY_THERE", "10.2.c", "Enemy forces stand there.", to=to)
        if status(state, pack, to, nation) == NEUTRAL:
            return refuse("NEUTRAL_GROUND", "9.54.a", "That duchy belongs to a neutral.", to=to)
        if not is_open(state, pack, link, nation):
            return refuse("STRAIT_CLOSED", "9.53.a", "An enemy fleet closes the strait.", to=to)
        if not may_leave(state, pack, self.space, to, nation):
            detail = "Out of an enemy fortress space one goes to friendly or uncontrolled spaces."
            return refuse("OUT_OF_FORTRESS", "12.4.a", detail, to=to)
        return None

    @property
    def nations(self) -> list[str]:
        """The nations with strength points there that no leader takes along."""
        held = {lot.nation for lot in self.lots}
        return [it for it in self.pack.track if it in held and self.unled(it)]


EVADER = asked(Evading, "evade")


def _chief(it: Evading) -> str:
    return commanding(it.state, it.pack, it.leaders)


def _no_army(it: Evading) -> Refusal | None:
    if it.leaders:
        return None
    return refuse("NO_LEADER", "10.2.b", "No leader of yours there may still evade.")


def _evade(it: Evading, order: Evade) -> None:
    nation = it.state.leaders[_chief(it)].nation
    it.tell(
        EvasionAnnounced,
        "10.2.a",
        nation=nation,
        start=it.space,
        space=order.to,
        force=it.commanded,
    )


def _refuse_evasion(it: Evading, to: str) -> Refusal | None:
    return it.refuse_space(to, it.state.leaders[_chief(it)].nation)


EVADE = DeclaredVerb(
    Evade,
    EVADER,
    "10.2.a",
    fields={
        "to": Domain(
            lambda it: it.spaces(it.state.leaders[_chief(it)].nation) if it.leaders else [],
            refusal=_refuse_evasion,
            points="target",
        )
    },
    unable=_no_army,
    does=_evade,
    line="evade to {to:space}",
    says=say("Evade to %(to)s"),
)


def _refuse_slipping(it: Evading, order: Slip) -> Refusal | None:
    if order.nation not in it.nations:
        return refuse("NOBODY_THERE", "10.2.b", "That nation has no strength points left to name.")
    most = min(PIECE, sum(lot.sp for lot in it.unled(order.nation)))
    if not 1 <= order.sp <= most:
        detail = f"A piece has from 1 to {most} strength points."
        return refuse("WRONG_NUMBER", "R-101", detail, most=most)
    return it.refuse_space(order.to, order.nation)


def _slip(it: Evading, order: Slip) -> None:
    force = Force([], first_of(it.unled(order.nation), order.sp))
    it.tell(
        EvasionAnnounced,
        "10.2.b",
        "R-101",
        nation=order.nation,
        start=it.space,
        space=order.to,
        force=force,
    )


SLIP = DeclaredVerb(
    Slip,
    EVADER,
    "10.2.b",
    fields={
        "to": Domain(
            lambda it: [link.other(it.space) for link in it.pack.links[it.space]], points="target"
        ),
        "nation": Domain(lambda it: it.nations),
        "sp": Domain(lambda it: range(PIECE, 0, -1), lambda it, sp: sp),
    },
    refuses=_refuse_slipping,
    does=_slip,
    line="slip {sp:number} of {nation:nation} to {to:space}",
    says=say("Let a piece of %(sp)s SP of %(nation)s evade to %(to)s"),
)

STAND = DeclaredVerb(
    Stand,
    EVADER,
    "10.2.a",
    does=lambda it, order: it.tell(EvasionsSettled, "10.2.a"),
    line="stand",
    says=lambda it, order: (
        say("No other force evades") if it.meeting.evading else say("Stand and fight")
    ),
)

VERBS = (EVADE, SLIP, STAND)


def _try_evasion(table: Wars) -> None:
    meeting = top(table.state, Meeting)
    evasion: Evasion = meeting.evading[0]
    it, state, pack = Meet(table, ""), table.state, table.data
    force, start, to = evasion.force, meeting.space, evasion.to
    leader = commanding(state, pack, force.leaders)
    nation = state.leaders[leader].nation if leader else force.lots[0].nation
    link = pack.link(start, to)
    assert link is not None, "it leads there"
    costs = link.kind == "strait" or status(state, pack, to, nation) == ENEMY
    causes = [EVASION] if costs else []
    lines = list(lines_of(state, pack, leader, link, start, nation))
    dice, draw, every, number = it.roll(lines, "evasion")
    it.tell(
        EvasionTried,
        "10.2.d",
        nation=nation,
        leader=leader,
        start=start,
        space=to,
        dice=dice,
        draw=draw,
        total=number,
        breakdown=tuple(every),
        succeeds=number >= NEEDED,
    )
    if number >= NEEDED:
        it.tell(ForceShifted, "10.2.d", nation=nation, start=start, space=to, force=force)
        attrition.suffer(table, to, force, causes)


def _standing(table: Wars) -> bool:
    return bool(top(table.state, Meeting).standing)


def evader(table: Wars) -> Evading:
    """The seat that may evade next, as it stands in the meeting."""
    return Evading(table, top(table.state, Meeting).standing[0])


def _cannot_evade(table: Wars) -> bool:
    it = evader(table)
    nations = {*it.nations, *(it.state.leaders[name].nation for name in it.leaders)}
    return not any(it.spaces(nation) for nation in nations)


def _asks_evasion(table: Wars) -> list[Decision]:
    it = evader(table)
    text = say("Who evades from %(space)s?", space=it.space)
    return [table.question(it.player, "evade", "10.2.a", text)]


STEPS: tuple[Step[Wars], ...] = (
    Step("evasion is rolled", lambda table: top(table.state, Meeting).settled, _try_evasion),
    Step(
        "evasion",
        _standing,
        lambda table: evader(table).tell(EvasionsSettled, "10.2.a"),
        _asks_evasion,
        _cannot_evade,
    ),
)
"""A seat says who evades; when all have, the dice are rolled."""
