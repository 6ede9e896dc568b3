"""The map: areas with what stands on them, roads, what is going on [VIS.5-8]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from napoleon.rules import views
from napoleon.rules.kit.roads import Road
from napoleon.rules.kit.tokens import named
from napoleon.rulesets.napoleon1815 import fog
from napoleon.rulesets.napoleon1815.packs.pack import Area, Pack
from napoleon.rulesets.napoleon1815.state import Marker
from napoleon.rulesets.napoleon1815.table import Table
from napoleon.rulesets.napoleon1815.views import sight


class BlockView(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A block on the map: all of it, or only a token of its army's colour [VIS.5-7]."""

    id: str
    """Of the block, or of its token if the reader may see no more than that."""
    name: str | None
    army: str
    kind: str | None
    """``corps``, ``commander`` or ``scout``; None, as its name, where only a token is seen."""
    ready: bool
    token: str = ""
    """What others see of it; left out but in fog of war."""


class RetreatDirectionView(msgspec.Struct):
    """A retreat direction marker: of which side, and on which road [RETREATDIR.1]."""

    side: str
    road: str


class AreaView(views.AreaView, kw_only=True):
    """An area [TERM.8]; `x` and `y` are its place on a drawing of 1000 by 1000."""

    name: str
    kind: str
    """``plain``, ``forest``, ``town``, ``citadel`` or ``fortified_farm``."""
    x: int
    y: int
    in_france: bool
    victory_points: int
    """Points for its control; 0 for most areas [VICTORY.2]."""
    control: str | None
    """The army whose flag stands there."""
    fortified_position: bool
    contested: bool
    retreat_direction: RetreatDirectionView | None
    blocks: Sequence[BlockView]
    data_status: str
    """Where the data come from, as for roads, blocks and cards [DATA]."""


class RoadView(views.RoadView, kw_only=True):
    """A road, and its bridge if it has one [TERM.7]."""

    bridge: bool
    river: str | None
    """What the bridge crosses."""
    broken: bool
    """Whether the bridge is."""
    data_status: str


class ReinforcementView(msgspec.Struct):
    """A block still to come: in which turn, and the areas where it may arrive [SEQ.2]."""

    block: str
    turn: int
    areas: Sequence[str]


class OffMapView(msgspec.Struct):
    """Blocks that are not on the map."""

    reinforcements: Sequence[ReinforcementView]
    by_event: Sequence[str]
    """Those that only a card event brings."""
    removed: Sequence[str]
    """Those that never come back; of a scout no more than its army [ELIM.3]."""


class LastingEventView(msgspec.Struct):
    """An event in force until the turn ends, with the number of its card."""

    event: str
    card: int


class OperationView(msgspec.Struct, kw_only=True):
    """The operation that is running [OPS.3-10]."""

    number: int
    """Counted from the beginning of the game."""
    player: str
    origin: str
    """The area in which its stack was activated."""
    blocks: Sequence[str]
    """Its stack, block by block or token by token."""
    action: str | None
    """``move``, ``fight`` or ``nothing``; None until it is chosen."""
    movement_points: int | None
    """Movement points and how many are used; None if the reader may not know them [VIS.8]."""
    points_used: int | None
    card_events: Sequence[str] | None
    """Card events that took effect in it; None if they have faded [RULING.83]."""
    movement_over: str | None
    """Why its movement is over; None while it is not."""


class CombatView(msgspec.Struct, kw_only=True):
    """The combat that is being fought [chapter 8]."""

    area: str
    attacker: str
    """Side of the attacker."""
    kind: str
    """``in_place`` or ``move_attack``."""
    attackers: Sequence[str]
    defenders: Sequence[str]
    cards: Mapping[str, int]
    """Number of combat cards by side [COMBAT.1]."""
    card_events: Mapping[str, str] | None
    """The card event that took effect in it by side; None if they have faded [RULING.83]."""
    winner: str | None
    """Winning side; None before it is decided, and if it is drawn."""
    distance: int
    """Roads that the loser has to retreat [RETREAT.1]."""


class MapView(views.MapView, kw_only=True):
    """The map; what nobody is or has at the time is None."""

    turn_name: str | None
    areas: Sequence[AreaView]
    roads: Sequence[RoadView]
    off_map: OffMapView
    lasting_events: Sequence[LastingEventView] | None
    """None if they have faded [RULING.83]."""
    invasion_card: int
    initiative: str | None
    """The player who has it."""
    leader: str | None
    """The Allied leader, with three players [THREE.6]."""
    contact: str | None
    """Why the Allied players are in contact and may exchange cards [THREE.3]: ``aides-de-camp``
    or ``commanders``. In fog of war others are not told that commanders are near [VIS.6]."""
    to_go: str | None
    """The player whose go it is."""
    passed: Sequence[str]
    """Players who have passed."""
    operation: OperationView | None
    combat: CombatView | None


