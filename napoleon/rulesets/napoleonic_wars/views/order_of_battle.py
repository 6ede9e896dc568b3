"""The order of battle: every nation with its pieces, where it stands with others, its Resources."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from napoleon.rules.views import ArmyView, OrderOfBattleView
from napoleon.rulesets.napoleonic_wars import nations
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.state import Leader, State
from napoleon.rulesets.napoleonic_wars.table import Wars


class LeaderView(msgspec.Struct, kw_only=True):
    """A leader of a nation."""

    id: str
    name: str
    command: int
    battle: int
    state: str
    """``map``, ``pool`` to be built, ``regroup``, ``war`` in a foreign one, or ``dead``."""
    area: str | None
    """None if they are not on the map."""
    entry: str
    """``start``, ``pool``, ``1807`` or ``event``: when they may come [7.2.b]."""
    data_status: str


class UnitView(msgspec.Struct, kw_only=True):
    """The strength of a nation in a space."""

    id: str
    """The space."""
    count: int


class SquadronsView(msgspec.Struct, kw_only=True):
    """Squadrons of a nation in a port, or at sea in a zone."""

    at: str
    ready: int
    refit: int
    building: int


class ForeignWarView(msgspec.Struct, kw_only=True):
    """A war elsewhere that ties down pieces of a nation [7.6]."""

    card: str
    foe: str
    sp: int
    squadrons: int
    leaders: Sequence[str]


class DiplomacyView(msgspec.Struct, kw_only=True):
    """Where a nation stands: its camp, or the place of its consul [8.1, 8.3]."""

    rank: str
    camp: str | None
    row: str | None
    """The power on whose row its consul stands; None for Unaligned."""
    box: int
    plus_face: bool
    frozen: bool
    conquered: str | None
    """The nation that keeps it neutral by conquest [15.21]."""
    at_war: Sequence[str]
    allies: Sequence[str]


class NationView(ArmyView, kw_only=True):
    """A nation, its pieces, and who commands it."""

    commander: str | None
    """The seat; None if the rules play it."""
    caretaker: bool
    """Whether that is a caretaker [8.32.b]."""
    resources: int
    plus_key: bool
    on_map: int
    regroup_sp: int
    regroup_squadrons: int
    pool: int
    """SP that could still be built [2.2.b]."""
    most: int
    marker_cp: int
    """CP that are kept on its capital [7.5.f]."""
    home_cards: Sequence[str]
    """Those that lie face up before it."""
    used_cards: Sequence[str]
    """Home cards that are face down until the next turn [6.2]."""
    units: Sequence[UnitView]
    leaders: Sequence[LeaderView]
    squadrons: Sequence[SquadronsView]
    foreign_wars: Sequence[ForeignWarView]
    diplomacy: DiplomacyView


class BoxView(msgspec.Struct, kw_only=True):
    """A box of the diplomacy track, with whose consuls stand there [8.1]."""

    row: str
    column: str
    cost: int
    consuls: Sequence[str]


class WarsOrderOfBattle(OrderOfBattleView, kw_only=True):
    """The nations in track order, and the diplomacy track."""

    armies: Sequence[NationView]
    track: Sequence[BoxView]
    wars: Sequence[tuple[str, str]]


def order_of_battle(table: Wars) -> WarsOrderOfBattle:
    """All nations; nothing of it is hidden."""
    state, pack = table.state, table.data
    units: dict[str, list[UnitView]] = defaultdict(list)
    for name, space in state.spaces.items():
        sums: dict[str, int] = defaultdict(int)
        for lot in space.lots:
            sums[lot.nation] += lot.sp
        for nation, sp in sums.items():
            units[nation].append(UnitView(id=name, count=sp))
    leaders: dict[str, list[LeaderView]] = defaultdict(list)
    for name, it in state.leaders.items():
        leaders[it.nation].append(_leader(pack, name, it))
    return WarsOrderOfBattle(
        turn=state.turn,
        phase=state.phase,
        armies=[_nation(state, pack, it, units[it], leaders[it]) for it in pack.track],
        track=[
            BoxView(
                row=box.row,
                column=box.column,
                cost=box.cost,
                consuls=[
                    nation
                    for nation, it in state.nations.items()
                    if (it.row, it.box) == (box.row, box.position) and it.box
                ],
            )
            for box in pack.boxes
        ],
        wars=[(a, b) for a, _, b in (it.partition("-") for it in state.wars)],
    )


def _leader(pack: Pack, name: str, it: Leader) -> LeaderView:
    of_pack = pack.leaders[name]
    return LeaderView(
        id=name,
        name=of_pack.name,
        command=of_pack.command,
        battle=of_pack.battle,
        state=it.standing,
        area=it.where or None,
        entry=of_pack.entry,
        data_status=of_pack.status,
    )


def _nation(
    state: State, pack: Pack, nation: str, units: list[UnitView], leaders: list[LeaderView]
) -> NationView:
    it = state.nations[nation]
    abroad = [war for war in state.foreign_wars if war.nation == nation]
    on_map, most = sum(unit.count for unit in units), pack.limits[nation].max_sp
    return NationView(
        army=nation,
        commander=nations.commander(state, nation) or None,
        caretaker=bool(it.caretaker),
        resources=it.resources,
        plus_key=it.plus_key,
        on_map=on_map,
        regroup_sp=it.regroup_sp,
        regroup_squadrons=it.regroup_squadrons,
        pool=most - on_map - it.regroup_sp - sum(war.sp for war in abroad),
        most=most,
        marker_cp=it.marker_cp,
        home_cards=[card.card for card in it.home if card.up],
        used_cards=[card.card for card in it.home if not card.up],
        units=units,
        leaders=leaders,
        squadrons=[
            SquadronsView(
                at=fleet.at, ready=fleet.ready, refit=fleet.refit, building=fleet.building
            )
            for fleet in state.squadrons
            if fleet.nation == nation and (fleet.ready or fleet.refit or fleet.building)
        ],
        foreign_wars=[
            ForeignWarView(
                card=war.card,
                foe=war.foe,
                sp=war.sp,
                squadrons=war.squadrons,
                leaders=[*war.leaders],
            )
            for war in abroad
        ],
        diplomacy=DiplomacyView(
            rank=pack.nations[nation].rank,
            camp=it.camp or None,
            row=it.row or None,
            box=it.box,
            plus_face=it.plus_face,
            frozen=bool(it.frozen),
            conquered=it.conquered or None,
            at_war=nations.enemies(state, pack, nation),
            allies=nations.allies(state, pack, nation),
        ),
    )
