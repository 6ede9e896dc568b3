"""7.4 to 7.43, 10.6 Flags: who may place or remove one for a CP, and what may stop it."""

from __future__ import annotations

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import encounters
from napoleon.rulesets.napoleonic_wars.events.flags import (
    FlagChallenged,
    FlagContested,
    FlagPlaced,
    FlagRemoved,
    FlagTolerated,
)
from napoleon.rulesets.napoleonic_wars.frames.forces import Contest
from napoleon.rulesets.napoleonic_wars.impulses import IMPULSE
from napoleon.rulesets.napoleonic_wars.nations import RUSSIA, at_war, commander, is_allied, is_truce
from napoleon.rulesets.napoleonic_wars.orders.marches import Challenge, RaiseFlag, Tolerate
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.pools import FLAGS, FLAGS_IN_RUSSIA, in_cp, pay, refuse_cost
from napoleon.rulesets.napoleonic_wars.scene import Acting, asked
from napoleon.rulesets.napoleonic_wars.spaces import (
    FRIENDLY,
    commanding,
    controller,
    flag_can_change,
    hostile_in,
    is_of_camp,
    leaders_in,
    own_in,
    sp_in,
    status,
)
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars

COST = (Line(1, "7.4.a", say("a flag")),)


def leading_nation(state: State, pack: Pack, space: str, nation: str) -> str:
    """The nation of a camp whose flag may be placed where several stand [9.7.d, R-82].

    That of the commander; without one that of most strength points; empty if nobody is there.
    """
    own = own_in(state, space, nation)
    chief = commanding(state, pack, (it for n in own for it in leaders_in(state, space, n)))
    if chief:
        return state.leaders[chief].nation
    track = pack.track
    return max(own, key=lambda it: (sp_in(state, space, it), -track.index(it)), default="")


def set_flag(table: Wars, space: str, nation: str, *clauses: str) -> None:
    """The flag of a nation is placed, or the enemy's removed from a space of its camp."""
    flag = table.state.spaces[space].flag
    if is_of_camp(table.state, table.data, space, nation):
        table.record(FlagRemoved(nation, space, flag), *clauses)
    else:
        table.record(FlagPlaced(nation, space), *clauses)


def refuse_flag(state: State, pack: Pack, space: str, nation: str) -> Refusal | None:
    """Why a nation can neither place nor remove a flag in a space, wherever its forces are."""
    where = pack.spaces.get(space)
    if where is None or is_allied(state, controller(state, pack, space), nation):
        return refuse("NOT_ENEMY_HELD", "7.4.a", "No enemy controls that space.", space=space)
    if where.fortress:
        return refuse("FORTRESS", "7.42.a", "A fortress is flagged only by siege.", space=space)
    holder = controller(state, pack, space)
    if is_truce(state, holder, nation):
        detail = "An armistice holds with the nation that controls it."
        return refuse("ARMISTICE", "R-106", detail, space=space)
    if not flag_can_change(state, pack, space, nation):
        detail = "No flag is placed in a duchy of an ally."
        return refuse("OF_AN_ALLY", "8.22.b", detail, space=space)
    if at_war(state, holder, nation) or nation in where.associated:
        return None
    return refuse("NOT_AT_WAR", "8.33.a", "You are not at war with who controls it.", space=space)


def _refuse_flagging(it: Acting, space: str) -> Refusal | None:
    return (
        refuse_flag(it.state, it.pack, space, it.nation)
        or _refuse_place(it, space)
        or refuse_cost(it, _use(it, space), total(COST), "7.4.a")
    )


def _use(it: Acting, space: str) -> str:
    """What CP are needed for: those of the winter serve inside Russia alone [17.1.b]."""
    return FLAGS_IN_RUSSIA if it.pack.spaces[space].home == RUSSIA else FLAGS


def _refuse_place(it: Acting, space: str) -> Refusal | None:
    """Why no force of the nation is where it could flag a space from [7.41]."""
    state, pack, nation = it.state, it.pack, it.nation
    leading = leading_nation(state, pack, space, nation)
    if leading and not hostile_in(state, space, nation):
        if leading == nation:
            return None
        detail = "A group places its commander's nation's flag only."
        return refuse("NOT_THE_COMMANDER", "9.7.d", detail, space=space)
    if hostile_in(state, space, nation):
        return refuse("ENEMY_THERE", "7.41.b", "Enemy field forces stand there.", space=space)
    links = [link for link in pack.links[space] if _has_army(it, link.other(space))]
    if not links:
        detail = "An army of the nation must be there, or next to it in a friendly space."
        return refuse("NO_ARMY_NEAR", "7.41.b", detail, space=space)
    if all(link.kind in ("marsh", "strait") for link in links):
        detail = "No flag is placed or removed across a marsh or a strait."
        return refuse("ACROSS_WATER", "7.41.c", detail, space=space)
    if encounters.interceptors(it.table, nation, space):
        detail = "An enemy army next to it could intercept that."
        return refuse("COULD_BE_INTERCEPTED", "7.41.b", detail, space=space)
    return None


