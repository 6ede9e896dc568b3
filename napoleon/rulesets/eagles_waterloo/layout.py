"""The first event of a game: the battle is chosen, and its cards are laid out [2.0, 16.0]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from napoleon.rules.prose.language import noted
from napoleon.rules.terms import Option, ScenarioTitle, SetupRefused
from napoleon.rulesets.eagles_waterloo.chart import pool, row
from napoleon.rulesets.eagles_waterloo.custom import can_be_made
from napoleon.rulesets.eagles_waterloo.events.decks import GameLaidOut
from napoleon.rulesets.eagles_waterloo.packs.campaign import StageId
from napoleon.rulesets.eagles_waterloo.packs.pack import BattleId, Pack
from napoleon.rulesets.eagles_waterloo.sides import NAMES, SIDES
from napoleon.rulesets.eagles_waterloo.table import refuse

CAMPAIGN = "campaign"
SCENARIOS = (
    ScenarioTitle("quatre_bras", noted("Quatre Bras")),
    ScenarioTitle("ligny", noted("Ligny")),
    ScenarioTitle("wavre", noted("Wavre")),
    ScenarioTitle("waterloo", noted("Waterloo")),
    ScenarioTitle(CAMPAIGN, noted("The campaign of 1815")),
)

RANDOM = "random"
CHOSEN = "chosen"
CUSTOM = "custom"

OPTIONS: tuple[Option, ...] = (
    Option("decks", noted("Decks"), "2.0", (RANDOM, CHOSEN, CUSTOM)),
    Option("historical", noted("Only cards that were at the battle"), "2.0", (False, True)),
    Option("scale", noted("Size of the armies"), "2.0", ("printed", "half", "double")),
    Option("decoys", noted("Decoys"), "14.0", (False, True)),
)


def seats(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The two seats, whatever is chosen."""
    return SIDES


def begin(pack: Pack, scenario: str, options: Mapping[str, Any]) -> GameLaidOut:
    """The first event. Raises SetupRefused for what cannot be played [2.0, G-41, G-69]."""
    if scenario not in {it.id for it in SCENARIOS}:
        detail = f"There is no battle {scenario}."
        known = [it.id for it in SCENARIOS]
        raise SetupRefused(refuse("UNKNOWN_SCENARIO", "2.0", detail, scenarios=known))
    if scenario == CAMPAIGN:
        return _campaign(pack, options)
    nations = pack.nations(cast(BattleId, scenario))
    rows = {nation: row(pack, scenario, nation, options["scale"]) for nation in nations}
    pools = {nation: pool(pack, scenario, nation, options) for nation in nations}
    for nation in nations:
        has, needs = len(pools[nation]), rows[nation].deck
        if options["decks"] != CUSTOM and has < needs:
            detail = f"The {NAMES[nation]} need {needs} cards, and there are {has}."
            facts = {"nation": nation, "deck": needs, "cards": has}
            raise SetupRefused(refuse("BAD_SCALE", "G-41", detail, **facts))
        points = rows[nation].bp
        if options["decks"] == CUSTOM and not can_be_made(pools[nation], points):
            detail = f"The {NAMES[nation]} cannot make a deck of {points} battle points."
            raise SetupRefused(refuse("BAD_SCALE", "G-42", detail, nation=nation, limit=points))
    return GameLaidOut(
        scenario=scenario,
        options=dict(options),
        seats=SIDES,
        stage="battle",
        battles={scenario: {nation: it.reinforcements for nation, it in rows.items()}},
        pools={nation: tuple(it.id for it in cards) for nation, cards in pools.items()},
        clauses=("2.0",),
        phase="decks",
    )


def _campaign(pack: Pack, options: Mapping[str, Any]) -> GameLaidOut:
    """The campaign takes all cards of its battles: nobody makes a deck, or chooses its size."""
    chosen = options["decks"] != RANDOM or options["scale"] != "printed" or options["historical"]
    if chosen:
        detail = "In the campaign decks are split from all cards of its battles, and have no scale."
        raise SetupRefused(refuse("BAD_SCALE", "G-69", detail))
    stage = pack.campaign.stage("opening")
    return GameLaidOut(
        scenario=CAMPAIGN,
        options=dict(options),
        seats=SIDES,
        stage=stage.id,
        battles=battles_of(pack, stage.id),
        pools={
            nation: tuple(
                it.id for it in pack.cards_of(nation) if set(stage.battles).intersection(it.battles)
            )
            for nation in ("french", "british", "prussian")
        },
        clauses=("16.a",),
        phase="decks",
    )


def battles_of(pack: Pack, stage: StageId) -> dict[str, dict[str, int]]:
    """By battle of a stage and nation the cards that come in each turn [16.b, 16.f, G-32]."""
    campaign = pack.campaign
    return {
        battle: {
            nation: campaign.battles.of(battle).reinforcements[nation]
            for nation in pack.nations(battle)
        }
        for battle in campaign.stage(stage).battles
    }


__all__ = [
    "CAMPAIGN", "CHOSEN", "CUSTOM", "OPTIONS", "RANDOM", "SCENARIOS", "battles_of", "begin", "seats"
]  # fmt: skip