def map_board(table: Table, seat: str) -> MapView:
    """The map as `seat` may see it."""
    state, pack = table.state, table.pack
    standing = _standing(table, seat)
    return MapView(
        turn=state.turn,
        phase=state.phase,
        turn_name=table.scenario.turn_names.get(state.turn),
        areas=[_area(table, area, standing[area.id]) for area in pack.areas.values()],
        roads=_roads(pack, frozenset(state.broken_bridges)),
        off_map=_off_map(table),
        lasting_events=[LastingEventView(event, card) for event, card in state.lasting.items()],
        invasion_card=state.invasion_card,
        initiative=state.initiative or None,
        leader=state.leader or None,
        contact=sight.contact(table, seat) or None,
        to_go=state.to_go or None,
        passed=list(state.passed),
        operation=_operation(table, seat),
        combat=_combat(table),
    )


def _standing(table: Table, seat: str) -> dict[str, list[BlockView]]:
    """By area, the blocks that stand there."""
    blocks = table.state.blocks
    standing: dict[str, list[BlockView]] = {area: [] for area in table.pack.areas}
    for block in fog.in_order(table, (b for b, it in blocks.items() if it.area is not None)):
        standing[blocks[block].area or ""].append(_block(table, seat, block))
    return standing


def _block(table: Table, seat: str, block: str) -> BlockView:
    printed, it = table.type_of(block), table.block(block)
    seen = sight.sees_block(table, seat, block)
    return BlockView(
        id=named(table.state.blocks, block, seen=seen),
        name=printed.name if seen else None,
        army=printed.army,
        kind=printed.kind if seen else None,
        ready=it.ready,
        token=it.token if table.fog else "",
    )


def _area(table: Table, area: Area, blocks: list[BlockView]) -> AreaView:
    state = table.state
    return AreaView(
        id=area.id,
        name=area.name,
        kind=area.kind,
        x=area.x,
        y=area.y,
        in_france=area.in_france,
        victory_points=area.victory_points,
        control=state.control.get(area.id),
        fortified_position=area.id in state.fortified,
        contested=area.id in state.contested,
        retreat_direction=_retreat_direction(state.markers.get(area.id)),
        blocks=blocks,
        data_status=area.status,
    )


def _retreat_direction(marker: Marker | None) -> RetreatDirectionView | None:
    return None if marker is None else RetreatDirectionView(marker.side, marker.road)


@lru_cache(64)
def _roads(pack: Pack, broken: frozenset[str]) -> tuple[RoadView, ...]:
    """All roads, made once for the many positions in which the same bridges are broken."""
    return tuple(_road(pack, road, broken) for road in pack.graph.roads.values())


def _road(pack: Pack, road: Road, broken: frozenset[str]) -> RoadView:
    printed = pack.printed_roads[road.id]
    return RoadView(
        id=road.id,
        a=road.a,
        b=road.b,
        bridge=road.bridge,
        river=printed.river or None,
        broken=road.id in broken,
        data_status=printed.status,
    )


def _off_map(table: Table) -> OffMapView:
    state = table.state
    return OffMapView(
        [
            ReinforcementView(block, due.turn, list(due.areas))
            for block, due in state.reinforcements.items()
        ],
        list(state.awaiting_event),
        [_removed(table, block) for block, it in state.blocks.items() if it.removed],
    )


def _removed(table: Table, block: str) -> str:
    """A block off the map for good; one scout is like another."""
    return f"{table.type_of(block).army}_scout" if table.is_scout(block) else block


def _operation(table: Table, seat: str) -> OperationView | None:
    operation = table.operation
    if operation is None:
        return None
    sees_points = sight.sees_points(table, seat)
    return OperationView(
        number=operation.number,
        player=operation.player,
        origin=operation.origin,
        blocks=[_name(table, seat, block) for block in fog.in_order(table, operation.blocks)],
        action=operation.action or None,
        movement_points=operation.movement_points if sees_points else None,
        points_used=operation.spent_points if sees_points else None,
        card_events=list(operation.events),
        movement_over=operation.stopped or None,
    )


def _name(table: Table, seat: str, block: str) -> str:
    return named(table.state.blocks, block, seen=sight.sees_block(table, seat, block))


def _combat(table: Table) -> CombatView | None:
    combat = table.combat
    if combat is None:
        return None
    return CombatView(
        area=combat.area,
        attacker=combat.attacker,
        kind=combat.kind,
        attackers=list(combat.attackers),
        defenders=list(combat.defenders),
        cards=dict(combat.cards),
        card_events=dict(combat.events),
        winner=combat.winner or None,
        distance=combat.distance,
    )
