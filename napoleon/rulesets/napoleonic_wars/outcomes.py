"""11.3.c to 11.3.d, 11.5 to 11.7 What comes of battles: another round, a winner, rout, a flag."""

from __future__ import annotations

from typing import Literal

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import DeclaredVerb
from napoleon.rules.kit.frames import top
from napoleon.rules.kit.sequence import Step
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import retreats
from napoleon.rulesets.napoleonic_wars.events.battles import (
    ATTACKER,
    DEFENDER,
    NOBODY,
    other_than,
    side_of,
)
from napoleon.rulesets.napoleonic_wars.events.flags import FlagPlaced, FlagRemoved
from napoleon.rulesets.napoleonic_wars.events.outcomes import (
    BattleDecided,
    BattleEnded,
    FlagOverrun,
    FlagWaived,
    ForceRouted,
    NextRoundBegan,
)
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle, Side
from napoleon.rulesets.napoleonic_wars.frames.forces import March
from napoleon.rulesets.napoleonic_wars.nations import at_war
from napoleon.rulesets.napoleonic_wars.orders.battles import Claim, Waive
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.ranks import chief_nation, seat_of, units_of
from napoleon.rulesets.napoleonic_wars.retreats import for_good, loser_of, losing
from napoleon.rulesets.napoleonic_wars.scene import Seated, asked
from napoleon.rulesets.napoleonic_wars.spaces import (
    controller,
    flag_can_change,
    is_enemy_fortress,
    is_of_camp,
)
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars

ROUT = 3
"""How many more hits the winner has to inflict than they suffer [11.5]."""

FLAG = "flag"
"""The kind of the question to the winner."""

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


# -- rout ------------------------------------------------------------------------------------------


def _margin(battle: Battle) -> tuple[Line, ...]:
    """By how many hits the winner was better [11.5]."""
    name, loser = loser_of(battle)
    winner = side_of(battle, other_than(name))
    return (
        Line(loser.suffered, "11.5.a", say("hits of the loser")),
        Line(-winner.suffered, "11.5.a", say("hits of the winner")),
    )


def _rout_due(table: Wars) -> bool:
    battle = top(table.state, Battle)
    found = losing(battle)
    if found is None or battle.routed or battle.retreated:
        return False
    side = found[1]
    if side.no_rout or not (side.disrupted or side.shaken):
        return False
    return total(_margin(battle)) >= ROUT


def _rout(table: Wars) -> None:
    battle = top(table.state, Battle)
    name, side = loser_of(battle)
    lines, leaders = _margin(battle), tuple(side.shaken)
    sp, good = dict(side.disrupted), for_good(table, leaders)
    event = ForceRouted(name, battle.space, total(lines), lines, sp, leaders, good)
    table.record(event, "11.5.a")


# -- flag ------------------------------------------------------------------------------------------


def won_flag(state: State, pack: Pack, space: str, nation: str) -> str | None:
    """What flag lies in a space if a nation takes it free of CP: its own, or none.

    The owner by colour and its allies take the enemy's flag off [7.4.b]. None if it may not: that
    is no enemy's space, or an ally's without a flag to take off [8.22.b].
    """
    enemys = at_war(state, controller(state, pack, space), nation)
    if not enemys or not flag_can_change(state, pack, space, nation):
        return None
    return "" if is_of_camp(state, pack, space, nation) else nation


def _winning(battle: Battle) -> Side:
    return side_of(battle, other_than(loser_of(battle)[0]))


def _flag_due(table: Wars) -> bool:
    """Whether the winner has inflicted more hits than the loser had units at first [11.7, R-30]."""
    state, pack = table.state, table.data
    battle = top(state, Battle)
    found = losing(battle)
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


class Aftermath(Seated):
    """A battle that is won, as the winner sees it."""

    def __init__(self, table: Wars, player: str) -> None:
        super().__init__(table, player)
        self.battle = top(table.state, Battle)
        self.space = self.battle.space

    @property
    def nation(self) -> str:
        """The nation that commands the winner [R-82]."""
        winner = _winning(self.battle)
        return chief_nation(self.state, self.pack, self.space, winner)

    @property
    def flag(self) -> str | None:
        """What flag it gets there."""
        return won_flag(self.state, self.pack, self.space, self.nation)

    def claim(self) -> None:
        """The winner takes the space."""
        loser, flag = loser_of(self.battle)[1], self.flag
        self.tell(FlagOverrun, "11.7.a", "R-30", hits=loser.suffered, units=loser.units)
        if flag:
            self.tell(FlagPlaced, "11.7.a")
        else:
            had = self.state.spaces[self.space].flag
            self.tell(FlagRemoved, "11.7.a", "7.4.b", flag=had)


def _claim_by_itself(table: Wars) -> None:
    Aftermath(table, "").claim()


# -- the end ---------------------------------------------------------------------------------------


def _end(table: Wars) -> None:
    """Only attackers who have overrun others outside of a fortress space march on [11.6].

    Before an enemy fortress they halt as all who enter do, and may besiege it [9.52, 12.2.a].
    """
    state, pack = table.state, table.data
    battle = top(state, Battle)
    found = losing(battle)
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
    return isinstance(march, March) and march.at == space and not march.zones


STEPS: tuple[Step[Wars], ...] = (
    Step(
        "next round",
        lambda table: not top(table.state, Battle).loser and not _outcome(table),
        _fight_on,
    ),
    Step("outcome", lambda table: not top(table.state, Battle).loser, _decide),
    Step("rout", _rout_due, _rout),
    retreats.STEP,
    Step("flag", _flag_due, _claim_by_itself, _asks_flag),
    Step("end of the battle", lambda table: True, _end),
)
"""What follows when all hits of a round are taken; part of a battle."""


# -- verbs -----------------------------------------------------------------------------------------

WINNER = asked(Aftermath, FLAG)

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

VERBS = (CLAIM, WAIVE, *retreats.VERBS)
