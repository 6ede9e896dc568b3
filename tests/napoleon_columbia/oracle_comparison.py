"""Positions of the game as the oracle reads them.

The oracle (`oracle/`) was written from the digest alone. Its places are (lane, side), those of the
game are words such as ``attacker_a``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.state import Battle, State
from tests.napoleon_columbia.oracle.battle import BattlePosition, Marker, Piece
from tests.napoleon_columbia.oracle.deployment import Deployed, Deployment
from tests.napoleon_columbia.oracle.ends import TurnEnd
from tests.napoleon_columbia.oracle.marches import Marcher, MarchPosition
from tests.napoleon_columbia.oracle.rout import RetreatPosition
from tests.napoleon_columbia.oracle.tables import Road
from tests.rulesets.comparing import Answers

PACK = RULES.pack
ANSWERS: Answers[State] = Answers(RULES)

ARMIES = ("french", "anglo", "prussian")
ROLES = ("attacker", "defender")
LANES = ("a", "b", "c")

ROADS = tuple(Road(*sorted((it.a, it.b)), it.kind, it.river) for it in PACK.roads.values())
"""Under the ids that they have in the game: both ends in alphabetical order."""

PLACE = {(lane, role): f"{role}_{lane}" for role in ROLES for lane in (*LANES, "reserve")}
"""Places of a battle board, by what the oracle calls them."""

LANE_AND_SIDE = {place: there for there, place in PLACE.items()}


def side_of(army: str) -> str:
    """The side that an army fights for."""
    return "french" if army == "french" else "allied"


def enemy(side: str) -> str:
    """The other side."""
    return "allied" if side == "french" else "french"


def commands(state: State, seat: str, unit: str) -> bool:
    """Whether a unit that is on the map is one of the seat's."""
    return unit in state.blocks and state.players.get(state.blocks[unit].army) == seat


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


def is_unseen(state: State, seat: str, unit: str) -> bool:
    """Whether a unit stands upright and is another seat's [N-40]."""
    return not state.blocks[unit].revealed and not commands(state, seat, unit)


def deployment_of(state: State, battle: Battle, role: str, seat: str) -> Deployment:
    """How one side stands on the board before combat begins, as a seat of it sees it.

    The digest knows no partner: upright blocks of one fill any position [N-86], and count for one
    corps of their army [N-87].
    """
    side = battle.side(role)

    def label(unit: str) -> tuple[str, str]:
        if is_unseen(state, seat, unit):
            return "inf", "unseen"
        return PACK.blocks[unit].type, PACK.blocks[unit].corps

    return Deployment(
        {
            unit: Deployed(state.blocks[unit].army, *label(unit), LANE_AND_SIDE[it.place][0])
            for unit, it in battle.fighters.items()
            if side_of(state.blocks[unit].army) == side
        },
        {
            LANE_AND_SIDE[place][0]: marker.kind
            for place, marker in battle.terrain.items()
            if LANE_AND_SIDE[place][1] == role
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
