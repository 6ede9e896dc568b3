"""OPS, TERM.5, TERM.6, TERM.17 Goes and operations: pass, activate, choose an action, end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from napoleon.rules.events import Line
from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleon1815 import allocation, combat, control, fog
from napoleon.rulesets.napoleon1815.events.operations import (
    ActionChosen,
    BlockSpent,
    OperationEnded,
    OperationStarted,
    PlayerPassed,
)
from napoleon.rulesets.napoleon1815.orders import ActivateStack, ChooseAction, Pass
from napoleon.rulesets.napoleon1815.sides import ALLIED, enemy
from napoleon.rulesets.napoleon1815.table import Player, Table, the_player

MOVE, FIGHT, NOTHING = "move", "fight", "nothing"


# -- a go --------------------------------------------------------------------------------------


def go_due(table: Table) -> bool:
    """Whether a player has to pass or to activate a stack [OPS.1]."""
    state = table.state
    return state.phase == "operations" and table.operation is None and state.to_go in state.seats


def go_asks(table: Table) -> list[Decision]:
    """The player whose go it is, unless they must pass [DP-11]."""
    player = table.state.to_go
    if must_pass(table, player):
        return []
    text = "Which of your stacks acts now?"
    return [table.question(player, "go", "OPS.1", text)]


def forced_pass(table: Table) -> None:
    """A player with nobody ready, or at the limit of the invasion card, passes [OPS.9]."""
    player = table.state.to_go
    clause = "RULING.66" if _limit_reached(table, player) else "OPS.9"
    _pass(table, player, clause, forced=True)


def must_pass(table: Table, player: str) -> bool:
    """Whether a player may start no operation: nobody ready, or the limit reached [OPS.9].

    In fog of war it is judged by what everybody sees: a ready block may be any block [VIS.9].
    """
    if _limit_reached(table, player):
        return True
    if table.fog:
        return not any(table.block(it).ready for it in table.own_blocks(player))
    return not has_ready_stack(table, player)


def has_ready_stack(table: Table, player: str) -> bool:
    """Whether a player has ready blocks that can operate: commanders alone cannot [TERM.6]."""
    own = table.own_blocks(player)
    return any(table.block(b).ready and table.type_of(b).kind != "commander" for b in own)


def _limit_reached(table: Table, player: str) -> bool:
    """Whether the Allies have carried out all operations of the invasion card [DATA.5]."""
    side = table.side_of_player(player)
    limit = table.pack.invasion_cards[table.state.invasion_card].allied_operation_limit
    if side != ALLIED or limit is None:
        return False
    return table.state.side_operations.get(side, 0) >= limit


def _pass(table: Table, player: str, clause: str, *, forced: bool) -> None:
    following = _next_go(table, player, passing=True)
    table.record(PlayerPassed(player, forced, following), clause)


def _next_go(table: Table, player: str, *, passing: bool) -> str:
    """Sides alternate until all of one have passed; then the other goes on alone [OPS.1-2].

    While both Allied players are playing an Allied go is the side's: its leader names who acts
    [THREE.7-8].
    """
    passed = {*table.state.passed, *([player] if passing else [])}
    side = table.side_of_player(player)
    for following in (enemy(side), side):
        left = [seat for seat in table.players_of(following) if seat not in passed]
        if left:
            return left[0] if len(left) == 1 else following
    return ""


def explain_go(table: Table, seat: str, order: Order) -> Refusal | None:
    """Why this player may neither pass nor activate a stack now [OPS.1-2]."""
    if table.state.phase != "operations":
        return None
    if seat in table.state.passed:
        return refuse("ALREADY_PASSED", "OPS.2", "You have passed; that is final for the turn.")
    if table.operation and table.operation.player == seat:
        return refuse("OPERATION_RUNNING", "OPS.1", "Finish the running operation first.")
    if table.three_players and table.state.to_go == ALLIED == table.side_of_player(seat):
        return refuse("NOT_YOUR_GO", "THREE.7", "The leader first names which of you acts.")
    if table.state.to_go != seat or table.operation:
        return refuse("NOT_YOUR_GO", "OPS.1", "It is the other player's go.")
    return None


GO = the_player("operations", "go")

PASS = DeclaredVerb(
    Pass,
    GO,
    "OPS.2",
    does=lambda it, order: _pass(it.table, it.player, "OPS.2", forced=False),
    line="pass",
    says=say("Pass"),
    follows=(say("no more operations of yours in this turn"),),
    ordinary=False,
    # If nobody goes on after it, the turn does.
    irreversible=lambda it, order: not _next_go(it.table, it.player, passing=True),
    misplaced=explain_go,
)


# -- activation --------------------------------------------------------------------------------


def stacks_of_one_army(it: Player) -> Iterator[ActivateStack]:
    """Every set of ready blocks of one army in one area with a corps in it [OPS.3-4]."""
    table = it.table
    for area in table.areas_of(it.side):
        ready = sorted(b for b in table.own_blocks(it.player, area) if table.block(b).ready)
        for army in sorted({table.type_of(b).army for b in ready}):
            own = [b for b in ready if table.type_of(b).army == army]
            for size in range(1, len(own) + 1):
                for blocks in combinations(own, size):
                    if is_stack(table, blocks):
                        yield ActivateStack(area, blocks)


def is_stack(table: Table, blocks: Sequence[str]) -> bool:
    """A stack with a corps and without scouts, or scouts alone [TERM.6, SCOUT.2]."""
    scouts = [table.is_scout(block) for block in blocks]
    if not scouts:
        return False
    return all(scouts) or (not any(scouts) and any(table.is_corps(b) for b in blocks))


def refuse_stack(it: Player, order: ActivateStack) -> Refusal | None:
    """Refuse what is not one stack of ready blocks of one army [OPS.3-4]."""
    table = it.table
    if order.area not in table.pack.areas or list(order.blocks) != sorted(set(order.blocks)):
        return refuse(
            "BAD_PAYLOAD", "OPS.3", "Name an area, and its blocks in alphabetical order, each once."
        )
    standing = table.blocks_in(order.area, it.side)
    for block in order.blocks:
        if block not in table.pack.pieces or not table.is_own(it.player, block):
            return refuse("NOT_YOUR_BLOCK", "OPS.3", f"{block} is not a block of yours.")
        if block not in standing:
            return refuse("NOT_SAME_AREA", "OPS.3", _elsewhere(table, block, order.area))
    if any(map(table.is_scout, order.blocks)) and not all(map(table.is_scout, order.blocks)):
        return refuse("MIXED_SCOUTS", "SCOUT.2", "Scouts operate by themselves.")
    if not is_stack(table, order.blocks):
        return refuse("NO_CORPS", "OPS.3", "At least one corps must be in the stack.")
    for block in order.blocks:
        if not table.block(block).ready:
            name = table.pack.pieces[block].name
            return refuse("BLOCK_SPENT", "OPS.3", f"{name} is spent.", block=block)
    if len({table.type_of(block).army for block in order.blocks}) > 1:
        return refuse("MIXED_ARMIES", "OPS.4", "A stack is of one army, its commander too.")
    return None


def _elsewhere(table: Table, block: str, area: str) -> str:
    return f"{table.pack.pieces[block].name} does not stand in {table.pack.areas[area].name}."


def begin(table: Table, player: str, area: str, blocks: tuple[str, ...]) -> None:
    """A stack is activated; rain tires it at once [OPS.3, CARD.rain]."""
    side = table.side_of_player(player)
    number = table.state.operations + 1
    fog.part(table, blocks)
    shown = fog.tokens(table, blocks)
    started = OperationStarted(number, player, side, area, blocks, shown)
    table.record(started, "OPS.3", "OPS.6")
    if table.in_force("rain"):
        corps = table.corps_of(blocks)
        rain = [Line(1, "CARD.rain", "activated in the rain")] if corps else []
        allocation.incur(table, side, corps, "rain", rain, "CARD.rain", "RULING.11")


# -- the action of a stack -----------------------------------------------------------------------


def alive(table: Table) -> bool:
    """Whether an operation is running whose stack is still on the map [RULING.54]."""
    operation = table.operation
    return operation is not None and bool(table.standing(operation.blocks))


def action_due(table: Table) -> bool:
    """Whether the stack has been activated and nothing has been chosen for it [OPS.10]."""
    operation = table.operation
    return (
        alive(table) and operation is not None and not operation.action and not operation.finished
    )


def action_asks(table: Table) -> list[Decision]:
    """The active player chooses [DP-14]."""
    operation = table.operation
    assert operation is not None
    text = "What does the stack do?"
    return [table.question(operation.player, "choose_action", "OPS.10", text)]


def _actions(it: Player) -> tuple[str, ...]:
    """Always to move or do nothing; to fight in a contested area [OPS.6, COMBAT.0a]."""
    contested = _origin(it) in it.table.state.contested
    return (MOVE, FIGHT, NOTHING) if contested else (MOVE, NOTHING)


def _origin(it: Player) -> str:
    operation = it.table.operation
    assert operation is not None
    return operation.origin


def _refuse_action(it: Player, action: str) -> Refusal | None:
    """Refuse a fight without an enemy [COMBAT.0a]."""
    if action in _actions(it):
        return None
    operation = it.table.operation
    if action == FIGHT and operation and not it.table.corps_of(operation.blocks):
        return refuse("SCOUTS_CANNOT_FIGHT", "SCOUT.12", "Scouts cannot fight.")
    if action == FIGHT:
        return refuse("NOT_CONTESTED", "COMBAT.0a", "There is no enemy corps in the area.")
    return refuse("BAD_PAYLOAD", "OPS.6", "An action is move, fight or nothing.")


def _explain_action(table: Table, seat: str, order: Order) -> Refusal | None:
    """Why this player may not fight instead of a move that came to nothing [MOVE.1H, RULING.20]."""
    operation = table.state.operation
    if operation is None or operation.player != seat:
        return None
    if operation.movement_points is None or operation.movement_points > 0:
        return None
    detail = "The stack had no movement points, and its operation is over."
    return refuse("DECISION_PENDING", "MOVE.1H", detail)


def _act(it: Player, order: ChooseAction) -> None:
    """A fight starts at once; a movement begins with its card."""
    it.table.record(ActionChosen(it.player, order.action), "OPS.6", "OPS.10")
    if order.action == FIGHT:
        combat.start(it.table)


def _says_action(it: Player, order: ChooseAction) -> Phrase:
    if order.action == FIGHT:
        return say("Fight at %(area)s", area=it.area(_origin(it)))
    return say("Move") if order.action == MOVE else say("Do nothing")


_FOLLOWS = {
    MOVE: (say("a card is drawn for the movement points"),),
    FIGHT: (),
    NOTHING: (say("the stack is spent"),),
}

ACT = DeclaredVerb(
    ChooseAction,
    the_player("operations", "choose_action"),
    "OPS.6",
    fields={"action": Domain(_actions, refusal=_refuse_action)},
    does=_act,
    lines={it: {"action": it} for it in (MOVE, FIGHT, NOTHING)},
    says=_says_action,
    follows=lambda it, order: _FOLLOWS[order.action],
    target=lambda it, order: _origin(it) if order.action == FIGHT else "",
    ordinary=lambda it, order: order.action != NOTHING,
    # Movement points are drawn for it, or blocks revealed by it [MOVE.1, FOG.3].
    irreversible=lambda it, order: order.action == MOVE or (order.action == FIGHT and it.table.fog),
    costs=True,
    misplaced=_explain_action,
)


# -- the end of an operation -----------------------------------------------------------------------


def running(table: Table) -> bool:
    """Whether an operation is running with nothing left to do in it."""
    return table.operation is not None


def spending_due(table: Table) -> bool:
    """Whether a block that was activated or fought is not spent yet [OPS.7]."""
    return table.operation is not None and any(_to_be_spent(table))


def spend_blocks(table: Table) -> None:
    """Every block that was activated or took part in the combat is spent [OPS.7, COMBAT.8]."""
    operation = table.operation
    assert operation is not None
    for block in fog.in_order(table, _to_be_spent(table)):
        clause = "OPS.7" if block in operation.blocks else "COMBAT.8"
        spend(table, block, "operation", clause)


def spend(table: Table, block: str, reason: str, *clauses: str) -> None:
    """A block becomes spent [TERM.5]."""
    owner = table.owner_of(block) if table.fog else ""
    table.record(BlockSpent(block, reason, owner, table.block(block).token), *clauses)


def _to_be_spent(table: Table) -> Iterator[str]:
    operation, fought = table.operation, table.state.combat
    assert operation is not None
    took_part = fought.attackers + fought.defenders if fought else []
    for block in dict.fromkeys(operation.blocks + took_part):
        if table.block(block).area is not None and table.block(block).ready:
            yield block


def end_operation(table: Table) -> None:
    """Stacks take control where they stand, and the go passes on [OPS.10, RULING.13]."""
    operation = table.operation
    assert operation is not None
    for stack in (operation.blocks, operation.retreated):
        areas = {table.block(b).area for b in table.corps_of(stack)}
        for area in sorted(a for a in areas if a is not None):
            if not operation.citadel_refused:
                control.take(table, area, table.side_of(stack[0]), "RULING.13")
    following = _next_go(table, operation.player, passing=False)
    if "combined_op" in operation.events:
        following = operation.player  # in a go of its own [RULING.85]
    table.record(OperationEnded(operation.number, following), "OPS.10")
