"""2 What a data pack holds: map, nations, leaders, cards and set-up, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Annotated, Literal

import msgspec

from napoleon.rules.kit.packs import Count, Status
from napoleon.rules.kit.roads import road_id

Kind = Literal["plain", "rough", "pass", "marsh", "strait"]
"""What a connection leads over."""

Rank = Literal["power", "minor"]

CardType = Literal["event", "foreign_war", "response", "battle", "home"]

BOXES = ("unaligned", "friend", "aide", "partner", "pact")
"""The boxes of a row of the diplomacy track, from left to right [8.1.b]."""

ANY = "any"
"""A card that every nation may play."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row that says where its values come from."""

    status: Status
    source: str


class Space(Row, frozen=True, kw_only=True):
    """A duchy."""

    id: str
    name: str
    x: int
    y: int
    start: str
    """The nation that controls it at the start."""
    home: str
    """The nation whose home duchy it is; empty for an associated one."""
    upper: str
    lower: str
    key: bool
    capital: bool
    fortress: Count
    """Strength of its fortress; 0 without one."""
    ports: tuple[str, ...]
    """The sea zones that its port leads to."""

    @property
    def colour(self) -> str:
        """The nation that controls it as long as no flag lies there [3.control]."""
        return self.home or self.lower

    @property
    def associated(self) -> tuple[str, ...]:
        """The nations that it is associated with [3.duchy]."""
        return tuple(it for it in (self.upper, self.lower) if it)

    @property
    def builders(self) -> tuple[str, ...]:
        """The nations that may build there if they control it [7.a, 7.43]."""
        return (self.home,) if self.home else self.associated


class Connection(Row, frozen=True, kw_only=True):
    """A way between two duchies."""

    a: str
    b: str
    kind: Kind
    zone: str
    """The sea zone of a strait; empty for any other."""

    @property
    def id(self) -> str:
        """Both ends in alphabetical order."""
        return road_id(self.a, self.b)

    def other(self, space: str) -> str:
        """The space at the other end."""
        return self.b if space == self.a else self.a


class Zone(Row, frozen=True, kw_only=True):
    """A sea zone."""

    id: str
    name: str
    x: int
    y: int


class SeaBorder(Row, frozen=True, kw_only=True):
    """A border of two sea zones."""

    a: str
    b: str
    naval_strait: str
    """The fortress that guards it; empty if none does [13.8]."""


class Lane(Row, frozen=True, kw_only=True):
    """How the line of a sea border is led on the drawing."""

    a: str
    b: str
    via: str


class Nation(Row, frozen=True, kw_only=True):
    """A nation, with all that the rules say of it in numbers."""

    id: str
    name: str
    rank: Rank
    start_hand: Count
    hand_min: Count
    hand_max: Count
    reinforcement_cp: Count
    squadron_dice: Count
    naval_modifier: Count
    conquest_modifier: int
    unit_bonus: Count


class Limit(Row, frozen=True, kw_only=True):
    """How many pieces of a nation there are [2.2.b, 7.a]."""

    nation: str
    max_sp: Count
    max_squadrons: Count


class Leader(Row, frozen=True, kw_only=True):
    """A leader."""

    id: str
    name: str
    nation: str
    command: Annotated[int, msgspec.Meta(ge=1)]
    battle: Annotated[int, msgspec.Meta(ge=1)]
    entry: Literal["start", "pool", "1807", "event"]
    start: str


class Placement(Row, frozen=True, kw_only=True):
    """Strength points and squadrons of a nation at the start, in a space or a sea zone."""

    nation: str
    space: str
    sp: Count
    squadrons: Count


class Box(Row, frozen=True, kw_only=True):
    """A box of a row of the diplomacy track [8.1]."""

    row: str
    column: str
    position: Count
    cost: Count


class Look(Row, frozen=True, kw_only=True):
    """How the counters of a nation look."""

    nation: str
    look: str
    new: bool
    colour: str
    ink: str
    shape: str
    hatching: str


class Wild(Row, frozen=True, kw_only=True):
    """A circle of land without duchies, for the drawing."""

    x: int
    y: int
    radius: int
    place: str


class CardRow(Row, frozen=True, kw_only=True):
    """A card of the deck, one row for each copy."""

    no: int
    id: str
    event: str
    name: str
    cp: Count
    type: CardType
    joinable: bool
    red: bool
    no_1805: bool
    lasting: bool
    remove: bool
    must_event: bool
    plays: tuple[str, ...]
    targets: tuple[str, ...]
    program: str
    effect: str


class HomeCardRow(Row, frozen=True, kw_only=True):
    """A home card."""

    id: str
    name: str
    nation: str
    cp: Count
    program: str
    effect: str


class WindowRow(Row, frozen=True, kw_only=True):
    """In which windows a card may be played."""

    event: str
    windows: tuple[str, ...]
    who_by_public_facts: str


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A card, of the deck or a home card."""

    id: str
    number: int
    event: str
    name: str
    cp: int
    type: CardType
    joinable: bool = False
    red: bool = False
    no_1805: bool = False
    lasting: bool = False
    remove: bool = False
    must_event: bool = False
    plays: tuple[str, ...] = (ANY,)
    targets: tuple[str, ...] = ()
    windows: tuple[str, ...] = ()
    home: str = ""
    """The nation whose home card it is; empty for one of the deck."""
    program: str
    effect: str

    def is_played_by(self, nation: str) -> bool:
        """Whether its event is one of that nation's [6]."""
        return nation in self.plays or ANY in self.plays


