"""CARD.roadblock to CARD.insubordination Green cards that answer the enemy's operation."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from napoleon.rules.events import Line
from napoleon.rulesets.napoleon1815 import fog, invasion, movement, operations, scouts
from napoleon.rulesets.napoleon1815.cards import event_moves
from napoleon.rulesets.napoleon1815.cards.card_event import CardEvent, noted, openly
from napoleon.rulesets.napoleon1815.cards.movement_cards import change_points
from napoleon.rulesets.napoleon1815.cards.windows import CONFUSABLE_ROADS, lone_blocks
from napoleon.rulesets.napoleon1815.events.operations import OperationCutShort
from napoleon.rulesets.napoleon1815.movement_points import moving
from napoleon.rulesets.napoleon1815.sides import FRENCH, enemy
from napoleon.rulesets.napoleon1815.state import Choice, Played
from napoleon.rulesets.napoleon1815.table import Table

LAST_EFFORT = 2
"""Fatigue of each corps that makes a last effort."""


# -- the enemy's movement ----------------------------------------------------------------------


def no_flip(table: Table, player: str) -> str | None:
    """A card must just have been flipped [CARD.general_advance]."""
    return "No card was flipped." if moving(table).flipped is None else None


def not_far_enough(table: Table, player: str) -> str | None:
    """Three roads or more, the last into an area that is free for the stack [RULING.50]."""
    operation = moving(table)
    if operation.roads < CONFUSABLE_ROADS:
        return f"The stack has not moved {CONFUSABLE_ROADS} roads."
    if not table.is_free(movement.position(table), operation.side):
        return "The area is not free for the stack."
    return None


def confuse(table: Table, played: Played) -> None:
    """The stack stops where it stands; it is spent with the end of its operation [OPS.7]."""
    movement.end(table, movement.STOPPED_BY_CARD, "CARD.confusion")


# -- moves in answer ---------------------------------------------------------------------------


def _moves(
    table: Table,
    player: str,
    may_leave: Callable[[str], bool],
    able: Callable[[str], bool],
    may_enter: Callable[[str], bool],
) -> Iterator[Choice]:
    """Every stack of able blocks of `player` in each area, with each adjacent area."""
    side = table.side_of_player(player)
    for area in filter(may_leave, table.areas_of(side)):
        blocks = [b for b in table.own_blocks(player, area) if able(b)]
        for road in table.pack.graph.roads_of(area):
            if not may_enter(road.other(area)):
                continue
            for stack in event_moves.stacks(table, blocks):
                if movement.refuse_leaving(table, stack, side, road) is None:
                    yield Choice(stack, road.other(area))


def _might_move(
    table: Table,
    player: str,
    may_leave: Callable[[str], bool],
    able: Callable[[str], bool],
    may_enter: Callable[[str], bool],
) -> bool:
    """Whether, in fog of war, there seems to be such a stack: any block may be a corps of it.

    Nobody else can tell whether a commander would be left alone [MOVE.2H].
    """
    side = table.side_of_player(player)
    return bool(table.own_corps(player)) and any(
        may_enter(road.other(area)) and movement.refuse_road(table, area, side, road) is None
        for area in filter(may_leave, table.areas_of(side))
        if any(able(block) for block in table.own_blocks(player, area))
        for road in table.pack.graph.roads_of(area)
    )


def counter_moves(table: Table, player: str) -> Iterator[Choice]:
    """Own stacks, ready or spent, from free areas to free ones [RULING.56]."""
    side = table.side_of_player(player)
    yield from _moves(
        table,
        player,
        lambda area: table.is_free(area, side),
        lambda block: True,
        lambda area: not table.seems_held(area, enemy(side)),
    )


def might_counter_move(table: Table, player: str) -> bool:
    """Whether a stack seems able to; whether scouts alone stand there nobody knows [VIS.6]."""
    if not table.fog:
        return any(counter_moves(table, player))
    side = table.side_of_player(player)
    foe = enemy(side)
    return _might_move(
        table,
        player,
        lambda area: (
            area not in table.state.contested
            and not (side == FRENCH and invasion.only_scouts_in(table, area))
        ),
        lambda block: True,
        lambda area: not table.seems_held(area, foe),
    )


def counter_move(table: Table, played: Played) -> None:
    """The stack moves at no cost; only a citadel tires it [RULING.44]."""
    choice = played.choice
    event_moves.move(table, played.player, choice.blocks, choice.area, "CARD.counter_move")
    event_moves.tire(table, choice.blocks, (), "CARD.counter_move")


def last_efforts(table: Table, player: str) -> Iterator[Choice]:
    """Spent stacks, to areas that are not held by the enemy alone [RULING.56]."""
    side = table.side_of_player(player)
    yield from _moves(
        table,
        player,
        lambda area: True,
        lambda block: not table.block(block).ready,
        lambda area: bool(table.corps_in(area, side)) or not table.seems_held(area, enemy(side)),
    )


def might_make_an_effort(table: Table, player: str) -> bool:
    """Whether a spent stack seems able to; any block of its side there may be a corps [VIS.6]."""
    if not table.fog:
        return any(last_efforts(table, player))
    side = table.side_of_player(player)
    return _might_move(
        table,
        player,
        lambda area: True,
        lambda block: not table.block(block).ready,
        lambda area: bool(table.blocks_in(area, side)) or not table.seems_held(area, enemy(side)),
    )


def last_effort(table: Table, played: Played) -> None:
    """The stack moves, and each of its corps takes 2 fatigue under any leader [RULING.44]."""
    choice = played.choice
    event_moves.move(table, played.player, choice.blocks, choice.area, "CARD.last_effort")
    corps = len(table.corps_of(choice.blocks))
    effort = Line(LAST_EFFORT * corps, "CARD.last_effort", f"{corps} corps")
    event_moves.tire(table, choice.blocks, [effort], "CARD.last_effort", "RULING.11")


# -- insubordination ---------------------------------------------------------------------------


def disobedient(table: Table, player: str) -> Iterator[Choice]:
    """The blocks that stand alone; in fog of war by their tokens, area by area [RULING.86]."""
    lone = {table.block(block).area: block for block in lone_blocks(table)}
    for block in (lone[area] for area in table.pack.areas if area in lone):
        yield Choice(blocks=(table.block(block).token if table.fog else block,))


def might_disobey(table: Table, player: str) -> bool:
    """Whether a block stands alone, which everybody sees."""
    return any(lone_blocks(table))


def disobey(table: Table, played: Played) -> None:
    """The corps is spent, a scout removed, Drouot only shown."""
    target = played.choice.blocks[0]
    block = next(
        name
        for name in table.on_map(FRENCH)
        if target == (table.block(name).token if table.fog else name)
    )
    area = table.block(block).area or ""
    if block == "drouot":
        fog.reveal(table, area, [block], "CARD.insubordination")
    elif table.is_scout(block):
        scouts.eliminate(table, block, "insubordination", "CARD.insubordination")
    else:
        if table.block(block).ready:
            operations.spend(table, block, "insubordination", "CARD.insubordination")
        if block in moving(table).blocks:
            _cut_short(table)


def _cut_short(table: Table) -> None:
    """The operation ends, after MOVE.3 for the roads already moved."""
    operation = moving(table)
    if operation.roads and not operation.stopped:
        movement.end(table, movement.STOPPED_BY_CARD, "CARD.insubordination")
    table.record(OperationCutShort(operation.player, "insubordination"), "CARD.insubordination")


EVENTS = (
    CardEvent(
        "roadblock",
        "the stack has 1 movement point less",
        change_points,
        barred=no_flip,
        might=openly(no_flip),
        can_be_countered=True,
    ),
    CardEvent(
        "confusion",
        "the stack stops where it stands, and is spent",
        confuse,
        barred=not_far_enough,
        can_be_countered=True,
    ),
    CardEvent(
        "exhaustion",
        "the stack has 1 fatigue more for its movement",
        noted,
        can_be_countered=True,
    ),
    CardEvent(
        "counter_move",
        "a stack moves to a free area",
        counter_move,
        counter_moves,
        might=might_counter_move,
        can_be_countered=True,
    ),
    CardEvent(
        "last_effort",
        "a spent stack moves, and takes 2 fatigue for each corps",
        last_effort,
        last_efforts,
        might=might_make_an_effort,
        can_be_countered=True,
    ),
    CardEvent(
        "insubordination",
        "a lone corps is spent",
        disobey,
        disobedient,
        might=might_disobey,
        can_be_countered=True,
    ),
)
