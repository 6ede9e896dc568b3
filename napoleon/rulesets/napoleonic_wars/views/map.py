"""The map: duchies with forces, flags and ports, sea zones with squadrons, what is going on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from napoleon.rules.kit.frames import inmost
from napoleon.rules.known import UNKNOWN, is_known
from napoleon.rules.notation.codecs import PACKS
from napoleon.rules.views import AreaView, MapView, RoadView
from napoleon.rulesets.napoleonic_wars.frames.forces import March
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.names import turn_name
from napoleon.rulesets.napoleonic_wars.nations import at_war
from napoleon.rulesets.napoleonic_wars.orders.beginning import BidForCamp
from napoleon.rulesets.napoleonic_wars.pack import Pack, Space
from napoleon.rulesets.napoleonic_wars.spaces import commanding
from napoleon.rulesets.napoleonic_wars.state import Bidding, State
from napoleon.rulesets.napoleonic_wars.table import Wars
from napoleon.rulesets.napoleonic_wars.views.at_sea import (
    SeaBattleView,
    VoyageView,
    sea_battle,
    voyage,
)
from napoleon.rulesets.napoleonic_wars.views.combat import BattleView, SiegeView, battle, siege


class ForceView(msgspec.Struct, kw_only=True):
    """The field forces of a nation in a space."""

    nation: str
    sp: int
    leaders: Sequence[str]
    """The one who would command comes first [9.7.a]."""
    fought: int
    """How many SP have fought in this impulse, and march no more [9.51]."""
    marching: int
    """How many SP belong to the force on the march."""


class FleetView(msgspec.Struct, kw_only=True):
    """The squadrons of a nation in a port or a zone [13]."""

    nation: str
    ready: int
    refit: int
    building: int


class SpaceView(AreaView, kw_only=True):
    """A duchy, or a sea zone.

    `x` and `y` are places on a drawing of 1400 by 1000, y downwards.
    """

    x: int
    y: int
    kind: str
    """``duchy`` or ``zone``."""
    colour: str = ""
    """The nation whose colour it has; of an associated one that of its lower half."""
    associated: Sequence[str] = ()
    home: str = ""
    controller: str = ""
    """Of a zone, none: see `fleets`."""
    flag: str = ""
    """The nation whose flag lies there."""
    uncontrolled: bool = False
    """Whether enemies of its controller stand in it, and no fortress does [3.uncontrolled]."""
    besieged: bool = False
    """Whether enemies of its controller stand before its fortress [12]."""
    key: bool = False
    capital: bool = False
    fortress: int = 0
    ports: Sequence[str] = ()
    guards: Sequence[str] = ()
    """The two zones between which its fortress guards a naval strait [13.8]."""
    forces: Sequence[ForceView] = ()
    fleets: Sequence[FleetView] = ()
    data_status: str


class WayView(RoadView, kw_only=True):
    """A connection of duchies, or a border of two sea zones."""

    kind: str
    """``plain``, ``rough``, ``pass``, ``marsh`` or ``strait``; ``sea`` between two zones."""
    zone: str = ""
    """The zone of a strait."""
    guard: str = ""
    """The fortress that guards a naval strait."""
    data_status: str


class PoolView(msgspec.Struct, kw_only=True):
    """CP that are left of one source [R-71]."""

    id: str
    cp: int
    use: str
    whom: str


class ImpulseView(msgspec.Struct, kw_only=True):
    """The impulse that is under way [5.11]."""

    nation: str
    scheduled: bool
    played: Sequence[str] | None
    """The cards; None once they have faded [R-94]."""
    resource: bool
    pools: Sequence[PoolView]


class MarchView(msgspec.Struct, kw_only=True):
    """The force on the march [9.1]."""

    nation: str
    at: str
    came: str | None
    leaders: Sequence[str]
    forces: Sequence[ForceView]


class BidView(msgspec.Struct, kw_only=True):
    """The bid of a player for a camp; what it is only its player sees before all bids are shown."""

    seat: str
    given: bool
    camp: str | None
    sp: int | None


class BiddingView(msgspec.Struct, kw_only=True):
    """The camps are bid for [4.3.d]."""

    bids: Sequence[BidView]
    winner: str | None
    """Who gives up strength for a camp."""
    due: int
    """The SP that are still to be given up."""


class WarsMap(MapView, kw_only=True):
    """Duchies, zones, connections, and what is going on in the turn."""

    turn_name: str
    round: int
    scheduled: str
    """The nation at whose box the impulse marker stands."""
    areas: Sequence[SpaceView]
    roads: Sequence[WayView]
    bidding: BiddingView | None
    going_on: Sequence[str]
    """What is going on inside what, the outermost first: kinds of frames."""
    impulse: ImpulseView | None
    march: MarchView | None
    battle: BattleView | None
    siege: SiegeView | None
    voyage: VoyageView | None
    sea_battle: SeaBattleView | None


Held = Mapping[str, list[str]]
"""By space the leaders in it."""


def map_board(table: Wars) -> WarsMap:
    """All on it lies open."""
    state, pack = table.state, table.data
    leaders: dict[str, list[str]] = defaultdict(list)
    for name, it in state.leaders.items():
        if it.standing == "map":
            leaders[it.where].append(name)
    fleets: dict[str, list[FleetView]] = defaultdict(list)
    for fleet in state.squadrons:
        if fleet.ready or fleet.refit or fleet.building:
            fleets[fleet.at].append(
                FleetView(
                    nation=fleet.nation,
                    ready=fleet.ready,
                    refit=fleet.refit,
                    building=fleet.building,
                )
            )
    march = inmost(state, March)
    spaces = [
        _space(state, pack, it, leaders, fleets.get(it.id, ()), march)
        for it in pack.spaces.values()
    ]
    zones = [
        SpaceView(
            id=it.id,
            name=it.name,
            x=it.x,
            y=it.y,
            kind="zone",
            fleets=fleets.get(it.id, ()),
            data_status=it.status,
        )
        for it in pack.zones.values()
    ]
    return WarsMap(
        turn=state.turn,
        phase=state.phase,
        turn_name=turn_name(state, pack),
        round=state.round,
        scheduled=pack.track[state.marker],
        areas=[*spaces, *zones],
        roads=_ways(pack),
        bidding=None if state.bidding is None else _bidding(state.bidding),
        going_on=[str(type(it).__struct_config__.tag) for it in state.stack],
        impulse=_impulse(state),
        march=None if march is None else _march(state, pack, march),
        battle=battle(table),
        siege=siege(table),
        voyage=voyage(table),
        sea_battle=sea_battle(table),
    )


def _space(
    state: State,
    pack: Pack,
    space: Space,
    leaders: Held,
    fleets: Sequence[FleetView],
    march: March | None,
) -> SpaceView:
    there, here = state.spaces[space.id], leaders.get(space.id, [])
    controller = there.flag or space.colour
    forces = _forces(state, pack, space.id, here, march) if there.lots or here else []
    hostile = any(at_war(state, it.nation, controller) for it in forces)
    return SpaceView(
        id=space.id,
        name=space.name,
        x=space.x,
        y=space.y,
        kind="duchy",
        colour=space.colour,
        associated=space.associated,
        home=space.home,
        controller=controller,
        flag=there.flag,
        uncontrolled=hostile and not space.fortress,
        besieged=hostile and bool(space.fortress),
        key=space.key,
        capital=space.capital,
        fortress=space.fortress,
        ports=space.ports,
        guards=_guards(pack).get(space.id, ()),
        forces=forces,
        fleets=fleets,
        data_status=space.status,
    )


def _forces(
    state: State, pack: Pack, space: str, leaders: Sequence[str], march: March | None
) -> list[ForceView]:
    """The field forces there nation by nation, those with SP first."""
    lots = state.spaces[space].lots
    nations = dict.fromkeys(
        [*(it.nation for it in lots), *(state.leaders[it].nation for it in leaders)]
    )
    found = list[ForceView]()
    for nation in nations:
        own = [it for it in leaders if state.leaders[it].nation == nation]
        moving = march.force.lots if march is not None and march.at == space else ()
        found.append(
            ForceView(
                nation=nation,
                sp=sum(it.sp for it in lots if it.nation == nation),
                leaders=by_command(state, pack, own),
                fought=sum(it.sp for it in lots if it.nation == nation and it.fought),
                marching=sum(it.sp for it in moving if it.nation == nation),
            )
        )
    return found


def by_command(state: State, pack: Pack, leaders: Sequence[str]) -> list[str]:
    """Leaders in the order in which they would command [9.7.a]."""
    left, found = [*leaders], list[str]()
    while left:
        found.append(commanding(state, pack, left))
        left.remove(found[-1])
    return found


def _bidding(it: Bidding) -> BiddingView:
    given = {answer.seat: answer.order for answer in it.answers}
    bids = list[BidView]()
    for seat in it.seats:
        order = given.get(seat, UNKNOWN)
        bid = msgspec.convert(order, BidForCamp) if is_known(order) else None
        camp, sp = (None, None) if bid is None else (bid.camp, bid.sp)
        bids.append(BidView(seat=seat, given=seat in given, camp=camp, sp=sp))
    return BiddingView(bids=bids, winner=it.winner or None, due=it.due)


def _impulse(state: State) -> ImpulseView | None:
    it = inmost(state, Impulse)
    if it is None:
        return None
    return ImpulseView(
        nation=it.nation,
        scheduled=it.scheduled,
        played=[*it.played],
        resource=it.resource,
        pools=[PoolView(id=p.id, cp=p.cp, use=p.use, whom=p.whom) for p in it.pools],
    )


def _march(state: State, pack: Pack, it: March) -> MarchView:
    nations = dict.fromkeys(lot.nation for lot in it.force.lots)
    return MarchView(
        nation=it.nation,
        at=it.at,
        came=it.came or None,
        leaders=by_command(state, pack, it.force.leaders),
        forces=[
            ForceView(
                nation=nation,
                sp=(sp := sum(lot.sp for lot in it.force.lots if lot.nation == nation)),
                leaders=[name for name in it.force.leaders if state.leaders[name].nation == nation],
                fought=0,
                marching=sp,
            )
            for nation in nations
        ],
    )


@lru_cache(PACKS)
def _ways(pack: Pack) -> list[WayView]:
    """The same at every version."""
    by_land = (
        WayView(id=it.id, a=it.a, b=it.b, kind=it.kind, zone=it.zone, data_status=it.status)
        for it in pack.connections.values()
    )
    by_sea = (
        WayView(
            id=f"{it.a}-{it.b}",
            a=it.a,
            b=it.b,
            kind="sea",
            guard=it.naval_strait,
            data_status=it.status,
        )
        for it in pack.sea_borders
    )
    return [*by_land, *by_sea]


@lru_cache(PACKS)
def _guards(pack: Pack) -> Mapping[str, tuple[str, str]]:
    """By fortress the zones between which it guards a strait."""
    guarded = (it for it in pack.sea_borders if it.naval_strait)
    return {it.naval_strait: (it.a, it.b) for it in guarded}
