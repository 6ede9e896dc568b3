"""SETUP Laying out the table: from a scenario to the events of the set-up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napoleon.rules.kit.declared import bad_option
from napoleon.rules.terms import SetupRefused
from napoleon.rulesets.napoleon1815 import turns
from napoleon.rulesets.napoleon1815.events.cards import DeckShuffled
from napoleon.rulesets.napoleon1815.events.setup import GameStarted, TableLaid
from napoleon.rulesets.napoleon1815.packs.pack import Pack, Scenario
from napoleon.rulesets.napoleon1815.sides import SIDES, seats_for
from napoleon.rulesets.napoleon1815.table import Table


def begin(pack: Pack, scenario_id: str, options: Mapping[str, Any]) -> TableLaid:
    """The first event: the board of the scenario without blocks [SETUP.1, SETUP.3].

    Raises SetupRefused for a scenario that is unknown, incomplete, or for other players.
    """
    scenario = pack.scenario(scenario_id)
    if not isinstance(scenario, Scenario):
        raise SetupRefused(scenario)
    if options["players"] not in scenario.players:
        detail = "The scenario is for other players."
        raise SetupRefused(bad_option("SETUP.1", detail, [*scenario.players]))
    return TableLaid(
        scenario=scenario.id,
        options=dict(options),
        seats=seats_for(options),
        last_turn=scenario.last_turn,
        track=scenario.victory_track,
        control=dict(scenario.control),
        fortified=tuple(scenario.fortified_positions),
        broken_bridges=tuple(scenario.broken_bridges),
        reinforcements={
            coming.block: (coming.turn, (coming.area, *coming.alternatives))
            for coming in scenario.reinforcements
        },
        event_blocks=tuple(scenario.event_blocks),
        clauses=("SETUP.1", "SETUP.3", "DATA.4"),
        phase="setup",
    )


def lay_out(table: Table) -> None:
    """Blocks, order of battle and decks, up to the start of the game [SETUP.3-6]."""
    for block, area in table.scenario.setup.items():
        turns.place(table, block, area, "setup", "SETUP.3", "SETUP.4")
    for side in SIDES:
        deck = table.pack.deck(side, len(table.state.seats))
        table.record(DeckShuffled(side, len(deck), "setup", tuple(deck)), "SETUP.6")
    if not table.fog:
        start(table)


def start(table: Table) -> None:
    """Everything is in its place [SETUP.3]."""
    table.record(GameStarted(table.scenario.first_turn), "SETUP.3")
