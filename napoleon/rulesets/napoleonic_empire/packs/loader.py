"""Reading a data pack from its folder. Tables that cannot be used make the pack unusable."""

from __future__ import annotations

from importlib.resources.abc import Traversable

from napoleon.rules.kit.packs import Row, TableReader
from napoleon.rulesets.napoleonic_empire.clauses import CLAUSES
from napoleon.rulesets.napoleonic_empire.packs.divided_russia import (
    DividedRussia,
    contradictions,
    divide,
)
from napoleon.rulesets.napoleonic_empire.packs.pack import (
    ANYWHERE,
    Board,
    Border,
    Card,
    Commander,
    Country,
    CountryValue,
    DatedCard,
    Pack,
    Placement,
)

SPLIT = "russia_split.json"


def load_pack(folder: Traversable) -> Pack:
    """The pack in `folder`. Raises PackError if a table is missing, or has bad rows."""
    reader = TableReader(folder)
    countries = reader.table("countries.csv", Country)
    borders = reader.table("borders.csv", Border)
    setup = reader.table("setup.csv", Placement)
    values = reader.table("reinforcements.csv", CountryValue)
    cards = reader.table("cards.csv", Card, _card)
    commanders = reader.table("commanders.csv", Commander)
    deck_order = reader.table("deck_order.csv", DatedCard)
    split = reader.document(SPLIT, DividedRussia)
    reader.raise_problems()
    assert split is not None, "else there is a problem"
    known = [country.id for country in countries]
    _tell_ends(reader, borders, known)
    reader.tell_unknown("setup.csv", "country", (it.country for it in setup), known)
    reader.tell_unknown("reinforcements.csv", "country", (it.country for it in values), known)
    reader.tell_unknown("commanders.csv", "country", (it.start for it in commanders), known)
    places = [place for card in cards for place in card.places]
    reader.tell_unknown("cards.csv", "country", places, [*known, ANYWHERE])
    dated = [it.card for it in deck_order]
    reader.tell_unknown("deck_order.csv", "card", dated, [card.id for card in cards])
    _tell_unexplained(reader, "cards.csv", {card.id: card.clause for card in cards})
    _tell_unexplained(reader, "commanders.csv", {it.id: it.clause for it in commanders})
    reader.tell_missing("reinforcements.csv", known, (it.country for it in values))
    reader.tell_twice("countries.csv", known)
    reader.tell_twice("borders.csv", (border.id for border in borders))
    reader.tell_twice("setup.csv", (f"{it.side} {it.country}" for it in setup))
    reader.tell_twice("reinforcements.csv", (it.country for it in values))
    reader.tell_twice("cards.csv", (card.id for card in cards))
    reader.tell_twice("cards.csv", (card.number for card in cards))
    reader.tell_twice("commanders.csv", (commander.id for commander in commanders))
    reader.tell_twice("deck_order.csv", dated)
    for field, message in contradictions(split, countries):
        reader.tell(SPLIT, field, message)
    reader.raise_problems()
    return Pack(
        whole=Board(countries, borders, values, setup),
        divided=divide(split, countries=countries, borders=borders, values=values, setup=setup),
        cards=cards,
        commanders=commanders,
        deck_order=deck_order,
        digest=reader.hash,
    )


def _tell_ends(reader: TableReader, borders: list[Border], countries: list[str]) -> None:
    for border in borders:
        if border.a == border.b or not {border.a, border.b} <= set(countries):
            reader.tell("borders.csv", border.id, "does not join two countries of the map")
        elif (border.kind == "land") != (border.direction == "both"):
            reader.tell("borders.csv", border.id, "is not open both ways by land, one way by sea")


def _tell_unexplained(reader: TableReader, file: str, clauses: dict[str, str]) -> None:
    for name, clause in clauses.items():
        if clause not in CLAUSES:
            reader.tell(file, name, f"there is no clause {clause}")


def _card(row: Row) -> Row:
    return {
        **row,
        "year": row.get("year") or None,
        "place": tuple(row.get("place", "").split()),
        "window": tuple(row.get("window", "").split()),
    }
