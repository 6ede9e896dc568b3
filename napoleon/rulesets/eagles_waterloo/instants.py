"""What follows at once from anything that happens in a battle, in this order [G-46].

Generals who are alone die; decoys of an engaged position are found out; then terrain falls, and
positions are won, which have chapters of their own (`capture`, `victory`).
"""

from __future__ import annotations

from napoleon.rulesets.eagles_waterloo import generals, labels
from napoleon.rulesets.eagles_waterloo.events.cards import DecoyEliminated, GeneralDied
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table


def _fought(table: Table) -> Battle | None:
    state = table.state
    if table.rulings.loser_leaves_together and state.phase in ("retreat", "sending"):
        return None
    if state.phase in ("decks", "deploy", "adjust", "between") or state.at not in state.battles:
        return None
    return state.battle


def alone_due(table: Table) -> bool:
    """Whether a general is alone with enemies [12.4, G-27]."""
    battle = _fought(table)
    return battle is not None and any(generals.alone(table, battle))


def alone(table: Table) -> None:
    """They die at once [12.4]."""
    battle = table.state.battle
    general = next(generals.alone(table, battle))
    card = battle.cards[general]
    died = GeneralDied(battle.id, card.nation, general, card.place, "alone")
    table.record(died, "12.4", "G-27")


def _found_out(table: Table, battle: Battle) -> str:
    """A decoy in a position that is engaged; empty for none [14.0]."""
    engaged = battle.engaged
    if not engaged:
        return ""
    for card, it in battle.cards.items():
        if it.place not in engaged or labels.is_unit(labels.label(table, card)):
            continue
        if labels.kind_of(table, card) != labels.GENERAL or not it.revealed or it.token:
            return card
    return ""


def decoy_due(table: Table) -> bool:
    """Whether a decoy is engaged [14.0]."""
    battle = _fought(table)
    return battle is not None and bool(_found_out(table, battle))


def find_out(table: Table) -> None:
    """It is gone, even if own units are there [14.0]."""
    battle = table.state.battle
    card = _found_out(table, battle)
    it = battle.cards[card]
    gone = DecoyEliminated(battle.id, it.nation, card, it.token, it.place, "engaged")
    table.record(gone, "14.0")
