"""What a volley leaves: hits, generals in danger, cards turned up, decoys found out [7.1, 7.4]."""

from __future__ import annotations

from collections.abc import Sequence

from napoleon.rulesets.eagles_waterloo import generals, labels, targets
from napoleon.rulesets.eagles_waterloo.events.cards import CardsRevealed, DecoyEliminated
from napoleon.rulesets.eagles_waterloo.events.combat import HitsRecorded, TargetsReopened
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table


def turn_up(table: Table, battle: Battle, cards: Sequence[str], reason: str, *clauses: str) -> None:
    """Cards that lie face down are turned face up, and their formations are seen [7.1, 8.1]."""
    down = [card for card in cards if not battle.cards[card].revealed]
    if not down:
        return
    place = battle.cards[down[0]].place
    shown = {battle.cards[card].token: card for card in down}
    forms = {card: battle.cards[card].formation for card in down if battle.cards[card].formation}
    table.record(CardsRevealed(battle.id, place, shown, forms, reason), *clauses)


def land(table: Table, battle: Battle, target: str, hits: int, dice: tuple[int, ...]) -> None:
    """Hits go to the one target; natural 1s endanger the general there [7.1, 7.4, 12.4, 14.0]."""
    card = battle.cards[target]
    place, side = card.place, side_of(card.nation)
    if hits:
        if not labels.is_unit(labels.label(table, target)):
            gone = DecoyEliminated(battle.id, card.nation, target, card.token, place, "hit")
            table.record(gone, "14.0")
        else:
            turn_up(table, battle, [target], "hit", "7.1")
            table.record(HitsRecorded(battle.id, target, hits, card.hits + hits), "7.1", "7.4")
            if targets.are_open(table, battle, place, side):
                table.record(TargetsReopened(battle.id, place, side), "7.4")
    ones = dice.count(1)
    if ones:
        generals.endanger(table, battle, place, side, ones)