class SeatRow(msgspec.Struct, frozen=True):
    """A seat, and the powers that it commands [4.3]."""

    seat: str
    nations: tuple[str, ...]


class Seats(msgspec.Struct, frozen=True):
    """Who plays what with so many players."""

    players: int
    seats: tuple[SeatRow, ...]
    proxies: tuple[str, ...]


class Consul(msgspec.Struct, frozen=True):
    """Where a consul starts."""

    column: str
    row: str | None = None
    only_if_proxy: bool = False


class Scenario(msgspec.Struct, frozen=True):
    """The set-up that is in no table."""

    id: str
    title: str
    years: tuple[int, ...]
    track: tuple[str, ...]
    seats: Mapping[str, Seats]
    camps: Mapping[str, tuple[str, ...]]
    consuls: Mapping[str, Consul]


class Pack(msgspec.Struct, frozen=True, kw_only=True, dict=True, eq=False):
    """All tables of a pack, by id, and what follows from them."""

    hash: str
    spaces: Mapping[str, Space]
    connections: Mapping[str, Connection]
    zones: Mapping[str, Zone]
    sea_borders: tuple[SeaBorder, ...]
    lanes: tuple[Lane, ...]
    nations: Mapping[str, Nation]
    limits: Mapping[str, Limit]
    leaders: Mapping[str, Leader]
    forces: tuple[Placement, ...]
    boxes: tuple[Box, ...]
    cards: Mapping[str, Card]
    deck_rows: tuple[CardRow, ...]
    home_rows: tuple[HomeCardRow, ...]
    window_rows: tuple[WindowRow, ...]
    looks: Mapping[str, Look]
    wilds: tuple[Wild, ...]
    scenario: Scenario

    @property
    def track(self) -> tuple[str, ...]:
        """The nations in the order of the Movement Track [5.11.b]."""
        return self.scenario.track

    @cached_property
    def powers(self) -> tuple[str, ...]:
        """The powers, in track order."""
        return tuple(it for it in self.track if self.nations[it].rank == "power")

    @cached_property
    def minors(self) -> tuple[str, ...]:
        """The minors, in track order."""
        return tuple(it for it in self.track if self.nations[it].rank == "minor")

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """The cards that are dealt and drawn."""
        return tuple(card.id for card in self.cards.values() if not card.home)

    @cached_property
    def home_cards(self) -> Mapping[str, tuple[str, ...]]:
        """By nation its home cards."""
        return {
            nation: tuple(card.id for card in self.cards.values() if card.home == nation)
            for nation in self.track
        }

    @cached_property
    def links(self) -> Mapping[str, tuple[Connection, ...]]:
        """By space the connections that leave it."""
        return {
            space: tuple(it for it in self.connections.values() if space in (it.a, it.b))
            for space in self.spaces
        }

    @cached_property
    def adjacent(self) -> Mapping[str, frozenset[str]]:
        """By space those that a connection leads to."""
        return {
            space: frozenset(link.other(space) for link in links)
            for space, links in self.links.items()
        }

    @cached_property
    def home_duchies(self) -> Mapping[str, tuple[str, ...]]:
        """By nation the spaces that are wholly its own."""
        return self._by_nation(lambda space: (space.home,))

    @cached_property
    def associated(self) -> Mapping[str, tuple[str, ...]]:
        """By nation the spaces that are associated with it, above or below."""
        return self._by_nation(lambda space: space.associated)

    @cached_property
    def capitals(self) -> Mapping[str, tuple[str, ...]]:
        """By nation its capital; Russia has two."""
        return self._by_nation(lambda space: (space.home,) if space.capital else ())

    @cached_property
    def keys(self) -> Mapping[str, tuple[str, ...]]:
        """By nation the keys that it controls at the start."""
        return self._by_nation(lambda space: (space.start,) if space.key else ())

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """By sea zone those that border on it."""
        pairs = [(it.a, it.b) for it in self.sea_borders]
        return {
            zone: tuple(b if a == zone else a for a, b in pairs if zone in (a, b))
            for zone in self.zones
        }

    @cached_property
    def ports_of(self) -> Mapping[str, tuple[str, ...]]:
        """By sea zone the spaces whose port leads to it."""
        return {
            zone: tuple(space.id for space in self.spaces.values() if zone in space.ports)
            for zone in self.zones
        }

    @cached_property
    def costs(self) -> Mapping[str, tuple[int, ...]]:
        """By row of the diplomacy track the cost of each of its boxes."""
        return {row: tuple(it.cost for it in self.boxes if it.row == row) for row in self.powers}

    def link(self, a: str, b: str) -> Connection | None:
        """The connection of two spaces; None if there is none."""
        return self.connections.get(road_id(a, b))

    def strait(self, a: str, b: str) -> str:
        """The fortress that guards the border of two sea zones; empty if none does."""
        borders = (it for it in self.sea_borders if {it.a, it.b} == {a, b})
        return next((it.naval_strait for it in borders), "")

    def year(self, turn: int) -> int:
        """The year of a turn [R-03]."""
        return self.scenario.years[min(turn, len(self.scenario.years)) - 1]

    def _by_nation(
        self, nations: Callable[[Space], Iterable[str]]
    ) -> Mapping[str, tuple[str, ...]]:
        return {
            nation: tuple(it.id for it in self.spaces.values() if nation in nations(it))
            for nation in self.track
        }
