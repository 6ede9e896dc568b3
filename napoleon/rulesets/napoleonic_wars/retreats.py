"""11.4 Retreats of a beaten side: where it may go, what that costs, what becomes of it."""

from __future__ import annotations

from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.frames import inmost, top
from napoleon.rules.kit.sequence import Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleonic_wars.armies import force_of
from napoleon.rulesets.napoleonic_wars.attrition import WITHDRAWAL, suffer
from napoleon.rulesets.napoleonic_wars.events.battles import ATTACKER, DEFENDER, BattleSide, side_of
from napoleon.rulesets.napoleonic_wars.events.marches import copied
from napoleon.rulesets.napoleonic_wars.events.meetings import ForceShifted
from napoleon.rulesets.napoleonic_wars.events.outcomes import ForceEliminated, ForceRetreated
from napoleon.rulesets.napoleonic_wars.fleets import is_friendly_port
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle, Side
from napoleon.rulesets.napoleonic_wars.frames.forces import Losses
from napoleon.rulesets.napoleonic_wars.orders.battles import Retreat
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.ranks import chief_nation, seat_of, units_of
from napoleon.rulesets.napoleonic_wars.scene import Seated, asked
from napoleon.rulesets.napoleonic_wars.spaces import (
    ENEMY,
    FRIENDLY,
    NEUTRAL,
    UNCONTROLLED,
    hostile_in,
    is_enemy_fortress,
    sp_in,
    status,
    ways,
)
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars

RETREAT = "retreat"
"""The kind of the question to a side that is beaten."""


def losing(battle: Battle) -> tuple[BattleSide, Side] | None:
    """The side that has lost; None if nobody has."""
    if battle.loser in (ATTACKER, DEFENDER):
        name: BattleSide = ATTACKER if battle.loser == ATTACKER else DEFENDER
        return name, side_of(battle, name)
    return None


def loser_of(battle: Battle) -> tuple[BattleSide, Side]:
    """The side that has lost, as there is one."""
    found = losing(battle)
    assert found is not None, "nobody has lost"
    return found


def for_good(table: Wars, leaders: tuple[str, ...]) -> tuple[str, ...]:
    """Those of them that never come back [7.2.b]."""
    return tuple(it for it in leaders if table.data.leaders[it].entry == "event")


def destinations(table: Wars, battle: Battle) -> list[str]:
    """Where the loser may go: the attackers back, others to the best kind that there is [11.4]."""
    state, pack = table.state, table.data
    name, side = loser_of(battle)
    nation = chief_nation(state, pack, battle.space, side)
    if name == ATTACKER and battle.zones:
        return _back_to_sea(table, battle, nation)
    free = [
        there
        for _, there in ways(state, pack, battle.space, nation)
        if not any(hostile_in(state, there, it) for it in side.nations)
        and status(state, pack, there, nation) != NEUTRAL
    ]
    if name == ATTACKER and battle.came:
        return [it for it in free if it == battle.came and not _is_shut(state, pack, it, nation)]
    # Nobody may go where the attackers came from [11.4.c].
    free = [it for it in free if it != battle.came]
    for kind in (FRIENDLY, UNCONTROLLED, ENEMY):
        found = [it for it in free if status(state, pack, it, nation) == kind]
        open_ = [it for it in found if not _is_shut(state, pack, it, nation)]
        if open_:
            return open_
    return []


def _back_to_sea(table: Wars, battle: Battle, nation: str) -> list[str]:
    """The friendly ports of the zones that a beaten landing has passed [13.7.c, R-38]."""
    state, pack = table.state, table.data
    ports = dict.fromkeys(port for zone in battle.zones for port in pack.ports_of[zone])
    return [
        it
        for it in ports
        if it != battle.space
        and is_friendly_port(state, pack, it, nation)
        and not hostile_in(state, it, nation)
    ]


def _is_shut(state: State, pack: Pack, space: str, nation: str) -> bool:
    """Whether an enemy fortress stands there, without forces of one's own [12.4.a, R-126]."""
    if not is_enemy_fortress(state, pack, space, nation):
        return False
    return status(state, pack, space, nation) == ENEMY


def causes(table: Wars, battle: Battle, to: str) -> tuple[str, ...]:
    """The clauses by which a retreat costs: to an enemy space or over a strait [9.44]."""
    state, pack = table.state, table.data
    _, side = loser_of(battle)
    nation = chief_nation(state, pack, battle.space, side)
    link = pack.link(battle.space, to)
    over_strait = link is not None and link.kind == "strait"
    costs = (
        over_strait
        or bool(battle.zones and battle.loser == ATTACKER)
        or status(state, pack, to, nation) == ENEMY
    )
    return (WITHDRAWAL,) if costs else ()


