"""A battle board as one reader may see it [6.2, (d)]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from napoleon.rulesets.napoleon_columbia import fog, places
from napoleon.rulesets.napoleon_columbia.sides import enemy
from napoleon.rulesets.napoleon_columbia.sight import is_seen
from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import Table
from napoleon.rulesets.napoleon_columbia.views.blocks import BlockView, block_view


class FighterView(msgspec.Struct, kw_only=True):
    """A unit on a battle board, and what it has done in this combat turn."""

    block: BlockView
    moves: int | None
    """Combat moves made; None, as `fired`, for a block whose label is not seen."""
    fired: bool
    charge: bool
    """Whether its next fire is a charge [6.33.cav]."""
    first_fire: bool
    """Whether its next fire at short range is the first [6.33.art]."""
    square: bool
    shelter: str | None
    """The unit in square that shelters it [6.52]."""
    shaken: bool
    """Whether it has to withdraw [6.31]."""


class PlaceView(msgspec.Struct, kw_only=True):
    """A position or a Reserve of a battle board [6.2]."""

    id: str
    """Such as ``attacker_a`` or ``defender_reserve``."""
    role: str
    """``attacker`` or ``defender``."""
    lane: str | None
    """``a``, ``b`` or ``c``; ``a`` is the attacker's left. None for a Reserve."""
    terrain: str | None
    """``woods``, ``farm``, ``stream`` or ``hill`` [6.21]."""
    holder: str | None
    """The unit, or its token, that a Farm or a Hill serves."""
    engaged: bool
    """Whether units of both sides are there."""
    fighters: Sequence[FighterView]


class BattleView(msgspec.Struct, kw_only=True):
    """A battle that is not over [6.1]."""

    town: str
    number: int
    """In the order of battles of this player turn, from 1."""
    attacker: str
    defender: str
    begun: bool
    """Whether both sides are deployed."""
    acting: str | None
    """Side whose combat turn it is."""
    step: str | None
    """``morale``, ``combat`` or ``reinforcement``."""
    combat_turn: int
    """Of both sides together, 0 before the first."""
    idle: int
    """Combat turns in succession in which the attacker did nothing [6.7]."""
    crossed: int
    """Units that have crossed the stream in this combat turn."""
    came_from: Mapping[str, Sequence[str]]
    """By side, the towns from which it came in [7.1]."""
    terrain_to_place: Mapping[str, int]
    """By side, markers that are drawn and not placed yet."""
    places: Sequence[PlaceView]


def battle_view(table: Table, battle: Battle) -> BattleView:
    """A battle on its board."""
    return BattleView(
        town=battle.town,
        number=battle.number,
        attacker=battle.attacker,
        defender=enemy(battle.attacker),
        begun=battle.begun,
        acting=battle.side(battle.acting) if battle.acting else None,
        step=battle.step or None,
        combat_turn=battle.turn,
        idle=battle.idle,
        crossed=battle.crossed,
        came_from={side: list(towns) for side, towns in battle.used.items()},
        terrain_to_place={battle.side(role): len(it) for role, it in battle.drawn.items()},
        places=[_place(table, battle, place) for place in places.PLACES],
    )


def _place(table: Table, battle: Battle, place: str) -> PlaceView:
    marker = battle.terrain.get(place)
    there = table.state.fighters_at(battle, place)
    return PlaceView(
        id=place,
        role=places.owner(place),
        lane=None if places.is_reserve(place) else places.lane_of(place),
        terrain=marker.kind if marker else None,
        holder=marker.holder or None if marker else None,
        engaged=table.state.is_engaged(battle, place),
        fighters=[_fighter(table, battle, unit) for unit in fog.in_order(table, there)],
    )


def _fighter(table: Table, battle: Battle, unit: str) -> FighterView:
    fighter = battle.fighters[unit]
    return FighterView(
        block=block_view(table, unit),
        moves=fighter.moves if is_seen(table.state.blocks[unit]) else None,
        fired=fighter.fired,
        charge=fighter.charge,
        first_fire=fighter.first_fire,
        square=fighter.square,
        shelter=fighter.shelter or None,
        shaken=fighter.shaken,
    )
