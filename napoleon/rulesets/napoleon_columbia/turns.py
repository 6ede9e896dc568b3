"""2 Player turns along the turn record, their phases, and the battle that goes on in them."""

from __future__ import annotations

from napoleon.rulesets.napoleon_columbia import fog
from napoleon.rulesets.napoleon_columbia.events.turn import PhaseStarted, TurnStarted
from napoleon.rulesets.napoleon_columbia.packs.pack import Turn
from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import Table

MARCH = "march"
FORCED_CHECKS = "forced_checks"
SKIRMISH = "skirmish"
BATTLE_DEPLOY = "battle_deploy"
BATTLE = "battle"
SUPPLY = "supply"

MORALE = "morale"
COMBAT = "combat"
REINFORCEMENT = "reinforcement"
END = "end"


def begin(table: Table, phase: str, clause: str) -> None:
    """Another phase of the player turn begins."""
    table.record(PhaseStarted(phase), clause)


def first_turn_due(table: Table) -> bool:
    """Whether everything is set up, and no turn has begun."""
    return table.state.phase == MARCH and table.state.turn == 0


def turn_due(table: Table) -> bool:
    """Whether nothing is left of the player turn; asked last."""
    return True


def start(table: Table) -> None:
    """The next box of the turn record [2.0]."""
    turn = table.data.turn(table.state.turn + 1)
    pool = tuple(sorted(kind for kind, n in table.data.terrain.items() for _ in range(n)))
    started = TurnStarted(turn.index, turn.date.isoformat(), turn.side, turn.night, pool)
    table.record(started, "2.0", *(("5.7",) if turn.night else ()))
    if table.rulings.tokens_by_turn:
        fog.deal(table, turn.side)


def is_last(table: Table) -> bool:
    """Whether the running player turn is the last on the record [11.2]."""
    return table.state.turn == len(table.data.turns)


def is_last_of(table: Table, side: str) -> bool:
    """Whether no turn of a side comes after the running one, which is one of its own [11.1]."""
    later: tuple[Turn, ...] = table.data.turns[table.state.turn :]
    return table.state.active == side and all(it.side != side for it in later)


def running_battle(table: Table) -> Battle | None:
    """The battle in which a combat turn is going on; None between two of them."""
    battle = table.state.battle_in(table.state.at)
    return battle if battle is not None and battle.acting else None


def battle_here(table: Table) -> Battle:
    """The same, where there has to be one."""
    battle = running_battle(table)
    assert battle is not None, "this happens only within a combat turn"
    return battle


def acting_side(battle: Battle) -> str:
    """The side whose combat turn it is."""
    return battle.side(battle.acting)
