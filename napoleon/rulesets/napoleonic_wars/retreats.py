"""What comes of a battle: another round, rout, retreat, overrun, a flag [11.3.c - 11.7]."""

from __future__ import annotations

from typing import Literal

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain
from napoleon.rules.kit.frames import inmost, top
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.kit.sequence import Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleonic_wars.attrition import WITHDRAWAL, suffer
from napoleon.rulesets.napoleonic_wars.events.battles import (
    ATTACKER,
    DEFENDER,
    NOBODY,
    BattleDecided,
    BattleEnded,
    BattleSide,
    FlagOverrun,
    FlagWaived,
    ForceEliminated,
    ForceRetreated,
    ForceRouted,
    NextRoundBegan,
    other_than,
    side_of,
)
from napoleon.rulesets.napoleonic_wars.events.marches import ForceShifted
from napoleon.rulesets.napoleonic_wars.frames import Battle, Force, Losses, Lot, March, Side
from napoleon.rulesets.napoleonic_wars.nations import at_war, is_allied
from napoleon.rulesets.napoleonic_wars.orders import Claim, Retreat, Waive
from napoleon.rulesets.napoleonic_wars.packs.pack import Pack
from napoleon.rulesets.napoleonic_wars.ranks import chief_nation, seat_of, units_of
from napoleon.rulesets.napoleonic_wars.spaces import (
    ENEMY,
    FRIENDLY,
    UNCONTROLLED,
    controller,
    hostile_in,
    is_enemy_fortress,
    leaders_in,
    sp_in,
    status,
    ways,
)
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars

ROUT = 3
"""How many more hits the winner has to inflict than they suffer [11.5]."""

RETREAT, FLAG = "retreat", "flag"
"""The kinds of the questions: to a side that is beaten, and to the winner."""

# -- who has won -----------------------------------------------------------------------------------


def _outcome(table: Wars) -> Literal["", "attacker", "defender", "nobody"]:
    """Who has lost by what has happened so far; empty if another round is due [11.3.c-d, R-58]."""
    battle = top(table.state, Battle)
    attacking = units_of(table, battle.space, battle.attacker)
    defending = units_of(table, battle.space, battle.defender)
    if not attacking or not defending:
        return (NOBODY if not defending else ATTACKER) if not attacking else DEFENDER
    difference = battle.attacker.suffered - battle.defender.suffered
    if battle.more_rounds or (battle.round == 1 and not difference):
        return ""
    return DEFENDER if difference < 0 else ATTACKER


def _fight_on(table: Wars) -> None:
    battle = top(table.state, Battle)
    by_card = battle.more_rounds > 0
    table.record(NextRoundBegan(battle.space, battle.round + 1, by_card), "11.3.d")


def _decide(table: Wars) -> None:
    battle = top(table.state, Battle)
    suffered = battle.attacker.suffered, battle.defender.suffered
    is_tie = suffered[0] == suffered[1]
    clause = "11.3.d" if is_tie else "11.3.c"
    table.record(BattleDecided(battle.space, _outcome(table) or NOBODY, *suffered), clause, "R-29")


def _losing(battle: Battle) -> tuple[BattleSide, Side] | None:
    """The side that has lost; None if nobody has."""
    if battle.loser in (ATTACKER, DEFENDER):
        name: BattleSide = ATTACKER if battle.loser == ATTACKER else DEFENDER
        return name, side_of(battle, name)
    return None


def _loser(battle: Battle) -> tuple[BattleSide, Side]:
    found = _losing(battle)
    assert found is not None, "nobody has lost"
    return found


def _for_good(table: Wars, leaders: tuple[str, ...]) -> tuple[str, ...]:
    """Those of them that never come back [7.2.b]."""
    return tuple(it for it in leaders if table.data.leaders[it].entry == "event")


# -- rout ------------------------------------------------------------------------------------------


def _margin(battle: Battle) -> tuple[Line, ...]:
    """By how many hits the winner was better [11.5]."""
    name, loser = _loser(battle)
    winner = side_of(battle, other_than(name))
    return (
        Line(loser.suffered, "11.5.a", say("hits of the loser")),
        Line(-winner.suffered, "11.5.a", say("hits of the winner")),
    )


def _rout_due(table: Wars) -> bool:
    battle = top(table.state, Battle)
    found = _losing(battle)
    if found is None or battle.routed or battle.retreated:
        return False
    side = found[1]
    if side.no_rout or not (side.disrupted or side.shaken):
        return False
    return total(_margin(battle)) >= ROUT


def _rout(table: Wars) -> None:
    battle = top(table.state, Battle)
    name, side = _loser(battle)
    lines, leaders = _margin(battle), tuple(side.shaken)
    sp, good = dict(side.disrupted), _for_good(table, leaders)
    event = ForceRouted(name, battle.space, total(lines), lines, sp, leaders, good)
    table.record(event, "11.5.a")


# -- retreat ---------------------------------------------------------------------------------------


