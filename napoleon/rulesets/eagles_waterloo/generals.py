"""12 Generals: whom they support, and what becomes of them under fire."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.chance import PUBLIC
from napoleon.rules.events import Line
from napoleon.rulesets.eagles_waterloo import commanders, labels, places
from napoleon.rulesets.eagles_waterloo.deployment import generals_at
from napoleon.rulesets.eagles_waterloo.events.cards import GeneralDied
from napoleon.rulesets.eagles_waterloo.events.combat import GeneralHit
from napoleon.rulesets.eagles_waterloo.events.morale import GeneralChecked
from napoleon.rulesets.eagles_waterloo.events.moves import DecoyShown
from napoleon.rulesets.eagles_waterloo.sides import enemy, side_of
from napoleon.rulesets.eagles_waterloo.specials import effects
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, last_draw_of

DEADLY = 6
"""The die that kills a general [12.4]."""


def support(table: Table, battle: Battle, card: str) -> list[Line]:
    """What a general of its corps at its position adds to the morale of a unit [12.1, 12.2].

    Of two, of whom enemy dice have found one, the better one leads it [12.0, G-100].
    """
    unit = battle.cards[card]
    corps, side = labels.label(table, card).corps, side_of(unit.nation)
    lines = []
    for general in generals_at(table, battle, unit.place, side):
        if battle.cards[general].nation != unit.nation:
            continue
        led = commanders.corps_of(table, battle, general)
        if not led or led not in (commanders.ANY_CORPS, corps):
            continue
        it = labels.label(table, general)
        assert isinstance(it, labels.General), "only generals lead"
        attacks = places.owner(unit.place) != side
        amount = it.attack if attacks else it.defence
        if amount:
            lines.append(Line(amount, "12.1", labels.name_of(table, general)))
    if len(lines) > 1 and table.rulings.hidden_generals_are_hit:
        return [max(lines, key=lambda it: it.amount)]
    return lines


def endanger(table: Table, battle: Battle, place: str, side: str, ones: int) -> None:
    """Each natural 1 that is rolled at their position is a hit on its generals [12.4]."""
    if table.rulings.hidden_generals_are_hit:
        _find(table, battle, place, side)
    for general in generals_at(table, battle, place, side):
        total = battle.cards[general].hits + ones
        table.record(GeneralHit(battle.id, general, ones, total), "12.4")


def _find(table: Table, battle: Battle, place: str, side: str) -> None:
    """A general who lies face down is no less at the position: a 1 turns them up [12.4, G-100]."""
    for card in battle.at(place, side):
        it = battle.cards[card]
        if it.revealed or labels.kind_of(table, card) != labels.GENERAL:
            continue
        shown = DecoyShown(side, battle.id, it.nation, card, it.token, place, labels.GENERAL)
        table.record(shown, "12.4", "G-100")


def check(table: Table, battle: Battle, general: str, purpose: str = "general") -> None:
    """A die for each hit, or one for a retreat: a 6 kills [12.4, 13.a, G-57]."""
    card, name = battle.cards[general], labels.name_for_chance(table, general)
    spared = 0 if purpose == "retreat" else effects.hits_removed(table, battle, general)
    count = max(1, card.hits) - spared
    dice = tuple(table.draw(range(1, 7), f"fate of {name}", PUBLIC)[0] for _ in range(count))
    draw = last_draw_of(table, count)
    died = DEADLY in dice
    checked = GeneralChecked(battle.id, general, purpose, dice, spared, died, draw)
    table.record(checked, "12.4", "G-10")
    if died:
        cause = "hit" if purpose == "general" else "retreat"
        table.record(GeneralDied(battle.id, card.nation, general, card.place, cause), "12.4")


# -- left alone [12.4, G-27, G-46] ----------------------------------------------------------------


def alone(table: Table, battle: Battle) -> Iterator[str]:
    """Generals beside enemy units, and without a unit of their side [12.4, G-27, G-85]."""
    engaged = battle.engaged
    if not engaged:
        return
    for card, it in battle.cards.items():
        if not it.revealed or it.token or it.place not in engaged:
            continue
        if labels.kind_of(table, card) != labels.GENERAL:
            continue
        side = side_of(it.nation)
        if _has_units(table, battle, it.place, enemy(side)) and not _has_units(
            table, battle, it.place, side
        ):  # fmt: skip
            yield card


def _has_units(table: Table, battle: Battle, place: str, side: str) -> bool:
    return any(labels.is_unit(labels.label(table, card)) for card in battle.at(place, side))
