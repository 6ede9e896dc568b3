"""7.1, 7.4 Targets of fire and shock, and what a volley leaves [11.2, G-20, G-48, G-64].

Whatever is refused here is refused by what lies open. A face-down card may be a unit or a decoy,
so it counts as a unit that has no hit.
"""

from __future__ import annotations

from collections.abc import Sequence

from napoleon.rules.kit import tokens
from napoleon.rules.orders import Refusal
from napoleon.rulesets.eagles_waterloo import generals, labels, sites
from napoleon.rulesets.eagles_waterloo.events.cards import CardsRevealed, DecoyEliminated
from napoleon.rulesets.eagles_waterloo.events.combat import HitsRecorded, TargetsReopened
from napoleon.rulesets.eagles_waterloo.sides import enemy, side_of
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, refuse


def in_order(battle: Battle, cards: Sequence[str]) -> list[str]:
    """Cards as others may have them in order: face-up ones as they came, tokens by their numbers.

    In which order what lies face down was laid is nobody's business [G-44]. Cards without a
    token are seen by their owner alone.
    """
    up = [card for card in cards if battle.cards[card].revealed]
    down = [card for card in cards if not battle.cards[card].revealed]
    if all(battle.cards[card].token for card in down):
        down.sort(key=lambda card: tokens.number(battle.cards[card].token))
    return [*up, *down]


def candidates(table: Table, battle: Battle, place: str, side: str) -> list[str]:
    """What counts as units of a side in a position: face-down cards among them [G-13, G-64]."""
    return [
        card
        for card in battle.at(place, side)
        if not battle.cards[card].revealed or labels.is_unit(labels.label(table, card))
    ]


def are_open(table: Table, battle: Battle, place: str, side: str) -> bool:
    """Whether every unit of a side in a position has a hit, so that all may be named [7.4]."""
    there = candidates(table, battle, place, side)
    return bool(there) and all(battle.cards[card].hits for card in there)


def refuse_target(
    table: Table, battle: Battle, side: str, named: str, place: str, clause: str
) -> Refusal | None:
    """Why an enemy card cannot be named by a card of `side`, which aims at `place` [7.4, 12.4]."""
    target = battle.called(named, enemy(side))
    if not target or battle.cards[target].place != place:
        return refuse("NO_TARGET", clause, "Name an enemy card in the position that it fires at.")
    if battle.cards[target].revealed and not labels.is_unit(labels.label(table, target)):
        return refuse("GENERAL_TARGET", "12.4", "Generals are never named as targets.")
    if battle.cards[target].hits and not are_open(table, battle, place, enemy(side)):
        detail = "That card has a hit; name one that has none, as long as there is any."
        return refuse("TARGET_ALREADY_HIT", "7.4", detail)
    return None


def refuse_woods(table: Table, battle: Battle, card: str, target: str) -> Refusal | None:
    """Only infantry attacks who stands in woods [11.2, G-20]."""
    if sites.under(table, battle, target) != sites.WOODS:
        return None
    if isinstance(labels.label(table, card), labels.Infantry):
        return None
    return refuse("WOODS", "11.2", "Only infantry attacks a card in woods.")


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
            if are_open(table, battle, place, side):
                table.record(TargetsReopened(battle.id, place, side), "7.4")
    ones = dice.count(1)
    if ones:
        generals.endanger(table, battle, place, side, ones)
