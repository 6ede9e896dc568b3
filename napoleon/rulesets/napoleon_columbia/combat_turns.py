"""6.3, 6.7 Combat turns: battle by battle, both in turn, until one of them is idle [6.1]."""

from __future__ import annotations

from napoleon.rules.kit.declaring import DeclaredVerb, Irreversible
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleon_columbia import combat_moves, fog, losses, turns
from napoleon.rulesets.napoleon_columbia.acting import Acting, Part, a_seat
from napoleon.rulesets.napoleon_columbia.events.combat import (
    CombatEnded,
    CombatStepStarted,
    CombatTurnEnded,
    CombatTurnStarted,
    StalemateCounted,
    StalemateDeclared,
)
from napoleon.rulesets.napoleon_columbia.orders import EndCombat
from napoleon.rulesets.napoleon_columbia.sides import ATTACKER, DEFENDER
from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import Table, refuse, seat_of
from napoleon.rulesets.napoleon_columbia.turns import (
    BATTLE,
    COMBAT,
    REINFORCEMENT,
    SUPPLY,
    acting_side,
    battle_here,
    begin,
    running_battle,
)

PATIENCE = 2
"""Idle combat turns of the attacker in succession that end the attack [6.7]."""


def parts(table: Table, battle: Battle) -> list[str]:
    """Seats that still have their part in combat: who decides there first [N-54]."""
    side = acting_side(battle)
    first = battle.deciding[side]
    seats = [first, *(seat for seat in table.state.seats_of(side) if seat != first)]
    fighting = {seat_of(table, unit) for unit in battle.fighters}
    return [seat for seat in seats if seat in fighting and seat not in battle.parts]


# -- whose turn it is [6.1] -----------------------------------------------------------------------


def turn_due(table: Table) -> bool:
    """Whether battles go on, and the next combat turn begins."""
    return (
        table.state.phase == BATTLE and running_battle(table) is None and bool(table.state.battles)
    )


def start(table: Table) -> None:
    """Both sides complete a combat turn in a battle, then in the next one [6.1]."""
    battle, role = _next(table)
    started = CombatTurnStarted(battle.town, role, battle.side(role), battle.turn + 1)
    table.record(started, "6.3", "6.1")


def _next(table: Table) -> tuple[Battle, str]:
    """The defender after the attacker; otherwise the attacker of the next battle in the order."""
    battles = table.state.battles
    last = table.state.battle_in(table.state.at)
    if last is not None and last.turn % 2 == 1:
        return last, DEFENDER
    number = table.state.last_battle
    later = [it for it in battles if it.number > number]
    return (later or battles)[0], ATTACKER


def over_due(table: Table) -> bool:
    """Whether all battles of the turn are over."""
    return table.state.phase == BATTLE


def finish(table: Table) -> None:
    """Supply comes next [2.3]."""
    begin(table, SUPPLY, "2.3")


# -- the Combat phase [6.3] -----------------------------------------------------------------------


def combat_due(table: Table) -> bool:
    """Whether units of the acting side may still act."""
    battle = running_battle(table)
    return battle is not None and battle.step == COMBAT


def asks(table: Table) -> list[Decision]:
    """What the units of a seat do, until it ends its part [6.3]."""
    battle = battle_here(table)
    seats = parts(table, battle)
    if not seats:
        return []
    town = table.data.towns[battle.town].name
    text = f"What do your units do in the battle of {town}?"
    return [table.question(seats[0], "combat", "6.3", text)]


def after_combat(table: Table) -> None:
    """Reinforcement is the last step [6.34]."""
    battle = battle_here(table)
    table.record(CombatStepStarted(battle.town, acting_side(battle), REINFORCEMENT), "6.34")


def _refuse_end(it: Part) -> Refusal | None:
    """Units that have to withdraw, and can, do so first [N-21]."""
    waiting = [fighter.unit for fighter in _shaken(it) if combat_moves.can_move(fighter)]
    if waiting:
        detail = "A unit of bad morale still has to withdraw."
        return refuse("WITHDRAWAL_PENDING", "6.31", detail, units=waiting)
    return None


def _shaken(it: Part) -> list[Acting]:
    """The units of a seat that have to withdraw [6.31]."""
    fighters = battle_here(it.table).fighters.items()
    found = [u for u, f in fighters if f.shaken and seat_of(it.table, u) == it.player]
    return [Acting(it.table, it.player, unit) for unit in fog.in_order(it.table, found)]


def _end(it: Part, order: EndCombat) -> None:
    """A unit that the stream holds back is eliminated; the seat does no more [6.21.stream, N-81].

    A rout that comes of it cuts it short: those who are left suffer as in a rout [N-34].
    """
    battle = battle_here(it.table)
    for fighter in _shaken(it):
        if combat_moves.stopped_by_stream(fighter):
            losses.eliminate(it.table, fighter.unit, "stream", "6.21.stream")
        elif it.table.rulings.shaken_live:
            continue
        else:
            losses.eliminate(it.table, fighter.unit, "morale", "N-21")
        if any(it.table.state.lost_positions(battle)):
            return
    it.tell(CombatEnded, "6.3")


VERBS = (
    DeclaredVerb(
        EndCombat,
        a_seat("combat", BATTLE, lambda table: table.state.at),
        "6.3",
        unable=_refuse_end,
        does=_end,
        line="end combat",
        says=say("End the Combat phase"),
        follows=(say("reinforcements come next"),),
        irreversible=Irreversible.IF_RANDOM,
        costs=True,
    ),
)


# -- the end of a combat turn ---------------------------------------------------------------------


def end_due(table: Table) -> bool:
    """Whether a combat turn has nothing left to do."""
    return running_battle(table) is not None


def end_turn(table: Table) -> None:
    """The other side comes next, or another battle [6.1]."""
    battle = battle_here(table)
    ended = CombatTurnEnded(battle.town, battle.acting, acting_side(battle))
    table.record(ended, "6.3")


def stalemate_due(table: Table) -> bool:
    """Whether a combat turn of the attacker is over, and it was not looked at."""
    battle = turns.running_battle(table)
    return battle is not None and battle.acting == ATTACKER and not battle.stalemate_counted


def count_stalemate(table: Table) -> None:
    """Two combat turns without fire, engagement, retreat or arrival make a stalemate [N-62]."""
    battle = turns.battle_here(table)
    idle = 0 if battle.busy else battle.idle + 1
    table.record(StalemateCounted(battle.town, idle), "6.7", "N-62")
    if idle < PATIENCE:
        return
    own = table.state.standing(battle.town, battle.attacker)
    engaged = [it for it in own if table.state.is_engaged(battle, battle.fighters[it].place)]
    declared = StalemateDeclared(battle.town, battle.attacker, idle, fog.tokens(table, engaged))
    table.record(declared, "6.7", "N-31")