def retreat(table: Wars, to: str) -> None:
    """A beaten side goes, and takes what attrition is due [R-81]."""
    state = table.state
    battle = top(state, Battle)
    name, side = loser_of(battle)
    nation = chief_nation(state, table.data, battle.space, side)
    due, force = causes(table, battle, to), force_of(state, battle.space, side.nations)
    units = force.units
    table.record(ForceShifted(nation, battle.space, to, force), "11.4.a", "R-81")
    if due:
        suffer(table, to, copied(force), due)
    losses = inmost(state, Losses)
    lost = losses.french + losses.others if losses is not None else 0
    event = ForceRetreated(name, battle.space, to, lost, overrun=lost == units)
    table.record(event, "11.4.a", *due)


def _eliminate(table: Wars) -> None:
    """Nobody can retreat nowhere [11.4.e]."""
    state = table.state
    battle = top(state, Battle)
    name, side = loser_of(battle)
    force = force_of(state, battle.space, side.nations)
    sp = {it: sp_in(state, battle.space, it) for it in side.nations}
    leaders = tuple(force.leaders)
    event = ForceEliminated(
        name,
        battle.space,
        {it: number for it, number in sp.items() if number},
        leaders,
        for_good(table, leaders),
    )
    table.record(event, "11.4.e")


def _retreat_due(table: Wars) -> bool:
    battle = top(table.state, Battle)
    found = losing(battle)
    return (
        found is not None and not battle.retreated and units_of(table, battle.space, found[1]) > 0
    )


def _asks_where(table: Wars) -> list[Decision]:
    battle = top(table.state, Battle)
    seat = seat_of(table, battle.space, loser_of(battle)[1])
    text = say("Where does the beaten force in %(space)s go?", space=battle.space)
    return [table.question(seat, RETREAT, "11.4.a", text)] if seat else []


def _is_forced(table: Wars) -> bool:
    return len(destinations(table, top(table.state, Battle))) < 2


def _retreat_by_itself(table: Wars) -> None:
    ways_out = destinations(table, top(table.state, Battle))
    if ways_out:
        retreat(table, ways_out[0])
    else:
        _eliminate(table)


# -- the verb --------------------------------------------------------------------------------------


class Retreating(Seated):
    """A battle that is lost, as the loser sees it."""

    def __init__(self, table: Wars, player: str) -> None:
        super().__init__(table, player)
        self.battle = top(table.state, Battle)

    @property
    def ways_out(self) -> list[str]:
        """Where the loser may go."""
        return destinations(self.table, self.battle)


def _refuse_way(it: Retreating, to: str) -> Refusal | None:
    state, battle, ways_out = it.table.state, it.battle, it.ways_out
    if to in ways_out:
        return None
    if battle.zones and battle.loser == ATTACKER:
        detail = "Go to a friendly port of a zone that you have passed."
        return refuse("NO_WAY_OUT", "13.7.c", detail, open=ways_out)
    if it.table.data.link(battle.space, to) is None:
        return refuse("NOT_ADJACENT", "11.4.a", "No connection leads there.", to=to)
    if to == battle.came:
        return refuse("ENEMY_CAME_THENCE", "11.4.c", "The enemy came from there.", to=to)
    if any(hostile_in(state, to, nation) for nation in loser_of(battle)[1].nations):
        return refuse("ENEMY_THERE", "11.4.b", "Enemy forces stand there.", to=to)
    detail = "Go to a friendly duchy if there is one, or else to an uncontrolled one."
    return refuse("NO_WAY_OUT", "11.4.a", detail, open=ways_out)


def _why(it: Retreating, order: Retreat) -> tuple[Phrase, ...]:
    return (say("it costs attrition"),) if causes(it.table, it.battle, order.to) else ()


RETREAT_TO = DeclaredVerb(
    Retreat,
    asked(Retreating, RETREAT),
    "11.4.a",
    fields={"to": Domain(lambda it: it.ways_out, refusal=_refuse_way, points="target")},
    does=lambda it, order: retreat(it.table, order.to),
    line="retreat to {to:space}",
    says=say("Retreat to %(to)s"),
    follows=_why,
)

VERBS = (RETREAT_TO,)

STEP: Step[Wars] = Step("retreat", _retreat_due, _retreat_by_itself, _asks_where, _is_forced)
"""The loser leaves the space; part of a battle."""
