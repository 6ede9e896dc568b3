"""Reinforcement and regrouping by the oracle [6.34, 7.5]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import orders
from napoleon.rulesets.napoleon_columbia.state import State
from tests.napoleon_columbia.oracle import arrivals
from tests.napoleon_columbia.oracle_comparison import (
    ANSWERS,
    PACK,
    ROADS,
    commands,
    fought_over,
    side_of,
)
from tests.rulesets.comparing import disagreement


def of_reinforcements(state: State, decision: Decision) -> Iterator[str]:
    """Every unit of the seat, wherever it is."""
    battle = state.battle_in(state.at)
    assert battle is not None
    side = battle.side(battle.acting)
    position = arrivals.ArrivalPosition(
        ROADS,
        battle.town,
        battle_towns=fought_over(state),
        use=dict(battle.reinforce_use.get(side, {})),
    )
    for unit, block in state.blocks.items():
        if commands(state, decision.seat, unit):
            order = orders.Reinforce(unit)
            reasons = arrivals.reinforce(position, arrivals.Mover(block.town, block.disrupted))
            answer = ANSWERS.refused(state, decision, order)
            yield from disagreement(answer, reasons, order)


def of_regroupings(state: State, decision: Decision) -> Iterator[str]:
    """Every unit of the seat to the town of the battle, and to all around it."""
    won = state.regrouping
    assert won is not None
    position = arrivals.ArrivalPosition(
        ROADS,
        won.town,
        battle_towns=fought_over(state),
        own_towns=frozenset(
            it.town for it in state.blocks.values() if side_of(it.army) == won.side
        ),
        use=dict(won.use),
        reserve_use={it.town: dict(it.reinforce_use.get(won.side, {})) for it in state.battles},
    )
    for unit, block in state.blocks.items():
        if not commands(state, decision.seat, unit):
            continue
        mover = arrivals.Mover(block.town, block.disrupted, unit in won.moved)
        for town in (won.town, *PACK.neighbours(won.town)):
            order = orders.Regroup(unit, town)
            answer = ANSWERS.refused(state, decision, order)
            yield from disagreement(answer, arrivals.regroup(position, mover, town), order)
