"""CARD.forced_march to CARD.supply Green cards that active players play in their operation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from napoleon.rulesets.napoleon1815 import decks, invasion, movement, movement_points, operations
from napoleon.rulesets.napoleon1815.cards.card_event import CardEvent, noted, openly
from napoleon.rulesets.napoleon1815.cards.event_moves import stacks
from napoleon.rulesets.napoleon1815.events.casualties import FatigueRemoved
from napoleon.rulesets.napoleon1815.events.movement import BridgeBroken
from napoleon.rulesets.napoleon1815.movement_points import moving
from napoleon.rulesets.napoleon1815.sides import FRENCH
from napoleon.rulesets.napoleon1815.state import Choice, Played
from napoleon.rulesets.napoleon1815.table import Table

SUPPLIES = 2
"""Fatigue points that Supply removes in all."""


# -- movement points ---------------------------------------------------------------------------


def change_points(table: Table, played: Played) -> None:
    """The movement points are worked out again, now with the card [MOVE.1B]."""
    movement_points.set_points(table, moving(table).flipped)


def no_grouchy(table: Table, player: str) -> str | None:
    """Grouchy's corps must be in the stack, and a card must have been flipped for it."""
    if "grouchy" not in moving(table).blocks:
        return "Grouchy's corps is not in the moving stack."
    if moving(table).flipped is None:
        return "No card was flipped for the movement."
    return None


def flip_again(table: Table, played: Played) -> None:
    """A second card is flipped instead of the first, and stands."""
    side = moving(table).side
    card = decks.flip(table, side, "movement", "CARD.grouchy")
    movement_points.set_points(table, card.value)
    decks.end_of_step(table, [side])


# -- on the march ------------------------------------------------------------------------------


def no_friends_here(table: Table, player: str) -> str | None:
    """The area just entered must hold another French stack, and no enemy."""
    area = movement.position(table)
    if area in table.state.contested:
        return "The area is contested."
    if all(corps in moving(table).blocks for corps in table.corps_in(area, FRENCH)):
        return "There is no other French stack in the area."
    return None


def might_find_friends(table: Table, player: str) -> bool:
    """Whether the French blocks that it has come to might be corps [W.ENTERED]."""
    return not invasion.only_scouts_in(table, movement.position(table))


def bridges(table: Table, player: str) -> Iterator[Choice]:
    """The unbroken bridges next to the area in which the stack stands."""
    for road in table.pack.graph.roads_of(movement.position(table)):
        if road.bridge and road.id not in table.state.broken_bridges:
            yield Choice(road=road.id)


def no_bridge_to_break(table: Table, player: str) -> str | None:
    """Corps in a free area next to a bridge, with a movement point left, or none from the start."""
    operation = moving(table)
    if not table.corps_of(operation.blocks):
        return "Scouts break no bridges."
    if not table.is_free(movement.position(table), operation.side):
        return "The stack does not stand in a free area."
    if not any(bridges(table, player)):
        return "There is no unbroken bridge next to the area."
    if operation.roads and _points_for_a_bridge(table) <= 0:
        return "The stack has no movement points left."
    return None


def _points_for_a_bridge(table: Table) -> int:
    """Movement points, except the one toward Bruxelles, which is for a road [RULING.43]."""
    operation = moving(table)
    for_a_road = movement_points.has_brussels_bonus(table, operation)
    return movement_points.points_left(operation) - for_a_road


def bridge_cost(table: Table) -> int:
    """The movement points for breaking a bridge."""
    return 1 if _points_for_a_bridge(table) > 0 else 0


def break_bridge(table: Table, played: Played) -> None:
    """It costs a movement point, of a stack that has one [MOVE.1H, RULING.87]."""
    broken = BridgeBroken(played.player, played.choice.road, bridge_cost(table))
    table.record(broken, "CARD.bridge_demolition", "MOVE.2C")


