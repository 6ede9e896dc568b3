"""What the four boards show of a position, as the position notation writes it.

Only the views are read, so that nothing else can be told [chapter d].
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from napoleon.rules.terms import Result
from napoleon.rulesets.napoleon_columbia.sides import ATTACKER, DEFENDER, ROLES, side_of
from napoleon.rulesets.napoleon_columbia.state import (
    Battle,
    Beaten,
    Bid,
    Fighter,
    Marker,
    Regrouping,
    Skirmish,
    Tally,
)
from napoleon.rulesets.napoleon_columbia.views import ColumbiaViews
from napoleon.rulesets.napoleon_columbia.views.battle import BattleView, FighterView
from napoleon.rulesets.napoleon_columbia.views.blocks import BlockView
from napoleon.rulesets.napoleon_columbia.views.map import MapView
from napoleon.rulesets.napoleon_columbia.views.order_of_battle import OrderOfBattleView


class _Shown(NamedTuple):
    """A block as a view shows it; the steps of one whose label is not seen are None."""

    token: str
    town: str
    strength: int | None
    revealed: bool = False
    disrupted: bool = False
    path: int = 0
    """How many roads it has marched."""
    start: str = ""
    forced: bool = False
    halted: bool = False
    weakened: bool = False


def seen(views: ColumbiaViews) -> dict[str, Any]:
    """The fields of the state as far as the views show them."""
    board, track = views.map, views.victory_track
    result = track.result
    given = {
        "turn": board.turn,
        "phase": board.phase,
        "active": board.active,
        "night": board.night,
        "players": board.players,
        "result": result and Result(result.winner or "", result.reason, result.clause),
        "bid": board.bid and Bid(board.bid.seat, board.bid.side, board.bid.steps),
        "groups": [(it.army, it.town) for it in board.groups],
        "marching": board.marching,
        "road_use": {road.id: road.used for road in board.roads if road.used},
        "skirmishes": [
            Skirmish(
                it.town,
                it.attacker,
                {},
                chosen={side: list(units) for side, units in it.fighting.items()},
                begun=it.begun,
            )
            for it in board.skirmishes
        ],
        "battles": [_battle(it, _drawn(views, it)) for it in board.battles],
        "at": board.at,
        "beaten": board.beaten and Beaten(board.beaten.side, board.beaten.town, board.beaten.why),
        "regrouping": _regrouping(board),
        "eliminated": _eliminated(views.order_of_battle),
        "defeated": [it.army for it in track.losses if it.defeated],
        "history": [Tally(it.turn, dict(it.lost), it.held) for it in track.tallies],
        "blocks": dict(_blocks(views)),
    }
    return {name: value for name, value in given.items() if value}


def _blocks(views: ColumbiaViews) -> Iterator[tuple[str, _Shown]]:
    for town in views.map.areas:
        for it in town.blocks:
            yield it.id, _block(it, town.id)
    for army in views.order_of_battle.armies:
        for unit in army.units:
            if unit.state == "unplaced":
                yield unit.id, _Shown("", "", unit.strength)


def _block(it: BlockView, town: str) -> _Shown:
    return _Shown(it.token, town, it.strength, it.revealed, it.disrupted, it.marched)


def _eliminated(shown: OrderOfBattleView) -> dict[str, list[str]]:
    lost = {
        army.army: [unit.id for unit in army.units if unit.state == "eliminated"]
        for army in shown.armies
    }
    return lost if any(lost.values()) else {}


def _regrouping(board: MapView) -> Regrouping | None:
    """The winner of the battle is who holds the town."""
    for town in board.areas:
        if town.id == board.regrouping:
            return Regrouping(town.held_by or "", town.id)
    return None


# -- battles -------------------------------------------------------------------------------------


def _drawn(views: ColumbiaViews, shown: BattleView) -> dict[str, Any]:
    """By role, terrain that is drawn and not placed; how many markers for who may not know it."""
    drawn: dict[str, Any] = {}
    for role in ROLES:
        side = shown.attacker if role == ATTACKER else shown.defender
        number = shown.terrain_to_place.get(side, 0)
        seats = {seat for army, seat in views.map.players.items() if side_of(army) == side}
        held = [it.cards for it in views.hand.hands if it.player in seats and it.cards]
        if number:
            drawn[role] = list(held[0]) if held else number
    return drawn


def _battle(shown: BattleView, drawn: dict[str, Any]) -> Battle:
    places = {it.id: it for it in shown.places}
    return Battle(
        town=shown.town,
        attacker=shown.attacker,
        number=shown.number,
        used={side: list(towns) for side, towns in shown.came_from.items()},
        drawn=drawn,
        terrain={
            place: Marker(it.terrain, it.holder or "")
            for place, it in places.items()
            if it.terrain is not None
        },
        fighters={
            it.block.id: _fighter(it, place.id) for place in shown.places for it in place.fighters
        },
        begun=shown.begun,
        acting=_role(shown, shown.acting),
        turn=shown.combat_turn,
        step=shown.step or "",
        crossed=shown.crossed,
        idle=shown.idle,
    )


def _role(shown: BattleView, side: str | None) -> str:
    if side is None:
        return ""
    return ATTACKER if side == shown.attacker else DEFENDER


def _fighter(it: FighterView, place: str) -> Fighter:
    return Fighter(
        place,
        moves=it.moves or 0,
        fired=it.fired,
        charge=it.charge,
        first_fire=it.first_fire,
        square=it.square,
        shelter=it.shelter or "",
        shaken=it.shaken,
    )
