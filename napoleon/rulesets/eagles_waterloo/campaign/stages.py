"""16.b, 16.e to 16.f The stages of the campaign: what follows on each result [G-58, G-59]."""

from __future__ import annotations

from napoleon.rules.prose.language import noted
from napoleon.rulesets.eagles_waterloo.campaign.aftermath import ended, winner_of
from napoleon.rulesets.eagles_waterloo.campaign.splits import CHARLEROI
from napoleon.rulesets.eagles_waterloo.events.campaign import StageStarted
from napoleon.rulesets.eagles_waterloo.events.ends import GameWon
from napoleon.rulesets.eagles_waterloo.layout import battles_of
from napoleon.rulesets.eagles_waterloo.packs.campaign import StageId
from napoleon.rulesets.eagles_waterloo.packs.cards import NATIONS
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, FRENCH
from napoleon.rulesets.eagles_waterloo.table import Table

DECIDING = ("waterloo", "charleroi")
"""Battles that decide the campaign, whatever else is fought [16.e, 16.f, G-58]."""

_REASONS = {
    FRENCH: noted("The French won the battle that decided the campaign."),
    ALLIED: noted("The Allies won the battle that decided the campaign."),
}

_DRAWN = noted(
    "The battle that decided the campaign was drawn, which counts as lost by the French."
)


def deciding_due(table: Table) -> bool:
    """Whether the battle that decides the campaign is over."""
    battle = ended(table)
    return battle is not None and battle.id in DECIDING


def decide(table: Table) -> None:
    """Its winner has won; drawn it is lost by the French [16.e, 16.f, G-54]."""
    battle = ended(table)
    assert battle is not None, "it is over"
    winner, clause = winner_of(battle), "16.f" if battle.id == CHARLEROI else "16.e"
    if table.rulings.tells_draws and not battle.winner:
        table.record(GameWon(winner, _DRAWN, "G-94"), clause, "G-54", "G-94")
    table.record(GameWon(winner, _REASONS[winner], clause), clause)


def next_due(table: Table) -> bool:
    """Whether both opening battles are over."""
    return table.state.is_campaign and not table.state.battles


def go_on(table: Table) -> None:
    """No French victory ends it, two lead to Wavre and Waterloo, one to Charleroi [16.e, 16.f]."""
    victories = sum(winner == FRENCH for winner in table.state.results.values())
    if not victories:
        lost = noted("The French won neither Quatre Bras nor Ligny.")
        table.record(GameWon(ALLIED, lost, "16.e"), "16.e")
    stage: StageId = "charleroi" if victories == 1 else "wavre_waterloo"
    opening = set(table.data.campaign.stage("opening").battles)
    joining: dict[str, tuple[str, ...]] = {
        nation: tuple(
            card.id
            for card in table.data.cards_of(nation)
            if not opening.intersection(card.battles)
            and (stage == CHARLEROI or "waterloo" in card.battles)
        )
        for nation in NATIONS
    }
    clause = "16.f" if stage == CHARLEROI else "16.e"
    table.record(StageStarted(stage, battles_of(table.data, stage), joining), clause)
