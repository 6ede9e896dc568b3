"""Russia as four areas: how its armies are set up [OPT3, E-45]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.kit.shares import every_split
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire.events.setup import RussianArmiesSetUp
from napoleon.rulesets.napoleonic_empire.orders import SetUpRussia
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, counted
from napoleon.rulesets.napoleonic_empire.table import Table, refuse


def due(table: Table) -> bool:
    """Whether the Russian armies wait for their places."""
    return table.state.russia_to_set_up > 0


def asks(table: Table) -> list[Decision]:
    """The Allied player spreads them [E-45]."""
    text = f"Spread {table.state.russia_to_set_up} Russian armies over the four areas."
    return [table.question(ALLIED, "set_up_russia", "E-45", text)]


def legal_orders(table: Table, decision: Decision) -> Iterator[SetUpRussia]:
    """Every split; areas may be left empty."""
    areas = table.data.board.russian_areas
    for split in every_split(table.state.russia_to_set_up, len(areas)):
        yield SetUpRussia(dict(zip(areas, split, strict=True)))


def refuse_split(table: Table, decision: Decision, order: SetUpRussia) -> Refusal | None:
    """Refuse other areas, and any number of armies other than there are."""
    areas, armies = table.data.board.russian_areas, table.state.russia_to_set_up
    for area in order.split:
        if area not in areas:
            detail = f"{area} is none of the areas of Russia."
            return refuse("UNKNOWN_COUNTRY", "OPT3", detail, areas=list(areas))
    if sum(order.split.values()) != armies:
        detail = f"{counted(sum(order.split.values()))} to be spread; there are {armies}."
        return refuse("WRONG_TOTAL", "E-45", detail, armies=armies)
    return None


def set_up(table: Table, decision: Decision, order: SetUpRussia) -> None:
    """They take up their posts; Kutuzov begins where most of them are [E-54]."""
    split = {
        area: order.split[area] for area in table.data.board.russian_areas if area in order.split
    }
    strongest = max(split, key=split.__getitem__)
    commanders = {
        it.id: strongest
        for it in table.data.pack.commanders.values()
        if table.state.options["commanders"] and it.start not in table.data.board.countries
    }
    clauses = ("E-45", "E-54") if commanders else ("E-45",)
    table.record(RussianArmiesSetUp(split, commanders), *clauses)