def _has_army(it: Acting, space: str) -> bool:
    return bool(leaders_in(it.state, space, it.nation)) and (
        status(it.state, it.pack, space, it.nation) == FRIENDLY
    )


def _spaces(it: Acting) -> list[str]:
    """Where forces of the nation stand, and what lies next to its armies."""
    state, found = it.state, dict[str, None]()
    for name, space in state.spaces.items():
        if any(lot.nation == it.nation for lot in space.lots):
            found[name] = None
    for leader in state.leaders.values():
        if leader.standing == "map" and leader.nation == it.nation:
            found[leader.where] = None
            found |= dict.fromkeys(link.other(leader.where) for link in it.pack.links[leader.where])
    return [*found]


def _raise(it: Acting, order: RaiseFlag) -> None:
    pay(it, _use(it, order.space), COST, "7.4.a")
    set_flag(it.table, order.space, it.nation, "7.41.a")


RAISE_FLAG = DeclaredVerb(
    RaiseFlag,
    IMPULSE,
    "7.4.a",
    fields={"space": Domain(_spaces, refusal=_refuse_flagging, points="target")},
    unable=lambda it: refuse_cost(it, FLAGS_IN_RUSSIA, total(COST), "7.4.a"),
    does=_raise,
    line="flag {space:space}",
    says=lambda it, order: (
        say("Take the enemy flag off %(space)s")
        if is_of_camp(it.state, it.pack, order.space, it.nation)
        else say("Raise the flag of %(nation)s in %(space)s", nation=it.nation)
    ),
    price=in_cp(total(COST)),
)


# -- flags placed by event, which an army next to them may challenge [10.6] ------------------------


def place_by_event(table: Wars, space: str, nation: str, *clauses: str) -> None:
    """A card places a flag of a nation, or takes the enemy's off one of its camp."""
    waiting = encounters.interceptors(table, nation, space)
    had = table.state.spaces[space].flag
    set_flag(table, space, nation, *clauses)
    if waiting:
        table.record(FlagContested(nation, space, had, tuple(waiting)), "10.6.a")


class Contesting(encounters.Meet):
    """A flag without forces next to armies of a seat."""

    def __init__(self, table: Wars, player: str) -> None:
        super(encounters.Meet, self).__init__(table, player)
        self.contest = top(table.state, Contest)
        self.space = self.contest.space

    @property
    def able(self) -> list[str]:
        """The leaders that may try."""
        state, mover = self.state, self.contest.nation
        return [
            name
            for name, it in state.leaders.items()
            if commander(state, it.nation) == self.player
            and encounters.may_meet(state, self.pack, name, self.space, mover)
        ]


CONTESTING = asked(Contesting, "contest")


def _refuse_challenger(it: Contesting, leader: str) -> Refusal | None:
    if leader in it.able:
        return None
    return refuse("CANNOT_INTERCEPT", "10.6.a", "That leader cannot intercept there.")


def _challenge(it: Contesting, order: Challenge) -> None:
    leader = it.state.leaders[order.leader]
    link = it.pack.link(leader.where, it.space)
    assert link is not None, "it leads there"
    lines = encounters.lines_of(it.state, it.pack, order.leader, link, leader.where, leader.nation)
    dice, draw, every, number = it.roll(list(lines), "interception")
    it.tell(
        FlagChallenged,
        "10.6.a",
        "10.11.a",
        nation=leader.nation,
        leader=order.leader,
        start=leader.where,
        dice=dice,
        draw=draw,
        total=number,
        breakdown=tuple(every),
        succeeds=number >= encounters.NEEDED,
    )


CHALLENGE = DeclaredVerb(
    Challenge,
    CONTESTING,
    "10.6.a",
    fields={"leader": Domain(lambda it: it.able, refusal=_refuse_challenger, points="piece")},
    does=_challenge,
    line="challenge with {leader:leader}",
    says=say("Let %(leader)s try to tear the flag down"),
)

TOLERATE = DeclaredVerb(
    Tolerate,
    CONTESTING,
    "10.6.a",
    does=lambda it, order: it.tell(FlagTolerated, "10.6.a"),
    line="tolerate",
    says=say("Let the flag stand"),
)

VERBS = (RAISE_FLAG, CHALLENGE, TOLERATE)


def _contesting(table: Wars) -> Contesting:
    return Contesting(table, top(table.state, Contest).waiting[0])


def _asks(table: Wars) -> list[Decision]:
    it = _contesting(table)
    text = say("Does an army tear the flag in %(space)s down?", space=it.space)
    return [table.question(it.player, "contest", "10.6.a", text)]


STEPS = Part[Wars](
    "flag",
    on_top(Contest),
    (
        Step(
            "contest",
            lambda table: True,
            lambda table: _contesting(table).tell(FlagTolerated, "10.6.a"),
            _asks,
            lambda table: not _contesting(table).able,
        ),
    ),
)
"""A flag was placed by event where armies may challenge it."""
