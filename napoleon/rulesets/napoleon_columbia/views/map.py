"""The map: towns with the blocks in them, roads, and what is going on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

import msgspec

from napoleon.rules import views
from napoleon.rulesets.napoleon_columbia import fog
from napoleon.rulesets.napoleon_columbia.march import ROAD_LIMITS, groups_left
from napoleon.rulesets.napoleon_columbia.packs.pack import Road, Town, Turn
from napoleon.rulesets.napoleon_columbia.sides import ARMIES, FRENCH, side_of
from napoleon.rulesets.napoleon_columbia.table import Table
from napoleon.rulesets.napoleon_columbia.views.battle import BattleView, battle_view
from napoleon.rulesets.napoleon_columbia.views.blocks import BlockView, block_view


class TownView(views.AreaView, kw_only=True):
    """A town or city [1.0]; `x` and `y` are its place on a drawing of 1000 by 1000."""

    name: str
    kind: str
    """``town`` or ``city``."""
    x: int
    y: int
    country: str
    """``france`` or ``netherlands``."""
    zone: str
    """Army that may be set up there [4.1, 4.2]."""
    supply_army: str | None
    """Army that suffers while the French hold it [10.0]."""
    supply_loss: int
    """Units which that costs it at the end of each French turn; 0 for most towns."""
    held_by: str | None
    """Side whose units are there; ``both`` while it is fought over, None if nobody is."""
    fight: str | None
    """``skirmish`` or ``battle`` while one is still to be decided there."""
    blocks: Sequence[BlockView]
    data_status: str
    """Where the data come from, as for roads and blocks."""


class RoadView(views.RoadView, kw_only=True):
    """A road [1.0]."""

    kind: str
    """``major`` or ``minor``."""
    river: str | None
    """What it crosses; None where there is no river."""
    used: int
    """Units that have marched along it in this player turn [5.4]."""
    limit: int
    """Most that may."""
    data_status: str


class GroupView(msgspec.Struct):
    """A group that marches in this player turn [5.1]."""

    army: str
    town: str
    """Where it began the turn."""


class BidView(msgspec.Struct):
    """The highest bid for a side [13.0]."""

    seat: str
    side: str
    steps: int


class SkirmishView(msgspec.Struct, kw_only=True):
    """A skirmish that is still to be decided [6.6]."""

    town: str
    attacker: str
    begun: bool
    """Whether those who fight are revealed."""
    fighting: Mapping[str, Sequence[str]]
    """By side, units that fight, once they are revealed."""


class BeatenView(msgspec.Struct):
    """A side that has to leave a fight at once [7.4, 6.6, 6.7]."""

    side: str
    town: str
    why: str
    """``rout``, ``skirmish`` or ``stalemate``."""


class MapView(views.MapView, kw_only=True):
    """The map; what nobody is or has at the time is None."""

    turn_name: str | None
    areas: Sequence[TownView]
    roads: Sequence[RoadView]
    active: str | None
    """Side whose player turn it is."""
    night: bool
    date: str | None
    """Such as ``1815-06-15``."""
    players: Mapping[str, str]
    """Seat by army; empty before sides are bid for [N-63]."""
    bid: BidView | None
    marches_left: Mapping[str, int]
    """By army of the active side, groups that may still march [5.1]."""
    groups: Sequence[GroupView]
    marching: str | None
    """The unit, or its token, whose march goes on."""
    terrain_left: int
    """Markers in the pool of this player turn [6.21]."""
    skirmishes: Sequence[SkirmishView]
    battles: Sequence[BattleView]
    """Battles that are not over, in the order in which they are fought [6.1]."""
    at: str | None
    """Town of the battle in which a combat turn goes on."""
    beaten: BeatenView | None
    regrouping: str | None
    """Town whose winner regroups [7.5]."""


def map_board(table: Table) -> MapView:
    """The map with all that goes on there."""
    state = table.state
    turn = table.data.turn(state.turn) if state.turn else None
    marching = state.phase == "march" and state.active
    there: dict[str, list[str]] = {town: [] for town in table.data.towns}
    for unit in fog.in_order(table, (unit for unit, it in state.blocks.items() if it.town)):
        there[state.blocks[unit].town].append(unit)
    return MapView(
        turn=state.turn,
        phase=state.phase,
        turn_name=turn_called(turn) if turn else None,
        areas=[_town(table, town, there[town.id]) for town in table.data.towns.values()],
        roads=[_road(table, road) for road in table.data.roads.values()],
        active=state.active or None,
        night=state.night,
        date=turn.date.isoformat() if turn else None,
        players=dict(state.players),
        bid=BidView(state.bid.seat, state.bid.side, state.bid.steps) if state.bid else None,
        marches_left={
            army: groups_left(table, army)
            for army in ARMIES
            if marching and state.players.get(army) in state.seats_of(state.active)
        },
        groups=[GroupView(army, town) for army, town in state.groups],
        marching=state.marching or None,
        terrain_left=len(state.pool),
        skirmishes=_skirmishes(table),
        battles=[battle_view(table, it) for it in state.battles if it.fighters],
        at=state.at if any(it.town == state.at and it.acting for it in state.battles) else None,
        beaten=_beaten(table),
        regrouping=state.regrouping.town if state.regrouping else None,
    )


def _town(table: Table, town: Town, there: Sequence[str]) -> TownView:
    state = table.state
    return TownView(
        id=town.id,
        name=town.name,
        kind=town.kind,
        x=town.x,
        y=town.y,
        country=town.country,
        zone=town.zone,
        supply_army=town.supply_army or None,
        supply_loss=town.supply_loss,
        held_by=_holder({side_of(state.blocks[unit].army) for unit in there}),
        fight=_fight(table, town.id),
        blocks=[block_view(table, unit) for unit in there],
        data_status=town.status,
    )


def _holder(sides: Set[str]) -> str | None:
    return "both" if len(sides) > 1 else next(iter(sides), None)


def _fight(table: Table, town: str) -> str | None:
    state = table.state
    if town in state.contested_skirmishes or any(it.town == town for it in state.skirmishes):
        return "skirmish"
    return "battle" if state.is_fought_over(town) else None


def _road(table: Table, road: Road) -> RoadView:
    return RoadView(
        id=road.id,
        a=road.a,
        b=road.b,
        kind=road.kind,
        river=road.river_name or None if road.river else None,
        used=table.state.road_use.get(road.id, 0),
        limit=ROAD_LIMITS[road.kind],
        data_status=road.status,
    )


def _skirmishes(table: Table) -> list[SkirmishView]:
    return [
        SkirmishView(
            town=it.town,
            attacker=it.attacker,
            begun=it.begun,
            fighting=it.chosen if it.begun else {},
        )
        for it in table.state.skirmishes
    ]


def _beaten(table: Table) -> BeatenView | None:
    beaten = table.state.beaten
    return BeatenView(beaten.side, beaten.town, beaten.why) if beaten else None


def turn_called(turn: Turn) -> str:
    """A player turn, such as ``16 June, Allied night``."""
    side = "French" if turn.side == FRENCH else "Allied"
    return f"{turn.date.day} June, {side} {'night' if turn.night else 'turn'}"
