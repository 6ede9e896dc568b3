"""The first event of a game: the blocks lie ready beside the map [4, 12.0, 13.0]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napoleon.rules.prose.language import noted
from napoleon.rules.terms import Option, ScenarioTitle, SetupRefused
from napoleon.rulesets.napoleon_columbia.events.setup import GameLaidOut
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.sides import (
    ANGLO,
    ARMIES,
    BIDDERS,
    FRENCH,
    PRUSSIAN,
    SIDES,
    side_of,
)
from napoleon.rulesets.napoleon_columbia.table import refuse

HISTORICAL = "historical"
FREE = "free"
SCENARIOS = (
    ScenarioTitle(HISTORICAL, noted("The campaign of June 1815")),
    ScenarioTitle(FREE, noted("The campaign of June 1815, with a set-up of one's own")),
)
"""The units stand as the order-of-battle cards say, or where their owners place them [4.3]."""

OPTIONS: tuple[Option, ...] = (
    Option("players", noted("Players"), "12.0", (2, 3)),
    Option("bidding", noted("The sides are bid for"), "13.0", (False, True)),
    Option("hidden", noted("Blocks stay hidden until they fire or engage"), "6.24", (False, True)),
    Option("backwards", noted("Engaged units break off backwards only"), "N-22", (False, True)),
)


def seats(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The seats of a game: sides, armies, or bidders [12.0, N-63]."""
    if options["players"] == 3:
        return ARMIES
    return BIDDERS if options["bidding"] else SIDES


def begin(pack: Pack, scenario: str, options: Mapping[str, Any]) -> GameLaidOut:
    """The first event. Raises SetupRefused for what cannot be played [N-63]."""
    if scenario not in {it.id for it in SCENARIOS}:
        detail = f"There is no scenario {scenario}."
        known = [it.id for it in SCENARIOS]
        raise SetupRefused(refuse("UNKNOWN_SCENARIO", "4.0", detail, scenarios=known))
    if options["bidding"] and options["players"] == 3:
        detail = "Sides are bid for by two players, not by three."
        raise SetupRefused(refuse("NO_BIDDING_FOR_THREE", "13.0", detail))
    return GameLaidOut(
        scenario=scenario,
        options=dict(options),
        seats=seats(options),
        players=_players(options),
        blocks={it.id: (it.army, it.max_strength) for it in pack.blocks.values()},
        first_phase="bidding" if options["bidding"] else "setup_allied",
        clauses=("4.0",),
        phase="bidding" if options["bidding"] else "setup_allied",
    )


def _players(options: Mapping[str, Any]) -> dict[str, str]:
    if options["bidding"]:
        return {}
    if options["players"] == 3:
        return {FRENCH: FRENCH, ANGLO: ANGLO, PRUSSIAN: PRUSSIAN}
    return {army: side_of(army) for army in ARMIES}


__all__ = ["FREE", "HISTORICAL", "OPTIONS", "SCENARIOS", "begin", "seats"]
