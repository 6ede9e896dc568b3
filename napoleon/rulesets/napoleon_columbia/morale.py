"""6.31 Morale: engaged units of one step may have to withdraw [9.2]."""

from __future__ import annotations

from napoleon.chance import PUBLIC
from napoleon.rules.events import Line, total
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import fog, losses, turns, units
from napoleon.rulesets.napoleon_columbia.events.combat import (
    CombatStepStarted,
    MoraleChecked,
    WithdrawalOrdered,
)
from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import Table, seat_of
from napoleon.rulesets.napoleon_columbia.turns import COMBAT, MORALE, acting_side, battle_here

ADDED = {"9.2": 1, "6.5": 1}
"""What a leader and a square add to the die, by clause."""

GOOD = 4
"""The least that is good [6.31]."""


def due(table: Table) -> bool:
    """Whether a combat turn begins, with its checks of morale."""
    battle = turns.running_battle(table)
    return battle is not None and battle.step == MORALE


def checked(table: Table, battle: Battle) -> list[str]:
    """Engaged units of one step, on the side whose combat turn it is [6.31, N-21]."""
    state, side = table.state, acting_side(battle)
    found = [
        unit
        for unit in state.blocks
        if unit in battle.fighters
        and unit in state.standing(battle.town, side)
        and _is_checked(table, battle, unit)
    ]
    return fog.in_order(table, found)


def _is_checked(table: Table, battle: Battle, unit: str) -> bool:
    fighter = battle.fighters[unit]
    if table.state.blocks[unit].strength > 1 or fighter.shelter:
        return False
    if not table.state.is_engaged(battle, fighter.place):
        return False
    if units.type_of(table, unit) != units.LEADER:
        return True
    side = acting_side(battle)
    return table.state.fighters_at(battle, fighter.place, side) == [unit]


def hidden_leaders(table: Table) -> list[str]:
    """Leaders who stand hidden with a unit of their army whose morale is checked [9.2]."""
    battle = battle_here(table)
    blocks = table.state.blocks
    found = []
    for unit in checked(table, battle):
        leader = units.leader_of(table, blocks[unit].army)
        fighter = battle.fighters.get(leader)
        if (
            fighter is not None
            and fighter.place == battle.fighters[unit].place
            and not blocks[leader].revealed
        ):
            found.append(leader)
    return list(dict.fromkeys(found))


def asks(table: Table) -> list[Decision]:
    """Whether a leader is shown before the dice are rolled [9.2].

    Blocks that are engaged lie open [N-47], so this is asked only where one of them does not.
    """
    battle = battle_here(table)
    asked = {seat_of(table, it) for it in _hidden_companions(table, battle)}
    text = "Show a leader who stands with the units whose morale is checked, or keep them hidden."
    waiting = [
        seat
        for seat in table.state.seats_of(acting_side(battle))
        if seat in asked and seat not in table.state.leaders_asked
    ]
    return ask_about_leaders(table, waiting, "9.2", text)


def ask_about_leaders(table: Table, seats: list[str], clause: str, text: str) -> list[Decision]:
    """The question about their leaders to seats that have not answered, to all at once [N-90]."""
    asked = seats if table.rulings.leaders_at_once else seats[:1]
    return [table.question(seat, "reveal_leader", clause, text) for seat in asked]


def _hidden_companions(table: Table, battle: Battle) -> list[str]:
    """Upright blocks of an army whose leader may be among them, beside a unit that is checked."""
    blocks, found = table.state.blocks, []
    for unit in checked(table, battle):
        leader = units.leader_of(table, blocks[unit].army)
        if not leader or blocks[leader].revealed:
            continue
        there = table.state.fighters_at(battle, battle.fighters[unit].place)
        found += [
            it for it in there if it != unit and not blocks[it].revealed
            and blocks[it].army == blocks[unit].army
        ]  # fmt: skip
    return found


def check(table: Table) -> None:
    """All dice are rolled before any result is carried out; a rout cuts them short [N-21, N-34]."""
    battle = battle_here(table)
    bad = [unit for unit in checked(table, battle) if not _roll(table, battle, unit)]
    for unit in bad:
        if any(table.state.lost_positions(battle)):
            return
        if unit not in battle.fighters:
            continue
        stuck = battle.fighters[unit].square or units.type_of(table, unit) == units.FOOT_ARTILLERY
        if stuck:
            losses.eliminate(table, unit, "morale", "6.31")
        else:
            table.record(WithdrawalOrdered(unit, battle.town), "6.31", "N-21")
    if any(table.state.lost_positions(battle)):
        return
    table.record(CombatStepStarted(battle.town, acting_side(battle), COMBAT), "6.3")


def _roll(table: Table, battle: Battle, unit: str) -> bool:
    """One die with its modifiers, which add up [N-21]."""
    name = units.name_for_chance(table, unit)
    die, draw = table.draw(range(1, 7), f"morale of {name}", PUBLIC)
    lines = (Line(die, "6.31", "die"), *_modifiers(table, battle, unit))
    result = total(lines)
    table.record(
        MoraleChecked(unit, battle.town, die, result, lines, result >= GOOD, draw),
        "6.31",
        *(line.clause for line in lines[1:]),
    )
    return result >= GOOD


def _modifiers(table: Table, battle: Battle, unit: str) -> list[Line]:
    fighter, blocks = battle.fighters[unit], table.state.blocks
    lines = []
    leader = units.leader_of(table, blocks[unit].army)
    with_them = leader in battle.fighters and battle.fighters[leader].place == fighter.place
    if with_them and blocks[leader].revealed:
        lines.append(Line(ADDED["9.2"], "9.2", units.name_of(table, leader)))
    if fighter.square:
        lines.append(Line(ADDED["6.5"], "6.5", "in square"))
    return lines
