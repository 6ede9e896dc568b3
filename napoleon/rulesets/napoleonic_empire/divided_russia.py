"""OPT3 Russia as four areas: how its armies are set up [E-45]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.shares import every_split
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleonic_empire.events.setup import RussianArmiesSetUp
from napoleon.rulesets.napoleonic_empire.orders import SetUpRussia
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, counted
from napoleon.rulesets.napoleonic_empire.table import Side, Table, refuse, the_side


def due(table: Table) -> bool:
    """Whether the Russian armies wait for their places."""
    return table.state.russia_to_set_up > 0


def asks(table: Table) -> list[Decision]:
    """The Allied player spreads them [E-45]."""
    text = f"Spread {table.state.russia_to_set_up} Russian armies over the four areas."
    return [table.question(ALLIED, "set_up_russia", "E-45", text)]


def _splits(it: Side) -> Iterator[dict[str, int]]:
    """Every split; areas may be left empty."""
    areas = it.table.data.board.russian_areas
    for split in every_split(it.table.state.russia_to_set_up, len(areas)):
        yield dict(zip(areas, split, strict=True))


def _refuse_split(it: Side, split: dict[str, int]) -> Refusal | None:
    """Refuse other areas, and any number of armies other than there are."""
    areas, armies = it.table.data.board.russian_areas, it.table.state.russia_to_set_up
    for area in split:
        if area not in areas:
            detail = f"{area} is none of the areas of Russia."
            return refuse("UNKNOWN_COUNTRY", "OPT3", detail, areas=list(areas))
    if sum(split.values()) != armies:
        detail = f"{counted(sum(split.values()))} to be spread; there are {armies}."
        return refuse("WRONG_TOTAL", "E-45", detail, armies=armies)
    return None


def _set_up(it: Side, order: SetUpRussia) -> None:
    """They take up their posts; Kutuzov begins where most of them are [E-54]."""
    data = it.table.data
    split = {area: order.split[area] for area in data.board.russian_areas if area in order.split}
    strongest = max(split, key=split.__getitem__)
    commanders = {
        commander.id: strongest
        for commander in data.pack.commanders.values()
        if it.table.state.options["commanders"] and commander.start not in data.board.countries
    }
    clauses = ("E-45", "E-54") if commanders else ("E-45",)
    it.table.record(RussianArmiesSetUp(split, commanders), *clauses)


def _shares(it: Side, split: dict[str, int]) -> tuple[Phrase, ...]:
    return tuple(
        Phrase("%(area)s %(armies)s", {"area": area, "armies": armies})
        for area, armies in split.items()
    )


SET_UP_RUSSIA = DeclaredVerb(
    SetUpRussia,
    the_side("set_up_russia", "setup"),
    "E-45",
    fields={"split": Domain(_splits, _shares, _refuse_split)},
    does=_set_up,
    line="set up {split:split}",
    says=say("Set up Russia: %(split)s"),
    ordinary=False,
)