# -- supply ------------------------------------------------------------------------------------


def tired_corps(table: Table, player: str) -> Iterator[Choice]:
    """One or two corps with fatigue in one area [RULING.86]."""
    for area in table.pack.areas:
        tired = sorted(
            corps
            for corps in table.corps_in(area, table.side_of_player(player))
            if table.is_own(player, corps) and table.block(corps).fatigue
        )
        for chosen in chain(combinations(tired, 1), combinations(tired, 2)):
            yield Choice(blocks=chosen)


def might_be_tired(table: Table, player: str) -> bool:
    """Whether the player has a corps on the map: its fatigue is a secret [VIS.4].

    Which corps are on the map everybody knows in fog of war too, only not where.
    """
    return bool(table.own_corps(player))


def supply(table: Table, played: Played) -> None:
    """Each of the two points is an event of its own, so that nobody can count the corps [VIS.4].

    A corps with a single point loses none the second time.
    """
    for corps in (played.choice.blocks * SUPPLIES)[:SUPPLIES]:
        fatigue = table.block(corps).fatigue
        points = min(fatigue, 1)
        removed = FatigueRemoved(played.player, corps, points, fatigue - points, "supply")
        table.record(removed, "CARD.supply")


# -- operations --------------------------------------------------------------------------------


def too_late(table: Table, player: str) -> str | None:
    """The card goes with the activation of the stack."""
    return "The card is played with the activation of a stack." if table.operation else None


def mixed_stacks(table: Table, player: str) -> Iterator[Choice]:
    """Every stack of ready blocks of both Allied armies; none with three players [RULING.57]."""
    for area in table.areas_of(table.side_of_player(player)):
        ready = [b for b in table.own_blocks(player, area) if table.block(b).ready]
        for blocks in stacks(table, ready):
            if len({table.type_of(block).army for block in blocks}) > 1:
                yield Choice(blocks, area)


def activate_mixed(table: Table, played: Played) -> None:
    """The stack of both armies is activated [OPS.3]."""
    operations.begin(table, played.player, played.choice.area, played.choice.blocks)


def nobody_ready(table: Table, player: str) -> str | None:
    """Another stack of ready blocks is needed."""
    able = operations.has_ready_stack(table, player) and not operations.must_pass(table, player)
    return None if able else "No other stack of yours is ready."


def might_go_on(table: Table, player: str) -> bool:
    """Whether anybody else is ready; in fog of war a ready block may be any block [VIS.9]."""
    return not operations.must_pass(table, player)


EVENTS = (
    CardEvent(
        "forced_march",
        "the stack has 1 movement point more, and can enter at least one road",
        change_points,
        for_own_stack=True,
        can_be_countered=True,
    ),
    CardEvent(
        "grouchy",
        "another card is flipped for the movement",
        flip_again,
        barred=no_grouchy,
        for_own_stack=True,
        can_be_countered=True,
    ),
    CardEvent(
        "organisation",
        "the stack does not stop in this area",
        noted,
        barred=no_friends_here,
        might=might_find_friends,
        for_own_stack=True,
        can_be_countered=True,
    ),
    CardEvent(
        "bridge_demolition",
        "a bridge is broken",
        break_bridge,
        bridges,
        no_bridge_to_break,
        for_own_stack=True,
        can_be_countered=True,
    ),
    CardEvent(
        "supply",
        "a stack has up to 2 fatigue less",
        supply,
        tired_corps,
        might=might_be_tired,
        can_be_countered=True,
    ),
    CardEvent(
        "allied_coordination",
        "a stack of both armies is activated",
        activate_mixed,
        mixed_stacks,
        too_late,
        might=openly(too_late),
        can_be_countered=True,
    ),
    CardEvent(
        "combined_op",
        "another operation follows at once",
        noted,
        barred=nobody_ready,
        might=might_go_on,
        for_own_stack=True,
        can_be_countered=True,
    ),
)
