"""MAP The data pack: countries and borders, set-up, values, cards, what options add.

A pack is a folder of CSV and JSON files, described in its README.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from typing import Annotated, Literal

import msgspec

from napoleon.rules.kit.packs import Count, Status
from napoleon.rules.kit.roads import Road, RoadGraph, road_id

ARMIES_PER_SIDE = 80
"""Army counters of a side [COMP.2]."""

ANYWHERE = "any"
"""What a card names as its place if it may be played in every country [CARD.2]."""

CARD_COLUMNS = {
    "number": "no",
    "name": "name_en",
    "side": "who",
    "places": "place",
    "windows": "window",
}
"""The columns of a card whose names are not those of its fields."""

COMMANDER_COLUMNS = {"moves": "move", "halves_losses": "halve_losses"}
"""The columns of a commander that are not named like the fields."""

Side = Literal["french", "allied"]
Effect = Literal["battle", "rebels", "armies", "value", "extra_turn", "no_move", "draw"]
Window = Literal["B", "D:f", "D:a", "M:f", "M:a", "R:f", "R:a", "E:f", "E:a"]


class Country(msgspec.Struct, frozen=True, kw_only=True):
    """A country of the map, or one of the four areas in Russia's place [MAP.1, OPT3].

    `x` and `y` are places on a drawing of 1000 by 850, y downwards.
    """

    id: str
    name: str
    short_name: str
    x: int
    y: int
    enterable: bool
    """Whether anybody may go there [MAP.5]."""
    continental: bool
    """Whether the French need it to win [VIC.2]."""
    landlocked: bool
    """Whether it is out of reach from the sea [MAP.4]."""
    start_side: Literal["french", "allied", ""]
    """Whose armies stand there at the start, empty for nobody's [SETUP.3]."""
    status: Status
    source: str


class Border(msgspec.Struct, frozen=True, kw_only=True):
    """A land border, open both ways, or a sea link from `a` to `b` [MAP.2]."""

    a: str
    b: str
    kind: Literal["land", "sea"]
    direction: Literal["both", "a_to_b"]
    listed_under: str
    """Where the rulebook lists it: the id of one end, or ``both``."""
    usable: bool
    """Whether armies may ever cross it [MAP.5]."""
    status: Status
    source: str

    @property
    def id(self) -> str:
        """Both ends: ``france-italy`` in alphabetical order, ``england>france`` over the sea."""
        return road_id(self.a, self.b) if self.kind == "land" else f"{self.a}>{self.b}"


class CountryValue(msgspec.Struct, frozen=True, kw_only=True):
    """What a country gives its holder [REINF.1], who may have it [REINF.2], and rebels [NAT.1]."""

    country: str
    value: Count
    french_receive: bool
    allied_receive: bool
    nationalists: bool
    status: Status
    source: str


class Placement(msgspec.Struct, frozen=True, kw_only=True):
    """Armies that stand in a country at the start [SETUP.1, SETUP.2]."""

    side: Side
    country: str
    armies: Annotated[int, msgspec.Meta(ge=1)]
    status: Status
    source: str


class Card(msgspec.Struct, frozen=True, kw_only=True, rename=CARD_COLUMNS):
    """A card of the deck [CARD.2]."""

    number: int
    id: str
    name: str
    year: int | None
    """Of the event; None if it has no date [OPT2]."""
    side: Literal["french", "allied", "both"]
    """The side the effect concerns; either side may play the card [CARD.3]."""
    places: tuple[str, ...]
    """Countries that it names; ``("any",)`` for all, empty where no place matters."""
    effect: Effect
    amount: int
    """Bonus, armies, change of a value, turns or cards, as the effect says."""
    windows: tuple[Window, ...]
    usual_player: Literal["french", "allied", "either"]
    """Advice for interfaces, no rule [E-23]."""
    status: Status
    source: str

    @property
    def clause(self) -> str:
        """The clause that says what it does."""
        return f"CARD.{self.id}"


class Commander(msgspec.Struct, frozen=True, kw_only=True, rename=COMMANDER_COLUMNS):
    """A commander, for games with OPT1."""

    id: str
    name: str
    side: Side
    start: str
    """The country where he begins [E-33]."""
    moves: Literal[1, 2]
    """Areas that he and the armies with him may go in a turn [E-34]."""
    attack_bonus: Count
    """Added to the total of the commander's side when it attacks [E-35]."""
    halves_losses: bool
    """Whether the losses of the commander's own side are halved [E-36]."""
    withdraw_on: Annotated[int, msgspec.Meta(ge=0, le=6)]
    """Up to which roll he may withdraw from a battle; 0 if he may not [E-37]."""
    status: Status
    source: str

    @property
    def clause(self) -> str:
        """The clause that says what he can do."""
        return f"OPT1.{self.id}"


class DatedCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card that joins the deck in the course of the game [OPT2]."""

    order: int
    card: str
    year: int
    round_by_year: int
    """The round in which it comes with the mode ``by_year`` [E-39]."""
    round_each: int
    """The round in which it comes with the mode ``each_round`` [E-40]."""
    status: Status
    source: str


class RussianAreas(msgspec.Struct, frozen=True, kw_only=True):
    """What the divided map knows of the areas in Russia's place [OPT3]."""

    replaced: str
    """The country that they replace."""
    areas: tuple[str, ...]
    named_by_cards: tuple[str, ...]
    """Those that a card means when it names the replaced country [E-46]."""
    reinforcement: Count
    """What the Allies spread over those that they control, if they control one [OPT3.2]."""
    armies: Count
    """Armies that the Allies spread over them at set-up [E-45]."""


class Board:
    """The map under one choice of OPT3, in the order of the tables."""

    def __init__(
        self,
        countries: Iterable[Country],
        borders: Iterable[Border],
        values: Iterable[CountryValue],
        setup: Iterable[Placement],
        russia: RussianAreas | None = None,
    ) -> None:
        self.countries = {country.id: country for country in countries}
        self.borders = {border.id: border for border in borders}
        self.values = {value.country: value for value in values}
        self.setup = tuple(setup)
        """Where armies stand at the start, except those that the Allies spread [E-45]."""
        self._replaced = {} if russia is None else {russia.replaced: russia.named_by_cards}
        self._meant: dict[tuple[str, ...], Collection[str]] = {}
        self.russian_areas = () if russia is None else russia.areas
        """The areas in Russia's place; none on the printed map [OPT3]."""
        self.russian_reinforcement = 0 if russia is None else russia.reinforcement
        """Armies that the Allies spread over the areas that they control [OPT3.2]."""
        self.russian_armies = 0 if russia is None else russia.armies
        """Armies that the Allies spread over the areas at set-up [E-45]."""
        usable = [border for border in self.borders.values() if border.usable]
        land = [border for border in usable if border.kind == "land"]
        self._graph = RoadGraph(self.countries, [Road(it.id, it.a, it.b) for it in land])
        self.sea_reach = self._in_order({it.b for it in usable if it.kind == "sea"})
        """Where armies in England may land [MAP.4]."""
        self.nationalist = self._in_order(
            {v.country for v in self.values.values() if v.nationalists}
        )
        """Where nationalists may rise [NAT.1, E-46]."""
        self.continental = tuple(it.id for it in self.countries.values() if it.continental)
        """What the French need to win [VIC.2]."""

    def neighbours(self, country: str) -> tuple[str, ...]:
        """The countries across a usable land border, in alphabetical order [MAP.3]."""
        return self._neighbours[country]

    def adjacent(self, a: str, b: str) -> bool:
        """Whether a usable land border joins the two [MAP.3]."""
        return self._graph.between(a, b) is not None

    def distance(self, a: str, b: str) -> int | None:
        """Land borders on the shortest way; None if there is no way over land."""
        return self._graph.distance(a, b)

    def value(self, country: str) -> int:
        """What the country gives the player who receives from it [REINF.1, OPT3.1]."""
        return self.values[country].value

    def receives(self, side: str, country: str) -> bool:
        """Whether a side that controls the country has its value [REINF.2, OPT3.1, E-42]."""
        value = self.values[country]
        return value.french_receive if side == "french" else value.allied_receive

    def meant_by(self, places: tuple[str, ...]) -> Collection[str]:
        """The countries that the places named by a card stand for, in order [CARD.2, E-46]."""
        if places not in self._meant:
            found = (it for place in places for it in self._replaced.get(place, (place,)))
            everywhere = ANYWHERE in places
            self._meant[places] = dict.fromkeys(self.countries if everywhere else found)
        return self._meant[places]

    @cached_property
    def _neighbours(self) -> dict[str, tuple[str, ...]]:
        graph = self._graph
        return {country: tuple(sorted(graph.neighbours(country))) for country in self.countries}

    def _in_order(self, names: set[str]) -> tuple[str, ...]:
        return tuple(country for country in self.countries if country in names)


class Pack:
    """The data of the game. `loader.load_pack` reads one from a folder."""

    def __init__(
        self,
        *,
        whole: Board,
        divided: Board,
        cards: Iterable[Card],
        commanders: Iterable[Commander],
        deck_order: Iterable[DatedCard],
        digest: str,
    ) -> None:
        self._boards = {False: whole, True: divided}
        self.cards = {card.id: card for card in sorted(cards, key=lambda card: card.number)}
        """By id, in the order of their numbers."""
        self.by_window: dict[str, list[Card]] = {}
        """The cards that may be played in each window, by its letter."""
        for card in self.cards.values():
            for window in card.windows:
                self.by_window.setdefault(window, []).append(card)
        self.commanders = {commander.id: commander for commander in commanders}
        self.deck_order = tuple(sorted(deck_order, key=lambda dated: dated.order))
        """The dated cards in the order in which they join the deck [OPT2]."""
        self.hash = digest
        """SHA-256 over names and bytes of all tables."""

    def board(self, divided: bool) -> Board:
        """The map, with Russia as one country or as four areas [OPT3]."""
        return self._boards[divided]
