"""What a seat may know of a position: the four boards [chapter 19].

Whatever is not granted here is not shown. Each view has the same fields in the same order for every
reader; what they may not know is null.
"""

from __future__ import annotations

from typing import Any

from napoleon.rules.endings import as_data
from napoleon.rules.events import REFEREE
from napoleon.rules.kit.tokens import named
from napoleon.rules.reader import Reader
from napoleon.rulesets.napoleon1815 import fog
from napoleon.rulesets.napoleon1815.cards.windows import playable
from napoleon.rulesets.napoleon1815.packs.pack import Pack
from napoleon.rulesets.napoleon1815.packs.printed import BOTTOM, TOP
from napoleon.rulesets.napoleon1815.sides import side_of_army
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table

ARMIES = ("french", "anglo_dutch", "prussian")


def views(state: State, pack: Pack, reader: Reader) -> dict[str, dict[str, Any]]:
    """The four boards as `reader` may see them; of a position whose cards have faded without them.

    [RULING.83]
    """
    seat = reader.seat
    table = Table(state, pack)
    map_board, cards = board(table, seat), hand(table, seat)
    if reader.faded and seat != REFEREE:
        map_board, cards = _without_events(map_board), _without_cards(cards)
    return {
        "map": map_board,
        "order-of-battle": order_of_battle(table, seat),
        "victory-track": victory_track(table),
        "hand": cards,
    }


def _without_events(view: dict[str, Any]) -> dict[str, Any]:
    """A map without the events in force and those played in the operation and its combat."""
    played = {
        name: view[name] and {**view[name], "card_events": None} for name in ("operation", "combat")
    }
    return {**view, "lasting_events": None, **played}


def _without_cards(view: dict[str, Any]) -> dict[str, Any]:
    """Hands of which only the sizes are seen."""
    return {**view, "hands": [{**held, "cards": None} for held in view["hands"]]}


def sees_army(table: Table, seat: str, army: str) -> bool:
    """Whether `seat` may see an army's strength and fatigue [VIS.4, VIS.10].

    With two players the Allied one sees both Allied armies, with three each sees their own.
    """
    owner = army if army in table.state.seats else side_of_army(army)
    return table.state.result is not None or seat in (REFEREE, owner)


def sees_block(table: Table, seat: str, block: str) -> bool:
    """Whether `seat` may see what a block is, and not only a token [VIS.5-6]."""
    hidden = table.fog and not table.block(block).revealed
    return not hidden or sees_army(table, seat, table.type_of(block).army)


def sees_hand(table: Table, seat: str, player: str) -> bool:
    """Whether `seat` may see the cards of a player [VIS.1, VIS.10]."""
    return table.state.result is not None or seat in (REFEREE, player)


def board(table: Table, seat: str) -> dict[str, Any]:
    """The map: areas with what stands on them, roads, what is going on [VIS.5-8]."""
    state, pack = table.state, table.pack
    standing: dict[str, list[dict[str, Any]]] = {area: [] for area in pack.areas}
    for block in fog.in_order(table, (b for b, it in state.blocks.items() if it.area is not None)):
        standing[state.blocks[block].area or ""].append(_standing(table, seat, block))
    operation, combat = table.operation, table.combat
    sees_points = not table.fog or (
        operation is not None and (state.result is not None or seat in (REFEREE, operation.player))
    )
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
                "river": pack.printed_roads[road.id].river or None,
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
            "removed": [_removed(table, block) for block, it in state.blocks.items() if it.removed],
        },
        "lasting_events": [{"event": event, "card": card} for event, card in state.lasting.items()],
        "invasion_card": state.invasion_card,
        "initiative": state.initiative or None,
        "leader": state.leader or None,
        "contact": state.contact or None,
        "to_go": state.to_go or None,
        "passed": list(state.passed),
        "operation": None
        if operation is None
        else {
            "number": operation.number,
            "player": operation.player,
            "origin": operation.origin,
            "blocks": [
                _name(table, seat, block) for block in fog.in_order(table, operation.blocks)
            ],
            "action": operation.action or None,
            "movement_points": operation.movement_points if sees_points else None,
            "points_used": operation.spent_points if sees_points else None,
            "card_events": list(operation.events),
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
            "card_events": dict(combat.events),
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
                    _unit(table, seat, block)
                    for block, printed in table.pack.pieces.items()
                    if printed.army == army and _counts(table, seat, block)
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
        "turn_names": [
            {"turn": turn, "name": name} for turn, name in table.scenario.turn_names.items()
        ],
        "french_win_at_the_end_up_to": table.scenario.end.french_win_if_track_at_most,
        "flags": {
            side: [area for area in state.control if table.controller(area) == side]
            for side in ("french", "allied")
        },
        "result": as_data(state.result),
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


def _standing(table: Table, seat: str, block: str) -> dict[str, Any]:
    """A block on the map: all of it, or only a token of its army's colour [VIS.5-7]."""
    printed, it = table.type_of(block), table.block(block)
    seen = sees_block(table, seat, block)
    entry = {
        "id": named(table.state.blocks, block, seen=seen),
        "name": printed.name if seen else None,
        "army": printed.army,
        "kind": printed.kind if seen else None,
        "ready": it.ready,
    }
    return {**entry, "token": it.token} if table.fog else entry


def _name(table: Table, seat: str, block: str) -> str:
    return named(table.state.blocks, block, seen=sees_block(table, seat, block))


def _removed(table: Table, block: str) -> str:
    """A block off the map for good; one scout is like another."""
    return f"{table.type_of(block).army}_scout" if table.is_scout(block) else block


def _counts(table: Table, seat: str, block: str) -> bool:
    """Whether a block belongs in the order of battle: scouts only for those who may see them."""
    if not table.is_scout(block):
        return True
    return block in table.state.blocks and sees_army(table, seat, table.type_of(block).army)


def _unit(table: Table, seat: str, block: str) -> dict[str, Any]:
    printed = table.pack.pieces[block]
    visible = sees_army(table, seat, printed.army)
    it = table.state.blocks.get(block)
    if it is not None and not visible and _is_being_laid_out(table):
        it = None
    located = it if it is not None and (visible or sees_block(table, seat, block)) else None
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
        "area": located.area if located else None,
        "ready": located.ready if located and located.area is not None else None,
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


def _is_being_laid_out(table: Table) -> bool:
    """Whether blocks are still being placed, in fog of war: who is next would name its token.

    The decks are shuffled when all of them stand [SETUP.3, SETUP.6, VIS.6].
    """
    return table.fog and not table.state.decks


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
