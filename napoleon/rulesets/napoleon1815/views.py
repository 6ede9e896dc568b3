"""What a seat may know of a position: the four boards [chapter 19].

Whatever is not granted here is not shown. Each view has the same fields in the same order for
every reader; what he may not know is null.
"""

from __future__ import annotations

from typing import Any

from napoleon.events import REFEREE
from napoleon.rulesets.napoleon1815.pack import Pack
from napoleon.rulesets.napoleon1815.sides import side_of_army
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table
from napoleon.rulesets.napoleon1815.victory import BOTTOM, TOP
from napoleon.rulesets.napoleon1815.windows import playable

ARMIES = ("french", "anglo_dutch", "prussian")


def views(state: State, pack: Pack, seat: str) -> dict[str, dict[str, Any]]:
    """The four boards as `seat` may see them."""
    table = Table(state, pack)
    return {
        "map": board(table),
        "order-of-battle": order_of_battle(table, seat),
        "victory-track": victory_track(table),
        "hand": hand(table, seat),
    }


def sees_army(table: Table, seat: str, army: str) -> bool:
    """Whether `seat` may see an army's strength and fatigue [VIS.4, VIS.10]."""
    return table.state.result is not None or seat in (REFEREE, side_of_army(army))


def sees_hand(table: Table, seat: str, player: str) -> bool:
    """Whether `seat` may see the cards of a player [VIS.1, VIS.10]."""
    return table.state.result is not None or seat in (REFEREE, player)


def board(table: Table) -> dict[str, Any]:
    """The map: areas with what stands on them, roads, what is going on [VIS.5]."""
    state, pack = table.state, table.pack
    standing: dict[str, list[dict[str, Any]]] = {area: [] for area in pack.areas}
    for block, it in state.blocks.items():
        if it.area is not None:
            printed = pack.blocks[block]
            standing[it.area].append(
                {
                    "id": block,
                    "name": printed.name,
                    "army": printed.army,
                    "kind": printed.kind,
                    "ready": it.ready,
                }
            )
    operation, combat = table.operation, table.combat
    return {
        "turn": state.turn,
        "phase": state.phase,
        "turn_name": table.scenario.turn_names.get(state.turn),
        "areas": [
            {
                "id": area.id,
                "name": area.name,
                "kind": area.kind,
                "x": area.x,
                "y": area.y,
                "in_france": area.in_france,
                "victory_points": area.victory_points,
                "control": state.control.get(area.id),
                "fortified_position": area.id in state.fortified,
                "contested": area.id in state.contested,
                "retreat_direction": _marker(state, area.id),
                "blocks": standing[area.id],
                "data_status": area.status,
            }
            for area in pack.areas.values()
        ],
        "roads": [
            {
                "id": road.id,
                "a": road.a,
                "b": road.b,
                "bridge": road.bridge,
                "broken": road.id in state.broken_bridges,
                "data_status": pack.printed_roads[road.id].status,
            }
            for road in pack.graph.roads.values()
        ],
        "off_map": {
            "reinforcements": [
                {"block": block, "turn": due.turn, "areas": due.areas}
                for block, due in state.reinforcements.items()
            ],
            "by_event": list(state.awaiting_event),
            "removed": [block for block, it in state.blocks.items() if it.removed],
        },
        "lasting_events": [{"event": event, "card": card} for event, card in state.lasting.items()],
        "invasion_card": state.invasion_card,
        "initiative": state.initiative or None,
        "to_go": state.to_go or None,
        "passed": list(state.passed),
        "operation": None
        if operation is None
        else {
            "number": operation.number,
            "player": operation.player,
            "origin": operation.origin,
            "blocks": list(operation.blocks),
            "action": operation.action or None,
            "movement_points": operation.movement_points,
            "points_used": operation.spent_points,
            "movement_over": operation.stopped or None,
        },
        "combat": None
        if combat is None
        else {
            "area": combat.area,
            "attacker": combat.attacker,
            "kind": combat.kind,
            "attackers": list(combat.attackers),
            "defenders": list(combat.defenders),
            "cards": dict(combat.cards),
            "winner": combat.winner or None,
            "distance": combat.distance,
        },
    }


