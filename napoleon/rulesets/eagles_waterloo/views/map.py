"""The battlefields: positions and Reserves with the cards in them, lanes, and what goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from napoleon.rules import views
from napoleon.rulesets.eagles_waterloo import labels, places, rivers, sites, targets
from napoleon.rulesets.eagles_waterloo.packs.pack import Place, Way
from napoleon.rulesets.eagles_waterloo.sides import NATIONS, side_of
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table
from napoleon.rulesets.eagles_waterloo.views import sight
from napoleon.rulesets.eagles_waterloo.views.cards import CardView, card_view


class SiteView(msgspec.Struct, kw_only=True):
    """A terrain card in play [11.0]."""

    id: str
    name: str
    terrain: str
    """``hill``, ``woods``, ``river`` or ``building``."""
    held_by: str
    """The side that holds it; of a river, who played it."""
    capacity: int | None
    limit: int | None
    """Units that may cross a river in this player turn."""
    on: Sequence[str]
    """Ids or tokens of the units that stand on it."""


class PlaceView(views.AreaView, kw_only=True):
    """A position or a Reserve; `x` and `y` are its place on a drawing of 1400 by 860 [4.0]."""

    battle: str | None
    """The battle on this field; None if none is fought there."""
    place: str
    """What orders call it, such as ``french_left``."""
    side: str
    role: str
    """``position`` or ``reserve``."""
    lane: str | None
    """``west``, ``middle`` or ``east``."""
    x: int
    y: int
    engaged: bool
    cards: Sequence[CardView]
    """Those in a position. Of a Reserve, what its owner holds is on the hand board."""
    waiting: Mapping[str, int]
    """By nation the cards in a Reserve, which their backs tell [G-37]."""
    terrain: Sequence[SiteView]
    """In the Middle Ground before it a river of its owner is listed, too."""
    data_status: str


class LaneView(views.RoadView, kw_only=True):
    """A move that there is [8.0]."""

    river: str | None
    """Name of the river that has to be crossed."""
    crossed: int
    """Units that have crossed it in this player turn."""
    data_status: str


class SpecialView(msgspec.Struct, kw_only=True):
    """A special that has its effect [13.0]."""

    id: str
    name: str
    side: str
    place: str | None
    target: str | None
    """The card that it names, as the reader may see it."""
    effect: str


class BattleView(msgspec.Struct, kw_only=True):
    """A battle that is not over."""

    id: str
    name: str
    field: int
    nations: Sequence[str]
    active: str | None
    """Side whose player turn it is."""
    turns: int
    """Player turns begun."""
    decks: Mapping[str, int]
    """By nation the cards that are still to come."""
    reinforcements: Mapping[str, int]
    """By nation the cards of a turn [10.0]."""
    specials: Sequence[SpecialView]
    arrived: bool | None
    """Whether the Prussians have arrived; None where nobody waits for them [10.0]."""
    quiet: int
    """Player turns in succession in which nothing happened [G-54]."""
    winner: str | None
    """Who has won it, while its cards are still dealt with."""


class MapView(views.MapView, kw_only=True):
    """The battlefields; what nobody is or has at the time is None."""

    areas: Sequence[PlaceView]
    roads: Sequence[LaneView]
    scenario: str
    stage: str
    """``battle``; in the campaign ``opening``, ``wavre_waterloo`` or ``charleroi``."""
    at: str | None
    """The battle whose player turn it is."""
    active: str | None
    battles: Sequence[BattleView]
    results: Mapping[str, str | None]
    """By battle of the campaign that is over the side that has won; None for a drawn one."""
    ready: Sequence[str]
    """Seats that have ended their decks or their deployment."""


def map_board(table: Table, seat: str) -> MapView:
    """The battlefields as `seat` may see them."""
    state = table.state
    fields = {it.field: it for it in state.battles.values()}
    there = {it.id: sight.standing(table, seat, it) for it in state.battles.values()}
    drawn = {1, 2} if state.is_campaign else {1}
    battle = state.battles.get(state.at)
    return MapView(
        turn=state.turn,
        phase=state.phase,
        turn_name=None,
        areas=[
            _place(table, seat, fields.get(place.field), place, there)
            for place in table.data.places.values()
            if place.role != "middle_ground" and place.field in drawn
        ],
        roads=[
            _lane(table, seat, fields, way)
            for way in table.data.lanes
            if table.data.places[way.a].field in drawn
        ],
        scenario=state.scenario,
        stage=state.stage,
        at=state.at or None,
        active=battle.active or None if battle else None,
        battles=[_battle(table, seat, it) for it in state.battles.values()],
        results={battle: winner or None for battle, winner in state.results.items()},
        ready=list(state.finished),
    )


def plain(place: Place) -> str:
    """What orders call a drawn place: without its field."""
    return place.id.partition(f"field_{place.field}_")[2]


def _name(table: Table, battle: Battle | None, place: Place) -> str:
    """Two fields of the campaign have places of the same name."""
    if not table.state.is_campaign:
        return place.label
    where = table.data.battle_names[battle.id] if battle else f"field {place.field}"  # type: ignore[index]
    return f"{place.label}, {where}"


def _place(
    table: Table,
    seat: str,
    battle: Battle | None,
    place: Place,
    standing: Mapping[str, Mapping[str, Sequence[str]]],
) -> PlaceView:
    name = plain(place)
    is_reserve = place.role == "reserve"
    there = () if battle is None else standing[battle.id].get(name, ())
    return PlaceView(
        id=place.id,
        name=_name(table, battle, place),
        battle=battle.id if battle else None,
        place=name,
        side=place.side,
        role=place.role,
        lane=place.column or None,
        x=place.x,
        y=place.y,
        engaged=battle is not None and battle.is_engaged(name),
        cards=[] if is_reserve or battle is None else _cards(table, seat, battle, there),
        waiting=_waiting(table, seat, battle, place.side, there) if is_reserve else {},
        terrain=[] if battle is None else _sites(table, seat, battle, name),
        data_status=place.status,
    )


def _waiting(
    table: Table, seat: str, battle: Battle | None, side: str, there: Sequence[str]
) -> dict[str, int]:
    if battle is None:
        return {}
    cards = [*there, *sight.taken_for_reserve(table, seat, battle, side)]
    backs: list[str] = [labels.label(table, card).nation for card in cards]
    counts = {nation: backs.count(nation) for nation in NATIONS if side_of(nation) == side}
    return {nation: n for nation, n in counts.items() if n or nation in battle.nations}


def _cards(table: Table, seat: str, battle: Battle, there: Sequence[str]) -> list[CardView]:
    return [card_view(table, seat, battle, card) for card in targets.in_order(battle, there)]


def _sites(table: Table, seat: str, battle: Battle, place: str) -> list[SiteView]:
    return [
        SiteView(
            id=site,
            name=labels.name_of(table, site),
            terrain=sites.terrain_of(table, site).terrain,
            held_by=battle.sites[site].side,
            capacity=sites.terrain_of(table, site).capacity or None,
            limit=rivers.limit(table, battle, places.lane_of(place))
            if sites.is_river(table, site)
            else None,
            on=[it.id for it in _cards(table, seat, battle, _upon(table, seat, battle, site))],
        )
        for site in battle.sites_at(place)
        if sight.sees_site(table, seat, battle, site)
    ]


def _upon(table: Table, seat: str, battle: Battle, site: str) -> list[str]:
    """The cards on terrain, as far as `seat` sees them there."""
    place = battle.sites[site].place
    there = battle.on(site)
    return [card for card in there if sight.stands_in(table, seat, battle, card) == place]


def _lane(table: Table, seat: str, fields: Mapping[int, Battle], way: Way) -> LaneView:
    battle = fields.get(table.data.places[way.a].field)
    river, crossed = "", 0
    if battle is not None and way.crosses:
        lane = table.data.places[way.crosses].column
        river = sites.river_in(table, battle, lane)
        crossed = battle.crossed.get(lane, 0)
    shown = battle is not None and river and sight.sees_site(table, seat, battle, river)
    return LaneView(
        id=f"{way.a}-{way.b}",
        a=way.a,
        b=way.b,
        river=labels.name_of(table, river) if shown else None,
        crossed=crossed,
        data_status=way.status,
    )


def _battle(table: Table, seat: str, battle: Battle) -> BattleView:
    waits = battle.id == "waterloo" and "prussian" in battle.nations
    return BattleView(
        id=battle.id,
        name=table.data.battle_names[battle.id],  # type: ignore[index]
        field=battle.field,
        nations=list(battle.nations),
        active=battle.active or None,
        turns=battle.turns,
        decks={nation: len(deck) for nation, deck in battle.decks.items()},
        reinforcements=dict(battle.rates),
        specials=[
            SpecialView(
                id=it.card,
                name=labels.name_of(table, it.card),
                side=it.side,
                place=it.place or None,
                target=_target(table, seat, battle, it.target) if it.target else None,
                effect=labels.label(table, it.card).effect,  # type: ignore[union-attr]
            )
            for it in battle.played
        ],
        arrived=battle.arrived if waits else None,
        quiet=battle.quiet,
        winner=battle.winner or None,
    )


def _target(table: Table, seat: str, battle: Battle, card: str) -> str | None:
    if card not in battle.cards:
        return card
    if sight.sees_card(table, seat, battle, card):
        return card
    return battle.cards[card].token or None


__all__ = ["BattleView", "LaneView", "MapView", "PlaceView", "SiteView", "map_board"]
