"""The order notation of the game: a line for every order, described in docs/notation.md.

Orders name units of their own player only, so that nothing in a line is hidden from its writer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from typing import Any

from napoleon.rules.kit import conceding
from napoleon.rules.kit.declaring import patterns_of
from napoleon.rules.kit.roads import road_id
from napoleon.rules.notation.codecs import PACKS
from napoleon.rules.notation.declared import DeclaredNotation, Positions
from napoleon.rules.notation.grammar import Found, Grammar, Line, Pattern, Slot
from napoleon.rules.notation.names import EXACT, Names
from napoleon.rules.notation.slots import named, number
from napoleon.rulesets.napoleon_columbia import flanks, orders, places, position_notation
from napoleon.rulesets.napoleon_columbia.names import TERRAIN
from napoleon.rulesets.napoleon_columbia.notation_names import (
    PLACES,
    PLAYERS,
    roads,
    short_name,
    towns,
    units,
)
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.sides import ALLIED, FRENCH, side_of
from napoleon.rulesets.napoleon_columbia.state import State
from napoleon.rulesets.napoleon_columbia.verbs import COMBAT, SETUP

BOTH_SIDES = Names({side: PLAYERS.write(side) for side in (FRENCH, ALLIED)})
GREEN = Names(TERRAIN)
LANES = Names({lane: f"lane {lane.upper()}" for lane in places.LANES})


@lru_cache(2 * PACKS)
def _units_of(pack: Pack, side: str) -> Names:
    """The units of a side; the name of their army may be left out unless two of them need it."""
    own = [it for it in pack.blocks.values() if it.side == side]
    shared = Counter(it.name for it in own)
    labels = {it.id: it.called if shared[it.name] > 1 else it.name for it in own}
    return Names({it.id: short_name(it) for it in own}, pack.unit_names, labels)


@cache
def _places_to(role: str) -> Names:
    """The places of a battle board, by what the attacker or the defender calls them."""
    called = {}
    for place in places.PLACES:
        whose = "" if places.owner(place) == role else "enemy "
        called[place] = whose + flanks.own_name(place)
    return Names(called, {place: PLACES.write(place) for place in places.PLACES})


@cache
def _lanes_to(role: str) -> Names:
    """The lanes, by what the attacker or defender calls its own positions in them [N-13]."""
    return Names(flanks.OF_LANE[role], {lane: LANES.write(lane) for lane in places.LANES})


class Scope:
    """What the words of a line stand for: to `seat` in the position `state`, or apart from any.

    A seat that commands an army may leave the name of the army out, and left and right are its own.
    """

    def __init__(self, pack: Pack, state: State | None = None, seat: str = "") -> None:
        self.pack = pack
        self._state = state
        self._armies = [] if state is None else state.armies_of_seat(seat)

    @property
    def units(self) -> Names:
        """The units of the seat's side, without their army too, unless two of them need it.

        Those of a partner are among them, as the decider may have them take hits [N-54].
        """
        if not self._armies:
            return units(self.pack)
        return _units_of(self.pack, side_of(self._armies[0]))

    @property
    def towns(self) -> Names:
        """The towns of the map."""
        return towns(self.pack)

    @property
    def roads(self) -> Names:
        """The roads of the map."""
        return roads(self.pack)

    @property
    def places(self) -> Names:
        """The places of a battle board, by what the seat calls them, and by what anybody does."""
        return _places_to(self._role) if self._role else PLACES

    @property
    def lanes(self) -> Names:
        """The lanes, by what the seat calls its own positions in them [N-13]."""
        return _lanes_to(self._role) if self._role else LANES

    @property
    def marching(self) -> str:
        """The unit of the seat whose march goes on; empty if there is none."""
        unit = self._state.marching if self._state else ""
        return unit if unit and self.pack.blocks[unit].army in self._armies else ""

    def town_of(self, unit: str) -> str:
        """The town in which a unit of the seat stands; empty if nobody can say."""
        if self._state is None or self.pack.blocks[unit].army not in self._armies:
            return ""
        block = self._state.blocks.get(unit)
        return block.town if block else ""

    @property
    def _role(self) -> str:
        """Whether the seat attacks or defends; empty if that is not to be said."""
        if self._state is None or not self._armies or not self._state.active:
            return ""
        return flanks.role_of(self._state, side_of(self._armies[0]))


# -- slots ---------------------------------------------------------------------------------------

UNIT = named("a unit", lambda scope: scope.units)
TOWN = named("a town", lambda scope: scope.towns)
ROAD = named("a road, as in Beaumont-Thuin", lambda scope: scope.roads)


def _word(line: Line, at: int, word: str) -> bool:
    """Whether that word is typed there, or its beginning."""
    line.missed(at, word)
    typed = line.tokens[at].casefold() if at < len(line.tokens) else ""
    return bool(typed) and word.startswith(typed)


def _read_march(line: Line, at: int, scope: Scope) -> Iterator[Found]:
    """A unit, and the road that it takes: by where it leads, or by both of its ends."""
    for unit in UNIT.read(line, at, scope):
        here = scope.town_of(unit.value)
        if here and _word(line, unit.end, "to"):
            for to in TOWN.read(line, unit.end + 1, scope):
                way = road_id(here, to.value)
                yield Found((unit.value, way), unit.level + to.level, to.end)
        if _word(line, unit.end, "along"):
            for road in ROAD.read(line, unit.end + 1, scope):
                yield Found((unit.value, road.value), unit.level + road.level, road.end)


def _write_march(march: tuple[str, str], scope: Scope) -> str:
    unit, way = march
    name, here = scope.units.write(unit), scope.town_of(unit)
    road = scope.pack.roads.get(way)
    if road is not None and here in (road.a, road.b):
        return f"{name} to {scope.towns.write(road.other(here))}"
    return f"{name} along {scope.roads.write(way)}"


def _or_the_marching(unit: Slot) -> Slot:
    """A unit that need not be named: without a name it is the one that is marching."""

    def read(line: Line, at: int, scope: Scope) -> Iterator[Found]:
        yield from unit.read(line, at, scope)
        if scope.marching:
            yield Found(scope.marching, EXACT, at)

    def write(value: str, scope: Scope) -> str:
        return "" if value == scope.marching else unit.write(value, scope)

    return Slot(read, write)


def _of_place(title: str, names: Callable[[Any], Names]) -> Slot:
    """A place of a battle board, with or without the article: ``left``, ``the left``."""
    place = named(title, names)

    def read(line: Line, at: int, scope: Scope) -> Iterator[Found]:
        yield from place.read(line, at, scope)
        if line.tokens[at : at + 1] and line.tokens[at].casefold() == "the":
            yield from place.read(line, at + 1, scope)

    return Slot(read, place.write)


SLOTS = {
    "unit": UNIT,
    "town": TOWN,
    "march": Slot(_read_march, _write_march),
    "halting": _or_the_marching(UNIT),
    "place": _of_place("a place of the battle board, as in left", lambda scope: scope.places),
    "lane": _of_place("a position, as in left", lambda scope: scope.lanes),
    "terrain": named("terrain", lambda scope: GREEN),
    "side": named("a side", lambda scope: BOTH_SIDES),
    "steps": number("a number of steps"),
}

PATTERNS = (
    Pattern(orders.MakeBid, "bid {side:side} {steps:steps}"),
    Pattern(orders.PassBid, "pass"),
    Pattern(orders.RemoveStep, "weaken {unit:unit}"),
    Pattern(orders.PlaceUnit, "place {unit:unit} in {town:town}"),
    *patterns_of(SETUP),
    Pattern(orders.UseHistoricalSetup, "use cards"),
    Pattern(orders.EndSetup, "end setup"),
    Pattern(orders.March, "march {unit,road:march} forced", {"forced": True}),
    Pattern(orders.March, "march {unit,road:march}"),
    Pattern(orders.Halt, "halt {unit:halting}"),
    Pattern(orders.EndMarch, "end march"),
    *patterns_of(COMBAT),
    Pattern(orders.RemoveForSupply, "lose {unit:unit}"),
    *conceding.PATTERNS,
)
"""One pattern or two for each verb; what ends the game is said in full."""

GRAMMAR = Grammar(SLOTS, PATTERNS)

NotationColumbia = partial(
    DeclaredNotation,
    GRAMMAR,
    Scope,
    Positions(position_notation.write, position_notation.write_known, position_notation.read),
)
"""Makes the notation of the game with the data pack of its rules."""
