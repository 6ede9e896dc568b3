"""Meetings: who intercepts a force that enters, who evades, what attrition it takes [10, R-77]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain
from napoleon.rules.kit.frames import inmost, on_top, top
from napoleon.rules.kit.scenes import Scene, found_once
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import attrition, battles
from napoleon.rulesets.napoleonic_wars.armies import PIECE, first_of, fullest
from napoleon.rulesets.napoleonic_wars.attrition import AMBUSH, DIFFICULT
from napoleon.rulesets.napoleonic_wars.events.meetings import (
    AttritionOver,
    EvasionAnnounced,
    EvasionsSettled,
    EvasionTried,
    ForceAppeared,
    ForceShifted,
    InterceptionDeclined,
    InterceptionTried,
    MeetingOver,
)
from napoleon.rulesets.napoleonic_wars.frames import Evasion, Force, Lot, March, Meeting
from napoleon.rulesets.napoleonic_wars.nations import (
    at_war,
    commander,
    in_track_order,
    is_truce,
    seats_after,
)
from napoleon.rulesets.napoleonic_wars.orders import Evade, Intercept, LetPass, Slip, Stand
from napoleon.rulesets.napoleonic_wars.pack import Connection, Pack
from napoleon.rulesets.napoleonic_wars.pieces import same
from napoleon.rulesets.napoleonic_wars.spaces import (
    ENEMY,
    NEUTRAL,
    UNCONTROLLED,
    commanding,
    controller,
    hostile_in,
    is_open,
    leaders_in,
    may_leave,
    present,
    status,
    was_friendly,
    ways,
)
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars, rolled

NEEDED = 9
"""What the modified sum of two dice has to reach [10.11.a, 10.2.d]."""

EVASION = "10.2.c"
"""The cause of attrition of who evades into an enemy space, or across a strait."""

# -- who may, and with what modifiers --------------------------------------------------------------


def may_meet(state: State, pack: Pack, leader: str, space: str, mover: str) -> bool:
    """Whether a leader may try to intercept what a nation brings into a space [10.1, 10.3].

    So may they at the moment before it enters: no enemy of theirs stands there then.
    """
    it = state.leaders[leader]
    if it.standing != "map" or it.failed or it.fought or it.where in state.failed_from:
        return False
    link = pack.link(it.where, space) if it.where != space else None
    return (
        link is not None
        and at_war(state, it.nation, mover)
        and not is_truce(state, it.nation, mover)
        and is_open(state, pack, link, it.nation)
        and may_leave(state, pack, it.where, space, it.nation)
        and status(state, pack, space, it.nation) != NEUTRAL
    )


def interceptors(table: Wars, mover: str, space: str) -> list[str]:
    """The seats that may intercept what a nation is about to bring into a space, in their order."""
    state, pack = table.state, table.data
    able = {
        commander(state, it.nation)
        for name, it in state.leaders.items()
        if may_meet(state, pack, name, space, mover)
        and not any(at_war(state, it.nation, other) for other in present(state, space))
    }
    return [seat for seat in seats_after(state, pack, mover) if seat in able]


def seats_standing(table: Wars, mover: str, hostile: Sequence[str]) -> list[str]:
    """The seats of nations whose forces are met, in track order from the active one on."""
    state, pack = table.state, table.data
    order = in_track_order(pack, hostile, mover)
    return [it for it in dict.fromkeys(commander(state, nation) for nation in order) if it]


def lines_of(
    state: State, pack: Pack, leader: str, link: Connection, start: str, nation: str
) -> Iterator[Line]:
    """What is added to the dice of an interception or evasion [10.1.d, 10.2.d]."""
    if leader:
        yield Line(pack.leaders[leader].battle, "10.1.d", say("battle rating"))
    if was_friendly(state, pack, link.other(start), nation):
        yield Line(1, "10.1.d", say("into a friendly space"))
    if at_war(state, controller(state, pack, start), nation):
        yield Line(-1, "10.1.d", say("from an uncontrolled space"))
    if link.kind in ("marsh", "pass", "strait"):
        yield Line(-1, "10.1.d", say("over a marsh, pass or strait"))


def causes_of_advance(state: State, pack: Pack, start: str, to: str, nation: str) -> list[str]:
    """The clauses by which a force that intercepts takes attrition [9.41, 9.43, 10.12.a]."""
    if status(state, pack, to, nation) != ENEMY:
        return []
    link, found = pack.link(start, to), list[str]()
    assert link is not None, "it leads there"
    if link.kind in ("pass", "marsh"):
        found.append(DIFFICULT)
    if status(state, pack, start, nation) == UNCONTROLLED:
        found.append(AMBUSH)
    return found


# -- scenes ----------------------------------------------------------------------------------------


class Meet(Scene[Wars]):
    """A meeting as a seat sees it that may intercept or evade."""

    def __init__(self, table: Wars, player: str) -> None:
        super().__init__(table, player)
        self.meeting = top(table.state, Meeting)
        self.space = self.meeting.space

    @property
    def state(self) -> State:
        """The position."""
        return self.table.state

    @property
    def pack(self) -> Pack:
        """The pack."""
        return self.table.data

    def is_own(self, nation: str) -> bool:
        """Whether the seat commands a nation that is at war with the active one."""
        at_odds = at_war(self.state, nation, self.meeting.nation)
        return at_odds and commander(self.state, nation) == self.player

    def roll(self, lines: list[Line], purpose: str) -> tuple[tuple[int, ...], int, list[Line], int]:
        """Two dice with their modifiers: the dice, the draw, all lines, and the sum."""
        dice, draw = rolled(self.table, purpose, 2)
        every = [Line(sum(dice), "10.11.a", say("two dice")), *lines]
        return dice, draw, every, total(every)


class Intercepting(Meet):
    """What a seat may intercept with."""

    @found_once
    def able(self) -> list[str]:
        """The leaders that may try."""
        state, pack, mover = self.state, self.pack, self.meeting.nation
        return [
            name
            for name, it in state.leaders.items()
            if self.is_own(it.nation) and may_meet(state, pack, name, self.space, mover)
        ]

    def group(self, leader: str) -> list[str]:
        """The army group that a leader commands: all that may go with them [10.13.a]."""
        where = self.state.leaders[leader].where
        beside = [it for it in self.able if self.state.leaders[it].where == where]
        return beside if commanding(self.state, self.pack, beside) == leader else [leader]

    def most(self, armies: list[str]) -> list[Lot]:
        """The strength points that armies can take along."""
        return fullest(self.state, self.pack, armies, self.state.leaders[armies[0]].where)


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


# -- interception ----------------------------------------------------------------------------------

INTERCEPTOR: Actor[Wars, Intercepting] = Actor(
    ("intercept",), "", lambda table, asked, _: Intercepting(table, asked.seat)
)


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


# -- evasion ---------------------------------------------------------------------------------------

EVADER: Actor[Wars, Evading] = Actor(
    ("evade",), "", lambda table, asked, _: Evading(table, asked.seat)
)


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

VERBS = (INTERCEPT, LET_PASS, EVADE, SLIP, STAND)


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


# -- the steps -------------------------------------------------------------------------------------


def appear(table: Wars, nation: str, space: str, waiting: Sequence[str]) -> None:
    """Pieces of a nation have been built in a space, where they may be met [10.1.a, R-122].

    `waiting` are the seats that might intercept, as it was before: see `interceptors`.
    """
    if waiting:
        table.record(ForceAppeared(nation, space, tuple(waiting)), "10.1.a", "R-122")


def _waiting(table: Wars) -> bool:
    return bool(top(table.state, Meeting).waiting)


def _interceptor(table: Wars) -> Intercepting:
    return Intercepting(table, top(table.state, Meeting).waiting[0])


def _asks_interception(table: Wars) -> list[Decision]:
    it = _interceptor(table)
    text = say("Does somebody intercept in %(space)s?", space=it.space)
    return [table.question(it.player, "intercept", "10.1.a", text)]


def _standing(table: Wars) -> bool:
    return bool(top(table.state, Meeting).standing)


def _evader(table: Wars) -> Evading:
    return Evading(table, top(table.state, Meeting).standing[0])


def _cannot_evade(table: Wars) -> bool:
    it = _evader(table)
    nations = {*it.nations, *(it.state.leaders[name].nation for name in it.leaders)}
    return not any(it.spaces(nation) for nation in nations)


def _asks_evasion(table: Wars) -> list[Decision]:
    it = _evader(table)
    text = say("Who evades from %(space)s?", space=it.space)
    return [table.question(it.player, "evade", "10.2.a", text)]


def _roll_attrition(table: Wars) -> None:
    meeting, march = top(table.state, Meeting), inmost(table.state, March)
    assert march is not None, "what has entered is on the march"
    causes = [*meeting.causes]
    table.record(AttritionOver(meeting.space), "9.4.b")
    attrition.suffer(table, meeting.space, march.force, causes)


def _is_battle(table: Wars) -> bool:
    meeting = top(table.state, Meeting)
    march = inmost(table.state, March)
    left = march is None or march.force.units
    return bool(left and hostile_in(table.state, meeting.space, meeting.nation))


def _end(table: Wars) -> None:
    meeting = top(table.state, Meeting)
    table.record(MeetingOver(meeting.nation, meeting.space), "9.51.a")


STEPS = Part[Wars](
    "meeting",
    on_top(Meeting),
    (
        Step(
            "interception",
            _waiting,
            lambda table: _interceptor(table).tell(InterceptionDeclined, "10.1.a"),
            _asks_interception,
            lambda table: not _interceptor(table).able,
        ),
        Step("evasion is rolled", lambda table: top(table.state, Meeting).settled, _try_evasion),
        Step(
            "evasion",
            _standing,
            lambda table: _evader(table).tell(EvasionsSettled, "10.2.a"),
            _asks_evasion,
            _cannot_evade,
        ),
        Step("attrition", lambda table: bool(top(table.state, Meeting).causes), _roll_attrition),
        Step("battle", _is_battle, battles.begin),
        Step("nothing more", lambda table: True, _end),
    ),
)
"""A force has entered a space, or appeared there."""
