"""SETUP Laying out the table: armies, commanders, and the deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napoleon.rules.terms import ScenarioTitle, SetupRefused
from napoleon.rulesets.napoleonic_empire import control, turns
from napoleon.rulesets.napoleonic_empire.events.setup import DeckShuffled, GameStarted, TableLaid
from napoleon.rulesets.napoleonic_empire.packs.pack import Pack
from napoleon.rulesets.napoleonic_empire.sides import SIDES
from napoleon.rulesets.napoleonic_empire.table import Table, refuse

SCENARIO = ScenarioTitle("europe", "Europe under Napoleon")
"""The one set-up of the game [SETUP]."""


def begin(pack: Pack, scenario: str, options: Mapping[str, Any]) -> TableLaid:
    """The first event: both armies in the field [SETUP.1, SETUP.2, E-33].

    Raises SetupRefused for a scenario that there is not.
    """
    if scenario != SCENARIO.id:
        detail = f"There is no scenario {scenario}."
        raise SetupRefused(refuse("UNKNOWN_SCENARIO", "SETUP.1", detail, scenarios=[SCENARIO.id]))
    board = pack.board(options["divided_russia"])
    armies: dict[str, dict[str, int]] = {side: {} for side in SIDES}
    for placed in board.setup:
        armies[placed.side][placed.country] = placed.armies
    commanders: dict[str, tuple[str, str]] = {
        it.id: (it.side, it.start)
        for it in pack.commanders.values()
        if options["commanders"] and it.start in board.countries
    }
    return TableLaid(
        options=dict(options),
        seats=SIDES,
        armies=armies,
        commanders=commanders,
        russia_to_set_up=board.russian_armies,
        clauses=("SETUP.1", "SETUP.2", "SETUP.3"),
        phase="setup",
    )


def shuffle(table: Table) -> None:
    """The deck: all cards, or without those that have a date and join it later [SETUP.4, E-41]."""
    dated = turns.dated(table)
    cards = sorted(set(table.data.pack.cards) - set(dated))
    clauses = ("SETUP.4", "E-41") if dated else ("SETUP.4",)
    table.record(DeckShuffled(len(cards), tuple(cards), tuple(dated)), *clauses)


def start_due(table: Table) -> bool:
    """Whether everything is in its place, and the game can start."""
    return not table.state.started


def start(table: Table) -> None:
    """The game starts [SETUP.4]."""
    table.record(GameStarted(tuple(control.french_continent(table))), "SETUP.4")
