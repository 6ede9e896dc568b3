"""The map with four areas in Russia's place, from ``russia_split.json`` [OPT3]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

from napoleon.rules.kit.packs import Count, Status, weakest
from napoleon.rulesets.napoleonic_empire.packs.pack import (
    Board,
    Border,
    Country,
    CountryValue,
    Placement,
    RussianAreas,
)

S = TypeVar("S", bound=msgspec.Struct)


class Area(msgspec.Struct, frozen=True, kw_only=True):
    """An area in Russia's place; the fields are those of a country."""

    id: str
    name: str
    x: int
    y: int
    enterable: bool
    continental: bool
    landlocked: bool


class LandBorder(msgspec.Struct, frozen=True, kw_only=True):
    """A land border of such an area, to another or to a country around them."""

    a: str
    b: str
    listed_under: str
    usable: bool
    status: Status


class AlliedReinforcement(msgspec.Struct, frozen=True, kw_only=True):
    """What the Allies receive for the areas together [OPT3.2]."""

    amount: Count
    status: Status


class Reinforcements(msgspec.Struct, frozen=True, kw_only=True):
    """What the areas give; `french` holds an amount by area, and remarks in words [OPT3.1]."""

    french: dict[str, Count | str]
    allied: AlliedReinforcement


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """The armies that the Allies spread over the areas [E-45]."""

    allied_armies: Count
    status: Status


class SomeAreas(msgspec.Struct, frozen=True, kw_only=True):
    """The areas that something holds for [E-46]."""

    areas: tuple[str, ...]
    status: Status
    clause: str


class CardPlaces(msgspec.Struct, frozen=True, kw_only=True):
    """The areas that a card means when it names Russia [E-46]."""

    apply_to: tuple[str, ...]
    status: Status


class Victory(msgspec.Struct, frozen=True, kw_only=True):
    """The areas that the French need to win [E-46]."""

    french_need_all: tuple[str, ...]
    status: Status


class DividedRussia(msgspec.Struct, frozen=True, kw_only=True):
    """The document: the country that is replaced, and everything that stands in its place."""

    replaces: str
    areas: tuple[Area, ...]
    borders: tuple[LandBorder, ...]
    reinforcements: Reinforcements
    setup: Setup
    sea_reach_of_england: SomeAreas
    cards_naming_russia: CardPlaces
    nationalists: SomeAreas
    victory: Victory
    status: Status


def contradictions(split: DividedRussia, countries: Iterable[Country]) -> Iterator[tuple[str, str]]:
    """Where the document contradicts itself or the map: the field, and what is wrong."""
    areas = [area.id for area in split.areas]
    around = {country.id for country in countries}
    if split.replaces not in around:
        yield "replaces", f"there is no country {split.replaces}"
    for area in areas:
        if areas.count(area) > 1 or area in around:
            yield "areas", f"{area} stands on the map already"
    for border in split.borders:
        ends = {border.a, border.b}
        known = ends <= (around - {split.replaces}).union(areas)
        if len(ends) < 2 or not known or ends.isdisjoint(areas):
            yield "borders", f"{border.a}-{border.b} does not join an area to the map"
    named = {
        "reinforcements": list(_amounts(split)),
        "sea_reach_of_england": split.sea_reach_of_england.areas,
        "cards_naming_russia": split.cards_naming_russia.apply_to,
        "nationalists": split.nationalists.areas,
        "victory": split.victory.french_need_all,
    }
    for field, names in named.items():
        for name in names:
            if name not in areas:
                yield field, f"there is no area {name}"
    for name in areas:
        if name not in named["reinforcements"]:
            yield "reinforcements", f"{name} has no amount"
    for each in split.areas:
        if each.continental != (each.id in split.victory.french_need_all):
            yield "victory", f"{each.id} is told to be needed and not to be needed"


def divide(
    split: DividedRussia,
    *,
    countries: list[Country],
    borders: list[Border],
    values: list[CountryValue],
    setup: list[Placement],
) -> Board:
    """The divided map: the areas instead of the country that they replace [OPT3]."""
    replaced = split.replaces
    return Board(
        _in_place(countries, "id", replaced, [_country(area, split) for area in split.areas]),
        [
            *(border for border in borders if replaced not in (border.a, border.b)),
            *(_land(border) for border in split.borders),
            *_sea_links(split, borders),
        ],
        _in_place(values, "country", replaced, list(_values(split))),
        [placement for placement in setup if placement.country != replaced],
        RussianAreas(
            replaced=replaced,
            areas=tuple(area.id for area in split.areas),
            named_by_cards=split.cards_naming_russia.apply_to,
            reinforcement=split.reinforcements.allied.amount,
            armies=split.setup.allied_armies,
        ),
    )


def _amounts(split: DividedRussia) -> dict[str, int]:
    french = split.reinforcements.french
    return {area: amount for area, amount in french.items() if isinstance(amount, int)}


def _in_place(rows: list[S], column: str, replaced: str, instead: list[S]) -> Iterator[S]:
    """The rows in their order, with others where the replaced country stood."""
    for row in rows:
        if getattr(row, column) == replaced:
            yield from instead
        else:
            yield row


def _country(area: Area, split: DividedRussia) -> Country:
    return Country(
        id=area.id,
        name=area.name,
        short_name=area.name,
        x=area.x,
        y=area.y,
        enterable=area.enterable,
        continental=area.continental,
        landlocked=area.landlocked,
        start_side="allied",
        status=weakest(
            split.status,
            split.setup.status,
            split.sea_reach_of_england.status,
            split.victory.status,
        ),
        source="OPT3; set-up E-45; sea reach and victory E-46",
    )


def _land(border: LandBorder) -> Border:
    return Border(
        a=border.a,
        b=border.b,
        kind="land",
        direction="both",
        listed_under=border.listed_under,
        usable=border.usable,
        status=border.status,
        source="OPT3",
    )


def _sea_links(split: DividedRussia, borders: list[Border]) -> Iterator[Border]:
    """A link to each area within reach, from each that led to the replaced country [E-46]."""
    reach = split.sea_reach_of_england
    for border in borders:
        if border.kind == "sea" and border.b == split.replaces:
            for area in reach.areas:
                yield msgspec.structs.replace(
                    border, b=area, status=reach.status, source=reach.clause
                )


def _values(split: DividedRussia) -> Iterator[CountryValue]:
    """What each area gives by itself: at most something to the French [OPT3.1, OPT3.2]."""
    for area, amount in _amounts(split).items():
        yield CountryValue(
            country=area,
            value=amount,
            french_receive=amount > 0,
            allied_receive=False,
            nationalists=area in split.nationalists.areas,
            status=weakest(split.reinforcements.allied.status, split.nationalists.status),
            source="OPT3.1; OPT3.2; E-42; E-46",
        )
