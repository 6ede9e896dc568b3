"""What the oracle has against an order, whatever the order: all words that apply, or none.

The readings ask it of every order that a position bears, the acceptance cases of each that they
give (see `conftest`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import orders
from napoleon.rulesets.napoleon_columbia.state import Battle, State
from tests.napoleon_columbia.oracle import arrivals, combat, deployment, marches, moves, rout
from tests.napoleon_columbia.oracle.battle import BattlePosition
from tests.napoleon_columbia.oracle_comparison import (
    ANSWERS,
    LANE_AND_SIDE,
    PACK,
    ROADS,
    battle_position,
    commands,
    fought_over,
    march_position,
    pieces_of,
    retreat_position,
    side_of,
)
from tests.rulesets.comparing import disagreement

BY_ID = {it.id: it for it in ROADS}


RANGES = ("engaged", "short", "long")


def compared(state: State, decision: Decision, order: Order) -> list[str]:
    """What is to be said of an order that the game answers otherwise than the oracle."""
    expected = reasons(state, decision, order)
    if expected is None:
        return []
    return disagreement(ANSWERS.refused(state, decision, order), expected, order)


def reasons(state: State, decision: Decision, order: Order) -> set[str] | None:
    """What the oracle has against an order of the seat that is asked; None if it has no answer.

    It knows no seats, so it has none for units of others.
    """
    unit, kinds = getattr(order, "unit", ""), KINDS.get(type(order), ("combat",))
    if type(order) not in ASKED or decision.kind not in kinds:
        return None
    if unit and not commands(state, decision.seat, unit):
        return None
    return set(ASKED[type(order)](state, decision, order))


def here(state: State) -> Battle:
    """The battle in which somebody acts."""
    battle = state.battle_in(state.at)
    assert battle is not None
    return battle


def own(state: State, decision: Decision) -> list[str]:
    """The units of a seat in that battle."""
    return [unit for unit in here(state).fighters if commands(state, decision.seat, unit)]


# -- the map [5, 7, 13.0] --------------------------------------------------------------------------


def _of_march(state: State, decision: Decision, order: orders.March) -> Collection[str]:
    step = marches.step(march_position(state), order.unit, BY_ID[order.road])
    return step.reasons if order.forced == step.forced else {*step.reasons, "clause:5.6"}


def _of_retreat(state: State, decision: Decision, order: orders.Retreat) -> Collection[str]:
    side = side_of(state.blocks[order.unit].army)
    if decision.kind == "beaten":
        assert state.beaten is not None
        return rout.retreat(retreat_position(state, state.beaten.town, side), order.town)
    staying = rout.refused_to_retreat(pieces_of(state, here(state))[order.unit])
    return {*rout.retreat(retreat_position(state, state.at, side), order.town), *staying}


def _of_removal(state: State, decision: Decision, order: orders.RemoveStep) -> Collection[str]:
    removed = {unit for unit, it in state.blocks.items() if it.weakened}
    return deployment.remove_step(removed, order.unit, state.blocks[order.unit].strength)


# -- combat [6.3, 6.5] -----------------------------------------------------------------------------


def _of_move(state: State, decision: Decision, order: orders.CombatMove) -> Collection[str]:
    answers = moves.combat_moves(battle_position(state, here(state)), order.unit)
    there = LANE_AND_SIDE[order.place]
    return answers[there].reasons if there in answers else {"clause:N-22"}


def withdrawing(state: State, decision: Decision) -> set[str]:
    """Units of a seat that have to withdraw, and can [6.31]."""
    battle, position = here(state), battle_position(state, here(state))
    return {
        unit
        for unit in own(state, decision)
        if battle.fighters[unit].shaken and moves.withdrawal(position, unit) == "withdraw"
    }


def _of_the_end(state: State, decision: Decision, order: orders.EndCombat) -> Collection[str]:
    return {"withdrawal_pending"} if withdrawing(state, decision) else set()


def reach(state: State, unit: str) -> str:
    """At what range a unit would fire [6.33]."""
    battle = here(state)
    is_near = state.is_engaged(battle, battle.fighters[unit].place)
    if "art" not in PACK.blocks[unit].type:
        return "engaged"
    return "short" if is_near else "long"


def _of_fire(state: State, decision: Decision, order: orders.Fire) -> Collection[str]:
    position = battle_position(state, here(state))
    at_range = reach(state, order.unit)
    return combat.fire(position, order.unit, order.group, at_range).reasons


def _of_a_swap(state: State, decision: Decision, order: orders.SwapHolder) -> Collection[str]:
    position = battle_position(state, here(state))
    marker = position.terrain.get(position.pieces[order.unit].place)
    holder = marker.holder if marker else ""
    if not holder or holder == order.unit:
        return {"clause:6.21.hold"}
    foreign = set() if commands(state, decision.seat, holder) else {"not_your_unit"}
    return {*moves.swap_holder(position, holder, order.unit), *foreign}


def _on_the_board(
    asked: Callable[[BattlePosition, Any], Collection[str]],
) -> Callable[[State, Decision, Any], Collection[str]]:
    """What is read off the board alone."""
    return lambda state, decision, order: asked(battle_position(state, here(state)), order)


# -- arrivals [6.34, 7.5] --------------------------------------------------------------------------


def _of_reinforcing(state: State, decision: Decision, order: orders.Reinforce) -> Collection[str]:
    battle, block = here(state), state.blocks[order.unit]
    position = arrivals.ArrivalPosition(
        ROADS,
        battle.town,
        battle_towns=fought_over(state),
        use=dict(battle.reinforce_use.get(battle.side(battle.acting), {})),
    )
    return arrivals.reinforce(position, arrivals.Mover(block.town, block.disrupted))


def _of_regrouping(state: State, decision: Decision, order: orders.Regroup) -> Collection[str]:
    won, block = state.regrouping, state.blocks[order.unit]
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
    mover = arrivals.Mover(block.town, block.disrupted, order.unit in won.moved)
    return arrivals.regroup(position, mover, order.town)


ASKED: dict[type[Order], Callable[[State, Decision, Any], Collection[str]]] = {
    orders.March: _of_march,
    orders.Retreat: _of_retreat,
    orders.RemoveStep: _of_removal,
    orders.CombatMove: _of_move,
    orders.EndCombat: _of_the_end,
    orders.Fire: _of_fire,
    orders.FormSquare: _on_the_board(lambda at, it: moves.form_square(at, it.unit)),
    orders.BreakSquare: _on_the_board(lambda at, it: moves.break_square(at, it.unit)),
    orders.Shelter: _on_the_board(lambda at, it: moves.shelter(at, it.unit, it.square)),
    orders.LeaveShelter: _on_the_board(lambda at, it: moves.leave_shelter(at, it.unit)),
    orders.TakeTerrain: _on_the_board(lambda at, it: moves.take_terrain(at, it.unit)),
    orders.SwapHolder: _of_a_swap,
    orders.Reinforce: _of_reinforcing,
    orders.Regroup: _of_regrouping,
}
"""The orders that the oracle has answers to; for a deployment it has them of the whole line."""

KINDS: dict[type[Order], tuple[str, ...]] = {
    orders.March: ("march",),
    orders.Retreat: ("combat", "beaten"),
    orders.RemoveStep: ("handicap",),
    orders.Reinforce: ("reinforcement",),
    orders.Regroup: ("regroup",),
}
"""The questions that they answer; all others are of the Combat phase."""
