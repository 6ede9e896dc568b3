"""Goes and operations: pass, activate, choose an action, end [chapter 4, OPS]."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from napoleon.events import Line
from napoleon.orders import Order, Refusal
from napoleon.ruleset import Decision
from napoleon.rulesets.napoleon1815 import allocation, combat, control
from napoleon.rulesets.napoleon1815.events import (
    ActionChosen,
    BlockSpent,
    OperationEnded,
    OperationStarted,
    PlayerPassed,
)
from napoleon.rulesets.napoleon1815.orders import ActivateStack, ChooseAction, Pass
from napoleon.rulesets.napoleon1815.sides import ALLIED
from napoleon.rulesets.napoleon1815.table import Table, refuse

MOVE, FIGHT, NOTHING = "move", "fight", "nothing"


# -- a go --------------------------------------------------------------------------------------


def go_due(table: Table) -> bool:
    """Whether a player has to pass or to activate a stack [OPS.1]."""
    return table.state.phase == "operations" and table.operation is None and bool(table.state.to_go)


def go_asks(table: Table) -> list[Decision]:
    """The player whose go it is, unless he must pass [DP-11]."""
    player = table.state.to_go
    if _must_pass(table, player):
        return []
    text = "Pass for the rest of the turn, or activate a stack of ready blocks."
    return [table.question(player, "go", "OPS.1", text)]


def forced_pass(table: Table) -> None:
    """A player without ready corps, or at the limit of the invasion card, passes [OPS.9]."""
    player = table.state.to_go
    clause = "RULING.66" if _limit_reached(table, player) else "OPS.9"
    _pass(table, player, clause, forced=True)


def _must_pass(table: Table, player: str) -> bool:
    corps = table.corps_on_map(table.side_of_player(player))
    return _limit_reached(table, player) or not any(table.block(each).ready for each in corps)


def _limit_reached(table: Table, player: str) -> bool:
    """Whether the Allies have carried out all operations of the invasion card [DATA.5]."""
    side = table.side_of_player(player)
    limit = table.pack.invasion_cards[table.state.invasion_card].allied_operation_limit
    if side != ALLIED or limit is None:
        return False
    return table.state.side_operations.get(side, 0) >= limit


def pass_offers(table: Table, decision: Decision) -> Iterator[Pass]:
    """Passing is always possible."""
    yield Pass()


def refuse_nothing(table: Table, decision: Decision, order: Order) -> Refusal | None:
    """An order without anything in it that could be wrong."""
    return None


def do_pass(table: Table, decision: Decision, order: Pass) -> None:
    """The player passes of his own will [OPS.2]."""
    _pass(table, decision.seat, "OPS.2", forced=False)


def _pass(table: Table, player: str, clause: str, *, forced: bool) -> None:
    following = _next_player(table, player, still_playing=False)
    table.record(PlayerPassed(player, forced, following), clause)


def _next_player(table: Table, player: str, *, still_playing: bool) -> str:
    """Goes alternate until one has passed; then the other goes on alone [OPS.1-2]."""
    others = [s for s in table.state.seats if s != player and s not in table.state.passed]
    if others:
        return others[0]
    return player if still_playing else ""


# -- activation --------------------------------------------------------------------------------


def activate_offers(table: Table, decision: Decision) -> Iterator[ActivateStack]:
    """Every set of ready blocks of one army in one area with a corps in it [OPS.3-4]."""
    side = table.side_of_player(decision.seat)
    for area in table.pack.areas:
        ready = sorted(b for b in table.blocks_in(area, side) if table.block(b).ready)
        for army in sorted({table.type_of(b).army for b in ready}):
            own = [b for b in ready if table.type_of(b).army == army]
            for size in range(1, len(own) + 1):
                for blocks in combinations(own, size):
                    if any(table.is_corps(b) for b in blocks):
                        yield ActivateStack(area, blocks)


def refuse_activation(table: Table, decision: Decision, order: ActivateStack) -> Refusal | None:
    """Refuses what is not one stack of ready blocks of one army [OPS.3-4]."""
    side = table.side_of_player(decision.seat)
    if order.area not in table.pack.areas or list(order.blocks) != sorted(set(order.blocks)):
        return refuse(
            "BAD_PAYLOAD", "OPS.3", "Name an area, and its blocks in alphabetical order, each once."
        )
    standing = table.blocks_in(order.area, side)
    for block in order.blocks:
        if block not in table.pack.blocks or table.side_of(block) != side:
            return refuse("NOT_YOUR_BLOCK", "OPS.3", f"{block} is not a block of yours.")
        if block not in standing:
            return refuse("NOT_SAME_AREA", "OPS.3", f"{block} does not stand in {order.area}.")
    if not any(table.is_corps(block) for block in order.blocks):
        return refuse("NO_CORPS", "OPS.3", "At least one corps must be in the stack.")
    for block in order.blocks:
        if not table.block(block).ready:
            return refuse("BLOCK_SPENT", "OPS.3", f"{block} is spent.", block=block)
    if len({table.type_of(block).army for block in order.blocks}) > 1:
        return refuse("MIXED_ARMIES", "OPS.4", "A stack is of one army, its commander too.")
    return None


def activate(table: Table, decision: Decision, order: ActivateStack) -> None:
    """The stack is activated; rain tires it at once [OPS.3, CARD.rain]."""
    side = table.side_of_player(decision.seat)
    number = table.state.operations + 1
    table.record(
        OperationStarted(number, decision.seat, side, order.area, order.blocks), "OPS.3", "OPS.6"
    )
    if table.in_force("rain"):
        rain = [Line(1, "CARD.rain", "activated in the rain")]
        corps = table.corps_of(order.blocks)
        allocation.incur(table, side, corps, "rain", rain, "CARD.rain", "RULING.11")


def explain_misplaced_go(table: Table, seat: str) -> Refusal | None:
    """Why this player may neither pass nor activate a stack now [OPS.1-2]."""
    if table.state.phase != "operations":
        return None
    if seat in table.state.passed:
        return refuse("ALREADY_PASSED", "OPS.2", "You have passed; that is final for the turn.")
    if table.operation and table.operation.player == seat:
        return refuse("OPERATION_RUNNING", "OPS.1", "Finish the running operation first.")
    if table.state.to_go != seat or table.operation:
        return refuse("NOT_YOUR_GO", "OPS.1", "It is the other player's go.")
    return None


# -- the action of a stack -----------------------------------------------------------------------


def alive(table: Table) -> bool:
    """Whether an operation is running whose stack has corps left [RULING.54]."""
    operation = table.operation
    return operation is not None and bool(table.corps_of(operation.blocks))


def action_due(table: Table) -> bool:
    """Whether the stack has been activated and nothing been chosen for it [OPS.10]."""
    return alive(table) and table.operation is not None and not table.operation.action


def action_asks(table: Table) -> list[Decision]:
    """The active player chooses [DP-14]."""
    operation = table.operation
    assert operation is not None
    text = "Move the stack, fight where it stands, or do nothing."
    return [table.question(operation.player, "choose_action", "OPS.10", text)]


def action_offers(table: Table, decision: Decision) -> Iterator[ChooseAction]:
    """Move or nothing always; fight in a contested area [OPS.6, COMBAT.0a]."""
    operation = table.operation
    assert operation is not None
    yield ChooseAction(MOVE)
    if operation.origin in table.state.contested:
        yield ChooseAction(FIGHT)
    yield ChooseAction(NOTHING)


def refuse_action(table: Table, decision: Decision, order: ChooseAction) -> Refusal | None:
    """Refuses a fight without an enemy [COMBAT.0a]."""
    if order in action_offers(table, decision):
        return None
    if order.action == FIGHT:
        return refuse("NOT_CONTESTED", "COMBAT.0a", "There is no enemy corps in the area.")
    return refuse("BAD_PAYLOAD", "OPS.6", "An action is move, fight or nothing.")


def explain_misplaced_action(table: Table, seat: str) -> Refusal | None:
    """Why this player may not fight instead of a move that came to nothing [MOVE.1H, RULING.20]."""
    operation = table.state.operation
    if operation is None or operation.player != seat:
        return None
    if operation.movement_points is None or operation.movement_points > 0:
        return None
    detail = "The stack had no movement points, and its operation is over."
    return refuse("DECISION_PENDING", "MOVE.1H", detail)


def choose_action(table: Table, decision: Decision, order: ChooseAction) -> None:
    """A fight starts at once; a movement begins with its card."""
    table.record(ActionChosen(decision.seat, order.action), "OPS.6", "OPS.10")
    if order.action == FIGHT:
        combat.start(table)


# -- the end of an operation -----------------------------------------------------------------------


def running(table: Table) -> bool:
    """Whether an operation is running with nothing left to do in it."""
    return table.operation is not None


def end_operation(table: Table) -> None:
    """Blocks are spent, stacks take control where they stand, the go passes on.

    [OPS.7, OPS.10, COMBAT.8, RULING.13]
    """
    operation = table.operation
    assert operation is not None
    fought = table.state.combat
    took_part = fought.attackers + fought.defenders if fought else []
    for block in dict.fromkeys(operation.blocks + took_part):
        if table.block(block).area is not None and table.block(block).ready:
            clause = "OPS.7" if block in operation.blocks else "COMBAT.8"
            table.record(BlockSpent(block, "operation"), clause)
    for stack in (operation.blocks, operation.retreated):
        areas = {table.block(b).area for b in table.corps_of(stack)}
        for area in sorted(a for a in areas if a is not None):
            if not operation.citadel_refused:
                control.take(table, area, table.side_of(stack[0]), "RULING.13")
    following = _next_player(
        table, operation.player, still_playing=operation.player not in table.state.passed
    )
    table.record(OperationEnded(operation.number, following), "OPS.10")
