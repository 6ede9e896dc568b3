"""Positions of the game as the oracle reads them, and whether both answer alike.

The oracle (`oracle/`) was written from the digest alone. Its places are (lane, side), those of the
game are words such as ``attacker_a``; its refusals are sets of all words that apply, of which the
game has to name one. A word like ``clause:6.52`` stands for any, as the digest has none for it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.places import PLACES, is_reserve, lane_of, owner
from napoleon.rulesets.napoleon_columbia.sides import enemy, side_of
from napoleon.rulesets.napoleon_columbia.state import Battle, State
from napoleon.rulesets.napoleon_columbia.table import Table
from tests.napoleon_columbia.oracle.battle import BattlePosition, Marker, Piece
from tests.napoleon_columbia.oracle.deployment import Deployed, Deployment
from tests.napoleon_columbia.oracle.ends import TurnEnd
from tests.napoleon_columbia.oracle.marches import Marcher, MarchPosition
from tests.napoleon_columbia.oracle.rout import RetreatPosition
from tests.napoleon_columbia.oracle.tables import Road

PACK = RULES.pack

ROADS = tuple(Road(*sorted((it.a, it.b)), it.kind, it.river) for it in PACK.roads.values())
"""Under the ids that they have in the game: both ends in alphabetical order."""

LANE_AND_SIDE = {place: (lane_of(place), owner(place)) for place in PLACES}
"""Places of a battle board as the oracle names them."""

PLACE = {there: place for place, there in LANE_AND_SIDE.items()}


# -- whether they answer alike ---------------------------------------------------------------------


def refused(table: Table, decision: Decision, order: Order) -> Refusal | None:
    """Why the rules refuse an order, if they do."""
    return RULES.book.verbs[type(order)].refusal(table, decision, order)


def disagreement(answer: Any, reasons: Collection[str], what: object) -> list[str]:
    """What is to be said of an answer of the game for which the oracle has these reasons."""
    if not isinstance(answer, Refusal):
        return [f"{what}: accepted, but {sorted(reasons)}"] if reasons else []
    if not reasons:
        return [f"{what}: refused {answer.code} [{answer.clause}], but legal by the oracle"]
    if answer.code.lower() in reasons or any(it.startswith("clause:") for it in reasons):
        return []
    return [f"{what}: refused {answer.code} [{answer.clause}], but {sorted(reasons)}"]


def unequal(mine: Any, yours: Any, what: object) -> list[str]:
    """What is to be said if the game has something else than the oracle."""
    return [] if mine == yours else [f"{what}: {mine}, but by the oracle {yours}"]


# -- the map [5] -----------------------------------------------------------------------------------


def march_position(state: State) -> MarchPosition:
    """A moment of the march phase."""
    units = {}
    for unit, block in state.blocks.items():
        path, town = [], block.start
        for road in block.path:
            town = PACK.roads[road].other(town)
            path.append(town)
        units[unit] = Marcher(
            block.army, PACK.blocks[unit].type, block.start, tuple(path), block.strength
        )
    return MarchPosition(
        ROADS,
        state.active,
        units,
        night=state.night,
        activated=frozenset(state.groups),
        road_use=dict(state.road_use),
        moving=state.marching,
    )


def fought_over(state: State) -> frozenset[str]:
    """The towns of fights that are not over [N-50]."""
    towns = [*state.contested, *state.contested_skirmishes]
    towns += [it.town for it in (*state.skirmishes, *state.battles)]
    return frozenset(towns)


def retreat_position(state: State, town: str, side: str) -> RetreatPosition:
    """Who may go where from a fight."""
    battle = state.battle_in(town)
    fight: Any = battle or next(it for it in state.skirmishes if it.town == town)
    beaten = state.beaten
    used: Mapping[str, int] = battle.retreat_use if battle else beaten.use if beaten else {}
    return RetreatPosition(
        ROADS,
        town,
        "attacker" if side == fight.attacker else "defender",
        attacker_used=frozenset(fight.used.get(fight.attacker, ())),
        enemy_towns=frozenset(
            it.town for it in state.blocks.values() if side_of(it.army) == enemy(side)
        ),
        battle_towns=fought_over(state) - {town},
        retreat_use=dict(used),
    )


# -- the battle board [6] --------------------------------------------------------------------------


def pieces_of(state: State, battle: Battle) -> dict[str, Piece]:
    """The units on a battle board."""
    return {
        unit: Piece(
            side=battle.role(side_of(state.blocks[unit].army)),
            army=state.blocks[unit].army,
            type=PACK.blocks[unit].type,
            strength=state.blocks[unit].strength,
            firepower=PACK.blocks[unit].firepower,
            place=LANE_AND_SIDE[it.place],
            revealed=state.blocks[unit].revealed,
            moves_used=it.moves,
            move_kind=it.way,
            fired=it.fired,
            charge_ready=it.charge,
            first_fire_ready=it.first_fire,
            square=it.square,
            sheltered_by=it.shelter,
            must_withdraw=it.shaken,
        )
        for unit, it in battle.fighters.items()
    }


def battle_position(state: State, battle: Battle) -> BattlePosition:
    """A moment of the Combat phase of a battle."""
    return BattlePosition(
        battle.acting,
        pieces_of(state, battle),
        {
            LANE_AND_SIDE[place]: Marker(marker.kind, marker.holder)
            for place, marker in battle.terrain.items()
        },
        battle.crossed,
    )


def deployment_of(state: State, battle: Battle, role: str) -> Deployment:
    """How one side stands on the board before combat begins."""
    side = battle.side(role)
    return Deployment(
        {
            unit: Deployed(
                state.blocks[unit].army,
                PACK.blocks[unit].type,
                PACK.blocks[unit].corps,
                "reserve" if is_reserve(it.place) else lane_of(it.place),
            )
            for unit, it in battle.fighters.items()
            if side_of(state.blocks[unit].army) == side
        },
        {
            lane_of(place): marker.kind
            for place, marker in battle.terrain.items()
            if owner(place) == role
        },
    )


def turn_end(state: State) -> TurnEnd:
    """The end of a player turn, before supply."""
    cities = {it.id for it in PACK.supply_cities}
    later = PACK.turns[state.turn :]
    return TurnEnd(
        state.active,
        frozenset(
            it.town for it in state.blocks.values() if it.army == "french" and it.town in cities
        ),
        {army: len(lost) for army, lost in state.eliminated.items()},
        {army: len(state.of_army(army)) for army in state.eliminated},
        last_french_turn=all(it.side != "french" for it in later),
        last_turn=not later,
    )