def destinations(table: Wars, battle: Battle) -> list[str]:
    """Where the loser may go: the attackers back, others to the best kind that there is [11.4]."""
    state, pack = table.state, table.data
    name, side = _loser(battle)
    nation = chief_nation(state, pack, battle.space, side)
    free = [
        there
        for _, there in ways(state, pack, battle.space, nation)
        if not any(hostile_in(state, there, it) for it in side.nations)
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


def _is_shut(state: State, pack: Pack, space: str, nation: str) -> bool:
    """Whether an enemy fortress stands there, without forces of one's own [12.4.a, R-126]."""
    if not is_enemy_fortress(state, pack, space, nation):
        return False
    return status(state, pack, space, nation) == ENEMY


def causes(table: Wars, battle: Battle, to: str) -> tuple[str, ...]:
    """The clauses by which a retreat costs: to an enemy space or over a strait [9.44]."""
    state, pack = table.state, table.data
    _, side = _loser(battle)
    nation = chief_nation(state, pack, battle.space, side)
    link = pack.link(battle.space, to)
    over_strait = link is not None and link.kind == "strait"
    costs = over_strait or status(state, pack, to, nation) == ENEMY
    return (WITHDRAWAL,) if costs else ()


def _whole(state: State, space: str, side: Side) -> Force:
    """All that is left of a side in the space of a battle."""
    leaders = [it for nation in side.nations for it in leaders_in(state, space, nation)]
    lots = (it for it in state.spaces[space].lots if it.nation in side.nations)
    return Force(leaders, [Lot(it.nation, it.sp, it.entered, it.fought) for it in lots])


def retreat(table: Wars, to: str) -> None:
    """A beaten side goes, and takes what attrition is due [R-81]."""
    state = table.state
    battle = top(state, Battle)
    name, side = _loser(battle)
    nation = chief_nation(state, table.data, battle.space, side)
    due, force = causes(table, battle, to), _whole(state, battle.space, side)
    units = force.units
    table.record(ForceShifted(nation, battle.space, to, force), "11.4.a", "R-81")
    if due:
        suffer(table, to, _copied(force), due)
    losses = inmost(state, Losses)
    lost = losses.french + losses.others if losses is not None else 0
    event = ForceRetreated(name, battle.space, to, lost, overrun=lost == units)
    table.record(event, "11.4.a", *due)


def _copied(force: Force) -> Force:
    return Force([*force.leaders], [Lot(it.nation, it.sp, it.entered, it.fought) for it in force.lots])


def _eliminate(table: Wars) -> None:
    """Nobody can retreat nowhere [11.4.e]."""
    state = table.state
    battle = top(state, Battle)
    name, side = _loser(battle)
    force = _whole(state, battle.space, side)
    sp = {it: sp_in(state, battle.space, it) for it in side.nations}
    leaders = tuple(force.leaders)
    event = ForceEliminated(
        name,
        battle.space,
        {it: number for it, number in sp.items() if number},
        leaders,
        _for_good(table, leaders),
    )
    table.record(event, "11.4.e")


def _retreat_due(table: Wars) -> bool:
    battle = top(table.state, Battle)
    found = _losing(battle)
    return (
        found is not None
        and not battle.retreated
        and units_of(table, battle.space, found[1]) > 0
    )


def _asks_where(table: Wars) -> list[Decision]:
    battle = top(table.state, Battle)
    seat = seat_of(table, battle.space, _loser(battle)[1])
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


# -- flag ------------------------------------------------------------------------------------------


def won_flag(state: State, pack: Pack, space: str, nation: str) -> str | None:
    """What flag lies in a space if a nation takes it free of CP: its own, or none.

    The owner by colour and its allies take the enemy's flag off [7.4.b]. None if it may not: that
    is no enemy's space, or an ally's who would need a flag of their own there [8.22.b].
    """
    if not at_war(state, controller(state, pack, space), nation):
        return None
    where = pack.spaces[space]
    if is_allied(state, where.colour, nation):
        return ""
    if any(it != nation and is_allied(state, it, nation) for it in where.builders):
        return None
    return nation


def _winning(battle: Battle) -> Side:
    return side_of(battle, other_than(_loser(battle)[0]))


def _flag_due(table: Wars) -> bool:
    """Whether the winner has inflicted more hits than the loser had units at first [11.7, R-30]."""
    state, pack = table.state, table.data
    battle = top(state, Battle)
    found = _losing(battle)
    if found is None or battle.settled or pack.spaces[battle.space].fortress:
        return False
    if found[1].suffered <= found[1].units:
        return False
    nation = chief_nation(state, pack, battle.space, _winning(battle))
    return won_flag(state, pack, battle.space, nation) is not None


def _asks_flag(table: Wars) -> list[Decision]:
    battle = top(table.state, Battle)
    seat = seat_of(table, battle.space, _winning(battle))
    text = say("Do you take %(space)s, which is free after such a victory?", space=battle.space)
    return [table.question(seat, FLAG, "11.7.a", text)] if seat else []


class Aftermath(Scene[Wars]):
    """A battle that is won, for who retreats and for who has won."""

    def __init__(self, table: Wars, player: str) -> None:
        super().__init__(table, player)
        self.battle = top(table.state, Battle)
        self.space = self.battle.space

    @property
    def nation(self) -> str:
        """The nation that commands the winner [R-82]."""
        winner = _winning(self.battle)
        return chief_nation(self.table.state, self.table.data, self.space, winner)

    @property
    def flag(self) -> str | None:
        """What flag it gets there."""
        return won_flag(self.table.state, self.table.data, self.space, self.nation)

    @property
    def ways_out(self) -> list[str]:
        """Where the loser may go."""
        return destinations(self.table, self.battle)

    def claim(self) -> None:
        """The winner takes the space."""
        loser = _loser(self.battle)[1]
        self.tell(FlagOverrun, "11.7.a", "R-30", hits=loser.suffered, units=loser.units)


def _claim_by_itself(table: Wars) -> None:
    Aftermath(table, "").claim()


# -- the end ---------------------------------------------------------------------------------------


def _end(table: Wars) -> None:
    """Only attackers who have overrun others outside of a fortress space march on [11.6].

    Before an enemy fortress they halt as all who enter do, and may besiege it [9.52, 12.2.a].
    """
    state, pack = table.state, table.data
    battle = top(state, Battle)
    found = _losing(battle)
    gone = found is not None and not units_of(table, battle.space, found[1])
    overrun = gone and (battle.overrun or not battle.retreated)
    tired: tuple[str, ...] = ()
    goes_on = False
    if found is not None:
        winner = _winning(battle)
        has_attacked = found[0] == DEFENDER
        nation = chief_nation(state, pack, battle.space, winner)
        in_fortress = bool(pack.spaces[battle.space].fortress)
        relieved = in_fortress and not is_enemy_fortress(state, pack, battle.space, nation)
        goes_on = overrun and has_attacked and not in_fortress and _marches(state, battle.space)
        if not overrun or (has_attacked and relieved):
            tired = tuple(winner.nations)
    table.record(BattleEnded(battle.space, overrun, goes_on, tired), "9.51.a", "11.6.a")


def _marches(state: State, space: str) -> bool:
    """Whether the attackers marched there, and did not appear."""
    march = state.stack[-2] if len(state.stack) > 1 else None
    return isinstance(march, March) and march.at == space


STEPS: tuple[Step[Wars], ...] = (
    Step(
        "next round",
        lambda table: not top(table.state, Battle).loser and not _outcome(table),
        _fight_on,
    ),
    Step("outcome", lambda table: not top(table.state, Battle).loser, _decide),
    Step("rout", _rout_due, _rout),
    Step("retreat", _retreat_due, _retreat_by_itself, _asks_where, _is_forced),
    Step("flag", _flag_due, _claim_by_itself, _asks_flag),
    Step("end of the battle", lambda table: True, _end),
)
"""What follows when all hits of a round are taken; part of a battle."""


# -- verbs -----------------------------------------------------------------------------------------

_BEST = "Go to a friendly duchy if there is one, or else to an uncontrolled one."


def _refuse_way(it: Aftermath, to: str) -> Refusal | None:
    ways_out = it.ways_out
    if to in ways_out:
        return None
    return refuse("NO_WAY_OUT", "11.4.a", _BEST, open=ways_out)


def _why(it: Aftermath, order: Retreat) -> tuple[Phrase, ...]:
    return (say("it costs attrition"),) if causes(it.table, it.battle, order.to) else ()


def _scene(table: Wars, asked: Decision, _: str) -> Aftermath:
    return Aftermath(table, asked.seat)


WINNER: Actor[Wars, Aftermath] = Actor((FLAG,), "", _scene)

RETREAT_TO = DeclaredVerb(
    Retreat,
    Actor((RETREAT,), "", _scene),
    "11.4.a",
    fields={"to": Domain(lambda it: it.ways_out, refusal=_refuse_way, points="target")},
    does=lambda it, order: retreat(it.table, order.to),
    line="retreat to {to:space}",
    says=say("Retreat to %(to)s"),
    follows=_why,
)

CLAIM = DeclaredVerb(
    Claim,
    WINNER,
    "11.7.a",
    does=lambda it, order: it.claim(),
    line="claim",
    says=lambda it, order: (
        say("Raise the flag of %(nation)s", nation=it.nation)
        if it.flag
        else say("Take the enemy's flag off")
    ),
)

WAIVE = DeclaredVerb(
    Waive,
    WINNER,
    "11.7.a",
    does=lambda it, order: it.tell(FlagWaived, "11.7.a"),
    line="waive",
    says=say("Leave the flag as it is"),
)

VERBS = (RETREAT_TO, CLAIM, WAIVE)
