"""Losses of a battle, for winner and loser [ATTACK.8, ATTACK.9]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.events import Line, total
from napoleon.rulesets.napoleonic_empire import commanders
from napoleon.rulesets.napoleonic_empire.battles import fought, roll_die
from napoleon.rulesets.napoleonic_empire.events.battle import ArmiesEliminated, LossesComputed
from napoleon.rulesets.napoleonic_empire.table import Table

CAP_PER_LOSER = 2
"""Armies that a winner can lose at most for each army of the loser [ATTACK.8]."""
LOSER_DICE = 2
"""Dice for the losses of a loser [ATTACK.9]."""
PERCENT = 10
"""Of the armies, for each point of the loss dice."""


def due(table: Table) -> bool:
    """Whether a decided battle has yet to cost its losses."""
    battle = table.state.battle
    return battle is not None and bool(battle.winner) and not battle.losses


def suffer(table: Table) -> None:
    """Dice, then the winner's losses, then the loser's [ATTACK.11]."""
    battle = fought(table)
    winner, loser = battle.winner, battle.loser
    own, theirs = battle.armies[winner], battle.armies[loser]
    points = roll_die(table, winner, "winner_loss", "ATTACK.8")
    points_lost = sum(roll_die(table, loser, "loser_loss", "ATTACK.9") for _ in range(LOSER_DICE))
    _compute(table, winner, points, CAP_PER_LOSER * theirs, "ATTACK.8", "E-15")
    _compute(table, loser, points_lost, theirs, "ATTACK.9", "E-16")
    for side, clause in ((winner, "ATTACK.8"), (loser, "ATTACK.9")):
        lost = battle.losses[side]
        if lost:
            eliminated = ArmiesEliminated(side, battle.country, lost, "losses")
            table.record(eliminated, clause, "ATTACK.11")
    assert own > battle.losses[winner], "a winner keeps an army [E-15]"


def _compute(table: Table, side: str, points: int, cap: int, *clauses: str) -> None:
    """A tenth of the armies for each point, rounded down and capped, perhaps halved [E-36]."""
    battle = fought(table)
    armies = battle.armies[side]
    percent = PERCENT * points
    raw = armies * percent // 100
    breakdown = list(_lines(armies, percent, raw, cap, *clauses))
    breakdown += commanders.halved(table, battle.country, side, total(breakdown))
    losses = total(breakdown)
    computed = LossesComputed(side, armies, percent, raw, cap, losses, tuple(breakdown))
    table.record(computed, *clauses)


def _lines(
    armies: int, percent: int, raw: int, cap: int, clause: str, ruling: str
) -> Iterator[Line]:
    yield Line(raw, clause, f"{percent} % of {armies} armies, rounded down")
    if raw > cap:
        yield Line(cap - raw, clause if clause == "ATTACK.8" else ruling, f"no more than {cap}")