def order_of_battle(table: Table, seat: str) -> dict[str, Any]:
    """Every army's blocks; strength and fatigue only of those the reader may see [VIS.4]."""
    return {
        "turn": table.state.turn,
        "phase": table.state.phase,
        "armies": [
            {
                "army": army,
                "visible": sees_army(table, seat, army),
                "hidden_by": None if sees_army(table, seat, army) else "VIS.4",
                "units": [
                    _unit(table, block, sees_army(table, seat, army))
                    for block, printed in table.pack.blocks.items()
                    if printed.army == army
                ],
            }
            for army in ARMIES
        ],
    }


def victory_track(table: Table) -> dict[str, Any]:
    """The track, how it got there, and the flags that score [chapter 10]."""
    state = table.state
    return {
        "turn": state.turn,
        "phase": state.phase,
        "value": state.track,
        "allied_victory_at": TOP,
        "french_victory_at": BOTTOM,
        "last_turn": state.last_turn,
        "french_win_at_the_end_up_to": table.scenario.end.french_win_if_track_at_most,
        "flags": {
            side: [area for area in state.control if table.controller(area) == side]
            for side in ("french", "allied")
        },
        "result": None
        if state.result is None
        else {
            "winner": state.result.winner,
            "reason": state.result.reason,
            "clause": state.result.clause,
        },
        "history": [
            {
                "turn": turn,
                "from": before,
                "to": after,
                "delta": after - before,
                "breakdown": [
                    {"amount": line.amount, "clause": line.clause, "note": line.note}
                    for line in breakdown
                ],
            }
            for turn, before, after, breakdown in state.history
        ],
    }


def hand(table: Table, seat: str) -> dict[str, Any]:
    """Hands: the reader's own cards, the sizes of the others, decks and discards [VIS.1-3]."""
    state = table.state
    return {
        "turn": state.turn,
        "phase": state.phase,
        "seat": seat,
        "hands": [
            {
                "player": player,
                "size": len(held),
                "cards": [_card(table, number) for number in sorted(held)]
                if sees_hand(table, seat, player)
                else None,
            }
            for player, held in state.hands.items()
        ],
        "decks": [
            {"side": side, "left": len(deck), "discarded": len(state.discards[side])}
            for side, deck in state.decks.items()
        ],
    }


def _marker(state: State, area: str) -> dict[str, str] | None:
    marker = state.markers.get(area)
    return None if marker is None else {"side": marker.side, "road": marker.road}


def _unit(table: Table, block: str, visible: bool) -> dict[str, Any]:
    printed = table.pack.blocks[block]
    it = table.state.blocks.get(block)
    if it is None:
        place = "to_come" if block in table.state.reinforcements else "by_event"
        if block not in table.state.awaiting_event and place == "by_event":
            place = "absent"
    else:
        place = "removed" if it.removed else "map"
    shown = it if visible and it is not None else None
    return {
        "id": block,
        "name": printed.name,
        "kind": printed.kind,
        "state": place,
        "area": it.area if it is not None else None,
        "ready": it.ready if it is not None and it.area is not None else None,
        "infantry": shown.infantry if shown else None,
        "cavalry": shown.cavalry if shown else None,
        "fatigue": shown.fatigue if shown else None,
        "printed": {
            "infantry": printed.infantry,
            "cavalry": printed.cavalry,
            "march": printed.march,
            "pursuit": printed.pursuit,
            "combat_bonus": printed.combat_bonus,
            "combat_bonus_when": printed.combat_bonus_condition,
        },
        "data_status": printed.status,
    }


def _card(table: Table, number: int) -> dict[str, Any]:
    card = table.pack.cards[number]
    return {
        "number": number,
        "event": card.event,
        "name": card.name,
        "clause": f"CARD.{card.event}",
        "colour": card.colour,
        "playable": playable(card),
        "value": card.value,
        "losses": card.losses,
        "fatigue": card.fatigue,
        "recovery": card.recovery,
        "data_status": card.status,
    }
