"""Correcting what lies on a battle board, roads of a battle, and supply [N-80, 6.21, 7.2, 10]."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from napoleon.rules.corrections import Correction
from napoleon.rules.events import FOGGED
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.kit.settings import Field, Setting, corrected, opened
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon_columbia import places, supply, terrain, turns, units
from napoleon.rulesets.napoleon_columbia.acting import Acting
from napoleon.rulesets.napoleon_columbia.corrections import checks
from napoleon.rulesets.napoleon_columbia.corrections.marches import put
from napoleon.rulesets.napoleon_columbia.events.fights import board
from napoleon.rulesets.napoleon_columbia.holders import refuse_type
from napoleon.rulesets.napoleon_columbia.orders import Id
from napoleon.rulesets.napoleon_columbia.retreats import ROAD_LIMITS
from napoleon.rulesets.napoleon_columbia.state import Battle, Marker, State
from napoleon.rulesets.napoleon_columbia.table import Table, refuse, seat_of
from napoleon.rulesets.napoleon_columbia.turns import SUPPLY

NONE = "none"


class OfPosition(Correction, frozen=True):
    """A correction of what lies in a position of a battle board."""

    town: checks.Town
    place: checks.Place


class Position(Scene[Table]):
    """A position of a battle board."""

    def __init__(self, table: Table, wanted: OfPosition) -> None:
        super().__init__(table, "")
        self.place, self.battle = wanted.place, checks.board_at(table, wanted.town)
        self.terrain = self.battle.terrain_at(wanted.place)

    @property
    def holder(self) -> str:
        """Who holds what lies there; empty for nobody."""
        marker = self.battle.terrain.get(self.place)
        return marker.holder if marker else ""


def _refuse_no_board(table: Table, wanted: OfPosition | SetCombatRoadUse) -> Refusal | None:
    return checks.refuse_no_board(table, wanted.town)


def _refuse_reserve(table: Table, wanted: OfPosition) -> Refusal | None:
    place = wanted.place
    if place in places.POSITIONS:
        return None
    return refuse("NOT_A_PLACE", "6.2", f"There is no position {place} on the board.", place=place)


A_POSITION = opened(Position, _refuse_no_board, _refuse_reserve)
"""A position of the board of a battle."""


# -- terrain [6.21] --------------------------------------------------------------------------------


class SetTerrain(OfPosition, frozen=True, tag="set_terrain"):
    """Put terrain into a position of a battle board, or take it away."""

    terrain: Literal["none", "woods", "farm", "stream", "hill"]


def _lay(state: State, town: str, place: str, before: str, after: str) -> None:
    """What lay there goes back among the terrain that is left; nobody holds what lies there."""
    battle = board(state, town)
    battle.terrain.pop(place, None)
    if before != NONE:
        state.pool = sorted([*state.pool, before])
    if after != NONE:
        state.pool.remove(after)
        battle.terrain[place] = Marker(after)


def _refuse_terrain(it: Position, wanted: SetTerrain) -> Refusal | None:
    """Terrain that is not there, that is too much, or on which somebody stands who never can."""
    table, battle, kind, place = it.table, it.battle, wanted.terrain, wanted.place
    if kind == NONE:
        return None
    if kind not in table.state.pool:
        detail = "All such terrain lies on a battle board already."
        return refuse("NO_TERRAIN_LEFT", "FAQ.1", detail, terrain=kind)
    role = places.owner(place)
    lying = [it for it in battle.terrain if places.owner(it) == role and it != place]
    if len(lying) >= terrain.DRAWN[role]:
        detail = f"The {role} has no more than {terrain.DRAWN[role]} of its own."
        return refuse("TOO_MUCH_TERRAIN", "6.21", detail, place=place, lying=lying)
    if kind == terrain.STREAM and terrain.stream_lane(battle) not in ("", places.lane_of(place)):
        return refuse("TOO_MUCH_TERRAIN", "FAQ.1", "One stream lies on a board at most.")
    if kind != terrain.WOODS:
        return None
    for unit in table.state.fighters_at(battle, place):
        name = units.name_of(table, unit)
        if units.type_of(table, unit) in units.ARTILLERY:
            detail = f"{name} stands there, and artillery does not go into Woods."
            return refuse("ARTILLERY_IN_WOODS", "6.21.woods", detail, unit=unit)
        if battle.fighters[unit].square:
            detail = f"{name} stands there in square, which nobody does in Woods."
            return refuse("WOODS_OR_FARM", "6.5", detail, unit=unit)
    return None


TERRAIN = Setting(
    SetTerrain,
    A_POSITION,
    "6.21",
    corrected(
        "napoleon_columbia.terrain_corrected/1",
        "Correction: the terrain in {place} at {town} is {after}, no longer {before}.",
        {"town": str, "place": str, "before": str, "after": str},
        _lay,
    ),
    sets={"terrain": Field(lambda it: it.terrain or NONE)},
    refuses=_refuse_terrain,
)


# -- who holds it [6.21.hold] ----------------------------------------------------------------------


class SetHolder(OfPosition, frozen=True, tag="set_holder"):
    """Say which unit holds the Farm or the Hill of a position; an empty name for nobody."""

    unit: Id


def _hold(state: State, unit: str, town: str, place: str) -> None:
    """It serves this unit."""
    board(state, town).terrain[place].holder = unit


def _give_up(state: State, town: str, place: str) -> None:
    """It may be taken."""
    board(state, town).terrain[place].holder = ""


def _refuse_bare(it: Position, wanted: SetHolder) -> Refusal | None:
    if it.terrain in (terrain.FARM, terrain.HILL):
        return None
    detail = "There is no Farm and no Hill in that position."
    return refuse("NOTHING_TO_HOLD", "6.21.hold", detail, place=it.place)


def _refuse_holder(it: Position, wanted: SetHolder) -> Refusal | None:
    """Units that cannot hold it [6.21.farm, 6.21.hold, 6.5]."""
    table, unit = it.table, wanted.unit
    if not unit:
        return None
    if absent := checks.refuse_unknown(table, unit) or checks.refuse_absent(table, unit):
        return absent
    if unit not in table.state.fighters_at(it.battle, it.place):
        name = units.name_of(table, unit)
        detail = f"{name} does not stand in that position."
        return refuse("NOTHING_TO_HOLD", "6.21.hold", detail, unit=unit, place=it.place)
    if refusal := refuse_type(Acting(table, seat_of(table, unit), unit)):
        return refusal
    if it.holder and seat_of(table, it.holder) != seat_of(table, unit):
        detail = "A unit of another player holds it: first have nobody hold it."
        return refuse("HOLDER_PRESENT", "6.21.hold", detail, unit=it.holder)
    return None


def _of_holders(it: Position, wanted: SetHolder) -> dict[str, Any]:
    """Whose unit holds it now, and whose did; hidden unless others may know all of them."""
    blocks, held = it.table.state.blocks, it.holder
    unit = wanted.unit or held
    return {
        "player": seat_of(it.table, unit),
        "unit": unit,
        "token": blocks[unit].token,
        "previous": held or NONE,
        "previous_token": blocks[held].token if held else NONE,
        "fog": not all(blocks[of].revealed for of in (wanted.unit, held) if of),
    }


WHERE = {"town": str, "terrain": str, "place": str}

HOLDER = Setting(
    SetHolder,
    A_POSITION,
    "6.21.hold",
    {
        True: corrected(
            "napoleon_columbia.holder_corrected/1",
            "Correction: {unit} holds the {terrain} in {place} at {town}, no longer {previous}.",
            {**checks.OF_UNIT, "previous": Annotated[str, FOGGED], "previous_token": str, **WHERE},
            _hold,
            fogged="Correction: {token} holds the {terrain} in {place} at {town}, no longer "
            "{previous_token}.",
        ),
        False: corrected(
            "napoleon_columbia.holder_withdrawn/1",
            "Correction: nobody holds the {terrain} in {place} at {town}, which {unit} held.",
            {**checks.OF_UNIT, **WHERE},
            _give_up,
            fogged="Correction: nobody holds the {terrain} in {place} at {town}, which {token} "
            "held.",
        ),
    },
    sets={"unit": Field(lambda it: it.holder)},
    unable=_refuse_bare,
    refuses=_refuse_holder,
    more=_of_holders,
    facts=("place", "unit"),
)


# -- the roads of a battle [7.2, 6.34] -------------------------------------------------------------

RETREAT = "retreat"


class SetCombatRoadUse(Correction, frozen=True, tag="set_combat_road_use"):
    """Say how many units have left a battle by a road in this combat turn, or come in by it."""

    town: checks.Town
    road: checks.Road
    way: Literal["retreat", "reinforcement"]
    units: int


class RoadOfBattle(Scene[Table]):
    """A road by which units leave a battle, or come into it, in this combat turn."""

    def __init__(self, table: Table, wanted: SetCombatRoadUse) -> None:
        super().__init__(table, "")
        self.wanted, self.battle = wanted, checks.board_at(table, wanted.town)
        self.limit = ROAD_LIMITS[table.data.roads[wanted.road].kind]

    @property
    def side(self) -> str:
        """Whose combat turn it is."""
        return turns.acting_side(self.battle)

    @property
    def used(self) -> int:
        """Units of that side that have gone or come by it."""
        return _by_road(self.battle, self.side, self.wanted.way).get(self.wanted.road, 0)


def _by_road(battle: Battle, side: str, way: str) -> dict[str, int]:
    """Units of a side that have gone or come in this combat turn, by road."""
    return battle.retreat_use if way == RETREAT else battle.reinforce_use.setdefault(side, {})


def _use(state: State, town: str, side: str, road: str, way: str, after: int) -> None:
    """The others still may."""
    put(_by_road(board(state, town), side, way), road, after)


def _of_way(wanted: SetCombatRoadUse) -> str:
    return "7.2" if wanted.way == RETREAT else "6.34"


def _refuse_use(it: RoadOfBattle, wanted: SetCombatRoadUse) -> Refusal | None:
    road, town, clause = it.table.data.roads[wanted.road], wanted.town, _of_way(wanted)
    if turns.running_battle(it.table) is not it.battle:
        detail = "That is set in a combat turn of the battle only."
        return refuse("WRONG_PHASE", "6.3", detail, town=town)
    if town not in (road.a, road.b):
        detail = f"That road does not lead to {it.table.data.towns[town].name}."
        return refuse("NOT_ADJACENT", clause, detail, road=road.id, town=town)
    detail = f"That road takes 0 to {it.limit} units in a combat turn."
    return checks.refuse_beyond(wanted.units, 0, it.limit, clause, detail, road=road.id)


ROAD_USE = Setting(
    SetCombatRoadUse,
    opened(RoadOfBattle, _refuse_no_board),
    _of_way,
    corrected(
        "napoleon_columbia.combat_road_use_corrected/1",
        "Correction: {after:unit/units} used the road {road} for {way} at {town}, not {before}.",
        {"town": str, "side": str, "road": str, "way": str}
        | {"before": int, "after": int, "limit": int},
        _use,
    ),
    sets={"units": Field(lambda it: it.used)},
    unable=_refuse_use,
    facts=("road", "units"),
)


# -- supply [10.0] ---------------------------------------------------------------------------------


class SetSupplyDue(Correction, frozen=True, tag="set_supply_due"):
    """Say how many units are still to go for a city that the French hold."""

    city: checks.City
    units: int


class City(Scene[Table]):
    """A supply city in French hands, for which units are lost."""

    def __init__(self, table: Table, wanted: SetSupplyDue) -> None:
        super().__init__(table, "")
        self.town = table.data.towns[wanted.city]
        self.army = str(self.town.supply_army)
        self.due = {it: (of, units) for it, of, units in table.state.supply_due}

    @property
    def most(self) -> int:
        """What it costs, as far as the army has as many units left."""
        others = [n for it, (of, n) in self.due.items() if of == self.army and it != self.town.id]
        return min(self.town.supply_loss, len(self.table.state.of_army(self.army)) - sum(others))


def _refuse_fed(table: Table, wanted: SetSupplyDue) -> Refusal | None:
    """Only while units are lost for want of supply, and for a city that does not feed them."""
    if table.state.phase != SUPPLY or not table.state.supply_due:
        detail = "No units are being lost for want of supply."
        return refuse("WRONG_PHASE", "10.0", detail, phase=table.state.phase)
    if wanted.city not in supply.held(table):
        detail = f"{table.data.towns[wanted.city].name} is no supply city that the French hold."
        return refuse("NOT_HELD", "10.0", detail, city=wanted.city)
    return None


def _be_due(state: State, city: str, army: str, after: int) -> None:
    """Their owner chooses them, city by city."""
    due = {it: (of, units) for it, of, units in state.supply_due} | {city: (army, after)}
    state.supply_due = [(it, of, units) for it, (of, units) in due.items() if units]


def _refuse_due(it: City, wanted: SetSupplyDue) -> Refusal | None:
    detail = f"{it.town.name} costs 0 to {it.most} units."
    return checks.refuse_beyond(wanted.units, 0, it.most, "10.0", detail, city=wanted.city)


SUPPLY_DUE = Setting(
    SetSupplyDue,
    opened(City, _refuse_fed),
    "10.0",
    corrected(
        "napoleon_columbia.supply_due_corrected/1",
        "Correction: for {city} the {army} still lose {after:unit/units}, not {before}.",
        {"city": str, "army": str, "before": int, "after": int},
        _be_due,
    ),
    sets={"units": Field(lambda it: it.due.get(it.town.id, ("", 0))[1])},
    unable=_refuse_due,
)

SETTINGS = (TERRAIN, HOLDER, ROAD_USE, SUPPLY_DUE)
